"""Teams at real tables: everybody writes at their own table, and prints name the people of each."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation

from ludopoli.accounts.models import User
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, words
from tournaments import actions
from tournaments.console.desk import Desk
from tournaments.models import Member, ScoreEntry
from tournaments.scores import score_links
from tournaments.scores.score_links import ScoreWriter


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
@from_snapshot
def league(evening: NewEvening, club: list[User]) -> Evening:
    """Two teams of five, each with a substitute, whose first round is paired and has sealed line-ups."""
    on = evening(venue="real", format="robin", unit="team", sealed=True, settings={"deals": 1})
    for name, people in (("Onda", club[:5]), ("Vela", club[5:10])):
        actions.enter_members(on.organiser, on.event, people, name, now=on.now)
    on.draw()
    return on


def begun(on: Evening) -> Evening:
    actions.start_round(on.organiser, on.event, now=on.now)
    on.at(seconds=1)
    return on


def sheet(on: Evening, member: Member, *, by_link: bool) -> str:
    """The score sheet of a member, by the link on their card or by their account."""
    phone = browser(None if by_link else member.user)
    if by_link:
        writer = ScoreWriter(member.entry, member.place)
        phone.get(reverse("event-score-link", args=[on.event.code, score_links.score_token(writer)]))
    return words(phone.get(reverse("event-scores", args=[on.event.code])).content.decode())


@pytest.mark.parametrize("by_link", [True, False])
def test_each_person_gets_the_sheet_of_their_own_table(league: Evening, by_link: bool) -> None:
    begun(league)
    members = league.event.members.select_related("entry", "user")
    places = {(each.entry.number, each.place): each for each in members}
    for table in league.tables():
        for number, place in table.seated:
            shown = sheet(league, places.pop((number, place)), by_link=by_link)
            assert f"Round 1, table {table.number}" in shown
            assert f"Table {3 - table.number}" not in shown, "whose deals are the same"
    for substitute in places.values():
        assert "You do not play in round 1" in sheet(league, substitute, by_link=by_link)


def test_before_the_line_ups_are_open_nobody_has_a_table(league: Evening) -> None:
    for member in league.event.members.select_related("entry", "user"):
        assert "has not been assigned yet" in sheet(league, member, by_link=True)


def test_nobody_writes_at_another_table_of_their_team(league: Evening) -> None:
    begun(league)
    first, second = league.tables()
    [number, place] = first.seated[0]
    member = league.event.members.get(entry__number=number, place=place)
    phone = browser(member.user)
    for table, status in ((second, 403), (first, 200)):
        sent = {"table": f"1-{table.number}", "score-1-0": "8", "score-1-1": "3"}
        headers = {"Accept": "application/json"}
        answer = phone.post(reverse("event-scores", args=[league.event.code]), sent, headers=headers)
        assert answer.status_code == status
    assert ScoreEntry.objects.get().table_id == first.pk


def test_every_member_has_a_card(league: Evening) -> None:
    cards = browser(league.organiser).get(reverse("console-place-cards", args=[league.event.code]))
    assert cards.content.decode().count('class="qr"') == 10
    links = score_links.printed_score_links(RequestFactory().get("/"), league.event, league.entries[:1])
    assert [each.writer.place for each in links] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", ["console-round-sheet", "console-score-slips"])
def test_walls_and_slips_name_people_once_line_ups_are_open(
    league: Evening, club: list[User], name: str
) -> None:
    address = reverse(name, args=[league.event.code, 1])
    sealed = words(browser(league.organiser).get(address).content.decode())
    assert "Onda" in sealed
    assert "Anna" not in sealed
    opened = words(browser(begun(league).organiser).get(address).content.decode())
    assert all(person.username in opened for person in club[:4])


def test_the_desk_sees_who_has_handed_in_and_not_what(league: Evening, club: list[User]) -> None:
    desk = Desk(league.fresh(), league.organiser)
    assert desk.line_ups_missing == ["Onda", "Vela"]
    entry = league.event.entries.get(name="Onda")
    actions.hand_in_line_up(club[0], entry, [4, 1, 2, 3], now=league.now)
    assert Desk(league.fresh(), league.organiser).line_ups_missing == ["Vela"]
    page = words(browser(league.organiser).get(reverse("console", args=[league.event.code])).content.decode())
    assert "Line-ups still to be handed in: Vela" in page
