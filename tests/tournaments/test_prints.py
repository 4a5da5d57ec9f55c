"""The prints and the screen of an evening at real tables: slips, sheets for the wall, deals."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from games.play import event_log
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, words
from tests.tournaments.test_real_tables import enter
from tournaments import actions, selectors
from tournaments.running.deals import board_deal

ROUND = ("console-score-slips", "console-round-sheet", "console-boards")


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def hall(begun_evening: NewEvening) -> Evening:
    """An evening of four pairs at real tables, with the same two deals at all of them."""
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 2, "duplicate": True})
    return on


def page(on: Evening, name: str, user: User | None, *args: Any) -> Any:
    return browser(user).get(reverse(name, args=[on.event.code, *args]))


def api(on: Evening, path: str) -> Any:
    return browser(None).get(f"/api/v1/tournaments/{on.event.code}/{path}").json()


def test_a_round_has_slips_and_a_sheet_for_the_wall(hall: Evening) -> None:
    slips = words(page(hall, "console-score-slips", hall.organiser, 1).content.decode())
    assert "Table 1" in slips
    assert "Signed" in slips
    wall = words(page(hall, "console-round-sheet", hall.organiser, 1).content.decode())
    assert "Anna – Bruno" in wall
    assert "By name" in wall
    assert page(hall, "console-round-sheet", hall.organiser, 2).status_code == 404


def test_the_wall_and_the_slips_name_the_stage_of_a_table(begun_evening: NewEvening) -> None:
    on = begun_evening(format="stages", venue="real", settings={"first": "groups", "first_rounds": 1})
    for name in ("console-score-slips", "console-round-sheet"):
        sheet = words(page(on, name, on.organiser, 1).content.decode())
        assert "Group 1" in sheet
        assert "Group 2" in sheet


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_strip_over_a_stream_shows_the_table_on_the_stage(
    begun_evening: NewEvening, duplicate: bool
) -> None:
    """It has the players and the score so far, but nothing of deals that others still play."""
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 2, "duplicate": duplicate})
    first, second = on.tables()
    for table in (first, second):
        actions.enter_scores(on.organiser, table, {table.labels[0]: [7, 4]}, now=on.now)
    actions.enter_scores(on.organiser, first, {first.labels[1]: [3, 8]}, now=on.now)

    def strip(number: Any) -> str:
        address = reverse("event-hall", args=[on.event.code])
        return words(browser().get(address, {"striscia": "", "tavolo": number}).content.decode())

    entries = {each.number: selectors.entry_name(each) for each in on.event.entries.all()}
    names = [entries[table.places[0]] for table in (first, second)]
    assert names[0] in strip(1)
    assert names[1] in strip(2)
    assert names[1] not in strip(1)
    assert ("10–12" in strip(1), "7–4" in strip(2)) == (not duplicate, not duplicate)
    assert all("Standings" not in strip(number) for number in (1, 2, 0))
    assert not any(name in strip(number) for name in names for number in (9, 0))
    for number in (2, 0):
        page = browser().get(reverse("event-hall", args=[on.event.code]), {"tavolo": number}).content.decode()
        assert f"?tavolo={number}" in page


def test_the_door_has_the_link_of_the_event(hall: Evening) -> None:
    assert hall.event.get_absolute_url() in page(hall, "console-door", hall.organiser).content.decode()


def test_the_deals_of_a_round_are_slips_for_directors_who_do_not_play(
    hall: Evening, club: list[User], begun_evening: NewEvening
) -> None:
    shown = page(hall, "console-boards", hall.organiser, 1).content.decode()
    assert shown.count('class="slip-hand"') == 2 * 4
    assert "Curtain card: round 1, deal 2" in words(shown)
    for stranger in (None, club[0], club[11]):
        assert page(hall, "console-boards", stranger, 1).status_code in (302, 403)
    actions.add_director(hall.organiser, hall.event, club[1])
    assert page(hall, "console-boards", club[1], 1).status_code == 403, "plays these deals"
    actions.add_director(hall.organiser, hall.event, club[11])
    assert page(hall, "console-boards", club[11], 1).status_code == 200
    shuffled = begun_evening(venue="real", settings={"rounds": 1, "deals": 1})
    assert page(shuffled, "console-boards", hall.organiser, 1).status_code == 404


def test_the_slips_have_the_cards_that_a_match_would_deal(begun_evening: NewEvening) -> None:
    on = begun_evening(2, settings={"rounds": 1, "deals": 2, "duplicate": True})
    on.play()
    [table] = on.tables()
    assert table.table is not None
    assert table.table.match_id is not None
    for event in event_log.read_events(table.table.match_id, kinds=["dealt"], only=("public", "sealed")):
        number = event.public["deal"]
        deal = board_deal(on.event, table.round, table, number)
        assert deal.dealer == event.public["dealer"]
        dealt = [sorted(hand) for hand in event.sealed["hands"]]
        assert [sorted(card.code for card in hand) for hand in deal.hands] == dealt


def slips(on: Evening, number: int) -> str:
    return words(page(on, "console-boards", on.organiser, number).content.decode())


def test_the_deals_of_later_rounds_are_those_that_are_played_then(
    evening: NewEvening, club: list[User]
) -> None:
    settings = {"rounds": 2, "deals": 2, "duplicate": True}
    on = evening(venue="real", format="danish", settings=settings)
    on.enter(club[:2])
    actions.register_entry(club[2], on.event, partner=club[3], nonce="3c" * 32, now=on.now)
    actions.accept_partner(club[3], on.event, now=on.now)
    assert page(on, "console-boards", on.organiser, 1).status_code == 404
    act = reverse("console-act", args=[on.event.code, "take-deals"])
    assert browser(club[11]).post(act, headers={"Accept": "application/json"}).status_code == 403
    assert browser(on.organiser).post(act).status_code == 302
    ahead = [slips(on, number) for number in (1, 2)]
    assert page(on, "console-boards", on.organiser, 3).status_code == 404
    assert actions.add_director(on.organiser, on.event, club[11]) is not None
    assert page(on, "console-boards", club[11], 2).status_code == 404, "has not taken them"
    with refused("has_watched"):
        actions.enter_members(on.organiser, on.event, [on.organiser, club[8]], now=on.now)
    on.start()
    assert slips(on, 1) == ahead[0]
    [table] = on.tables()
    enter(on, table, (8, 3), (6, 5))
    on.begin_round()
    assert slips(on, 2) == ahead[1]
    assert ahead[0] != ahead[1]


def test_a_deal_shows_its_cards_when_the_round_is_over(hall: Evening, club: list[User]) -> None:
    one, other = hall.tables()
    address = reverse("event-deal", args=[hall.event.code, one.labels[0]])
    enter(hall, one, (8, 3), (6, 5))
    assert browser(club[0]).get(address).status_code == 409
    enter(hall, other, (2, 9), (11, 0))
    shown = browser(club[0]).get(address).content.decode()
    assert "The cards" in words(shown)
    assert shown.count('class="pcard"') == 40


def test_the_screen_shows_tables_and_standings_but_no_closed_result(hall: Evening) -> None:
    one, other = hall.tables()
    enter(hall, one, (8, 3), (6, 5))
    shown = words(page(hall, "event-hall", None).content.decode())
    assert "Round 1 of 1" in shown
    assert "Anna – Bruno" in shown
    assert "1/2" in shown
    assert words(page(hall, "event-hall-parts", None).content.decode()) in shown
    enter(hall, other, (2, 9), (11, 0))
    over = words(page(hall, "event-hall", None).content.decode())
    assert "Standings" in over


def test_the_screen_has_the_standings_deal_by_deal_once_nobody_can_play_them(hall: Evening) -> None:
    one, other = hall.tables()
    enter(hall, one, (8, 3), (6, 5))
    assert page(hall, "event-hall", None).context["barometer"] is None
    assert api(hall, "rounds/1/barometer/")["results"] == []
    enter(hall, other, (2, 9), (11, 0))
    state = selectors.event_sheet(hall.event).state
    after = [{line.entrant: line.score for line in lines} for lines in state.barometer(1)]
    assert after[1] == {line.entrant: line.score for line in state.standings()}
    first, second = one.places, other.places
    assert [after[0][who] for who in first] == [2000 - after[0][who] for who in second] != [1000, 1000]
    [course, *_others] = api(hall, "rounds/1/barometer/")["results"]
    assert course["scores"] == [after[0][course["entry"]], after[1][course["entry"]]]
    assert (course["places"][-1], len(_others)) == (1, 3)
    round_, rows = page(hall, "event-hall", None).context["barometer"]
    assert (round_.row.number, len(rows), {len(places) for _name, places in rows}) == (1, 4, {2})
    assert [places[-1] for _name, places in rows] == sorted(places[-1] for _name, places in rows)


def test_the_screen_shows_the_hand_of_the_evening_when_it_is_over(
    hall: Evening, begun_evening: NewEvening
) -> None:
    one, other = hall.tables()
    enter(hall, one, (8, 3), (6, 5))
    assert page(hall, "event-hall", None).context["hand"] is None
    assert api(hall, "hand/")["code"] == "not_found"
    enter(hall, other, (2, 9), (11, 0))
    shown = page(hall, "event-hall", None)
    hand = shown.context["hand"]
    assert (hand.label, hand.best[1], hand.worst[1]) == ("1-1", "8–3", "2–9")
    assert shown.content.decode().count('class="pcard"') == 40
    for_programs = api(hall, "hand/")
    assert (for_programs["deal"], for_programs["best"]["scores"]) == ("1-1", [8, 3])
    assert len({card for cards in for_programs["hands"] for card in cards}) == 40
    on = begun_evening(settings={"rounds": 1, "deals": 1, "duplicate": True})
    on.to_the_end()
    shown = page(on, "event-hall", None)
    assert f'/partita/{shown.context["hand"].match}/incorporata/?ripeti#s1"' in shown.content.decode()
    for_programs = api(on, "hand/")
    assert (for_programs["dealer"], for_programs["hands"]) == (None, [])
    assert for_programs["best"]["match"] == str(shown.context["hand"].match)


@pytest.mark.parametrize("name", ROUND)
def test_an_event_on_the_site_prints_none_of_it(tonight: Evening, name: str) -> None:
    assert page(tonight, name, tonight.organiser, 1).status_code == 404
    assert page(tonight, "event-hall", None).status_code == 200
