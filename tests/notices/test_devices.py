"""The devices that show pushes: who may add one, and when it is gone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.utils import timezone
from hypothesis import example, given
from hypothesis import settings as examples

from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.moderation.models import Sanction
from ludopoli.notices import devices, notifying, pushes
from ludopoli.notices.models import Device, Notice, Push
from ludopoli.sockets import sessions
from tests.foreign import attacks
from tests.notices.conftest import page_of
from tests.notices.push_service import Service, push_service
from tests.proofs import PASSWORD, proven


@pytest.fixture
def service(settings: LazySettings) -> Iterator[Service]:
    settings.WEBHOOKS_TO_PRIVATE = True
    with push_service() as made:
        yield made


@pytest.fixture
def browser(calogero: User) -> Client:
    """A browser in which Calogero has just given his password."""
    client = proven(calogero)
    client.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (Linux; Android 15) Firefox/140"
    return client


def sends(client: Client, subscription: Any, path: str = "/avvisi/dispositivi/") -> int:
    return client.post(path, json.dumps(subscription), content_type="application/json").status_code


def pushed(person: User) -> int:
    """Push a notice to a person, after their quiet hours; return the number of devices that accepted it."""
    notifying.choose_delivery(person.pk, "webhook_off", page=True, mail=False, push=True)
    notifying.notify_people("webhook_off", [person], url="/account/webhook/", facts={"host": "example.org"})
    return pushes.send_due_pushes(Push.objects.values_list("due_at", flat=True).first())


def test_a_page_adds_and_removes_a_device(service: Service, browser: Client, rosalia: User) -> None:
    assert sends(browser, service.subscription) == 204
    [made] = Device.objects.filter(user__username="Calogero")
    page = browser.get("/account/avvisi/").content.decode()
    assert "Firefox su Android" in page
    assert pushes.public_key() in page
    assert f'data-here="{service.url}"' in page
    assert "questo dispositivo" in page
    page_of(rosalia).post(f"/avvisi/dispositivi/{made.pk}/togli/")
    assert Device.objects.filter(pk=made.pk).exists()
    browser.post(f"/avvisi/dispositivi/{made.pk}/togli/")
    assert not Device.objects.exists()


def test_a_borrowed_session_adds_no_device(service: Service, calogero: User) -> None:
    assert sends(page_of(calogero), service.subscription) == 403
    wanted = {**service.subscription, "name": "Il mio telefono"}
    assert sends(page_of(calogero), wanted, "/api/v1/me/devices/") == 403
    assert not Device.objects.exists()


def test_the_owner_gets_a_mail_about_a_new_device(service: Service, browser: Client) -> None:
    sends(browser, service.subscription)
    [message] = mail.outbox
    assert message.to == ["calogero@example.org"]
    assert "Firefox su Android" in message.body


ENDINGS: dict[str, Callable[[Client, User], object]] = {
    "signing out": lambda browser, _: browser.post("/account/esci/"),
    "signing out all others": lambda _, person: _elsewhere(person).post("/account/dispositivi/"),
    "a new password elsewhere": lambda _, person: _elsewhere(person).post(
        "/account/password/cambia/",
        {"oldpassword": PASSWORD, "password1": "altre tre carte", "password2": "altre tre carte"},
    ),
    "the end of the session": lambda browser, _: (
        sessions.SessionStore.get_model_class().objects.update(expire_date=timezone.now()),
        sessions.clear_ended(),
    ),
    "a ban": lambda _, person: _ban(person),
}


def _elsewhere(person: User) -> Client:
    client = Client()
    client.post("/account/accedi/", {"login": person.username, "password": PASSWORD})
    return client


def _ban(person: User) -> None:
    User.objects.filter(pk=person.pk).update(warned=True)
    Sanction.objects.create(user=person, kind=Sanction.Kind.BAN, reason="Basta.")


@pytest.mark.parametrize("way", ENDINGS)
def test_a_device_ends_with_its_session(service: Service, browser: Client, calogero: User, way: str) -> None:
    assert sends(browser, service.subscription) == 204
    page_of(calogero).get("/account/dispositivi/")
    browser.get("/account/dispositivi/")
    ENDINGS[way](browser, calogero)
    calogero.refresh_from_db()
    assert pushed(calogero) == 0
    assert not service.heard
    assert not Device.objects.exists()


def test_a_device_stays_when_its_own_session_changes_the_password(
    service: Service, browser: Client, calogero: User
) -> None:
    sends(browser, service.subscription)
    new = "altre tre carte"
    sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.post("/account/password/cambia/", sent).status_code == 302
    calogero.refresh_from_db()
    assert pushed(calogero) == 1


def test_a_device_from_before_devices_had_sessions_is_announced_as_lost(
    service: Service, calogero: User
) -> None:
    devices.subscribe(calogero, service.subscription, "Firefox")
    assert pushed(calogero) == 0
    assert not Device.objects.exists()
    assert Notice.objects.filter(user=calogero, kind="device_lost").exists()


def test_an_endpoint_alone_takes_no_device_over(service: Service, browser: Client, rosalia: User) -> None:
    sends(browser, service.subscription)
    with push_service() as another:
        stolen = {**another.subscription, "endpoint": service.url}
    thief = proven(rosalia)
    assert sends(thief, stolen) == 400
    assert Device.objects.get().user.username == "Calogero"
    assert sends(thief, service.subscription) == 204, "the same browser, with its keys"
    assert Device.objects.get().user == rosalia


def test_a_session_has_one_device(service: Service, browser: Client) -> None:
    sends(browser, service.subscription)
    sends(browser, {**service.subscription, "endpoint": service.url + "/newer"})
    assert Device.objects.get().endpoint == service.url + "/newer"


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "[::1]", "localhost"])
def test_an_endpoint_at_a_private_address_is_refused(
    service: Service, browser: Client, settings: LazySettings, host: str
) -> None:
    settings.WEBHOOKS_TO_PRIVATE = False
    assert sends(browser, {**service.subscription, "endpoint": f"https://{host}/push"}) == 400
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
    assert devices.subscribe(calogero, {**service.subscription, **changed}, "?") is None
    assert devices.subscribe(calogero, ["not one"], "?") is None
    assert not Device.objects.exists()


# ---- a renewed subscription

RENEW = "/avvisi/dispositivi/rinnova/"


def test_a_renewed_subscription_replaces_the_former_one(
    service: Service, browser: Client, calogero: User
) -> None:
    sends(browser, service.subscription)
    with push_service() as newer:
        both = {"former": service.subscription, "subscription": newer.subscription}
        worker = Client(enforce_csrf_checks=True)
        assert sends(worker, both, RENEW) == 204
        assert sends(worker, both, RENEW) == 204, "the page compares, after the service worker"
        assert pushed(calogero) == 1
        assert len(newer.heard) == 1


@pytest.mark.parametrize(
    "sent",
    [
        lambda former, newer: {"former": {**former, "keys": newer["keys"]}, "subscription": newer},
        lambda former, newer: {"former": former, "subscription": {**newer, "endpoint": "https://10.0.0.7/"}},
        lambda former, _: {"former": former},
        lambda *_: "[" * 5000,
        lambda *_: [],
    ],
    ids=["other keys", "a private address", "no newer one", "nonsense", "a list"],
)
def test_nothing_is_renewed_without_the_former_keys(
    service: Service, browser: Client, settings: LazySettings, sent: Callable[[Any, Any], Any]
) -> None:
    sends(browser, service.subscription)
    with push_service() as newer:
        body = sent(service.subscription, newer.subscription)
    settings.WEBHOOKS_TO_PRIVATE = "private" not in str(body) and "10.0.0.7" not in str(body)
    text = body if isinstance(body, str) else json.dumps(body)
    assert Client().post(RENEW, text, content_type="application/json").status_code == 404
    assert Device.objects.get().endpoint == service.url


def test_no_body_at_all_breaks_the_renewal(service: Service, browser: Client) -> None:
    sends(browser, service.subscription)

    @examples(max_examples=60)
    @example(b"[" * 60_000)
    @given(attacks({"former": service.subscription, "subscription": service.subscription}))
    def send(body: bytes) -> None:
        answer = Client().post(RENEW, body, content_type="application/json")
        assert answer.status_code in (204, 404)

    send()


# ---- devices of programs


@pytest.fixture
def program(calogero: User) -> tuple[Token, Client]:
    token, secret = Token.make(calogero.pk, "telefono", [Scope.PLAY])
    return token, Client(headers={"Authorization": f"Bearer {secret}"})


def added(client: Client, service: Service) -> Any:
    wanted = {**service.subscription, "name": "Il mio telefono"}
    return client.post("/api/v1/me/devices/", wanted, content_type="application/json")


def test_a_program_adds_lists_and_removes_a_device(
    service: Service, program: tuple[Token, Client], calogero: User
) -> None:
    _token, client = program
    assert client.get("/api/v1/me/devices/key/").json() == {"key": pushes.public_key()}
    answer = added(client, service)
    assert answer.status_code == 201
    assert client.get(answer["Location"]).json() == answer.json()
    assert client.get("/api/v1/me/devices/").json()["results"] == [answer.json()]
    assert pushed(calogero) == 1
    assert client.delete(answer["Location"]).status_code == 204
    assert client.get(answer["Location"]).status_code == 404
    assert client.get("/api/v1/me/devices/").json()["results"] == []


@pytest.mark.parametrize("way", ["expires", "is revoked"])
def test_a_device_is_gone_with_the_token_of_its_program(
    service: Service, program: tuple[Token, Client], calogero: User, way: str
) -> None:
    """A stolen token is no way to get somebody's notices for ever."""
    token, client = program
    added(client, service)
    if way == "expires":
        Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    else:
        token.delete()
    assert pushed(calogero) == 0
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
