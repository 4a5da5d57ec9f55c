"""Challenges behind the bell, where the challenged person accepts or declines on the page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Challenge, Match, Result, Table
from games.notices import notify_friends
from games.people import challenges
from games.play import actions, selectors
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from tests.notices.conftest import OpenTable, page_of

PAGE = "/sfide/"
JSON = {"Accept": "application/json"}


@pytest.fixture
def asked(rosalia: User, calogero: User, open_table: OpenTable) -> Challenge:
    made = challenges.challenge_person(rosalia, open_table(rosalia, private=True), "Calogero")
    assert isinstance(made, Challenge), made
    return made


def about_tables(person: User) -> list[str]:
    """Return where the unread notices lead, except those about friendship."""
    unread = (notice for notice in notifying.inbox_of(person) if notice.read_at is None)
    return [notice.url for notice in unread if notice.url != "/amici/"]


def test_a_challenge_is_accepted_from_the_bell(asked: Challenge, rosalia: User, calogero: User) -> None:
    [notice] = notifying.inbox_of(calogero)
    assert (notice.url, notice.actor) == (PAGE, rosalia)
    browser = page_of(calogero)
    page = browser.get(PAGE).content.decode()
    assert "Rosalia" in page
    assert f'action="{PAGE}{asked.pk}/accetta/"' in page
    answer = browser.post(f"{PAGE}{asked.pk}/accetta/")
    assert answer["Location"] == f"/tavolo/{asked.table.code}/"
    assert selectors.seat_of(calogero, asked.table) == 1
    assert notifying.unread_count(calogero.pk) == 0
    assert f"{asked.pk}" not in browser.get(PAGE).content.decode()


def test_a_friend_is_challenged_from_their_profile_to_a_table_opened_for_it(
    rosalia: User, calogero: User
) -> None:
    browser, way = page_of(rosalia), "/tavoli/?sfida=Calogero#apri"
    assert 'href="/amici/"' in browser.get(PAGE).content.decode(), "one looks for somebody there"
    assert way not in browser.get("/giocatori/Calogero/").content.decode(), "no friend yet"
    people.befriend(rosalia, calogero)
    people.befriend(calogero, rosalia)
    for page in ("/giocatori/Calogero/", "/amici/"):
        assert way in browser.get(page).content.decode(), page
    lobby = browser.get("/tavoli/?sfida=Calogero").content.decode()
    assert '<input type="hidden" name="challenged" value="Calogero">' in lobby
    assert "gioco=scopa&amp;sfida=Calogero#apri" in lobby, "another game is chosen for the same challenge"
    sent = {"game": "briscola", "preset": "classico", "players": "2", "watchable": "on"}
    assert "challenged" in browser.post("/tavoli/apri/", {**sent, "challenged": "Nessuno"}).content.decode()
    assert not Table.objects.exists(), "nobody has this name, so no table is opened"
    answer = browser.post("/tavoli/apri/", {**sent, "challenged": "Calogero"})
    made = Challenge.objects.get(challenger=rosalia, challenged=calogero)
    assert answer["Location"] == f"/tavolo/{made.table.code}/"
    notify_friends(rosalia.pk, made.table.pk)
    assert about_tables(calogero) == [PAGE], "and no notice that Rosalia plays"
    assert 'data-challenged="Calogero"' in browser.get(answer["Location"]).content.decode()
    [friend] = browser.get(f"{answer['Location']}amici/").json()["people"]
    assert friend["invited"], "nobody is asked twice"


def test_a_challenge_replaces_the_notice_that_a_friend_plays(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    people.befriend(rosalia, calogero)
    people.befriend(calogero, rosalia)
    table = open_table(rosalia)
    notify_friends(rosalia.pk, table.pk)
    assert about_tables(calogero) == [f"/tavolo/{table.code}/"]
    challenges.challenge_person(rosalia, table, "Calogero")
    assert about_tables(calogero) == [PAGE]


def test_a_challenge_is_declined_or_withdrawn_from_the_page(
    asked: Challenge, rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    assert page_of(calogero).post(f"{PAGE}{asked.pk}/rifiuta/")["Location"] == PAGE
    asked.refresh_from_db()
    assert asked.status == Challenge.Status.DECLINED
    assert notifying.unread_count(calogero.pk) == 0
    another = challenges.challenge_person(rosalia, open_table(rosalia), "Calogero")
    assert isinstance(another, Challenge)
    assert notifying.unread_count(calogero.pk) == 1
    mine = page_of(rosalia)
    assert f'action="{PAGE}{another.pk}/ritira/"' in mine.get(PAGE).content.decode()
    mine.post(f"{PAGE}{another.pk}/ritira/")
    assert notifying.unread_count(calogero.pk) == 0


def test_finished_or_foreign_challenges_are_refused_with_a_message(
    asked: Challenge, rosalia: User, calogero: User
) -> None:
    for person, what in ((rosalia, "accetta"), (rosalia, "rifiuta"), (calogero, "ritira")):
        answer = page_of(person).post(f"{PAGE}{asked.pk}/{what}/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_challenge")
    Challenge.objects.update(at=timezone.now() - timedelta(hours=2))
    answer = page_of(calogero).post(f"{PAGE}{asked.pk}/accetta/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "challenge_over")
    assert page_of(calogero).get(f"{PAGE}{asked.pk}/accetta/").status_code == 405
    assert str(asked.pk) not in page_of(calogero).get(PAGE).content.decode()


def test_programs_and_blockers_get_no_notice_of_a_challenge(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    robot = User.objects.create(username="Robot", is_bot=True, owner=calogero)
    people.block(calogero, rosalia)
    table: Table = open_table(rosalia)
    for name in ("Robot", "Calogero"):
        assert isinstance(challenges.challenge_person(rosalia, table, name), Challenge)
    assert (notifying.unread_count(robot.pk), notifying.unread_count(calogero.pk)) == (0, 0)


@pytest.mark.parametrize("blocks", ["the challenger", "the challenged"])
def test_a_block_ends_a_challenge_that_waits(
    asked: Challenge, rosalia: User, calogero: User, blocks: str
) -> None:
    pair = (rosalia, calogero) if blocks == "the challenger" else (calogero, rosalia)
    people.block(*pair)
    assert notifying.unread_count(calogero.pk) == 0
    browser = page_of(calogero)
    assert str(asked.pk) not in browser.get(PAGE).content.decode()
    answer = browser.post(f"{PAGE}{asked.pk}/accetta/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_challenge")
    assert str(asked.pk) in page_of(rosalia).get(PAGE).content.decode(), "it waits, for all that they see"


def test_a_repeated_challenge_is_one_notice(
    asked: Challenge, rosalia: User, calogero: User, django_capture_on_commit_callbacks: Any
) -> None:
    challenges.challenge_person(rosalia, asked.table, "Calogero")
    assert notifying.unread_count(calogero.pk) == 1
    with django_capture_on_commit_callbacks(execute=True):
        actions.take_seat(calogero, asked.table, 2)
    assert notifying.unread_count(calogero.pk) == 0, "taking a seat settles the challenge"


def test_whoever_asked_hears_that_the_friendship_is_accepted(rosalia: User, calogero: User) -> None:
    people.befriend(rosalia, calogero)
    people.befriend(calogero, rosalia)
    [notice] = notifying.inbox_of(rosalia)
    assert (notice.kind, notice.actor, notice.url) == ("accepted", calogero, "/amici/")
    assert notifying.unread_count(calogero.pk) == 0, "the request is answered"


def test_those_one_has_played_with_are_offered_as_friends(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    table = open_table(rosalia)
    actions.fill_with_bots(rosalia, table)
    match = Match.objects.get(table=table)
    common = {
        "match": match,
        "score": 0,
        "place": 1,
        "game": "tressette",
        "players": 4,
        "at": match.started_at,
    }
    common |= {"preset": "classico", "rated": False, "rank": 1, "won": True, "left": False, "absent": False}
    for seat, person in enumerate((rosalia, calogero)):
        Result.objects.create(**common, user=person, seat=seat, side=seat, deals=1, points=0)
    browser, offered = page_of(rosalia), 'aria-label="Ask to be friends with Calogero"'
    assert offered in browser.get("/amici/", headers={"Accept-Language": "en"}).content.decode()
    people.befriend(rosalia, calogero)
    assert offered not in browser.get("/amici/", headers={"Accept-Language": "en"}).content.decode()
