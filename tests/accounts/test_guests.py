"""Guests: created on the first action, limited per IP address, and kept when they sign up."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client, RequestFactory

from ludopoli.accounts import guests, names
from ludopoli.accounts.models import User
from ludopoli.accounts.names import name_validators

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_rates")]

SIGN_UP = {"username": "Rosalia", "email": "rosalia@example.org", "password1": "tre carte sul tavolo"}


def play(client: Client) -> User:
    client.post("/tavoli/gioca/")
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_a_guest_has_a_name_and_no_password() -> None:
    guest = guests.create_guest()
    assert guest.is_guest
    assert guest.username.startswith("Ospite ")
    assert not guest.has_usable_password()
    for validate in name_validators:
        validate(guest.username)


def test_guest_names_grow_when_the_short_ones_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludopoli.accounts.names.secrets.randbelow", lambda bound: 0)
    assert [guests.create_guest().username for _ in range(3)] == [
        "Ospite 1000",
        "Ospite 10000",
        "Ospite 100000",
    ]


def test_the_first_game_creates_a_guest_and_later_games_reuse_it(client: Client) -> None:
    guest = play(client)
    assert guest.is_guest
    assert play(client) == guest
    assert User.objects.count() == 1


def test_browsing_creates_no_guest(client: Client) -> None:
    for page in ("/", "/tavoli/", "/account/accedi/", "/account/iscriviti/"):
        assert client.get(page).status_code == 200
    assert not User.objects.exists()


def test_an_address_can_create_only_so_many_guests(settings: pytest.FixtureRequest) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}  # type: ignore[attr-defined]
    for _ in range(2):
        assert Client().post("/tavoli/gioca/").status_code == 200
    refused = Client().post("/tavoli/gioca/", headers={"Accept": "application/json"})
    assert refused.status_code == 429
    assert refused.json()["code"] == "too_many_guests"
    assert refused["Retry-After"] == "60"
    page = Client().post("/tavoli/gioca/")
    assert page.status_code == 429
    assert b"<h1>" in page.content
    assert User.objects.count() == 2


def test_signing_up_keeps_the_row_and_games_of_the_guest(client: Client) -> None:
    guest = play(client)
    seats = list(guest.seats.values_list("pk", flat=True))
    answer = client.post("/account/iscriviti/", SIGN_UP)
    assert answer.status_code == 302
    account = User.objects.get()
    assert account.pk == guest.pk
    assert (account.username, account.email, account.is_guest) == ("Rosalia", "rosalia@example.org", False)
    assert account.check_password(SIGN_UP["password1"])
    assert list(account.seats.values_list("pk", flat=True)) == seats
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_the_form_proposes_a_name_that_a_guest_has_chosen(client: Client) -> None:
    def proposed() -> str:
        return str(client.get("/account/iscriviti/").context["form"]["username"].value() or "")

    guest = play(client)
    assert proposed() == "", "a number is no name of theirs"
    names.give_mark(guest, "Franca")
    assert proposed() == "Franca"


@pytest.mark.parametrize("who", ["guest", "visitor"])
def test_signing_up_leads_back_to_the_page_and_says_that_it_worked(client: Client, who: str) -> None:
    if who == "guest":
        play(client)
    page = "/regole/briscola/?da=qui"
    [link] = re.findall(
        r'href="(/account/(?:iscriviti|accedi)/\?next=[^"]*)"', client.get(page).content.decode()
    )[:1]
    door = client.get(link).content.decode()
    [form] = re.findall(r'name="next"\s+value="([^"]*)"', door)[:1]
    after = client.post("/account/iscriviti/", {**SIGN_UP, "next": form}, follow=True)
    assert after.redirect_chain == [(page, 302)]
    assert "Il tuo account è pronto, Rosalia" in [*after.context["messages"]][-1].message


def test_a_failed_sign_up_leaves_the_guest_a_guest(client: Client) -> None:
    guest = play(client)
    answer = client.post("/account/iscriviti/", {**SIGN_UP, "password1": "123"})
    assert answer.status_code == 422
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.email == ""
    assert not guest.has_usable_password()


def test_signing_in_moves_the_guests_seat_to_the_account(client: Client) -> None:
    account = User.objects.create_user("Vito", "vito@example.org", "tre carte sul tavolo")
    guest = play(client)
    client.post("/account/accedi/", {"login": "Vito", "password": "tre carte sul tavolo"})
    assert client.session["_auth_user_id"] == str(account.pk)
    guest.refresh_from_db()
    assert guest.is_guest
    assert (guest.seats.count(), account.seats.count()) == (0, 1)


@pytest.mark.parametrize("page", ["email", "password/cambia", "password/imposta", "conferma"])
def test_a_guest_has_no_address_or_password_to_change(client: Client, page: str) -> None:
    play(client)
    assert client.get(f"/account/{page}/")["Location"] == f"/account/iscriviti/?next=/account/{page}/"
    assert (
        client.post(f"/account/{page}/", {"email": "x@example.org", "action_add": ""})["Location"]
        == "/account/iscriviti/"
    )


def test_guests_read_how_to_keep_their_games(client: Client) -> None:
    assert "/account/iscriviti/" not in client.get("/").content.decode()
    play(client)
    for page in ("/", "/tavoli/"):
        assert "/account/iscriviti/" in client.get(page).content.decode()


# ---- choosing a name


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        ("Carla", "Carla °"),
        ("  Carla   Rossi ", "Carla Rossi °"),
        ("", "Ospite 1000"),
        ("Ospite 4821", "Ospite 4821"),
    ],
)
def test_a_guest_may_choose_a_name(
    wanted: str, got: str, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludopoli.accounts.names.secrets.randbelow", lambda bound: 0)
    guest = guests.guest_for(asking(rf), wanted)
    assert (guest.username, guest.is_guest, guest.is_named) == (got, True, False)


def test_guests_who_share_a_name_are_distinguished_from_each_other_and_from_accounts(
    rf: RequestFactory,
) -> None:
    User.objects.create_user("Carla", password=None)
    came = [
        guests.guest_for(asking(rf), name).username
        for name in ("Carla", "carla", "Ospite 4821", "Ospite 4821")
    ]
    assert came[:3] == ["Carla °", "carla °2", "Ospite 4821"]
    assert came[3].startswith("Ospite ")
    assert came[3] != "Ospite 4821"


@pytest.mark.parametrize(
    "name", ["Arbitro", "Ospite speciale", "Bot Asso", "x", "Carla °", "cazzo", "Саrla", "a\0b", "x" * 20]
)
def test_guest_names_are_checked_like_account_names(name: str, rf: RequestFactory) -> None:
    with pytest.raises(guests.BadName):
        guests.guest_for(asking(rf), name)
    assert not User.objects.exists()


def test_a_named_guest_keeps_the_name(client: Client, rf: RequestFactory) -> None:
    guest = play(client)
    request = asking(rf)
    request.user = guest
    assert guests.guest_for(request, "Carla").username == guest.username


def asking(rf: RequestFactory) -> HttpRequest:
    """Return a request from a browser without a session."""
    request = rf.post("/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    return request
