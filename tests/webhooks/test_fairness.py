"""Slow and broken receivers do not slow down deliveries to others, and are switched off in the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.play import feed
from ludopoli.accounts.models import User
from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.http import throttle
from ludopoli.notices.models import Notice
from ludopoli.webhooks import deliveries
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending
from tests.webhooks.conftest import Ear

HOUR = timedelta(hours=1)

PATIENCE = 10
"""The longest a slow address waits for quick ones, in seconds."""


def publish(hook: Webhook, number: int = 1) -> None:
    feed.publish([hook.user_id], "challenge", {"number": number})


def until(hook: Webhook, end: datetime, now: datetime) -> datetime:
    """Run the deliveries that are due until a time."""
    waiting = Delivery.objects.filter(webhook=hook, status="waiting", due_at__lte=end)
    while first := waiting.order_by("due_at").first():
        now = max(now, first.due_at)
        deliveries.send_due(now)
    return end


# ---- switching off


def test_a_minute_of_failures_does_not_switch_off(hook: Webhook, ear: Ear) -> None:
    ear.status = 500
    now = timezone.now()
    for number in range(30):
        publish(hook, number)
    until(hook, now + timedelta(minutes=2), now)
    assert len(ear.heard) >= 60
    assert Webhook.objects.get().active
    assert {*Delivery.objects.values_list("status", flat=True)} == {"waiting"}
    ear.status = 200
    until(hook, now + HOUR, now)
    assert {*Delivery.objects.values_list("status", flat=True)} == {"done"}


def test_a_day_of_failures_switches_off_and_notifies_the_owner(hook: Webhook, ear: Ear) -> None:
    ear.status = 500
    now = timezone.now()
    publish(hook, 1)
    now = until(hook, now + 9 * HOUR, now)
    assert Delivery.objects.get().status == "failed"
    assert Webhook.objects.get().active
    [lost] = Notice.objects.all()
    assert (lost.kind, lost.user_id, lost.url) == (
        "webhook_lost",
        hook.user_id,
        f"/account/webhook/{hook.pk}/",
    )
    assert lost.mail_at
    now += 9 * HOUR
    Delivery.objects.create(webhook=hook, kind="challenge", body="{}", due_at=now, made_at=now)
    until(hook, now + 9 * HOUR, now)
    assert not Webhook.objects.get().active
    assert [notice.kind for notice in Notice.objects.all()] == ["webhook_off", "webhook_lost"]
    page = Client()
    page.force_login(hook.user)
    assert "un giorno" in page.get(lost.url).content.decode()


def test_one_success_restarts_the_day(hook: Webhook, ear: Ear) -> None:
    Webhook.objects.update(failing_since=timezone.now() - 23 * HOUR)
    publish(hook)
    deliveries.send_due()
    assert Webhook.objects.get().failing_since is None


# ---- fair shares


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Replace `post`: return the list of addresses delivered to, in order.

    Each slow address takes `slow` seconds. It then waits until `quick` others have been delivered to, since a
    busy machine may take longer for them, but no longer than `PATIENCE`.
    """

    def listen(slow: float = 0.0, quick: int = 0) -> list[str]:
        served: list[str] = []
        changed = threading.Condition()

        def post(url: str, *_others: Any) -> int:
            is_slow = "slow" in url
            if is_slow:
                time.sleep(slow)
            with changed:
                if is_slow:
                    changed.wait_for(lambda: sum("slow" not in each for each in served) >= quick, PATIENCE)
                served.append(url)
                changed.notify_all()
            return 200

        monkeypatch.setattr(sending, "post", post)
        return served

    return listen


def hooks_of(name: str, many: int = 1, url: str = "https://{}.example/{}") -> list[Webhook]:
    person = User.objects.create_user(name)
    make = Webhook.objects.create
    return [make(user=person, url=url.format(name, at), kinds=["challenge"]) for at in range(many)]


@pytest.mark.django_db
def test_a_long_queue_does_not_delay_other_owners(answers: Callable[..., list[str]]) -> None:
    served = answers()
    [greedy], [modest] = hooks_of("greedy"), hooks_of("modest")
    for number in range(200):
        publish(greedy, number)
    publish(modest)
    assert deliveries.send_due() == 201
    assert served.index(modest.url) < 5


@pytest.mark.django_db
def test_an_account_has_few_slots_however_many_webhooks(answers: Callable[..., list[str]]) -> None:
    served = answers(slow=0.5, quick=1)
    for hook in hooks_of("slow", 10):
        publish(hook)
    [modest] = hooks_of("modest")
    publish(modest)
    begin = time.monotonic()
    deliveries.send_due()
    assert served[0] == modest.url
    assert time.monotonic() - begin >= 0.5 * 10 / deliveries.OF_AN_ACCOUNT / 2


@pytest.mark.django_db
@pytest.mark.parametrize("new", [False, True])
def test_slow_receivers_take_half_of_the_slots_at_most(
    answers: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, new: bool
) -> None:
    """New webhooks count, too: otherwise deleting and recreating them would get around the limit."""
    monkeypatch.setattr(deliveries, "SLOW", 0.2)
    served = answers(slow=0.4, quick=5)
    slow = [hooks_of(f"slow{number}")[0] for number in range(3 * deliveries.PLACES)]
    if not new:
        Webhook.objects.update(slow=True)
    for hook in slow:
        publish(hook)
    quick = [hooks_of(f"quick{number}")[0] for number in range(5)]
    Webhook.objects.filter(pk__in=[hook.pk for hook in quick]).update(slow=False)
    for hook in quick:
        publish(hook)
    deliveries.send_due()
    assert {*served[:5]} == {hook.url for hook in quick}
    assert len(served) == len(slow) + len(quick)


@pytest.mark.django_db
def test_a_run_ends_and_the_next_one_continues(
    answers: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "RUN", timedelta(seconds=1))
    served = answers(slow=0.3)
    [slow] = hooks_of("slow")
    for number in range(20):
        publish(slow, number)
    begin = time.monotonic()
    assert deliveries.send_due() < 10
    assert time.monotonic() - begin < 5
    monkeypatch.setattr(deliveries, "RUN", timedelta(seconds=60))
    deliveries.send_due()
    assert len(served) == 20


@pytest.mark.django_db
def test_an_internal_error_costs_one_attempt_and_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    [broken], [sound] = hooks_of("broken"), hooks_of("sound")

    def post(url: str, *_others: Any) -> int:
        if "broken" in url:
            raise KeyError("ours")
        return 200

    monkeypatch.setattr(sending, "post", post)
    publish(broken)
    publish(sound)
    assert deliveries.send_due() == 2
    assert Delivery.objects.get(webhook=sound).status == "done"
    failed = Delivery.objects.get(webhook=broken)
    assert (failed.status, failed.attempts) == ("waiting", 1)
    failure = Failure.objects.get()
    assert failure.work == "webhooks.send"
    monkeypatch.setattr(sending, "post", lambda *_args: 200)
    retrying.try_again(failure)
    assert deliveries.send_due() == 1
    assert Delivery.objects.get(webhook=broken).status == "done"
    assert not Failure.objects.exists()


# ---- resending


def test_abandoned_deliveries_can_be_repeated(hook: Webhook, ear: Ear) -> None:
    throttle._shared.clear()
    for number in range(3):
        publish(hook, number)
    Delivery.objects.update(status="failed", attempts=7)
    browser = Client()
    browser.force_login(hook.user)
    page = f"/account/webhook/{hook.pk}/"
    one = Delivery.objects.first()
    assert one is not None
    assert str(one.pk) in browser.get(page).content.decode()
    assert browser.post(f"{page}ripeti/", {"delivery": one.pk}).status_code == 302
    deliveries.send_due()
    assert len(ear.heard) == 1
    assert ear.heard[0][0]["Ludopoli-Delivery"] == str(one.pk)
    browser.post(f"{page}ripeti/")
    deliveries.send_due()
    assert len(ear.heard) == 3
    assert {*Delivery.objects.values_list("status", "attempts")} == {("done", 1)}
    browser.post(f"{page}ripeti/", {"delivery": "nonsense"})
    assert deliveries.send_due() == 0


def test_a_switched_off_webhook_repeats_nothing(hook: Webhook, ear: Ear) -> None:
    publish(hook)
    Delivery.objects.update(status="failed")
    Webhook.objects.update(active=False)
    browser = Client()
    browser.force_login(hook.user)
    browser.post(f"/account/webhook/{hook.pk}/ripeti/")
    assert deliveries.send_due() == 0


# ---- queues


def test_mails_and_reviews_have_other_queues(settings: Any) -> None:
    queues = {task: route["queue"] for task, route in settings.CELERY_TASK_ROUTES.items()}
    of_webhooks = {queue for task, queue in queues.items() if ".webhooks." in task}
    others = {queue for task, queue in queues.items() if ".webhooks." not in task}
    assert of_webhooks == {"webhooks"}
    assert not of_webhooks & others
