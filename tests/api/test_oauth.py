"""Apps that people connect to their accounts: OAuth 2.1 with PKCE, and OpenID Connect."""

from __future__ import annotations

import base64
import hashlib
import html
import re
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone
from oauthlib.oauth2 import OAuth2Error, WebApplicationClient

from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.api.models import AppGrant, RegisteredApp, Scope, SigningKey, Token
from ludopoli.api.oauth import endpoints, provider, registry
from ludopoli.webhooks.models import Webhook
from tests.proofs import PASSWORD, proven

APPS, CONSENT, BACK = "/account/app/", "/oauth/autorizza/", "https://app.example/back"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def anna(db: None) -> Client:
    return proven(User.objects.create_user("Anna"))


@pytest.fixture
def bruno(db: None) -> Client:
    return proven(User.objects.create_user("Bruno"))


@pytest.fixture
def app(db: None) -> RegisteredApp:
    """A public client of Carla's, which may ask for everything."""
    carla = User.objects.create_user("Carla")
    return RegisteredApp.objects.create(owner=carla, name="Briscolino", redirects=[BACK], scopes=Scope.values)


def asked(app: RegisteredApp, scope: str = "openid profile play", **other: str | None) -> dict[str, str]:
    wanted = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": BACK,
        "scope": scope,
        "state": "s1",
        "nonce": "n1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    } | other
    return {name: value for name, value in wanted.items() if value is not None}


def returned(answer: Any) -> dict[str, str]:
    """What an app receives at its address, from the page that leads there."""
    [address] = re.findall(r'http-equiv="refresh" content="0;url=([^"]+)"', answer.content.decode())
    return {name: value for name, [value] in parse_qs(urlsplit(html.unescape(address)).query).items()}


def consented(person: Client, app: RegisteredApp, scope: str = "openid profile play", **other: str) -> str:
    answer = person.post(f"{CONSENT}?{urlencode(asked(app, scope, **other))}", {"agrees": "1"})
    return returned(answer)["code"]


def called(name: str, sent: Mapping[str, str], **headers: str) -> tuple[int, dict[str, Any]]:
    answer = Client().post(
        f"/oauth/{name}/", urlencode(sent), "application/x-www-form-urlencoded", headers=headers
    )
    return answer.status_code, answer.json() if answer.content else {}


def exchanged(app: RegisteredApp, used: str, /, **other: str) -> tuple[int, dict[str, Any]]:
    sent = {"grant_type": "authorization_code", "code": used, "redirect_uri": BACK, "code_verifier": VERIFIER}
    return called("token", {**sent, "client_id": app.client_id, **other})


def refreshed(app: RegisteredApp, refresh: str, **other: str) -> tuple[int, dict[str, Any]]:
    sent = {"grant_type": "refresh_token", "refresh_token": refresh, "client_id": app.client_id}
    return called("token", {**sent, **other})


def connected(person: Client, app: RegisteredApp, scope: str = "openid profile play") -> dict[str, Any]:
    status, tokens = exchanged(app, consented(person, app, scope))
    assert status == 200, tokens
    return tokens


def asks(tokens: Mapping[str, Any], address: str = "/api/v1/me/") -> Any:
    return Client().get(address, headers={"Authorization": f"Bearer {tokens['access_token']}"})


# ---- connecting


def test_an_app_acts_for_whoever_agrees(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app)
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 3600)
    assert {*tokens["scope"].split()} == {"openid", "profile", "play"}
    me = asks(tokens).json()
    assert (me["name"], me["scopes"]) == ("Anna", ["openid", "play", "profile"])
    refused = Client().put(
        "/api/v1/me/people/Carla/friend/", headers={"Authorization": f"Bearer {tokens['access_token']}"}
    )
    assert refused.json()["code"] in ("no_scope", "not_found")


def test_the_page_says_who_asks_for_what(anna: Client, app: RegisteredApp) -> None:
    address = f"{CONSENT}?{urlencode(asked(app, 'openid play'))}"
    page = " ".join(anna.get(address, headers={"Accept-Language": "en"}).content.decode().split())
    for said in (
        "Briscolino",
        "by Carla",
        "Anna",
        "app.example",
        str(Scope.PLAY.label),
        str(Scope.READ.label),
    ):
        assert said in page, said
    assert "un’app di Carla" in anna.get(address, headers={"Accept-Language": "it"}).content.decode()
    assert not AppGrant.objects.exists()


def test_whoever_does_not_agree_returns_without_a_code(anna: Client, app: RegisteredApp) -> None:
    answer = anna.post(f"{CONSENT}?{urlencode(asked(app))}", {"agrees": "0"})
    assert returned(answer) == {"error": "access_denied", "state": "s1"}
    assert not AppGrant.objects.exists()


def test_strangers_sign_in_first_and_guests_cannot_agree(app: RegisteredApp) -> None:
    address = f"{CONSENT}?{urlencode(asked(app))}"
    assert Client().get(address)["Location"].startswith("/account/accedi/?next=/oauth/autorizza/")
    guest = Client()
    guest.force_login(User.objects.create(username="Ospite 1234", is_guest=True))
    assert guest.get(address)["Location"].startswith("/account/iscriviti/")
    assert guest.post(address, {"agrees": "1"})["Location"].startswith("/account/iscriviti/")
    assert not AppGrant.objects.exists()


def test_a_proof_comes_before_the_question(app: RegisteredApp) -> None:
    person = User.objects.create_user("Dina", password="tre carte sul tavolo")
    client, address = Client(), f"{CONSENT}?{urlencode(asked(app))}"
    client.force_login(person)
    assert client.post(address, {"agrees": "1"})["Location"].startswith("/account/conferma/")
    door = client.get(address)["Location"]
    assert client.post(door, {"password": "tre carte sul tavolo"})["Location"] == address
    assert returned(client.post(address, {"agrees": "1"}))["state"] == "s1"


BAD_ASKING: dict[str, tuple[dict[str, Any], str | None]] = {
    "unknown app": ({"client_id": "0" * 32}, None),
    "no app": ({"client_id": None}, None),
    "another address": ({"redirect_uri": f"{BACK}?more=1"}, None),
    "a longer address": ({"redirect_uri": f"{BACK}/"}, None),
    "no address": ({"redirect_uri": None}, None),
    "no challenge": ({"code_challenge": None}, "invalid_request"),
    "challenge in the clear": ({"code_challenge_method": "plain"}, "invalid_request"),
    "challenge without method": ({"code_challenge_method": None}, "invalid_request"),
    "malformed challenge": ({"code_challenge": "è" * 43}, "invalid_request"),
    "implicit": ({"response_type": "token"}, "unsupported_response_type"),
    "hybrid": ({"response_type": "code id_token"}, "unauthorized_client"),
    "unknown scope": ({"scope": "openid moon"}, "invalid_scope"),
    "empty challenge": ({"code_challenge": ""}, "invalid_request"),
    "a request object": ({"request": "x"}, "request_not_supported"),
    "without asking": ({"prompt": "none"}, "consent_required"),
    "asking and not": ({"prompt": "none login"}, "invalid_request"),
}


@pytest.mark.parametrize("case", BAD_ASKING)
def test_a_bad_request_gets_no_code(anna: Client, app: RegisteredApp, case: str) -> None:
    wrong, error = BAD_ASKING[case]
    for method in (anna.get, anna.post):
        answer = method(
            f"{CONSENT}?{urlencode(asked(app, **wrong))}", {"agrees": "1"} if method == anna.post else None
        )
        if error is None:
            assert answer.status_code == 400
            assert "http-equiv" not in answer.content.decode()
        else:
            assert returned(answer)["error"] == error
    assert not AppGrant.objects.exists()


def test_a_program_on_the_persons_computer_listens_at_any_port(anna: Client, app: RegisteredApp) -> None:
    RegisteredApp.objects.update(redirects=["http://127.0.0.1/back"])
    code = consented(anna, app, redirect_uri="http://127.0.0.1:51004/back")
    assert exchanged(app, code, redirect_uri="http://127.0.0.1:51004/back")[0] == 200
    elsewhere = f"{CONSENT}?{urlencode(asked(app, redirect_uri='http://127.0.0.1:51004/else'))}"
    assert anna.get(elsewhere).status_code == 400


# ---- who need not be asked, and who is asked again


def wanted_by(client: WebApplicationClient, scope: str = "openid profile play", **other: Any) -> str:
    """The address to which an app sends a browser, as the client of oauthlib writes it."""
    ways = {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
    whole = f"https://testserver{CONSENT}"
    address = client.prepare_request_uri(whole, BACK, scope.split(), "s1", **ways, **other)
    return str(address).removeprefix("https://testserver")


def silent(person: Client, app: RegisteredApp, scope: str = "openid profile play", **other: Any) -> str:
    """What the client of oauthlib reads in the answer: a code, or the name of an error."""
    client = WebApplicationClient(app.client_id)
    answer = person.get(wanted_by(client, scope, prompt="none", **other))
    try:
        client.parse_request_uri_response(f"{BACK}?{urlencode(returned(answer))}", "s1")
    except OAuth2Error as refused:
        return str(refused.error)
    return str(client.code)


def claims_of(tokens: Mapping[str, Any]) -> dict[str, Any]:
    claims: dict[str, Any] = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    return claims


def test_what_was_allowed_before_is_not_asked_again(anna: Client, app: RegisteredApp) -> None:
    first = connected(anna, app)
    assert exchanged(app, silent(anna, app))[0] == 200
    assert exchanged(app, silent(anna, app, "openid board"))[0] == 200  # a part of `play`
    assert asks(first).status_code == 200
    assert silent(anna, app, "openid people") == "consent_required"


def test_without_a_session_an_app_learns_it(anna: Client, bruno: Client, app: RegisteredApp) -> None:
    connected(anna, app)
    guest = Client()
    guest.force_login(User.objects.create(username="Ospite 1234", is_guest=True))
    assert silent(Client(), app) == silent(guest, app) == "login_required"
    assert silent(bruno, app) == "consent_required"
    other = RegisteredApp.objects.create(owner=app.owner, name="Altra", redirects=[BACK], scopes=Scope.values)
    assert silent(anna, other) == "consent_required"


def test_a_connection_that_has_a_webhook_gives_way_last(
    anna: Client, app: RegisteredApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "MOST_GRANTS", 2)
    first, second = connected(anna, app), connected(anna, app)
    grant = AppGrant.objects.order_by("made_at")[0]
    Webhook.objects.create(user=grant.user, grant=grant, url="https://app.example/", kinds=[])
    silent(anna, app)
    assert [asks(each).status_code for each in (first, second)] == [200, 401]


def test_an_unused_code_is_no_consent(anna: Client, app: RegisteredApp) -> None:
    consented(anna, app)
    assert silent(anna, app) == "consent_required"


def test_an_app_on_the_persons_device_always_asks(anna: Client, app: RegisteredApp) -> None:
    """Any program there may listen at its address."""
    connected(anna, app)
    RegisteredApp.objects.update(redirects=["http://127.0.0.1/back"])
    asked_for = asked(app, redirect_uri="http://127.0.0.1/back", prompt="none")
    assert returned(anna.get(f"{CONSENT}?{urlencode(asked_for)}"))["error"] == "consent_required"


def test_silence_needs_a_sign_in_as_fresh_as_asked(
    anna: Client, app: RegisteredApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected(anna, app)
    assert len(silent(anna, app, max_age=60)) > 20
    assert silent(anna, app, max_age="a minute") == "invalid_request"
    later = time.time() + 61
    monkeypatch.setattr("ludopoli.api.oauth.consent.time.time", lambda: later)
    assert silent(anna, app, max_age=60) == "login_required"


@pytest.mark.parametrize("how", [{"prompt": "login"}, {"prompt": "login consent"}, {"max_age": "0"}])
def test_a_person_is_asked_to_sign_in_again(anna: Client, app: RegisteredApp, how: dict[str, Any]) -> None:
    door = anna.get(wanted_by(WebApplicationClient(app.client_id), **how))["Location"]
    assert door.startswith("/account/conferma/")
    after = anna.post(door, {"password": PASSWORD})["Location"]
    assert "login" not in after
    assert "max_age" not in after
    assert "Briscolino" in anna.get(after).content.decode()
    assert exchanged(app, returned(anna.post(after, {"agrees": "1"}))["code"])[0] == 200


def test_a_sign_in_that_is_fresh_enough_is_not_asked_for_again(anna: Client, app: RegisteredApp) -> None:
    assert "Briscolino" in anna.get(f"{CONSENT}?{urlencode(asked(app, max_age='600'))}").content.decode()
    malformed = anna.get(f"{CONSENT}?{urlencode(asked(app, max_age='-1'))}")
    assert returned(malformed)["error"] == "invalid_request"


def test_an_app_learns_when_the_person_signed_in(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app)
    when = claims_of(tokens)["auth_time"]
    assert 0 <= time.time() - when < 60
    tokens = refreshed(app, tokens["refresh_token"])[1]
    assert claims_of(tokens)["auth_time"] == when
    AppGrant.objects.update(asked={"redirect": BACK})  # of a former version
    assert "auth_time" not in claims_of(refreshed(app, tokens["refresh_token"])[1])


# ---- tokens


BAD_EXCHANGES = {
    "another verifier": ({"code_verifier": "w" * 64}, 400, "invalid_grant"),
    "no verifier": ({"code_verifier": ""}, 400, "invalid_grant"),
    "another address": ({"redirect_uri": "https://else.example/"}, 400, "invalid_request"),
    "another code": ({"code": "0"}, 400, "invalid_grant"),
    "no code": ({"code": ""}, 400, "invalid_grant"),
    "a password": ({"grant_type": "password", "username": "Anna"}, 400, "unsupported_grant_type"),
    "no grant type": ({"grant_type": ""}, 400, "unsupported_grant_type"),
    "unknown app": ({"client_id": "0" * 32}, 401, "invalid_client"),
    "a secret that it lacks": ({"client_secret": "x"}, 401, "invalid_client"),
    "a name that no database takes": ({"client_id": "\0"}, 401, "invalid_client"),
}


@pytest.mark.parametrize("case", BAD_EXCHANGES)
def test_a_bad_exchange_gets_no_token(anna: Client, app: RegisteredApp, case: str) -> None:
    wrong, status, error = BAD_EXCHANGES[case]
    answered, body = exchanged(app, consented(anna, app), **wrong)
    assert (answered, body["error"]) == (status, error)
    assert not Token.objects.exists()


def test_what_the_protocol_does_not_know_changes_nothing(anna: Client, app: RegisteredApp) -> None:
    code = consented(anna, app, claims="x", display="popup")
    sent = {
        "grant_type": "authorization_code",
        "code": code,
        "code_verifier": VERIFIER,
        "client_id": app.client_id,
    }
    answer = Client().post(
        "/oauth/token/?a=1", {**sent, "refresh_token": "ludo_z.z"}
    )  # nor the address again
    assert answer.status_code == 200
    assert refreshed(app, answer.json()["refresh_token"])[0] == 200


def test_a_page_of_another_site_may_exchange_a_code(anna: Client, app: RegisteredApp) -> None:
    assert Client().post("/oauth/token/").headers["Access-Control-Allow-Origin"] == "*"


def test_a_code_lasts_a_minute(anna: Client, app: RegisteredApp) -> None:
    code = consented(anna, app)
    AppGrant.objects.update(made_at=timezone.now() - provider.CODE_LASTS - timedelta(seconds=1))
    assert exchanged(app, code)[1]["error"] == "invalid_grant"


def test_a_code_used_twice_ends_what_it_has_opened(anna: Client, app: RegisteredApp) -> None:
    code = consented(anna, app)
    tokens = exchanged(app, code)[1]
    assert exchanged(app, code)[1]["error"] == "invalid_grant"
    assert asks(tokens).status_code == 401


def test_each_refresh_replaces_the_token(anna: Client, app: RegisteredApp) -> None:
    first = connected(anna, app)
    status, second = refreshed(app, first["refresh_token"])
    assert status == 200
    assert second["refresh_token"] != first["refresh_token"]
    assert asks(second).status_code == 200
    assert jwt.decode(second["id_token"], options={"verify_signature": False})["sub"]


def test_a_spent_refresh_token_ends_everything(anna: Client, app: RegisteredApp) -> None:
    first = connected(anna, app)
    second = refreshed(app, first["refresh_token"])[1]
    assert refreshed(app, first["refresh_token"]) == (400, {"error": "invalid_grant"})
    assert asks(second).status_code == 401
    assert refreshed(app, second["refresh_token"])[0] == 400
    assert not AppGrant.objects.exists()


def test_a_refresh_may_ask_for_less_but_not_for_more(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app, "openid play")
    status, less = refreshed(app, tokens["refresh_token"], scope="openid")
    assert (status, less["scope"]) == (200, "openid")
    assert asks(less).json()["code"] == "no_scope"  # to know who it is is not to read
    less = refreshed(app, less["refresh_token"], scope="board")[1]  # a part of `play`
    assert less["scope"] == "board"
    assert refreshed(app, less["refresh_token"], scope="openid people")[1]["error"] == "invalid_scope"


def test_an_app_may_ask_for_less_than_it_has_registered(anna: Client, app: RegisteredApp) -> None:
    app.scopes = [Scope.PLAY]
    app.save()
    assert connected(anna, app, "board chat")["scope"] == "board chat"


def test_a_grant_keeps_few_tokens(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app)
    for _ in range(provider.MOST_TOKENS + 1):
        tokens = refreshed(app, tokens["refresh_token"])[1]
    assert Token.objects.count() == provider.MOST_TOKENS
    assert asks(tokens).status_code == 200


def test_an_app_whose_owner_is_barred_does_nothing_more(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app)
    User.objects.filter(pk=app.owner_id).update(is_active=False)
    assert asks(tokens).status_code == 401


def test_an_app_cannot_use_what_another_has(anna: Client, app: RegisteredApp) -> None:
    other = RegisteredApp.objects.create(owner=app.owner, name="Altra", redirects=[BACK], scopes=Scope.values)
    code = consented(anna, app)
    assert exchanged(other, code)[1]["error"] == "invalid_grant"
    tokens = exchanged(app, code)[1]
    assert refreshed(other, tokens["refresh_token"])[1]["error"] == "invalid_grant"
    called("revoca", {"token": tokens["access_token"], "client_id": other.client_id})
    assert asks(tokens).status_code == 200


def test_an_app_on_a_server_needs_its_secret(anna: Client, app: RegisteredApp) -> None:
    secret = app.renew_secret()
    app.save()
    assert exchanged(app, consented(anna, app))[0] == 401
    assert exchanged(app, consented(anna, app), client_secret="ludo_x")[0] == 401
    assert exchanged(app, consented(anna, app), client_secret=secret)[0] == 200
    basic = base64.b64encode(f"{app.client_id}:{secret}".encode()).decode()
    sent = {"grant_type": "authorization_code", "redirect_uri": BACK, "code_verifier": VERIFIER}
    status, _tokens = called("token", sent | {"code": consented(anna, app)}, Authorization=f"Basic {basic}")
    assert status == 200
    for broken in ("Basic", "Basic è", "Basic eA=="):
        wrong = broken.encode().decode("latin-1")
        assert called("token", sent | {"code": "x"}, Authorization=wrong)[0] == 401


def test_the_endpoints_are_limited(anna: Client, app: RegisteredApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "CALLS_AT_ONCE", 2)
    assert [exchanged(app, "x")[0] for _ in range(3)] == [400, 400, 429]


# ---- who has signed in


def test_an_app_learns_who_has_signed_in(anna: Client, app: RegisteredApp) -> None:
    site = Client().get("/.well-known/openid-configuration").json()
    tokens = connected(anna, app, "openid profile")
    [key] = Client().get(urlsplit(site["jwks_uri"]).path).json()["keys"]
    claims = jwt.decode(
        tokens["id_token"],
        jwt.PyJWK(key),
        ["RS256"],
        audience=app.client_id,
        issuer=site["issuer"],
    )
    person = User.objects.get(username="Anna")
    assert (claims["sub"], claims["nonce"], claims["name"]) == (str(person.pk), "n1", "Anna")
    told = asks(tokens, urlsplit(site["userinfo_endpoint"]).path).json()
    assert told == {name: claims[name] for name in ("sub", "preferred_username", "name", "profile")}
    assert asks(tokens).status_code == 403
    assert SigningKey.objects.get().private.startswith("sealed:")


def test_an_app_that_only_plays_gets_no_identity(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app, "play")
    assert "id_token" not in tokens
    assert asks(tokens, "/api/v1/me/userinfo/").json()["code"] == "no_scope"


def test_the_discovery_document_leads_to_what_is_there(db: None, settings: Any) -> None:
    settings.SITE_URL = "http://127.0.0.1:8091"  # as `manage.py serve` sets it
    document = Client().get("/.well-known/oauth-authorization-server").json()
    assert document == Client().get("/.well-known/openid-configuration").json()
    assert document["scopes_supported"] == Scope.values
    assert document["issuer"] == settings.SITE_URL
    for name, address in document.items():
        if name.endswith(("_endpoint", "_uri")):
            assert Client().get(urlsplit(address).path).status_code != 404, name


# ---- the end


def _revoked_by_the_app(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    assert called("revoca", {"token": tokens["refresh_token"], "client_id": app.client_id})[0] == 200


def _access_revoked_by_the_app(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    assert called("revoca", {"token": tokens["access_token"], "client_id": app.client_id})[0] == 200


def _disconnected(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    assert "Briscolino" in anna.get(f"{APPS}collegate/").content.decode()
    anna.post(f"{APPS}collegate/{AppGrant.objects.get().pk}/scollega/")
    assert (
        "Briscolino"
        not in anna.get(f"{APPS}collegate/").content.decode().partition("toasts")[0].partition("<main")[2]
    )


def _blocked(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    staff = proven(User.objects.create_superuser("Capo"))
    sent = {"action": "block_apps", "_selected_action": app.pk}
    staff.post("/admin/api/registeredapp/", sent)
    assert anna.get(f"{CONSENT}?{urlencode(asked(app))}").status_code == 400
    assert LogEntry.objects.get().change_message == "blocked"
    staff.post("/admin/api/registeredapp/", sent | {"action": "unblock_apps"})
    assert anna.get(f"{CONSENT}?{urlencode(asked(app))}").status_code == 200


def _deleted_by_its_owner(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    anna.post(f"{APPS}{app.pk}/elimina/")
    assert RegisteredApp.objects.exists()
    proven(app.owner).post(f"{APPS}{app.pk}/elimina/")
    assert not RegisteredApp.objects.exists()


def _owner_deleted(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    assert privacy.export_person(app.owner)["apps"][0]["name"] == "Briscolino"
    privacy.delete_person(app.owner)
    assert not RegisteredApp.objects.exists()


def _person_deleted(anna: Client, app: RegisteredApp, tokens: Mapping[str, Any]) -> None:
    person = User.objects.get(username="Anna")
    assert privacy.export_person(person)["connected_apps"][0]["app__name"] == "Briscolino"
    privacy.delete_person(person)


ENDS = (
    _revoked_by_the_app,
    _access_revoked_by_the_app,
    _disconnected,
    _blocked,
    _deleted_by_its_owner,
    _owner_deleted,
    _person_deleted,
)


@pytest.mark.parametrize("end", ENDS)
def test_a_grant_ends_with_all_its_tokens(
    anna: Client, app: RegisteredApp, end: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = connected(anna, app)
    end(anna, app, tokens)
    assert asks(tokens).status_code == 401
    assert refreshed(app, tokens["refresh_token"])[0] in (400, 401)
    assert not AppGrant.objects.exists()
    assert not Token.objects.exists()


def test_nobody_disconnects_for_another(anna: Client, bruno: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app)
    bruno.post(f"{APPS}collegate/{AppGrant.objects.get().pk}/scollega/")
    assert asks(tokens).status_code == 200


def test_the_oldest_connection_gives_way(
    anna: Client, app: RegisteredApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "MOST_GRANTS", 2)
    first, second, third = (connected(anna, app) for _ in range(3))
    assert [asks(each).status_code for each in (first, second, third)] == [401, 200, 200]


def test_access_tokens_are_not_among_the_persons_own(anna: Client, app: RegisteredApp) -> None:
    connected(anna, app)
    assert "Briscolino" not in anna.get("/account/token/").content.decode()
    anna.post(f"/account/token/{Token.objects.get().pk}/revoca/")
    assert Token.objects.exists()


# ---- the registry


NEW = {"name": "Briscolino", "redirects": BACK, "scopes": ["openid", "play"], "confidential": "on"}


def test_a_registered_app_shows_its_secret_once(anna: Client) -> None:
    page = anna.post(APPS, NEW).content.decode()
    app = RegisteredApp.objects.get()
    assert (app.redirects, app.scopes, app.owner.username) == ([BACK], ["openid", "play"], "Anna")
    [secret] = re.findall(r"ludo_[\w-]{43}", page)
    assert app.client_id in page
    assert secret not in anna.get(APPS).content.decode()
    assert exchanged(app, consented(anna, app, "play"), client_secret=secret)[0] == 200
    [newer] = re.findall(r"ludo_[\w-]{43}", anna.post(f"{APPS}{app.pk}/rinnova/").content.decode())
    assert exchanged(app, consented(anna, app, "play"), client_secret=secret)[0] == 401
    assert exchanged(app, consented(anna, app, "play"), client_secret=newer)[0] == 200


def test_an_app_without_a_server_has_no_secret(anna: Client) -> None:
    anna.post(APPS, {**NEW, "confidential": ""})
    app = RegisteredApp.objects.get()
    assert app.digest == ""
    anna.post(f"{APPS}{app.pk}/rinnova/")
    app.refresh_from_db()
    assert app.digest == ""


def test_nobody_changes_another_persons_app(bruno: Client, app: RegisteredApp) -> None:
    assert bruno.post(f"{APPS}{app.pk}/rinnova/").status_code == 404
    assert bruno.post(f"{APPS}{app.pk}/elimina/").status_code == 404
    assert bruno.get(f"{APPS}{app.pk}/").status_code == bruno.post(f"{APPS}{app.pk}/", NEW).status_code == 404
    assert "Briscolino" not in bruno.get(APPS).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "Ludopoli"}, {"name": "a\u3164b"}, {"about": "x" * 301},
        {"about": "\u202eilopoduL"}, {"redirects": "https://app.example/%zz"},
        {"redirects": "https://app.example:99999/"},
        {"scopes": []}, {"scopes": ["moon"]}, {"redirects": ""}, {"redirects": " \n "},
        {"redirects": "http://app.example/"}, {"redirects": "http://localhost/"},
        {"redirects": "https://app.example/#x"}, {"redirects": "javascript:alert(1)"},
        {"redirects": "myapp:/back"}, {"redirects": "https://"}, {"redirects": "https://a@app.example/"},
        {"redirects": "https://app.example/è"}, {"redirects": "https://[x/"},
        {"redirects": "\n".join(f"{BACK}{number}" for number in range(11))},
        {"redirects": f"{BACK}{'x' * 300}"},
    ],
)  # fmt: skip
def test_a_bad_app_is_refused(anna: Client, wrong: dict[str, Any]) -> None:
    assert anna.post(APPS, {**NEW, **wrong}).status_code == 422
    assert not RegisteredApp.objects.exists()


def test_apps_of_devices_and_of_computers_are_registered(anna: Client) -> None:
    anna.post(APPS, {**NEW, "redirects": "com.example.app:/back\nhttp://127.0.0.1/back\nhttp://[::1]/"})
    assert len(RegisteredApp.objects.get().redirects) == 3


def changed(app: RegisteredApp, **said: Any) -> Any:
    kept = {"name": app.name, "about": app.about, "redirects": BACK, "scopes": app.scopes}
    return proven(app.owner).post(f"{APPS}{app.pk}/", kept | said)


def test_an_owner_changes_what_is_said_of_an_app(anna: Client, app: RegisteredApp) -> None:
    tokens = connected(anna, app)
    assert BACK in proven(app.owner).get(f"{APPS}{app.pk}/").content.decode()
    assert changed(app, name="Tressettino", about="Conta le carte").status_code == 302
    app.refresh_from_db()
    assert (app.name, app.about, app.redirects) == ("Tressettino", "Conta le carte", [BACK])
    assert asks(tokens).status_code == 200
    assert len(silent(anna, app)) > 20


@pytest.mark.parametrize("redirects", ["https://else.example/", f"{BACK}\nhttps://else.example/"])
def test_another_address_asks_everybody_again(anna: Client, app: RegisteredApp, redirects: str) -> None:
    """What was allowed could go to somebody else."""
    tokens = connected(anna, app)
    changed(app, redirects=redirects)
    assert asks(tokens).status_code == 401
    assert refreshed(app, tokens["refresh_token"])[0] == 400
    assert not AppGrant.objects.exists()


def test_more_scopes_ask_again_and_fewer_end_nothing(anna: Client, app: RegisteredApp) -> None:
    changed(app, scopes=["openid", "board"])
    app.refresh_from_db()
    tokens = connected(anna, app, "openid board")
    changed(app, scopes=["openid", "play"])
    assert silent(anna, app, "openid play") == "consent_required"
    assert len(silent(anna, app, "openid board")) > 20
    assert refreshed(app, tokens["refresh_token"], scope="openid play")[1]["error"] == "invalid_scope"


@pytest.mark.parametrize(
    "wrong", [{"name": "Ludopoli"}, {"redirects": "http://app.example/"}, {"scopes": []}]
)
def test_a_bad_change_is_refused(anna: Client, app: RegisteredApp, wrong: dict[str, Any]) -> None:
    assert changed(app, **wrong).status_code == 422
    before = app.name
    app.refresh_from_db()
    assert app.name == before


def test_the_number_of_apps_is_limited(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_APPS", 1)
    assert [anna.post(APPS, NEW).status_code for _ in range(2)] == [200, 422]
