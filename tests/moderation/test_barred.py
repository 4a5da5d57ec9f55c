"""Bans: what they end at once, and that a barred person cannot come back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.fairplay import publishing
from games.models import Table
from games.moderation import decisions
from games.people import challenges
from games.play import actions
from ludopoli.accounts.models import User
from ludopoli.moderation import newcomers, sightings
from ludopoli.moderation.models import Sanction
from ludopoli.sockets import sessions
from tests.moderation.conftest import as_person
from tests.refusals import refused

RULES: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"


def table_of(user: User) -> Table:
    table = actions.open_table(user, **RULES)
    return table


# ---- sockets


def test_a_ban_closes_the_sockets_until_it_is_lifted(
    moderator: User, bruno: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(sessions, "ring_group", lambda group, message: rung.append(group))
    bot = User.objects.create(username="Robot", is_bot=True, owner=bruno)
    key = as_person(bruno).session.session_key
    assert sessions.is_signed_in(str(key), bruno.pk)
    with django_capture_on_commit_callbacks(execute=True):
        ban = decisions.ban_person(moderator, bruno, "Gioca in due.", None)
    assert {sessions.person_group(bruno.pk), sessions.person_group(bot.pk)} <= {*rung}
    assert not sessions.is_signed_in(str(key), bruno.pk)
    bruno.refresh_from_db()
    assert sessions.is_barred_stranger(bruno), "and a new socket is a stranger's"
    decisions.lift_by(moderator, ban, "Era un altro.")
    assert sessions.is_signed_in(str(key), bruno.pk)


# ---- bots


def test_the_bots_of_a_barred_owner_get_up_and_sit_nowhere(moderator: User, people: list[User]) -> None:
    anna, bruno = people[:2]
    bot = User.objects.create(username="Robot", is_bot=True, owner=bruno)
    table, own = table_of(anna), table_of(bot)
    actions.take_seat(bot, table, 1)
    asked = challenges.challenge_person(anna, table_of(anna), bot.username)
    decisions.ban_person(moderator, bruno, "Gioca in due.", None)
    assert not bot.seats.exists()
    own.refresh_from_db()
    assert own.status == Table.Status.CLOSED
    for act in (
        lambda: actions.take_seat(bot, table, 1),
        lambda: actions.open_table(bot, **RULES),
        lambda: actions.find_seat(bot),
        lambda: challenges.accept_challenge(bot, asked.pk),
    ):
        with refused("banned"):
            act()


def test_a_ban_leaves_the_seats_that_a_tournament_gave_between_its_matches(
    moderator: User, people: list[User]
) -> None:
    anna, bruno = people[:2]
    rules = {"preset": "classico"}
    sitters: list[User | actions.HostedBot] = [anna, bruno, *[actions.HostedBot("circolo")] * 2]
    hosted = actions.host_table(game="tressette", rules=rules, sitters=sitters)
    own = table_of(bruno)
    decisions.ban_person(moderator, bruno, "Gioca in due.", None)
    assert [seat.user for seat in hosted.seats.order_by("number")][:2] == [anna, bruno]
    assert not own.seats.filter(user=bruno).exists()


# ---- guests


def play(client: Client, address: str = HOME) -> Any:
    return client.post("/tavoli/gioca/", headers={"Accept": "application/json"}, REMOTE_ADDR=address)


def guest_of(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


@pytest.mark.parametrize(("until", "says"), [(None, "banned"), (timedelta(days=2), "suspended")])
def test_a_barred_guest_gets_no_new_guest_in_the_same_browser(
    moderator: User, until: timedelta | None, says: str
) -> None:
    browser = Client()
    assert play(browser).status_code == 200
    guest = guest_of(browser)
    ban = decisions.ban_person(moderator, guest, "Offese.", None if until is None else timezone.now() + until)
    browser.post("/account/esci/")
    for _ in range(2):
        answer = play(browser, ELSEWHERE)
        assert (answer.status_code, answer.json()["code"]) == (403, says)
    page = browser.post("/tavoli/gioca/")
    assert page.status_code == 403
    assert b"<h1>" in page.content
    assert not User.objects.filter(is_guest=True).exclude(pk=guest.pk).exists()
    decisions.lift_by(moderator, ban, "Era un altro.")
    assert play(browser).status_code == 200


def test_a_muted_guest_is_muted_as_another_guest_of_the_same_browser(moderator: User) -> None:
    browser, until = Client(), timezone.now() + timedelta(days=2)
    for mute in (True, False):
        assert play(browser).status_code == 200
        if mute:
            decisions.mute_person(moderator, guest_of(browser), "Offese.", until)
        with refused("silenced", reason="Offese."):
            publishing.check_may_publish(guest_of(browser))
        browser.post("/account/esci/")
    other = Client()
    play(other)
    publishing.check_may_publish(guest_of(other))


def test_an_account_may_play_in_the_browser_of_a_barred_guest(moderator: User, anna: User) -> None:
    browser = Client()
    play(browser)
    decisions.ban_person(moderator, guest_of(browser), "Offese.", None)
    browser.post("/account/esci/")
    browser.force_login(anna)
    assert play(browser).status_code == 200


def test_after_a_ban_an_address_gets_no_new_guest_for_an_hour(
    moderator: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Client()
    play(browser)
    guest = guest_of(browser)
    sightings.note_sighting(guest, sightings.address_digest(HOME))
    decisions.ban_person(moderator, guest, "Offese.", None)
    answer = play(Client())
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
    assert play(Client(), ELSEWHERE).status_code == 200, "others elsewhere play"
    assert play(as_person(anna)).status_code == 200, "and at home, who has an account"
    Sanction.objects.update(at=timezone.now() - newcomers.HELD)
    assert play(Client()).status_code == 200


def test_barring_an_account_does_not_block_its_address(moderator: User, bruno: User) -> None:
    sightings.note_sighting(bruno, sightings.address_digest(HOME))
    decisions.ban_person(moderator, bruno, "Offese.", None)
    assert play(Client()).status_code == 200
