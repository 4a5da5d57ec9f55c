"""Two-factor authentication: codes from an app, recovery codes, passkeys."""

from __future__ import annotations

import base64
import json

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from ludopoli.accounts.models import User
from tests.accounts.conftest import PASSWORD, SignedIn
from tests.accounts.totp import PERIOD, code

NOON = 1_800_000_000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time for which codes are computed: `clock[0]`, in Unix seconds."""
    now = [NOON]
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: now[0])
    return now


@pytest.fixture
def secret(rosalia: User, signed_in: SignedIn, clock: list[float]) -> str:
    """The secret of Rosalia's authenticator app, which is activated."""
    client = signed_in(rosalia)
    page = client.get("/account/secondo-passo/app/aggiungi/")
    secret: str = page.context["form"].secret
    assert "data:image/svg+xml" in page.content.decode()
    answer = client.post("/account/secondo-passo/app/aggiungi/", {"code": code(secret, NOON)})
    assert answer["Location"] == "/account/secondo-passo/codici/"
    clock[0] += PERIOD
    return secret


def half_way(client: Client) -> None:
    """Sign in with the right password, up to the page that asks for a code."""
    answer = client.post("/account/accedi/", {"login": "Rosalia", "password": PASSWORD})
    assert answer["Location"].startswith("/account/secondo-passo/verifica/")
    assert "_auth_user_id" not in client.session


def test_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B: the last six digits of the first SHA-1 row."""
    assert code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59) == "287082"


def test_the_password_alone_does_not_sign_in(client: Client, rosalia: User, secret: str) -> None:
    half_way(client)
    assert client.get("/account/").status_code == 302
    assert (
        client.post("/account/secondo-passo/verifica/", {"code": code(secret, NOON + PERIOD)}).status_code
        == 302
    )
    assert client.session["_auth_user_id"] == str(rosalia.pk)


@pytest.mark.parametrize("steps", [-3, 3])
def test_an_expired_code_does_not_sign_in(
    client: Client, secret: str, clock: list[float], steps: int
) -> None:
    half_way(client)
    wrong = code(secret, clock[0] + steps * PERIOD)
    assert client.post("/account/secondo-passo/verifica/", {"code": wrong}).status_code == 422
    assert "_auth_user_id" not in client.session


def test_a_code_works_once(secret: str, clock: list[float]) -> None:
    first, second = Client(), Client()
    for client, opens in ((first, True), (second, False)):
        half_way(client)
        client.post("/account/secondo-passo/verifica/", {"code": code(secret, clock[0])})
        assert ("_auth_user_id" in client.session) is opens


def test_codes_cannot_be_guessed_by_trial(client: Client, secret: str, clock: list[float]) -> None:
    half_way(client)
    for _ in range(10):
        client.post("/account/secondo-passo/verifica/", {"code": "000000"})
    client.post("/account/secondo-passo/verifica/", {"code": code(secret, clock[0])})
    assert "_auth_user_id" not in client.session


def test_a_recovery_code_works_once(rosalia: User, secret: str) -> None:
    emergency = Authenticator.objects.get(user=rosalia, type="recovery_codes").wrap().get_unused_codes()
    assert len(emergency) == 10
    for opens in (True, False):
        client = Client()
        half_way(client)
        client.post("/account/secondo-passo/verifica/", {"code": emergency[0]})
        assert ("_auth_user_id" in client.session) is opens


def test_the_second_step_can_be_switched_off(rosalia: User, secret: str, clock: list[float]) -> None:
    client = Client()
    half_way(client)
    client.post("/account/secondo-passo/verifica/", {"code": code(secret, clock[0])})
    clock[0] += 6 * 60
    assert client.get("/account/secondo-passo/app/togli/")["Location"].startswith("/account/conferma/")
    client.post("/account/conferma/", {"password": PASSWORD})
    client.post("/account/secondo-passo/app/togli/")
    assert not Authenticator.objects.filter(user=rosalia).exists()
    fresh = Client()
    fresh.post("/account/accedi/", {"login": "Rosalia", "password": PASSWORD})
    assert fresh.session["_auth_user_id"] == str(rosalia.pk)


def test_a_password_reset_does_not_bypass_the_second_step(
    client: Client, secret: str, mailoutbox: list
) -> None:
    client.post("/account/password/dimenticata/", {"email": "rosalia@example.org"})
    link = next(word for word in str(mailoutbox[0].body).split() if "/dimenticata/" in word)
    [(url, _status)] = client.get(link, follow=True).redirect_chain
    new = {"password1": "quattro carte in mano", "password2": "quattro carte in mano"}
    client.post(url, new)
    assert "_auth_user_id" not in client.session


def test_an_unconfirmed_address_must_be_confirmed_first(rosalia: User, signed_in: SignedIn) -> None:
    EmailAddress.objects.create(user=rosalia, email=rosalia.email, primary=True, verified=False)
    client = signed_in(rosalia)
    for page in ("secondo-passo/app/aggiungi", "passkey/aggiungi"):
        answer = client.get(f"/account/{page}/", follow=True)
        assert answer.redirect_chain == [("/account/secondo-passo/", 302)]
        assert [message.level_tag for message in answer.context["messages"]] == ["error"]


# ---- passkeys (with a real authenticator: tests/e2e/test_settings.py)


@pytest.mark.django_db
def test_the_passkey_request_names_nobody(client: Client) -> None:
    asked = client.get("/account/passkey/accedi/", headers={"Accept": "application/json"}).json()
    options = asked["request_options"]["publicKey"]
    assert not options.get("allowCredentials")
    assert options["userVerification"] == "required"


WITHOUT_AN_OWNER = json.dumps(
    {
        "id": "eA",
        "rawId": "eA",
        "type": "public-key",
        "response": {
            "clientDataJSON": base64.urlsafe_b64encode(
                b'{"type": "webauthn.get", "challenge": "", "origin": ""}'
            ).decode(),
            "authenticatorData": base64.urlsafe_b64encode(bytes(37)).decode(),
            "signature": "eA",
        },
    }
)


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", "7", '{"id": "x", "response": {}}', WITHOUT_AN_OWNER]
)
def test_a_malformed_credential_is_refused(client: Client, rosalia: User, answer: str) -> None:
    client.get("/account/passkey/accedi/", headers={"Accept": "application/json"})
    refused = client.post("/account/passkey/accedi/", {"credential": answer})
    assert refused["Location"] == "/account/accedi/"
    assert "_auth_user_id" not in client.session
