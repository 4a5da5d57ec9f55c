"""Signing up, in and out; confirming an address; choosing a new password; languages."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from ludopoli.accounts import mailboxes
from ludopoli.accounts.models import User
from ludopoli.http.languages import preferred_language
from tests.proofs import proven

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_rates")]

PASSWORD = "tre carte sul tavolo"
SIGN_UP = {"username": "Rosalia", "email": "Rosalia@Example.org", "password1": PASSWORD}


@pytest.fixture
def vito() -> User:
    return User.objects.create_user("Vito", "vito@example.org", PASSWORD)


def link_in(message: mail.EmailMessage) -> str:
    found = re.search(r"http://testserver(/\S+)", str(message.body))
    assert found, message.body
    return found[1]


# ---- signing up


def test_signing_up_signs_in_and_sends_a_mail(client: Client) -> None:
    answer = client.post("/account/iscriviti/", SIGN_UP)
    assert answer["Location"] == "/tavoli/"
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Rosalia").pk)
    [message] = mail.outbox
    assert message.to == ["rosalia@example.org"]
    assert message.subject == "Conferma il tuo indirizzo per Ludopoli"
    assert "Ciao Rosalia" in message.body


def test_the_mail_is_in_the_readers_language(client: Client) -> None:
    client.post("/account/iscriviti/", SIGN_UP, headers={"Accept-Language": "en-GB,en;q=0.9"})
    [message] = mail.outbox
    assert message.subject == "Confirm your address for Ludopoli"
    assert "Hello Rosalia" in message.body


def test_the_link_confirms_the_address(client: Client) -> None:
    client.post("/account/iscriviti/", SIGN_UP)
    link = link_in(mail.outbox[0])
    assert not EmailAddress.objects.get().verified
    assert "rosalia@example.org" in client.get(link).content.decode()
    assert client.post(link).status_code == 302
    assert EmailAddress.objects.get().verified


def test_a_wrong_link_confirms_nothing(client: Client) -> None:
    client.post("/account/iscriviti/", SIGN_UP)
    answer = client.get("/account/conferma-email/nonsense/")
    assert answer.status_code == 200
    assert "non vale più" in answer.content.decode()
    assert client.post("/account/conferma-email/nonsense/").status_code == 404
    assert not EmailAddress.objects.get().verified


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", ""),
        ("username", "R"),
        ("username", "Ospite 7"),
        ("username", "r@salia"),
        ("username", "VITO"),
        ("email", ""),
        ("email", "rosalia"),
        ("password1", ""),
        ("password1", "corta"),
        ("password1", "password"),
    ],
)
def test_an_invalid_field_is_marked_and_no_account_is_created(
    client: Client, vito: User, field: str, value: str
) -> None:
    EmailAddress.objects.create(user=vito, email=vito.email, primary=True, verified=True)
    answer = client.post("/account/iscriviti/", {**SIGN_UP, field: value})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert f'id="id_{field}_error"' in page
    assert 'aria-invalid="true"' in page
    assert User.objects.count() == 1


def test_the_errors_are_in_the_readers_language(client: Client) -> None:
    page = client.post("/account/iscriviti/", {**SIGN_UP, "password1": "corta"}).content.decode()
    assert page.count("Troppo corta: almeno 8 caratteri.") == 1


@pytest.mark.parametrize(
    ("password", "reproach"),
    [
        ("Rosalia70", "Troppo simile al tuo nome al tavolo."),
        ("toto1970!", "Troppo simile all’indirizzo e-mail."),
        ("esemplari", None),
    ],
)
def test_a_password_is_neither_the_name_nor_the_address(
    client: Client, password: str, reproach: str | None
) -> None:
    """`esemplari` has all letters of `example` but one, and is no part of the address."""
    sent = {**SIGN_UP, "username": "Rosalia", "email": "toto1970@example.it", "password1": password}
    answer = client.post("/account/iscriviti/", sent)
    assert answer.status_code == (422 if reproach else 302)
    if reproach:
        assert answer.context["form"].errors == {"password1": [reproach]}


def test_a_name_taken_at_the_same_moment_is_an_error_of_its_field(
    client: Client, vito: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludopoli.accounts.names.is_taken", lambda name: False)
    answer = client.post("/account/iscriviti/", {**SIGN_UP, "username": "vito"})
    assert answer.status_code == 409
    assert "id_username_error" in answer.content.decode()
    assert User.objects.count() == 1
    assert not EmailAddress.objects.exists()


# ---- in and out


@pytest.mark.parametrize("login", ["vito@example.org", "Vito@Example.org", "Vito", "vito"])
def test_signing_in_with_a_name_or_a_confirmed_address(client: Client, vito: User, login: str) -> None:
    EmailAddress.objects.create(user=vito, email=vito.email, primary=True, verified=True)
    answer = client.post("/account/accedi/", {"login": login, "password": PASSWORD, "remember": "on"})
    assert answer["Location"] == "/tavoli/"
    assert client.session["_auth_user_id"] == str(vito.pk)


@pytest.mark.parametrize("login", ["Èlia", "èlia", "ELIA", " elia "])
def test_signing_in_with_a_name_in_any_case_and_without_its_accents(client: Client, login: str) -> None:
    elia = User.objects.create_user("Èlia", password=PASSWORD)
    client.post("/account/accedi/", {"login": login, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(elia.pk)


def test_a_name_without_its_accents_signs_in_to_no_account_if_it_could_be_two(client: Client) -> None:
    User.objects.create_user("Èlia", password=PASSWORD)
    other = User.objects.create_user("Elia", password=PASSWORD)
    client.post("/account/accedi/", {"login": "élia", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    client.post("/account/accedi/", {"login": "ELIA", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(other.pk)


@pytest.mark.parametrize("login", ["vito@example.org", "Vito", "nobody@example.org", "Nessuno"])
def test_a_wrong_password_gives_the_same_answer_for_every_account(
    client: Client, vito: User, login: str
) -> None:
    answer = client.post("/account/accedi/", {"login": login, "password": "sbagliata"})
    assert "sono sbagliati" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_too_many_attempts_are_throttled(client: Client, vito: User) -> None:
    for _ in range(5):
        client.post("/account/accedi/", {"login": "Vito", "password": "sbagliata"})
    answer = client.post("/account/accedi/", {"login": "Vito", "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert "Troppi tentativi" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_signed_in_users_skip_the_sign_in_page(client: Client, vito: User) -> None:
    client.force_login(vito)
    assert client.get("/account/accedi/")["Location"] == "/tavoli/"
    assert client.get("/account/iscriviti/?next=/tavolo/x/")["Location"] == "/tavolo/x/"
    assert client.get("/account/iscriviti/?next=https://elsewhere.example/")["Location"] == "/tavoli/"


def test_signing_out_asks_for_confirmation(client: Client, vito: User) -> None:
    client.force_login(vito)
    assert client.get("/account/esci/").status_code == 200
    assert client.session["_auth_user_id"] == str(vito.pk)
    assert client.post("/account/esci/")["Location"] == "/"
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("page", ["email", "password/cambia"])
def test_account_pages_require_signing_in(client: Client, vito: User, page: str) -> None:
    assert client.get(f"/account/{page}/")["Location"].startswith("/account/accedi/")
    client.force_login(vito)
    assert client.get(f"/account/{page}/").status_code == 200


# ---- passwords and addresses


def test_a_forgotten_password_is_reset_by_mail(client: Client, vito: User) -> None:
    assert client.post("/account/password/dimenticata/", {"email": "vito@example.org"}).status_code == 302
    [message] = mail.outbox
    assert message.subject == "Una nuova password per Ludopoli"
    form = client.get(link_in(message), follow=True)
    [(url, _status)] = form.redirect_chain
    answer = client.post(url, {"password1": "quattro carte in mano", "password2": "quattro carte in mano"})
    assert answer.status_code == 302
    vito.refresh_from_db()
    assert vito.check_password("quattro carte in mano")
    assert "non vale più" in Client().get(link_in(message), follow=True).content.decode()


def test_new_passwords_must_agree(client: Client, vito: User) -> None:
    client.post("/account/password/dimenticata/", {"email": "vito@example.org"})
    [(url, _status)] = client.get(link_in(mail.outbox[0]), follow=True).redirect_chain
    answer = client.post(url, {"password1": "quattro carte in mano", "password2": "altro"})
    assert "id_password2_error" in answer.content.decode()
    vito.refresh_from_db()
    assert vito.check_password(PASSWORD)


def test_the_page_does_not_reveal_whether_an_address_is_known(client: Client) -> None:
    answer = client.post("/account/password/dimenticata/", {"email": "nobody@example.org"})
    assert answer["Location"] == "/account/password/dimenticata/inviata/"
    [message] = mail.outbox
    assert message.to == ["nobody@example.org"]
    assert "nessun account" in message.body


def test_invented_addresses_of_a_mailbox_share_its_limit(client: Client, vito: User) -> None:
    EmailAddress.objects.create(user=vito, email="vito+carte@example.org", verified=True)
    reset = "/account/password/dimenticata/"
    for number in range(mailboxes.AN_HOUR + 3):
        answer = client.post(reset, {"email": f"Vito+{number}@example.org"})
        assert answer["Location"] == "/account/password/dimenticata/inviata/"
    assert len(mail.outbox) == mailboxes.AN_HOUR
    other = Client()
    page = other.post("/account/iscriviti/", {**SIGN_UP, "email": "vito+99@example.org"}, follow=True)
    assert len(mail.outbox) == mailboxes.AN_HOUR
    assert "Troppe e-mail a questo indirizzo" in page.content.decode()
    for own in ("vito+carte@example.org", "vito@example.org"):
        client.post(reset, {"email": own})
        assert mail.outbox[-1].to == [own], "nobody keeps the owner from a mail"


def test_a_new_address_takes_effect_when_its_link_is_opened(vito: User) -> None:
    EmailAddress.objects.create(user=vito, email=vito.email, primary=True, verified=True)
    client = proven(vito)
    client.post("/account/email/", {"email": "nuovo@example.org", "action_add": ""})
    vito.refresh_from_db()
    assert vito.email == "vito@example.org"
    assert "nuovo@example.org" in client.get("/account/email/").content.decode()
    client.post(link_in(next(each for each in mail.outbox if each.to == ["nuovo@example.org"])))
    vito.refresh_from_db()
    assert vito.email == "nuovo@example.org"


# ---- languages


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "", "it"),
        (None, "en-US,en;q=0.9", "en"),
        (None, "en-US,en;q=0.9,it;q=0.3", "it"),
        (None, "de,en;q=0.5", "en"),
        (None, "de", "it"),
        (None, "en,it;q=0", "en"),
        (None, "*;;;q=,nonsense", "it"),
        ("en", "it", "en"),
        ("xx", "en", "en"),
    ],
)
def test_the_preferred_language(chosen: str | None, accepted: str, language: str) -> None:
    assert preferred_language(chosen, accepted) == language


def test_a_language_can_be_chosen(client: Client) -> None:
    assert '<html lang="it"' in client.get("/").content.decode()
    answer = client.post("/lingua/", {"language": "en", "next": "/tavoli/"})
    assert answer["Location"] == "/tavoli/"
    page = client.get("/tavoli/").content.decode()
    assert '<html lang="en"' in page
    assert "Open a table" in page


def test_the_language_of_an_account_follows_it(client: Client, vito: User) -> None:
    client.force_login(vito)
    for unknown in ("xx", "zh-hans"):  # Django is translated into the second, the site is not
        client.post("/lingua/", {"language": unknown})
        assert User.objects.get().language == ""
    client.post("/lingua/", {"language": "en"})
    assert User.objects.get().language == "en"
    elsewhere = Client()
    elsewhere.post("/account/accedi/", {"login": "Vito", "password": PASSWORD})
    assert '<html lang="en"' in elsewhere.get("/tavoli/").content.decode()


def test_a_new_account_takes_the_language_chosen_before(client: Client, vito: User) -> None:
    client.post("/lingua/", {"language": "en"})
    client.post("/account/accedi/", {"login": "Vito", "password": PASSWORD})
    assert User.objects.get().language == "en"


def test_a_guest_is_asked_to_save_their_matches_before_signing_out(client: Client) -> None:
    client.post("/tavoli/gioca/", {"game": "tressette"})
    page = client.get("/account/esci/", headers={"accept-language": "en"}).content.decode()
    assert "your matches are lost, unless you save them" in page
    form = page[page.index('<form class="btn-group"') :]
    assert form.index("Save with an account") < form.index("Sign out and lose the matches")
    assert 'class="btn primary"' in form[: form.index("Save with an account")]
