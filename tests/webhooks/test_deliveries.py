"""Deliveries of webhooks: signed, made after the commit, retried, and to public addresses only."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from games.play import feed
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.webhooks import deliveries
from ludopoli.webhooks.kinds import PING
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending
from tests.games.ladder import played, score
from tests.webhooks.conftest import Ear, arrived

NOW = timezone.now()


def is_genuine(secret: str, headers: dict[str, str], body: str) -> bool:
    """Verify a delivery as receivers do, from the text of Standard Webhooks 1.0 alone."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    assert 24 <= len(key) <= 64, "the lengths that it allows"
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}"
    expected = base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split()


def test_an_event_arrives_signed(hook: Webhook, ear: Ear) -> None:
    feed.publish_happening([hook.user_id], "challenge", {"from": "Bruno"})
    assert deliveries.send_due_deliveries() == 1
    [(headers, body)] = ear.heard
    sent = json.loads(body)
    delivery = Delivery.objects.get()
    assert (sent["type"], sent["data"]) == ("challenge", {"from": "Bruno"})
    assert is_genuine(hook.secret, headers, body)
    assert not is_genuine(hook.secret, headers, f"{body} ")
    assert headers["webhook-id"] == str(delivery.pk)
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    assert (delivery.status, delivery.attempts, delivery.answer) == ("done", 1, "200")
    assert deliveries.send_due_deliveries() == 0


def test_the_results_of_a_match_are_sent_to_its_players(hook: Webhook, ear: Ear, anna: User) -> None:
    others = [User.objects.create_user(name) for name in ("Bruno", "Carla", "Dario")]
    score(played([anna, *others], at=NOW))
    deliveries.send_due_deliveries()
    sent = json.loads(ear.heard[0][1])
    assert sent["type"] == "match_finished"
    names = [(seat["name"], seat["place"]) for seat in sent["data"]["results"]]
    assert names == [("Anna", 1), ("Bruno", 2), ("Carla", 1), ("Dario", 2)]
    assert sent["data"]["results"][0]["gain"] > 0


@pytest.mark.parametrize("change", [{"active": False}, {"kinds": ["match_started"]}])
def test_unsubscribed_kinds_are_not_sent(hook: Webhook, change: dict[str, Any]) -> None:
    Webhook.objects.update(**change)
    bruno = User.objects.create_user("Bruno")
    feed.publish_happening([hook.user_id, bruno.pk], "challenge", {})
    assert not Delivery.objects.exists()


def test_every_delivery_has_a_number_and_the_id_of_the_stream(hook: Webhook, ear: Ear) -> None:
    other = Webhook.objects.create(user=hook.user, url=ear.url, kinds=["challenge"])
    feed.publish_happening([hook.user_id], "match_finished", {"table": "QWERTY"})
    for number in range(2):
        feed.publish_happening([hook.user_id], "challenge", {"number": number})
    deliveries.store_deliveries([(hook, PING, {"webhook": hook.pk})], timezone.now())
    deliveries.send_due_deliveries()
    ids = [*feed.Happening.objects.values_list("pk", flat=True)]
    sent = {(each["sequence"], each["id"]) for each in arrived(ear)}
    assert sent == {*enumerate([*ids, None], 1), *enumerate(ids[1:], 1)}
    assert {*Webhook.objects.values_list("pk", "sequence")} == {(hook.pk, 4), (other.pk, 2)}


def test_what_a_former_version_has_queued_arrives_as_all_others(hook: Webhook, ear: Ear) -> None:
    at = "2026-11-21T19:15:00Z"
    body = {"id": "0b1a", "kind": "challenge", "at": at, "data": {"from": "Bruno"}}
    Delivery.objects.create(
        webhook=hook, kind="challenge", body=json.dumps(body), due_at=NOW, made_at=NOW - timedelta(hours=1)
    )
    deliveries.send_due_deliveries()
    common = {"type": "challenge", "timestamp": at, "id": None, "data": {"from": "Bruno"}}
    assert arrived(ear) == [{"sequence": 1, **common}]


def test_a_failed_delivery_holds_back_later_ones_about_the_same_alone(hook: Webhook, ear: Ear) -> None:
    ear.status = 500
    feed.publish_happening([hook.user_id], "challenge", {"table": "QWERTY", "number": 1})
    now = timezone.now()
    deliveries.send_due_deliveries(now)
    ear.status = 200
    for number, table in enumerate(("QWERTY", "ASDFGH"), 2):
        feed.publish_happening([hook.user_id], "challenge", {"table": table, "number": number})
    deliveries.send_due_deliveries(now + timedelta(seconds=5))
    assert [each["data"]["number"] for each in arrived(ear)] == [1, 3]
    assert not deliveries.is_due()
    deliveries.send_due_deliveries(now + deliveries.BACK_OFF[0])
    assert [(each["data"]["number"], each["sequence"]) for each in arrived(ear)] == [
        (1, 1), (3, 2), (1, 1), (2, 3),
    ]  # fmt: skip


def test_a_delivery_given_up_holds_nothing_back(hook: Webhook, ear: Ear) -> None:
    for number in (1, 2):
        feed.publish_happening([hook.user_id], "challenge", {"club": "GARIBA", "number": number})
    Delivery.objects.filter(pk=Delivery.objects.earliest("made_at").pk).update(status="failed")
    deliveries.send_due_deliveries()
    assert [each["data"]["number"] for each in arrived(ear)] == [2]


def test_what_has_arrived_is_sent_again_from_a_number_on(hook: Webhook, ear: Ear) -> None:
    for number in range(4):
        feed.publish_happening([hook.user_id], "challenge", {"event": "XYZ234", "number": number})
    deliveries.send_due_deliveries()
    first = [*ear.heard]
    ear.heard.clear()
    assert deliveries.send_again(hook, sequence__gte=3) == 2
    deliveries.send_due_deliveries()
    assert [body for _headers, body in ear.heard] == [body for _headers, body in first[2:]]
    assert [each["webhook-id"] for each, _body in ear.heard] == [
        each["webhook-id"] for each, _body in first[2:]
    ]


def test_failed_deliveries_are_retried_with_growing_delays(hook: Webhook, ear: Ear) -> None:
    ear.status = 503
    feed.publish_happening([hook.user_id], "challenge", {})
    now, waits = timezone.now(), []
    for _ in deliveries.BACK_OFF:
        assert deliveries.send_due_deliveries(now) == 1
        delivery = Delivery.objects.get()
        assert (delivery.status, delivery.answer) == ("waiting", "503")
        assert deliveries.send_due_deliveries(now) == 0
        waits.append(delivery.due_at - now)
        now = delivery.due_at
    assert tuple(waits) == deliveries.BACK_OFF
    assert deliveries.send_due_deliveries(now) == 1
    assert Delivery.objects.get().status == "failed"
    assert {body for _headers, body in ear.heard} == {Delivery.objects.get().body}
    assert deliveries.send_due_deliveries(now + timedelta(days=1)) == 0


def test_a_recovered_receiver_is_forgiven(hook: Webhook, ear: Ear) -> None:
    ear.status = 500
    feed.publish_happening([hook.user_id], "challenge", {})
    deliveries.send_due_deliveries()
    assert Webhook.objects.get().failing_since
    ear.status = 204
    deliveries.send_due_deliveries(timezone.now() + timedelta(minutes=1))
    assert (Webhook.objects.get().failing_since, Delivery.objects.get().status) == (None, "done")


def test_no_redirect_is_followed(hook: Webhook, ear: Ear) -> None:
    ear.status, ear.headers = 307, {"Location": ear.url}
    feed.publish_happening([hook.user_id], "challenge", {})
    deliveries.send_due_deliveries()
    assert len(ear.heard) == 1
    assert (Delivery.objects.get().status, Delivery.objects.get().answer) == ("waiting", "307")


def test_an_unreachable_receiver_is_reported(hook: Webhook) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        Webhook.objects.update(url=f"http://127.0.0.1:{taken.getsockname()[1]}/")
        feed.publish_happening([hook.user_id], "challenge", {})
        deliveries.send_due_deliveries()
    assert Delivery.objects.get().answer == "nobody listens there"


def test_a_trickling_answer_is_cut_off(hook: Webhook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_drip, args=(server,), daemon=True)
        thread.start()
        begin = time.monotonic()
        with pytest.raises(sending.Unreachable):
            sending.deliver_webhook(f"http://127.0.0.1:{server.getsockname()[1]}/", b"s", "1", "{}")
        assert time.monotonic() - begin < 20, "it would read for ever"
        thread.join(20)
    assert not thread.is_alive()


def _drip(server: socket.socket) -> None:
    """Send an endless header, a letter at a time, until the client hangs up."""
    connection, _address = server.accept()
    with connection:
        try:
            connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
            while True:
                connection.sendall(b"x")
                time.sleep(0.05)
        except OSError:
            return


PRIVATE = (
    "127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.9", "169.254.169.254", "0.0.0.0", "100.64.0.1", "::1",
    "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "224.0.0.1",
)  # fmt: skip


@pytest.mark.parametrize("number", PRIVATE)
@pytest.mark.parametrize("embedded", [True, False])
def test_private_addresses_receive_nothing(
    number: str, embedded: bool, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.WEBHOOKS_TO_PRIVATE, settings.EMBEDDED = False, embedded
    family = (0, 0, 0, "", (number, 443))
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *args, **more: [(0, 0, 0, "", ("93.184.215.14", 443)), family]
    )
    monkeypatch.setattr(socket, "create_connection", lambda *args: pytest.fail("it connected"))
    with pytest.raises(sending.Unreachable, match="not a public address"):
        sending.deliver_webhook("https://hook.example/", b"s", "1", "{}")


def test_the_connection_uses_the_checked_address(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    """A host name may resolve to another address the second time it is asked for."""
    settings.WEBHOOKS_TO_PRIVATE = False
    numbers = iter(["93.184.215.14", "127.0.0.1"])
    asked: list[Any] = []

    def connect(address: Any, *_args: Any) -> socket.socket:
        asked.append(address)
        raise ConnectionRefusedError

    def resolve(*_args: Any, **_more: Any) -> list[Any]:
        return [(0, 0, 0, "", (next(numbers), 443))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(sending.Unreachable):
        sending.deliver_webhook("https://hook.example/", b"s", "1", "{}")
    assert asked == [("93.184.215.14", 443)]


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/", "ftp://hook.example/", "https://", "https://a:b@hook.example/", "https://x:99999/",
        "https://hook.example:25/", "https://hook.example/\r\nX: 1", "javascript:alert(1)", "https://hòok.example/",
    ],
)  # fmt: skip
def test_unsuitable_addresses_are_refused(url: str, settings: LazySettings) -> None:
    settings.WEBHOOKS_TO_PRIVATE = False
    with pytest.raises(sending.Unreachable):
        sending.check_address(url)


def test_two_workers_deliver_once(hook: Webhook, ear: Ear) -> None:
    feed.publish_happening([hook.user_id], "challenge", {})
    assert deliveries.cache.add(deliveries.BUSY, True)
    assert deliveries.send_due_deliveries() == 0
    deliveries.cache.delete(deliveries.BUSY)
    assert deliveries.send_due_deliveries() == 1
    assert len(ear.heard) == 1


def test_webhooks_are_exported_and_deleted_with_their_owner(hook: Webhook, anna: User) -> None:
    feed.publish_happening([hook.user_id], "challenge", {"number": 1})
    [mine] = privacy.export_person(anna)["webhooks"]
    assert (mine["url"], mine["deliveries"][0]["kind"]) == (hook.url, "challenge")
    assert hook.secret not in privacy.export_json(anna)
    privacy.delete_person(anna)
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_the_secret_is_nowhere_in_the_database(hook: Webhook) -> None:
    [stored] = Webhook.objects.values()
    assert not any(hook.secret.removeprefix("whsec_") in str(value) for value in stored.values())
    before = hook.secret
    hook.renew()
    assert hook.secret != before
