"""Webhooks that an app makes for a person who allows it: they are its own, and end with its connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.utils import timezone

from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.api.models import AppGrant, RegisteredApp, Scope, Token
from ludopoli.api.oauth.provider import end_grants
from ludopoli.api.oauth.registry import remove_app
from ludopoli.http import throttle
from ludopoli.notices.models import Notice
from ludopoli.webhooks import deliveries, making
from ludopoli.webhooks.kinds import KINDS, PING
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending
from tests.api.document import Client as ApiClient
from tests.proofs import proven
from tournaments.outlets.feed import NEWS

MINE = "/api/v1/me/webhooks/"
WANTED = {"url": "https://app.example/cards", "kinds": ["match_finished", "challenge"]}


@pytest.fixture(autouse=True)
def _public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name has a public address, and nothing is sent before a test does it."""
    throttle._shared.clear()
    monkeypatch.setattr(sending, "_looked_up", lambda host, port: [(0, 0, 0, "", ("93.184.216.34", port))])
    monkeypatch.setattr(deliveries, "_send_soon", lambda: None)


@pytest.fixture
def carla(db: None) -> User:
    return User.objects.create_user("Carla")


@pytest.fixture
def app(carla: User) -> RegisteredApp:
    """Carla's app, which returns people to a server and to their own machine."""
    redirects = ["https://app.example/back", "http://127.0.0.1/back", "com.example.app:/back"]
    return RegisteredApp.objects.create(
        owner=carla, name="Briscolino", redirects=redirects, scopes=Scope.values
    )


def granted(app: RegisteredApp, user: User, *scopes: str) -> AppGrant:
    count = AppGrant.objects.count()
    return AppGrant.objects.create(
        app=app, user=user, scopes=[*scopes], code=f"{count}", asked={}, refresh="it"
    )


def client_by(grant: AppGrant | None, user: User, *scopes: str) -> ApiClient:
    client = ApiClient()
    secret = Token.make(user.pk, "prova", [*(scopes or (grant.scopes if grant else ()))], grant=grant)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def briscolino(app: RegisteredApp, anna: User) -> ApiClient:
    """The app on Anna's account, which has nothing but the scope for webhooks."""
    return client_by(granted(app, anna, Scope.WEBHOOK), anna)


def made_by(client: ApiClient, **other: Any) -> Any:
    return client.post(MINE, WANTED | other, format="json")


def challenged(anna: User) -> None:
    deliveries.queue_event({anna.pk: 1}, "challenge", {"table": "QWERTY"}, timezone.now())


def test_an_app_makes_changes_and_deletes_its_webhook(briscolino: ApiClient, anna: User) -> None:
    answer = made_by(briscolino)
    made = answer.json()
    hook = Webhook.objects.get()
    assert (made.pop("secret"), made["app"], made["active"]) == (hook.secret, "Briscolino", True)
    assert answer["Location"] == f"{MINE}{hook.pk}/"
    assert briscolino.get(answer["Location"]).json() == made
    assert briscolino.get(MINE).json()["results"] == [made]
    changed = briscolino.patch(answer["Location"], {"kinds": ["match_started"]}, format="json").json()
    assert changed == made | {"kinds": ["match_started"]}
    Webhook.objects.update(active=False, failing_since=timezone.now())
    on = briscolino.patch(answer["Location"], {"active": True}, format="json").json()
    assert (on["active"], on["failing_since"]) == (True, None)
    assert briscolino.delete(answer["Location"]).status_code == 204
    assert not Webhook.objects.exists()


def test_an_app_receives_what_it_asked_for(briscolino: ApiClient, anna: User) -> None:
    made_by(briscolino)
    challenged(anna)
    deliveries.queue_event({anna.pk: 2}, "match_started", {"table": "QWERTY"}, timezone.now())
    assert [each.kind for each in Delivery.objects.all()] == ["challenge"]


def test_an_app_tries_its_webhook_and_sends_again(briscolino: ApiClient) -> None:
    path = made_by(briscolino)["Location"]
    sent = briscolino.post(f"{path}test/")
    Delivery.objects.update(status="failed", sequence=1)
    assert briscolino.post(f"{sent['Location']}again/").json()["status"] == "waiting"
    Delivery.objects.update(status="failed")
    assert briscolino.post(f"{path}again/", {"since": 1}, format="json").json() == {"count": 1}


def test_an_app_sees_only_its_own(
    briscolino: ApiClient, app: RegisteredApp, anna: User, hook: Webhook
) -> None:
    """An address of a chat is a secret: whoever knows it writes there."""
    altra = RegisteredApp.objects.create(owner=app.owner, name="Altra", redirects=app.redirects)
    other = client_by(granted(altra, anna, *Scope.values), anna)
    theirs = made_by(briscolino)["Location"]
    delivery = Delivery.objects.create(
        webhook=hook, kind=PING, body="{}", due_at=timezone.now(), made_at=timezone.now()
    )
    assert other.get(MINE).json()["results"] == []
    assert [each["app"] for each in briscolino.get(MINE).json()["results"]] == ["Briscolino"]
    for path in (theirs, f"{MINE}{hook.pk}/"):
        answers = [
            *(other.get(path), other.get(f"{path}deliveries/"), other.post(f"{path}test/")),
            *(other.patch(path, {"kinds": ["challenge"]}, format="json"), other.delete(path)),
            other.post(f"{path}again/", {"since": 1}, format="json"),
        ]
        assert {each.status_code for each in answers} == {404}
    assert other.post(f"{MINE}{hook.pk}/deliveries/{delivery.pk}/again/").status_code == 404


def test_another_connection_of_the_app_sees_it(briscolino: ApiClient, app: RegisteredApp, anna: User) -> None:
    made_by(briscolino)
    again = client_by(granted(app, anna, Scope.READ), anna)
    assert len(again.get(MINE).json()["results"]) == 1
    assert again.delete(f"{MINE}{Webhook.objects.get().pk}/").json()["code"] == "no_scope"
    bruno = User.objects.create_user("Bruno")
    elsewhere = client_by(granted(app, bruno, Scope.WEBHOOK), bruno)
    assert elsewhere.get(MINE).json()["results"] == []


@pytest.mark.parametrize("scope", [each for each in Scope if each != Scope.WEBHOOK])
def test_no_other_scope_makes_one(app: RegisteredApp, anna: User, scope: str) -> None:
    assert made_by(client_by(granted(app, anna, scope), anna)).json()["code"] == "no_scope"


def test_no_personal_token_and_no_browser_makes_one(briscolino: ApiClient, anna: User) -> None:
    """A thief could keep access for ever."""
    path = made_by(briscolino)["Location"]
    personal, browser = client_by(None, anna, *Scope.values), proven(anna)
    assert 'value="webhook"' not in browser.get("/account/token/").content.decode()
    assert browser.post("/account/token/", {"name": "a", "scopes": ["webhook"]}).status_code == 422
    for client in (personal, browser):
        answers = [
            client.post(MINE, WANTED, "application/json") if client is browser else made_by(personal),
            client.delete(path),
            client.post(f"{path}test/", content_type="application/json"),
        ]
        assert {each.json()["code"] for each in answers} == {"only_apps"}
        assert [each["app"] for each in client.get(MINE).json()["results"]] == ["Briscolino"]
    assert personal.patch(path, {"active": False}, format="json").json()["code"] == "only_apps"
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("other", "field"),
    [
        ({"url": "http://app.example/cards"}, "url"),
        ({"url": "https://app.example.thief.example/"}, "url"),
        ({"url": "https://thief.example/?app.example"}, "url"),
        ({"url": "https://app.example@thief.example/"}, "url"),
        ({"url": "https://127.0.0.1/back"}, "url"),
        ({"url": "https://app.example:25/"}, "url"),
        ({"url": "x"}, "url"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["moon"]}, "kinds"),
        ({"kinds": [PING]}, "kinds"),
        ({"kinds": [NEWS]}, "kinds"),
        ({"topic": "QWERTY"}, "topic"),
        ({"active": False}, "active"),
    ],
)
def test_what_an_app_may_not_ask_for_is_refused(
    briscolino: ApiClient, other: dict[str, Any], field: str
) -> None:
    assert [*made_by(briscolino, **other).json()["errors"]] == [field]
    if field != "active":
        path = made_by(briscolino)["Location"]
        assert briscolino.patch(path, other, format="json").status_code == 400
        assert Webhook.objects.get().url == WANTED["url"]


def test_a_private_address_is_refused(
    briscolino: ApiClient, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.WEBHOOKS_TO_PRIVATE = False
    monkeypatch.setattr(sending, "_looked_up", lambda host, port: [(0, 0, 0, "", ("10.0.0.1", port))])
    assert "url" in made_by(briscolino).json()["errors"]


def test_an_app_may_ask_for_all_that_the_stream_sends(briscolino: ApiClient) -> None:
    assert made_by(briscolino, kinds=sorted(KINDS.keys() - {PING, NEWS})).status_code == 201


def test_the_number_is_limited(
    briscolino: ApiClient, anna: User, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most, codes in (("MOST_OF_APP", 3), ("MOST_WEBHOOKS", 4)):
        assert getattr(making, most) >= codes
    answers = [made_by(briscolino) for _ in range(making.MOST_OF_APP + 1)]
    assert answers[-1].json()["details"] == {"most": making.MOST_OF_APP}
    Webhook.objects.exclude(pk=hook.pk).delete()
    throttle._shared.clear()
    monkeypatch.setattr(making, "MOST_WEBHOOKS", 1)
    assert made_by(briscolino).json()["details"] == {"most": 1}


def test_new_addresses_are_throttled(briscolino: ApiClient) -> None:
    path = made_by(briscolino)["Location"]
    change = {"url": "https://app.example/other"}
    answers = [briscolino.patch(path, change, format="json") for _ in range(making.NEW_AT_ONCE)]
    assert [each.status_code for each in answers] == [200] * (making.NEW_AT_ONCE - 1) + [429]
    assert answers[-1]["Retry-After"] == "10"


# ---- the end


def _blocked(grant: AppGrant) -> None:
    proven(User.objects.create_superuser("Capo")).post(
        "/admin/api/registeredapp/", {"action": "block_apps", "_selected_action": grant.app_id}
    )


ENDS: dict[str, Callable[[AppGrant], object]] = {
    "disconnected": lambda grant: proven(grant.user).post(f"/account/app/collegate/{grant.pk}/scollega/"),
    "revoked": lambda grant: end_grants(grant),
    "blocked": _blocked,
    "app deleted": lambda grant: remove_app(grant.app),
    "owner deleted": lambda grant: privacy.delete_person(grant.app.owner),
    "person deleted": lambda grant: privacy.delete_person(grant.user),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_webhook_ends_with_its_connection(
    briscolino: ApiClient, anna: User, hook: Webhook, end: str
) -> None:
    made_by(briscolino)
    challenged(anna)
    ENDS[end](AppGrant.objects.get())
    assert not Webhook.objects.exclude(grant=None).exists()
    left = [] if end == "person deleted" else [hook.pk]
    assert [*Delivery.objects.values_list("webhook", flat=True)] == left


@pytest.mark.parametrize("who", ["Anna", "Carla"])
def test_nothing_is_sent_while_the_person_or_the_owner_is_barred(
    briscolino: ApiClient, app: RegisteredApp, anna: User, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    sent: list[Any] = []

    def deliver(*each: Any) -> int:
        sent.append(each)
        return 200

    monkeypatch.setattr(sending, "deliver_webhook", deliver)
    made_by(briscolino)
    challenged(anna)
    User.objects.filter(username=who).update(is_active=False)
    challenged(anna)
    deliveries.send_due_deliveries()
    assert (sent, Delivery.objects.count()) == ([], 1)
    User.objects.update(is_active=True)
    deliveries.send_due_deliveries()
    assert len(sent) == 1


# ---- what the person sees


def test_the_person_sees_whose_it_is_and_deletes_it(briscolino: ApiClient, anna: User) -> None:
    made_by(briscolino)
    browser, page = proven(anna), f"/account/webhook/{Webhook.objects.get().pk}/"
    for address in ("/account/webhook/", page, "/account/app/collegate/"):
        shown = browser.get(address).content.decode()
        assert all(each in shown for each in ("Briscolino", "app.example")), address
    assert privacy.export_person(anna)["webhooks"][0]["app"] == "Briscolino"
    for what in ("prova/", "ripeti/", "commuta/", "rinnova/"):
        assert browser.post(f"{page}{what}").status_code == 404
        assert f"{page}{what}" not in browser.get(page).content.decode()
    browser.post(f"{page}elimina/")
    assert not Webhook.objects.exists()


def test_the_person_is_not_troubled_with_its_failures(briscolino: ApiClient, anna: User) -> None:
    made_by(briscolino)
    challenged(anna)
    Webhook.objects.update(failing_since=timezone.now() - deliveries.OFF_AFTER)
    Delivery.objects.update(attempts=len(deliveries.BACK_OFF))
    deliveries._settle(
        Delivery.objects.select_related("webhook").get(), deliveries.AttemptOutcome(503, 0.1), timezone.now()
    )
    assert not Webhook.objects.get().active
    assert not Notice.objects.exists()


def test_the_person_learns_by_mail_that_one_was_added(
    briscolino: ApiClient, anna: User, mailoutbox: list[Any]
) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    made_by(briscolino)
    assert "Briscolino" in mailoutbox[0].body


def test_the_consent_page_says_where_things_are_sent(app: RegisteredApp, anna: User) -> None:
    asked = {
        "response_type": "code", "client_id": app.client_id, "redirect_uri": app.redirects[0],
        "code_challenge": "x" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    for scope, is_said in ((Scope.WEBHOOK, True), (Scope.PLAY, False)):
        page = proven(anna).get("/oauth/autorizza/", asked | {"scope": scope}).content.decode()
        assert ("arriva a <strong>app.example</strong>" in page) is is_said
        assert (str(Scope.WEBHOOK.label) in page) is is_said
