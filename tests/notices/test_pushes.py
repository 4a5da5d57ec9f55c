"""Web push: what a push service receives, and what happens when devices are gone or a service fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from hypothesis import example, given
from hypothesis import settings as examples
from py_vapid import Vapid02

from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.base import sealing
from ludopoli.failures.models import Failure
from ludopoli.notices import notifying, pushes
from ludopoli.notices.models import Device, Mailbox, Notice, Push, PushKey
from tests.foreign import attacks
from tests.notices.conftest import OpenTable
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
    made = pushes.subscribe(calogero, service.subscription, "Firefox, Android")
    assert made is not None
    return made


@pytest.fixture
def invite(rosalia: User, calogero: User, open_table: OpenTable) -> Callable[[], Notice]:
    """Rosalia invites Calogero to her table, at the time that it is."""
    table = open_table(rosalia)

    def send() -> Notice:
        facts = {"game": "tressette", "table": table.code}
        [notice] = notifying.notify(
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
    assert pushes.send_due(NOON) == 0, "it may be read on an open page first"
    assert pushes.send_due(later(seconds=11)) == 1
    assert pushes.send_due(later(seconds=30)) == 0, "once"
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
    assert len(pushes.decoded(first)) == 65
    assert pushes.public_key() == first
    [row] = PushKey.objects.all()
    assert sealing.is_sealed(row.private)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(
    service: Service, device: Device, invite: Callable[[], Notice], status: int
) -> None:
    service.status = status
    invite()
    assert pushes.send_due(later(seconds=11)) == 0
    assert not Device.objects.exists()
    assert not Push.objects.exists()
    assert not Failure.objects.exists()


def test_a_failing_service_is_tried_again_with_growing_pauses_and_a_limit(
    service: Service, device: Device, invite: Callable[[], Notice]
) -> None:
    service.status = 503
    invite()
    at, pauses = later(seconds=11), []
    while (push := Push.objects.get()).due_at is not None:
        pushes.send_due(at)
        push.refresh_from_db()
        if push.due_at is not None:
            pauses.append((push.due_at - at).total_seconds())
            at = push.due_at
        assert len(pauses) < 20
    assert pauses == [5 * 2**n for n in range(12)]
    assert Failure.objects.get(work=pushes.PUSH).due_at is None
    service.status = 201
    pushes.retrying.try_again(Failure.objects.get())
    assert pushes.send_due(at) == 1
    assert not Failure.objects.exists()


def test_a_notice_that_is_read_is_not_pushed(
    service: Service, device: Device, calogero: User, invite: Callable[[], Notice]
) -> None:
    notice = invite()
    notifying.read(calogero, Notice.objects.filter(pk=notice.pk))
    assert pushes.send_due(later(seconds=11)) == 0
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
    assert pushes.send_due(later(minutes=90)) == 0
    assert pushes.send_due(NOON.replace(hour=14, minute=0, second=1)) == 1
    [shown] = service.shown()
    assert shown["text"] == "Rosalia invites you to a game of Tressette.", "in the language of the reader"
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
    notifying.choose(calogero.pk, "invited", page=True, mail=True, push=False)
    invite()
    assert not Push.objects.exists()


def test_a_device_gets_no_more_than_ten_pushes_an_hour(
    service: Service, device: Device, invite: Callable[[], Notice]
) -> None:
    for number in range(12):
        invite()
        pushes.send_due(later(seconds=11 + number))
    assert len(service.heard) == pushes.AN_HOUR


def test_a_page_keeps_and_removes_a_device(service: Service, calogero: User, rosalia: User) -> None:
    client, other = Client(headers={"User-Agent": "Mozilla/5.0 (Linux; Android 15) Firefox/140"}), Client()
    client.force_login(calogero)
    other.force_login(rosalia)
    sent = json.dumps(service.subscription)
    assert client.post("/avvisi/dispositivi/", sent, content_type="application/json").status_code == 204
    made = Device.objects.get(user=calogero)
    page = client.get("/account/avvisi/").content.decode()
    assert "Firefox, Android" in page
    assert pushes.public_key() in page
    other.post(f"/avvisi/dispositivi/{made.pk}/togli/")
    assert Device.objects.filter(pk=made.pk).exists()
    client.post(f"/avvisi/dispositivi/{made.pk}/togli/")
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "http://[::1"}, {"endpoint": "ftp://push.example/"}, {"endpoint": 7}, {"keys": None},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, {"endpoint": "https://push.example/" + "a" * 500},
    ],
)  # fmt: skip
def test_what_is_no_subscription_is_refused(
    service: Service, calogero: User, changed: dict[str, Any]
) -> None:
    assert pushes.subscribe(calogero, {**service.subscription, **changed}, "?") is None
    assert pushes.subscribe(calogero, ["not one"], "?") is None
    assert not Device.objects.exists()


def test_no_body_at_all_breaks_the_page_that_keeps_devices(service: Service, calogero: User) -> None:
    client = Client()
    client.force_login(calogero)

    @examples(max_examples=60)
    @example(b"[" * 60_000)
    @given(attacks(service.subscription))
    def send(body: bytes) -> None:
        answer = client.post("/avvisi/dispositivi/", body, content_type="application/json")
        assert answer.status_code in (204, 400)

    send()


def test_pushes_go_to_public_addresses_only(
    service: Service, device: Device, invite: Callable[[], Notice], settings: LazySettings
) -> None:
    invite()
    settings.WEBHOOKS_TO_PRIVATE = False
    assert pushes.send_due(later(seconds=11)) == 0
    assert service.heard == []


# ---- devices of programs


@pytest.fixture
def program(calogero: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Token, Client]:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    token, secret = Token.make(calogero.pk, "telefono", [Scope.PLAY])
    return token, Client(headers={"Authorization": f"Bearer {secret}"})


def added(client: Client, service: Service) -> Any:
    wanted = {**service.subscription, "name": "Il mio telefono"}
    return client.post("/api/v1/me/devices/", wanted, content_type="application/json")


def test_a_program_adds_lists_and_removes_a_device(
    service: Service, program: tuple[Token, Client], invite: Callable[[], Notice]
) -> None:
    _token, client = program
    assert client.get("/api/v1/me/devices/key/").json() == {"key": pushes.public_key()}
    answer = added(client, service)
    assert answer.status_code == 201
    assert client.get(answer["Location"]).json() == answer.json()
    assert client.get("/api/v1/me/devices/").json()["results"] == [answer.json()]
    invite()
    assert pushes.send_due(later(minutes=1)) == 1
    assert client.delete(answer["Location"]).status_code == 204
    assert client.get(answer["Location"]).status_code == 404
    assert client.get("/api/v1/me/devices/").json()["results"] == []


def test_a_device_is_gone_with_the_token_of_its_program(
    service: Service, program: tuple[Token, Client], invite: Callable[[], Notice]
) -> None:
    """A stolen token is no way to get somebody's notices for ever."""
    token, client = program
    added(client, service)
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    invite()
    assert not Push.objects.exists()
    token.delete()
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"), [("endpoint", "nonsense"), ("keys", {"p256dh": "x", "auth": "y"})]
)
def test_a_program_cannot_add_what_is_no_subscription(
    program: tuple[Token, Client], service: Service, field: str, value: object
) -> None:
    wanted = {**service.subscription, "name": "x", field: value}
    answer = program[1].post("/api/v1/me/devices/", wanted, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_device")
    assert not Device.objects.exists()
