"""Web push: what a push service receives, and what happens when devices are gone or a service fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings
from django.utils import timezone
from py_vapid import Vapid02

from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.failures.models import Failure
from ludopoli.notices import devices, limits, notifying, pushes
from ludopoli.notices.models import Device, Mailbox, Notice, Push, PushKey
from tests.notices.conftest import OpenTable, page_of
from tests.notices.push_service import Service, push_service

NOON = datetime(2026, 11, 25, 12, 0, tzinfo=ZoneInfo("Europe/Rome"))


@pytest.fixture
def service(settings: LazySettings) -> Iterator[Service]:
    settings.WEBHOOKS_TO_PRIVATE = True
    with push_service() as made:
        yield made


@pytest.fixture
def device(service: Service, calogero: User, monkeypatch: pytest.MonkeyPatch) -> Device:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    session = page_of(calogero).session.session_key or ""
    made = devices.subscribe(calogero, service.subscription, "Firefox, Android", session=session)
    assert made is not None
    return made


@pytest.fixture
def invite(rosalia: User, calogero: User, open_table: OpenTable) -> Callable[[], Notice]:
    """Rosalia invites Calogero to her table, at the time that it is."""
    table = open_table(rosalia)

    def send() -> Notice:
        facts = {"game": "tressette", "table": table.code}
        [notice] = notifying.notify_people(
            "invited", [calogero], actor=rosalia, about="table:1", url=f"/tavolo/{table.code}/", facts=facts
        )
        return notice

    return send


def later(**by: int) -> datetime:
    return NOON + timedelta(**by)


def test_a_notice_is_pushed_encrypted_and_signed(
    service: Service, device: Device, invite: Callable[[], Notice]
) -> None:
    notice = invite()
    assert pushes.send_due_pushes(NOON) == 0, "it may be read on an open page first"
    assert pushes.send_due_pushes(later(seconds=11)) == 1
    assert pushes.send_due_pushes(later(seconds=30)) == 0, "once"
    [shown] = service.shown()
    assert shown == {"text": notice.text, "url": f"/avvisi/{notice.pk}/", "tag": "table:1"}
    [(headers, body)] = service.heard
    assert b"Rosalia" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    token, key = headers["Authorization"].removeprefix("vapid t=").split(",k=")
    assert key == pushes.public_key()
    assert Vapid02.verify(f"vapid t={token},k={key}")


def test_the_key_is_made_once_and_sealed(db: None) -> None:
    first = pushes.public_key()
    assert len(devices.decode_base64(first)) == 65
    assert pushes.public_key() == first
    [row] = PushKey.objects.all()
    assert sealing.is_sealed(row.private)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_and_its_person_learns_it(
    service: Service, device: Device, calogero: User, invite: Callable[[], Notice], status: int
) -> None:
    service.status = status
    invite()
    assert pushes.send_due_pushes(later(seconds=11)) == 0
    assert not Device.objects.exists()
    assert not Push.objects.exists()
    assert not Failure.objects.exists()
    told = Notice.objects.get(user=calogero, kind="device_lost")
    assert (told.shown, told.url) == (True, "/account/avvisi/#devices-h")
    assert "Firefox, Android" in told.text


def test_a_failing_service_is_tried_again_with_growing_pauses_and_a_limit(
    service: Service, device: Device, invite: Callable[[], Notice]
) -> None:
    service.status = 503
    invite()
    at, pauses = later(seconds=11), []
    while (push := Push.objects.get()).due_at is not None:
        pushes.send_due_pushes(at)
        push.refresh_from_db()
        if push.due_at is not None:
            pauses.append((push.due_at - at).total_seconds())
            at = push.due_at
        assert len(pauses) < 20
    assert pauses == [5 * 2**n for n in range(12)]
    assert Failure.objects.get(work=pushes.PUSH).due_at is None
    service.status = 201
    pushes.retrying.try_again(Failure.objects.get())
    assert pushes.send_due_pushes(at) == 1
    assert not Failure.objects.exists()


def test_a_notice_that_is_read_is_not_pushed(
    service: Service, device: Device, calogero: User, invite: Callable[[], Notice]
) -> None:
    notice = invite()
    notifying.mark_read(calogero, Notice.objects.filter(pk=notice.pk))
    assert pushes.send_due_pushes(later(seconds=11)) == 0
    assert service.heard == []
    assert not Push.objects.exists()


def test_nothing_is_pushed_in_quiet_hours(
    service: Service,
    device: Device,
    calogero: User,
    invite: Callable[[], Notice],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notifying.remember_reader(calogero, "en", "")
    notifying.be_quiet(calogero, 12, 14)
    invite()
    assert pushes.send_due_pushes(later(minutes=90)) == 0
    assert pushes.send_due_pushes(NOON.replace(hour=14, minute=0, second=1)) == 1
    [shown] = service.shown()
    assert shown["text"] == "Rosalia invites you to play Tressette.", "in the language of the reader"
    assert Mailbox.objects.get(user=calogero).quiet_until == 14


@pytest.mark.parametrize(
    ("hour", "start", "end", "loud"),
    [(23, 22, 8, 32), (7, 22, 8, 8), (8, 22, 8, 8), (21, 22, 8, 21), (12, 12, 12, 12), (1, 1, 3, 3)],
)
def test_quiet_hours_may_span_midnight(db: None, hour: int, start: int, end: int, loud: int) -> None:
    midnight = NOON.replace(hour=0)
    box = Mailbox(quiet_from=start, quiet_until=end)
    assert pushes._loud(midnight.replace(hour=hour), box) == midnight + timedelta(hours=loud)


def test_each_kind_is_switched_by_itself(
    service: Service, device: Device, calogero: User, invite: Callable[[], Notice]
) -> None:
    notifying.choose_delivery(calogero.pk, "invited", page=True, mail=True, push=False)
    invite()
    assert not Push.objects.exists()


def test_a_device_gets_no_more_than_ten_pushes_an_hour_and_three_about_one_person(
    service: Service, device: Device, invite: Callable[[], Notice]
) -> None:
    for number in range(5):
        invite()
        pushes.send_due_pushes(later(seconds=11 + number))
    assert len(service.heard) == limits.BY_ONE
    for number in range(12):
        invite()
        Notice.objects.update(actor=None)
        pushes.send_due_pushes(later(seconds=21 + number))
    assert len(service.heard) == limits.AN_HOUR


def test_pushes_go_to_public_addresses_only(
    service: Service, device: Device, invite: Callable[[], Notice], settings: LazySettings
) -> None:
    invite()
    settings.WEBHOOKS_TO_PRIVATE = False
    assert pushes.send_due_pushes(later(seconds=11)) == 0
    assert service.heard == []
