"""A borrowed session cannot take over the account: actions that require a fresh proof of identity, and the
mails that the owner gets."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client

from ludopoli.accounts.models import User, WaitingMail
from ludopoli.api.models import Scope, Token
from ludopoli.webhooks.models import Webhook
from tests import servers
from tests.accounts.conftest import PASSWORD, SignedIn

HOOK = {"url": "http://127.0.0.1:9999/hook", "kinds": ["challenge"]}

SENSITIVE: dict[str, tuple[str, dict[str, Any]]] = {
    "the address": ("/account/email/", {"action_add": "", "email": "ladra@example.org"}),
    "a token": ("/account/token/", {"name": "prova", "scopes": ["read"]}),
    "revoking a token": ("/account/token/{token}/revoca/", {}),
    "a bot account": ("/account/bot/", {"name": "Robot mio"}),
    "a bot's token": ("/account/bot/{bot}/", {"name": "prova", "scopes": ["read"]}),
    "deleting a bot account": ("/account/bot/{bot}/elimina/", {}),
    "a webhook": ("/account/webhook/", HOOK),
    "switching a webhook": ("/account/webhook/{hook}/commuta/", {}),
    "a webhook's secret": ("/account/webhook/{hook}/rinnova/", {}),
    "deleting a webhook": ("/account/webhook/{hook}/elimina/", {}),
    "signing a device out": ("/account/dispositivi/{session}/scollega/", {}),
    "signing all others out": ("/account/dispositivi/", {}),
    "deleting the account": ("/account/privacy/elimina/", {"name": "Rosalia"}),
}
"""The requests that change the account, or the right to act for it."""


@pytest.fixture
def owner(rosalia: User, settings: Any) -> User:
    """Rosalia, with a confirmed address and one of everything that an account can own."""
    settings.WEBHOOKS_TO_PRIVATE = True
    EmailAddress.objects.create(user=rosalia, email=rosalia.email, primary=True, verified=True)
    Token.make(rosalia.pk, "vecchio", [Scope.READ])
    User.objects.create(username="Robot suo", is_bot=True, owner=rosalia, password="!")
    Webhook.objects.create(user=rosalia, **HOOK)
    return rosalia


def borrowed(owner: User) -> Client:
    """A browser in which the owner signed in, some time ago."""
    client = Client()
    client.force_login(owner)
    client.get("/account/dispositivi/")
    return client


def place(owner: User, path: str) -> str:
    known = {
        "token": lambda: owner.tokens.get().pk,
        "bot": lambda: owner.bots.get().pk,
        "hook": lambda: owner.webhooks.get().pk,
        "session": lambda: UserSession.objects.filter(user=owner).earliest("pk").pk,
    }
    return re.sub(r"{(\w+)}", lambda found: str(known[found[1]]()), path)


def belongings(owner: User) -> list[Any]:
    return [
        User.objects.filter(pk=owner.pk).values_list("password", "email", "is_active").get(),
        *EmailAddress.objects.filter(user=owner).values_list("email", "verified"),
        *Token.objects.values_list("pk"),
        *User.objects.filter(owner=owner).values_list("username"),
        *Webhook.objects.values_list("active", "salt"),
        UserSession.objects.filter(user=owner).count(),
    ]


@pytest.mark.parametrize("what", SENSITIVE)
def test_an_open_session_is_not_enough(owner: User, what: str) -> None:
    borrowed(owner)  # another device
    client, (path, fields) = borrowed(owner), SENSITIVE[what]
    before, path = belongings(owner), place(owner, path)
    answer = client.post(path, fields)
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/account/conferma/")
    assert belongings(owner) == before
    assert mail.outbox == []


@pytest.mark.parametrize("what", SENSITIVE)
def test_after_the_proof_the_request_is_carried_out(owner: User, what: str) -> None:
    borrowed(owner)
    client, (path, fields) = borrowed(owner), SENSITIVE[what]
    before = belongings(owner)
    door = client.post(place(owner, path), fields)["Location"]
    client.post(door, {"password": PASSWORD})
    assert belongings(owner) != before


# ---- proofs


def asks(client: Client) -> bool:
    """Return whether signing out all other devices asks for a proof."""
    return client.post("/account/dispositivi/").get("Location", "").startswith("/account/conferma/")


def just_signed_in(owner: User, password: str = PASSWORD) -> Client:
    client = Client()
    client.post("/account/accedi/", {"login": owner.username, "password": password})
    return client


def test_a_fresh_sign_in_is_a_proof(owner: User) -> None:
    borrowed(owner)
    assert not asks(just_signed_in(owner))
    assert UserSession.objects.filter(user=owner).count() == 1


def test_a_guest_who_signs_in_has_given_proof(owner: User, guest: User) -> None:
    client = Client()
    client.force_login(guest)
    client.post("/account/accedi/", {"login": "Rosalia", "password": PASSWORD})
    assert not asks(client)


def test_a_sign_up_is_a_proof(db: None) -> None:
    client = Client()
    fields = {"username": "Nunzia", "email": "nunzia@example.org", "password1": "una scala di seta"}
    client.post("/account/iscriviti/", fields)
    assert not asks(client)


def test_a_proof_lasts_five_minutes(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client, signed_in_at = just_signed_in(owner), time.time()
    monkeypatch.setattr("time.time", lambda: signed_in_at + 295)
    assert not asks(client)
    monkeypatch.setattr("time.time", lambda: signed_in_at + 305)
    assert asks(client)


def test_a_proof_is_valid_only_in_its_own_session(owner: User) -> None:
    other = borrowed(owner)
    just_signed_in(owner)
    assert asks(other)


def test_a_proof_ends_with_the_session(owner: User) -> None:
    client = just_signed_in(owner)
    client.post("/account/esci/")
    assert "authentication" not in str(client.session.load())
    client.force_login(owner)
    assert asks(client)


def test_a_proof_for_one_account_does_not_serve_another(owner: User, calogero: User) -> None:
    client = just_signed_in(owner)
    client.force_login(calogero)
    assert asks(client)


def test_a_proof_does_not_outlive_the_password(owner: User) -> None:
    other, client, new = just_signed_in(owner), just_signed_in(owner), "altre tre carte"
    sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/account/password/cambia/", sent).status_code == 302
    assert asks(client)
    assert other.post("/account/dispositivi/")["Location"].startswith("/account/accedi/")
    assert not asks(just_signed_in(owner, new))


def test_the_first_step_alone_is_no_proof(owner: User) -> None:
    TOTP.activate(owner, generate_totp_secret())
    client = just_signed_in(owner)
    assert "_auth_user_id" not in client.session
    client.force_login(owner)
    assert asks(client)


def test_the_data_export_requires_a_fresh_proof(owner: User) -> None:
    answer = borrowed(owner).get("/account/privacy/esporta.json")
    assert answer["Location"].startswith("/account/conferma/?")


def test_an_account_without_a_password_sets_one_by_mail_first(owner: User, settings: Any) -> None:
    owner.set_unusable_password()
    owner.save()
    client, before = borrowed(owner), belongings(owner)
    for path, fields in (*SENSITIVE.values(), ("/account/password/imposta/", {"password1": "x" * 12})):
        answer = client.post(place(owner, path), fields)
        assert (answer.status_code, answer["Location"]) == (302, "/account/password/dimenticata/"), path
    assert client.get("/account/secondo-passo/app/aggiungi/")["Location"] == "/account/password/dimenticata/"
    assert belongings(owner) == before
    client.post("/account/password/dimenticata/", {"email": owner.email})
    assert [message.to for message in mail.outbox] == [[owner.email]]


def test_changes_in_the_admin_site_require_a_fresh_proof(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(is_staff=True, is_superuser=True)
    client, page = borrowed(owner), f"/admin/accounts/user/{owner.pk}/password/"
    assert client.get(page).status_code == 200
    sent = {"usable_password": "true", "password1": "tre carte ladre", "password2": "tre carte ladre"}
    assert client.post(page, sent)["Location"].startswith("/account/conferma/")
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)


# ---- mails to the owner


WRITTEN = {
    "a token": "prova",
    "revoking a token": "vecchio",
    "a bot account": "Robot mio",
    "a bot's token": "prova",
    "deleting a bot account": "Robot suo",
    "a webhook": "http://127.0.0.1:9999/hook",
    "switching a webhook": "http://127.0.0.1:9999/hook",
    "a webhook's secret": "http://127.0.0.1:9999/hook",
    "deleting a webhook": "http://127.0.0.1:9999/hook",
    "deleting the account": "Rosalia",
}


@pytest.mark.parametrize("what", WRITTEN)
def test_the_owner_gets_a_mail_about_each_change(owner: User, signed_in: SignedIn, what: str) -> None:
    client, (path, fields) = signed_in(owner), SENSITIVE[what]
    client.post(place(owner, path), fields)
    [message] = mail.outbox
    assert message.to == ["rosalia@example.org"]
    assert WRITTEN[what] in message.body
    assert "/account/password/dimenticata/" in message.body


def test_the_old_address_is_notified_of_the_request_and_of_the_change(
    owner: User, signed_in: SignedIn
) -> None:
    signed_in(owner).post(*SENSITIVE["the address"])
    asked = next(message for message in mail.outbox if message.to == ["rosalia@example.org"])
    link = next(message for message in mail.outbox if message.to == ["ladra@example.org"])
    assert "ladra@example.org" in asked.body
    mail.outbox.clear()
    found = re.search(r"http://testserver(/\S+)", str(link.body))
    assert found
    signed_in(owner).post(found[1])
    [warning] = mail.outbox
    assert (warning.to, "ladra@example.org" in warning.body) == (["rosalia@example.org"], True)


def test_a_new_password_is_announced_by_mail(owner: User, signed_in: SignedIn) -> None:
    new = "altre tre carte"
    signed_in(owner).post(
        "/account/password/cambia/", {"oldpassword": PASSWORD, "password1": new, "password2": new}
    )
    assert [message.to for message in mail.outbox] == [["rosalia@example.org"]]


def test_an_unconfirmed_address_gets_no_mail_about_changes(rosalia: User, signed_in: SignedIn) -> None:
    EmailAddress.objects.create(user=rosalia, email=rosalia.email, primary=True, verified=False)
    signed_in(rosalia).post(*SENSITIVE["a token"])
    assert Token.objects.exists()
    assert mail.outbox == []


def test_an_unreachable_mail_server_undoes_no_change(owner: User, signed_in: SignedIn, settings: Any) -> None:
    client = signed_in(owner)
    servers.send_mails_to(9, settings)
    client.post(place(owner, "/account/token/{token}/revoca/"))
    assert not Token.objects.exists()
    assert [kept.email for kept in WaitingMail.objects.all()] == ["rosalia@example.org"]
