"""Rounds that an entry asks to sit out, and opponents who leave: what they are worth, as the event says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, shown, words
from tests.tournaments.test_real_tables import enter
from tournaments import actions, chronicle
from tournaments.evenings import evening_files
from tournaments.formats import catalog
from tournaments.formats.catalog import EventHistory, HistoryEntrant, HistoryRound, PlayedRound
from tournaments.formats.format import EventSides
from tournaments.formats.history import HistoryTable
from tournaments.models import Event, TournamentTable

PAIRS = EventSides("pair", (0, 1, 0, 1))
SWISS = catalog.FORMATS["swiss"]


def history(asked_bye: tuple[int, ...] | None, *asks: int) -> EventHistory:
    """Return four entrants, of whom the fourth asks to sit out these rounds; nothing is played yet."""
    entrants = [
        HistoryEntrant(number, byes_asked=frozenset(asks if number == 4 else ())) for number in range(1, 5)
    ]
    return EventHistory(tuple(entrants), asked_bye=asked_bye)


def paired(before: EventHistory) -> HistoryRound:
    settings = SWISS.settings({"rounds": 3, "odd": "rests"})
    drawn = catalog.next_round(SWISS, settings, PAIRS, before, "seed")
    assert isinstance(drawn, HistoryRound)
    return drawn


def scores(asked_bye: tuple[int, ...], busy: frozenset[int] = frozenset()) -> dict[int, int]:
    """Return the scores after a round at table and one in which the fourth sat out, as asked."""
    first = PlayedRound(HistoryRound((HistoryTable((1, 4)), HistoryTable((2, 3)))), ((600, 1400), (2000, 0)))
    second = PlayedRound(HistoryRound((HistoryTable((1, 2)),), (3, 4)), ((1000, 1000),))
    entrants = history(asked_bye, 2).entrants
    played = EventHistory(entrants, (first, second), asked_bye=asked_bye, busy=busy)
    lines = catalog.format_standings(SWISS, SWISS.settings({}), played, "seed", PAIRS)
    return {line.entrant: line.score for line in lines}


# ---- rounds that somebody asks to sit out


def test_whoever_asks_is_not_paired_in_that_round() -> None:
    drawn = paired(history((), 1))
    assert 4 in drawn.byes
    assert all(4 not in table.places for table in drawn.tables)
    assert len(drawn.byes) == 2, "one more is left over"


def test_in_other_rounds_they_are_paired() -> None:
    assert paired(history((), 2)).byes == ()


def test_where_nobody_can_ask_nobody_sits_out() -> None:
    assert paired(history(None, 1)).byes == ()


def test_the_round_is_worth_what_the_event_says() -> None:
    assert scores(())[4] == 1400 + 1400, "their own average"
    assert scores((1000,))[4] == 1400 + 1000, "a tie"
    assert scores((0,))[4] == 1400, "nothing"


def test_it_counts_once_the_others_have_played() -> None:
    assert scores((), busy=frozenset({1, 2}))[4] == 1400


def test_whoever_is_left_over_has_the_average_whatever_others_have_asked() -> None:
    assert scores((0,))[3] == 0 + 0
    assert scores((0,))[2] == 2000 + 1000


@pytest.mark.parametrize(("scoring", "tie"), [("victory", (1000,)), ("match", (100,)), ("game", ())])
def test_a_tie_is_half_of_what_a_table_has_to_give(begun_evening: NewEvening, scoring: str, tie: Any) -> None:
    on = begun_evening(venue="real", asked_byes="tie", settings={"rounds": 3, "deals": 1, "scoring": scoring})
    assert chronicle.read_chronicle(on.event).asked_bye == tie


@pytest.fixture
def hall(begun_evening: NewEvening) -> Evening:
    return begun_evening(
        venue="real", asked_byes="nothing", settings={"rounds": 2, "deals": 1, "odd": "rests"}
    )


def finish(on: Evening) -> None:
    for table in on.tables():
        enter(on, table, (8, 3))
    on.begin_round()


def test_a_director_notes_the_wish_and_the_pairing_keeps_to_it(hall: Evening, club: list[User]) -> None:
    entry = hall.entries[0]
    actions.ask_byes(hall.organiser, entry, [2])
    finish(hall)
    assert entry.number in hall.round.byes
    finish(hall)
    state = chronicle.read_chronicle(hall.fresh())
    [line] = [each for each in state.standings() if each.entrant == entry.number]
    [first] = [each for each in state.tables[1] if entry.number in each.places]
    assert line.score == (state.points[first.pk] or ())[first.places.index(entry.number)]
    document = evening_files.evening_document(hall.event)["event"]
    assert (document["asked_byes"], document["entries"][0]["byes_asked"]) == ("nothing", [2])
    data = json.dumps(evening_files.evening_document(hall.event)).encode()
    hall.event.delete()
    brought = actions.import_evening(club[0], data)
    assert isinstance(brought, Event)
    assert chronicle.read_chronicle(brought).standings() == state.standings()


def test_only_rounds_to_come_can_be_named(hall: Evening) -> None:
    with refused("bad_byes"):
        actions.ask_byes(hall.organiser, hall.entries[0], [1])
    with refused("bad_byes"):
        actions.ask_byes(hall.organiser, hall.entries[0], [-1])
    actions.ask_byes(hall.organiser, hall.entries[0], [2])
    actions.ask_byes(hall.organiser, hall.entries[0], [])
    assert hall.entries[0].byes_asked == []


def test_players_ask_themselves(begun_evening: NewEvening) -> None:
    on = begun_evening(asked_byes="tie", settings={"rounds": 3, "deals": 1})
    mine, page = on.entries[0], reverse("event", args=[on.event.code])
    me = mine.members.get(place=0).user
    assert me is not None
    player = browser(me)
    assert "A round that you sit out counts for: A tie." in player.get(page).content.decode()
    asked = reverse("event-ask-byes", args=[on.event.code])
    assert player.post(asked, {"rounds": "2, 3"}).status_code == 302
    assert on.entries[0].byes_asked == [2, 3]
    said = on.event.log.latest("pk")
    assert (said.what, said.facts["rounds"]) == ("byes_asked", "2, 3")
    wrong = player.post(asked, {"rounds": "1"})
    assert (wrong.status_code, on.entries[0].byes_asked) == (422, [2, 3])
    with refused("not_director"):
        actions.ask_byes(me, on.entries[1], [2])
    actions.withdraw_from_event(me, on.event)
    with refused("not_director"):
        actions.ask_byes(me, on.entries[0], [])


def test_where_the_event_does_not_offer_it_nobody_can_ask(begun_evening: NewEvening) -> None:
    on = begun_evening(venue="real", settings={"rounds": 2, "deals": 1})
    with refused("no_asked_byes"):
        actions.ask_byes(on.organiser, on.entries[0], [2])


def test_the_page_says_what_such_a_round_is_worth(hall: Evening) -> None:
    assert "Nothing" in words(shown(hall.event))


# ---- opponents who leave


def leave(on: Evening) -> TournamentTable:
    """Let the second side of the first table leave."""
    table = on.tables()[0]
    actions.remove_entry(on.organiser, on.event.entries.get(number=table.places[1]), "Malati")
    return table


@pytest.mark.parametrize(("scoring", "won"), [("victory", 2000), ("match", 200), ("game", None)])
def test_those_whose_opponents_leave_win_if_the_event_says_so(
    begun_evening: NewEvening, scoring: str, won: int | None
) -> None:
    on = begun_evening(venue="real", walkover="win", settings={"rounds": 2, "deals": 1, "scoring": scoring})
    table = leave(on)
    actions.give_average(on.organiser, table, "Malati")
    state = chronicle.read_chronicle(on.fresh())
    if won is None:
        assert table.places[0] in state.rounds[0].byes, "the game knows no most: their average"
    else:
        assert state.points[table.pk] == (won, 0)


def test_they_have_their_average_otherwise(begun_evening: NewEvening) -> None:
    on = begun_evening(venue="real", settings={"rounds": 2, "deals": 1})
    table = leave(on)
    actions.give_average(on.organiser, table, "Malati")
    assert Event.objects.get(pk=on.event.pk).rounds.get(number=1).byes == [table.places[0]]
