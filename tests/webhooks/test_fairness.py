"""Slow and broken receivers do not slow down deliveries to others, and are switched off in the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
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
from tests.webhooks.conftest import Ear, arrived

HOUR = timedelta(hours=1)

PATIENCE = 60
"""The seconds after which a slow address gives up waiting for quick ones; a test that passes waits less."""


class StoppedClock(threading.local):
    """A clock of each thread, which only `let_pass` moves."""

    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def let_pass(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The clock of deliveries, so that a busy machine makes no receiver slow and no run too long."""
    stopped = StoppedClock()
    monkeypatch.setattr(deliveries, "time", stopped)
    return stopped


def publish(hook: Webhook, number: int = 1) -> None:
    feed.publish_happening([hook.user_id], "challenge", {"number": number})


def until(hook: Webhook, end: datetime, now: datetime) -> datetime:
    """Run the deliveries that are due until a time."""
    waiting = Delivery.objects.filter(webhook=hook, status="waiting", due_at__lte=end)
    while first := waiting.order_by("due_at").first():
        now = max(now, first.due_at)
        deliveries.send_due_deliveries(now)
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


def test_what_waited_when_it_was_switched_off_is_numbered_and_sent_again_in_order(
    hook: Webhook, ear: Ear
) -> None:
    ear.status = 500
    for number in range(1, 4):
        feed.publish_happening([hook.user_id], "challenge", {"table": "QWERTY", "number": number})
    deliveries.send_due_deliveries(now := timezone.now())
    Webhook.objects.update(failing_since=now - deliveries.OFF_AFTER)
    Delivery.objects.exclude(sequence=None).update(attempts=len(deliveries.BACK_OFF))
    deliveries.send_due_deliveries(now + HOUR)
    assert not Webhook.objects.get().active
    ear.status = 200
    ear.heard.clear()
    Webhook.objects.update(active=True)
    assert deliveries.send_again(Webhook.objects.get(), sequence__gte=1) == 3
    deliveries.send_due_deliveries()
    assert [(each["data"]["number"], each["sequence"]) for each in arrived(ear)] == [(1, 1), (2, 2), (3, 3)]


def test_what_waits_is_sent_only_once_the_webhook_is_switched_on_again(hook: Webhook, ear: Ear) -> None:
    publish(hook)
    Webhook.objects.update(active=False)
    assert not deliveries.is_due()
    assert deliveries.send_due_deliveries() == 0
    Webhook.objects.update(active=True)
    assert deliveries.send_due_deliveries() == 1


def test_one_success_restarts_the_day(hook: Webhook, ear: Ear) -> None:
    Webhook.objects.update(failing_since=timezone.now() - 23 * HOUR)
    publish(hook)
    deliveries.send_due_deliveries()
    assert Webhook.objects.get().failing_since is None


# ---- fair shares


@dataclass
class Served:
    """The addresses delivered to, in order, and the most slow ones that were served at once."""

    urls: list[str] = field(default_factory=list)
    most_slow: int = 0
    in_vain: bool = False
    """True if a slow address has waited as long as it may; then no other waits."""

    @property
    def quick(self) -> int:
        return sum("slow" not in url for url in self.urls)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, clock: StoppedClock) -> Callable[..., Served]:
    """Replace `post`: `answers(slow=2.0, quick=5)`.

    A slow address takes `slow` seconds by the clock, and answers after `quick` others have.
    """

    def listen(slow: float = 0.0, quick: int = 0) -> Served:
        served = Served()
        changed = threading.Condition()
        slow_ones: list[str] = []

        def post(url: str, *_others: Any) -> int:
            with changed:
                if "slow" in url:
                    slow_ones.append(url)
                    served.most_slow = max(served.most_slow, len(slow_ones))
                    if not changed.wait_for(lambda: served.in_vain or served.quick >= quick, PATIENCE):
                        served.in_vain = True
                        changed.notify_all()
                    slow_ones.remove(url)
                    clock.let_pass(slow)
                served.urls.append(url)
                changed.notify_all()
            return 200

        monkeypatch.setattr(sending, "deliver_webhook", post)
        return served

    return listen


def hooks_of(name: str, many: int = 1, url: str = "https://{}.example/{}") -> list[Webhook]:
    person = User.objects.create_user(name)
    make = Webhook.objects.create
    return [make(user=person, url=url.format(name, at), kinds=["challenge"]) for at in range(many)]


@pytest.mark.django_db
def test_a_long_queue_does_not_delay_other_owners(answers: Callable[..., Served]) -> None:
    served = answers()
    [greedy], [modest] = hooks_of("greedy"), hooks_of("modest")
    for number in range(50):
        publish(greedy, number)
    publish(modest)
    assert deliveries.send_due_deliveries() == 51
    assert served.urls.index(modest.url) < 5


@pytest.mark.django_db
def test_accounts_take_turns_for_a_free_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The account whose webhooks are older does not have it again while another waits."""
    monkeypatch.setattr(deliveries, "PLACES", 1)
    for hook in (*hooks_of("Anna", 2), *hooks_of("Bruno", 2)):
        publish(hook)
    turns: dict[int, int] = {}
    taken = [deliveries._next([], turns, timezone.now()) for _ in range(4)]
    assert [each.webhook.user.username for [each] in taken] == ["Anna", "Bruno", "Anna", "Bruno"]


@pytest.mark.django_db
def test_an_account_has_few_slots_however_many_webhooks(answers: Callable[..., Served]) -> None:
    served = answers(quick=1)
    publish(hooks_of("slow", 10)[0])
    [modest] = hooks_of("modest")
    publish(modest)
    assert deliveries.send_due_deliveries() == 11
    assert served.urls[0] == modest.url
    assert served.most_slow == deliveries.OF_AN_ACCOUNT


@pytest.mark.django_db
@pytest.mark.parametrize("new", [False, True])
def test_slow_receivers_take_half_of_the_slots_at_most(answers: Callable[..., Served], new: bool) -> None:
    """New webhooks count, too: otherwise deleting and recreating them would get around the limit."""
    served = answers(slow=2 * deliveries.SLOW, quick=5)
    slow = [hooks_of(f"slow{number}")[0] for number in range(3 * deliveries.PLACES)]
    if not new:
        Webhook.objects.update(slow=True)
    for hook in slow:
        publish(hook)
    quick = [hooks_of(f"quick{number}")[0] for number in range(5)]
    Webhook.objects.filter(pk__in=[hook.pk for hook in quick]).update(slow=False)
    for hook in quick:
        publish(hook)
    deliveries.send_due_deliveries()
    assert {*served.urls[:5]} == {hook.url for hook in quick}
    assert served.most_slow == deliveries.FOR_SLOW
    assert len(served.urls) == len(slow) + len(quick)
    assert {*Webhook.objects.filter(slow=True)} == {*slow}


@pytest.mark.django_db
def test_a_run_ends_and_the_next_one_continues(monkeypatch: pytest.MonkeyPatch, clock: StoppedClock) -> None:
    number, length = 20, 4
    settle = deliveries._settle

    def settled(*arguments: Any) -> None:
        clock.let_pass(deliveries.RUN.total_seconds() / length)
        settle(*arguments)

    monkeypatch.setattr(deliveries, "_settle", settled)
    monkeypatch.setattr(sending, "deliver_webhook", lambda *_: 200)
    [hook] = hooks_of("steady")
    for each in range(number):
        publish(hook, each)
    assert [deliveries.send_due_deliveries() for _ in range(number // length)] == [length] * (
        number // length
    )
    assert deliveries.send_due_deliveries() == 0


@pytest.mark.django_db
def test_an_internal_error_costs_one_attempt_and_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    [broken], [sound] = hooks_of("broken"), hooks_of("sound")

    def post(url: str, *_others: Any) -> int:
        if "broken" in url:
            raise KeyError("ours")
        return 200

    monkeypatch.setattr(sending, "deliver_webhook", post)
    publish(broken)
    publish(sound)
    assert deliveries.send_due_deliveries() == 2
    assert Delivery.objects.get(webhook=sound).status == "done"
    failed = Delivery.objects.get(webhook=broken)
    assert (failed.status, failed.attempts) == ("waiting", 1)
    failure = Failure.objects.get()
    assert failure.work == "webhooks.send"
    monkeypatch.setattr(sending, "deliver_webhook", lambda *_args: 200)
    retrying.try_again(failure)
    assert deliveries.send_due_deliveries() == 1
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
    deliveries.send_due_deliveries()
    assert len(ear.heard) == 1
    assert ear.heard[0][0]["webhook-id"] == str(one.pk)
    browser.post(f"{page}ripeti/")
    deliveries.send_due_deliveries()
    assert len(ear.heard) == 3
    assert {*Delivery.objects.values_list("status", "attempts")} == {("done", 1)}
    browser.post(f"{page}ripeti/", {"since": 2})
    deliveries.send_due_deliveries()
    assert len(ear.heard) == 5
    browser.post(f"{page}ripeti/", {"delivery": "nonsense"})
    assert deliveries.send_due_deliveries() == 0


def test_a_switched_off_webhook_repeats_nothing(hook: Webhook, ear: Ear) -> None:
    publish(hook)
    Delivery.objects.update(status="failed")
    Webhook.objects.update(active=False)
    browser = Client()
    browser.force_login(hook.user)
    browser.post(f"/account/webhook/{hook.pk}/ripeti/")
    assert deliveries.send_due_deliveries() == 0


# ---- queues


def test_mails_and_reviews_have_other_queues(settings: Any) -> None:
    queues = {task: route["queue"] for task, route in settings.CELERY_TASK_ROUTES.items()}
    of_webhooks = {queue for task, queue in queues.items() if ".webhooks." in task}
    others = {queue for task, queue in queues.items() if ".webhooks." not in task}
    assert of_webhooks == {"webhooks"}
    assert not of_webhooks & others
