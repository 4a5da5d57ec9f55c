"""Ties of several parts, clause by clause: which parts are played, and who wins."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from games import tasks
from games.models import Match, Rating
from ludopoli.accounts.models import User
from tests.games.playing import Moves
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import actions, selectors, tie_parts
from tournaments.formats.parts import PartsPlan, follow_parts
from tournaments.models import Event, TournamentTable
from tournaments.models import TournamentTable as Table

BEST_OF_THREE = PartsPlan((1, 1, 1), bella=True)
BEST_OF_FIVE = PartsPlan((1, 1, 1, 1, 1), bella=True)
TWO_PARTS = PartsPlan((1, 1))

ONE, OTHER, DRAWN = (1, 0), (0, 1), (1, 1)


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


def after(plan: PartsPlan, *rows: tuple[int, int] | None, forfeits: Any = ()) -> Any:
    labels = [str(at) for at in range(max(len(rows), plan.rows_at_first))]
    boards = {label: scores for label, scores in zip(labels, rows, strict=False) if scores is not None}
    return follow_parts(plan, labels, boards, forfeits)


# ---- the regulation


@pytest.mark.parametrize(
    ("plan", "rows", "wins", "missing"),
    [
        (BEST_OF_THREE, [], (0, 0), None),
        (BEST_OF_THREE, [ONE], (1, 0), None),
        (BEST_OF_THREE, [ONE, ONE], (2, 0), None),
        (BEST_OF_THREE, [ONE, OTHER], (1, 1), 2),
        (BEST_OF_THREE, [ONE, OTHER, OTHER], (1, 2), None),
        (BEST_OF_THREE, [ONE, DRAWN], (1, 0), None),
        (BEST_OF_THREE, [DRAWN, DRAWN], (0, 0), 2),
        (BEST_OF_FIVE, [ONE, OTHER, ONE, OTHER], (2, 2), 4),
        (TWO_PARTS, [ONE, OTHER], (1, 1), None),
    ],
)
def test_the_bella_is_played_only_if_the_sides_are_level(
    plan: PartsPlan, rows: Any, wins: Any, missing: int | None
) -> None:
    course = after(plan, *rows)
    assert (course.wins, course.missing) == (wins, missing)


def test_with_a_bella_a_tie_ends_as_soon_as_it_is_decided() -> None:
    course = after(BEST_OF_FIVE, ONE, ONE, ONE)
    assert course.wins == (3, 0)
    assert [each.counts for each in course.parts] == [True, True, True, False, False]
    assert course.needed == {"0", "1", "2"}


def test_without_a_bella_all_parts_are_played() -> None:
    course = after(PartsPlan((1, 1, 1)), ONE, ONE, OTHER)
    assert (course.wins, course.needed) == ((2, 1), {"0", "1", "2"})


def test_a_bella_that_is_not_needed_any_more_does_not_count() -> None:
    course = after(BEST_OF_THREE, ONE, ONE, OTHER)
    assert (course.wins, course.parts[2].counts) == ((2, 0), False)


def test_a_bella_waits_for_a_part_that_is_not_settled() -> None:
    course = after(BEST_OF_THREE, None, DRAWN, OTHER)
    assert course.parts[2].counts is False
    assert course.needed == {"0", "1"}


def test_a_forfeited_part_is_won_by_the_other_side() -> None:
    assert after(BEST_OF_THREE, None, OTHER, forfeits=(0,)).wins == (0, 2)
    assert after(BEST_OF_THREE, None, ONE, forfeits=(0,)).missing == 2
    assert after(BEST_OF_THREE, ONE, OTHER, forfeits=(None, None, 1)).wins == (2, 1)


def test_a_part_of_several_deals_goes_by_their_sum() -> None:
    course = after(PartsPlan((2, 1)), (8, 3), (2, 9), OTHER)
    assert [each.scores for each in course.parts] == [(10, 12), (0, 1)]
    assert course.wins == (0, 2)


def test_a_play_off_breaks_a_tie_that_is_level_after_all_parts() -> None:
    assert after(TWO_PARTS, ONE, OTHER, ONE).wins == (2, 1)
    assert after(TWO_PARTS, ONE, ONE, OTHER).wins == (2, 0)


def test_a_part_that_is_under_way_is_not_won_yet() -> None:
    course = after(PartsPlan((2, 1)), (8, 3))
    assert (course.wins, course.wins_so_far) == ((1, 0), (0, 0))
    assert after(PartsPlan((1, 2)), ONE, OTHER).wins_so_far == (1, 0)
    assert after(BEST_OF_THREE, None, OTHER, forfeits=(0,)).wins_so_far == (0, 2)


# ---- an evening at real tables

TRESSETTE, BRISCOLA = {"preset": "classico"}, {"preset": "torneo"}
MIXED: dict[str, Any] = {
    "venue": "real",
    "scores": "match",
    "format": "knockout",
    "rules": TRESSETTE,
    "later_parts": [{"game": "briscola", "rules": BRISCOLA}, {"game": "tressette", "rules": TRESSETTE}],
    "bella": True,
}
T_ONE, T_OTHER, B_ONE, B_OTHER = (3, 1), (2, 3), (2, 0), (1, 2)


@pytest.fixture
def hall(begun_evening: NewEvening) -> Evening:
    begun = begun_evening(**MIXED, settings={})
    return begun


def enter(on: Evening, table: Table, *rows: Any, **more: Any) -> TournamentTable:
    table.refresh_from_db()
    sheet = {label: row for label, row in zip(table.labels, rows, strict=False) if row is not None}
    answer = actions.enter_scores(on.organiser, table, sheet, now=on.now, **more)
    return answer


def test_two_nil_plays_no_bella(hall: Evening) -> None:
    table = hall.tables()[0]
    assert len(table.labels) == 2, "the bella is not asked before it is needed"
    table = enter(hall, table, T_ONE, B_ONE)
    assert (table.status, len(table.labels)) == ("over", 2)
    sheet = selectors.event_sheet(hall.fresh())
    assert sheet.points(sheet.row(table)) == (200, 0)


def test_one_all_plays_the_bella(hall: Evening) -> None:
    table = enter(hall, hall.tables()[0], T_ONE, B_OTHER)
    assert (table.status, len(table.labels)) == ("playing", 3)
    table = enter(hall, table, None, None, T_OTHER)
    assert table.status == "over"
    sheet = selectors.event_sheet(hall.fresh())
    assert sheet.points(sheet.row(table)) == (0, 200)
    assert sheet.scores(sheet.row(table)) == (1, 2), "the score of a tie is the parts won"


def test_a_strip_shows_the_parts_won(hall: Evening) -> None:
    """Also while the bella is awaited, though one side has more points in all."""
    table = enter(hall, hall.tables()[0], T_ONE, B_OTHER)
    address = reverse("event-hall", args=[hall.event.code])
    assert '<b class="num">1–1</b>' in browser().get(address, {"tavolo": table.number}).content.decode()


def test_the_winner_of_more_parts_goes_on(hall: Evening) -> None:
    first, second = hall.tables()
    enter(hall, first, T_ONE, B_ONE)
    enter(hall, second, T_ONE, B_OTHER)
    enter(hall, second, None, None, T_OTHER)
    hall.begin_round()
    [final, _third] = hall.tables()
    assert {*final.places} == {first.places[0], second.places[1]}


def test_the_phones_write_a_part_each_and_the_bella_when_it_is_needed(hall: Evening) -> None:
    table = hall.tables()[0]
    entries = {each.number: each for each in hall.entries}
    one, other = (entries[number] for number in table.places)

    def both(at: int, scores: tuple[int, int]) -> None:
        table.refresh_from_db()
        for entry in (one, other):
            actions.write_scores(None, entry, table, {table.labels[at]: scores}, now=hall.now)
        table.refresh_from_db()

    both(0, T_ONE)
    both(1, B_OTHER)
    both(2, T_ONE)
    assert (table.status, table.deals) == (
        "over",
        dict(zip(table.labels, map(list, (T_ONE, B_OTHER, T_ONE)), strict=True)),
    )


def test_each_part_has_the_scores_of_its_own_game(hall: Evening) -> None:
    table = hall.tables()[0]
    with refused("match_undecided"):
        enter(hall, table, B_ONE)
    with refused("impossible_match"):
        enter(hall, table, T_ONE, T_ONE)


def test_part_one_is_corrected_after_the_bella_was_begun(hall: Evening) -> None:
    table = enter(hall, hall.tables()[0], T_ONE, B_OTHER)
    one = next(each for each in hall.entries if each.number == table.places[0])
    actions.write_scores(None, one, table, {table.labels[2]: T_ONE}, now=hall.now)
    table = enter(hall, table, T_OTHER)
    assert table.status == "over", "at 0–2 nothing is left to be played"
    sheet = selectors.event_sheet(hall.fresh())
    assert sheet.scores(sheet.row(table)) == (0, 2)


def test_a_correction_to_one_all_plays_the_bella_while_the_round_lasts(hall: Evening) -> None:
    table = enter(hall, hall.tables()[0], T_ONE, B_ONE)
    table = enter(hall, table, None, B_OTHER, reason="wrong result")
    assert (table.status, len(table.labels)) == ("playing", 3)
    assert enter(hall, table, None, None, T_OTHER).status == "over"


def test_a_correction_after_the_round_leaves_the_bella_to_the_director(hall: Evening) -> None:
    first, _ = (enter(hall, each, T_OTHER, B_OTHER) for each in hall.tables())
    assert hall.round.status == "drawn"
    first = enter(hall, first, T_ONE, reason="wrong result", confirmed=True)
    assert (first.status, len(first.labels)) == ("over", 3)
    first = enter(hall, first, None, None, T_OTHER, reason="wrong result", confirmed=True)
    sheet = selectors.event_sheet(hall.fresh())
    assert sheet.scores(sheet.row(first)) == (1, 2)


def test_a_director_rules_that_a_part_is_forfeited(hall: Evening) -> None:
    table = enter(hall, hall.tables()[0], T_ONE)
    table = actions.forfeit_part(hall.organiser, table, 2, 1, "absence", now=hall.now)
    assert table.status == "over"
    table = actions.forfeit_part(hall.organiser, table, 2, None, "agreed by both sides", now=hall.now)
    sheet = selectors.event_sheet(hall.fresh())
    assert sheet.scores(sheet.row(table)) == (1, 0), "nothing was played in part two"
    for part, place, code in ((4, 0, "no_part"), (1, 2, "no_place")):
        with refused(code):
            actions.forfeit_part(hall.organiser, table, part, place, "absence", now=hall.now)


def test_who_deals_first_alternates_and_is_drawn_by_lot_for_the_bella(hall: Evening) -> None:
    tables = hall.tables()
    for table in tables:
        assert [tie_parts.first_to_deal(table, at) for at in (0, 1)] == [0, 1]
        assert tie_parts.first_to_deal(table, 2) == tie_parts.first_to_deal(table, 2) in (0, 1)


def test_a_level_tie_without_a_bella_has_a_play_off(begun_evening: NewEvening) -> None:
    two = {**MIXED, "later_parts": MIXED["later_parts"][:1], "bella": False}
    on = begun_evening(**two, settings={})
    table = enter(on, on.tables()[0], T_ONE, B_OTHER)
    assert (table.status, len(table.labels)) == ("playing", 3)
    assert tie_parts.row_title(table, 2) == "Play-off: Briscola"
    table = enter(on, table, None, None, B_ONE)
    sheet = selectors.event_sheet(on.fresh())
    assert (table.status, sheet.scores(sheet.row(table))) == ("over", (2, 1))


def test_the_parts_may_be_written_deal_by_deal(begun_evening: NewEvening) -> None:
    parts = [{"game": "briscola", "rules": BRISCOLA, "deals": 1}, {**MIXED["later_parts"][1], "deals": 1}]
    on = begun_evening(**{**MIXED, "scores": "deal", "later_parts": parts}, settings={"deals": 2})
    table = on.tables()[0]
    assert len(table.labels) == 3
    assert [tie_parts.row_title(table, at) for at in range(4)] == [
        "Tressette, 1", "Tressette, 2", "Briscola", "Decider: Tressette",
    ]  # fmt: skip
    strip = partial(browser().get, reverse("event-hall", args=[on.event.code]), {"tavolo": table.number})
    table = enter(on, table, (8, 3))
    assert '<b class="num">0–0</b>' in strip().content.decode(), "the first part is under way"
    table = enter(on, table, None, (3, 8), (70, 50))
    sheet = selectors.event_sheet(on.fresh())
    assert (table.status, sheet.scores(sheet.row(table))) == ("over", (1, 0))


def test_a_league_ranks_ties_by_parts_won(begun_evening: NewEvening) -> None:
    league = {**MIXED, "format": "robin"}
    on = begun_evening(**league, settings={"scoring": "game"})
    for _round in range(3):
        for table in on.tables():
            wins = (T_ONE, B_ONE) if table.places[0] == min(table.places) else (T_OTHER, B_OTHER)
            enter(on, table, *wins)
        on.begin_round()
    assert on.fresh().status == "finished"
    sheet = selectors.event_sheet(on.event)
    assert [(line.place, line.entrant, line.score) for line in sheet.lines] == [
        (1, 1, 600), (2, 2, 400), (3, 3, 200), (4, 4, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("format", ["robin", "groups"])
def test_a_league_may_leave_a_tie_level(begun_evening: NewEvening, format: str) -> None:
    two = {**MIXED, "format": format, "later_parts": MIXED["later_parts"][:1], "bella": False}
    on = begun_evening(**two, settings={})
    table = enter(on, on.tables()[0], T_ONE, B_OTHER)
    sheet = selectors.event_sheet(on.fresh())
    assert (table.status, sheet.points(sheet.row(table))) == ("over", (100, 100))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"format": "swiss"}, "one_part"),
        ({"format": "robin", "settings": {"scoring": "victory"}}, "bad_setting"),
        ({"settings": {"duplicate": True}}, "bad_setting"),
        ({"later_parts": [{"rules": BRISCOLA}]}, "bad_parts"),
        ({"later_parts": [{"game": "briscola", "rules_name": "a\nb"}]}, "bad_parts"),
        ({"later_parts": [{"game": "briscola", "rules_name": "che merda"}]}, "bad_words"),
        ({"later_parts": [{"game": "briscola", "rules": {}, "deals": 0}]}, "bad_parts"),
        ({"later_parts": [{"game": "briscola", "rules": {"preset": "?"}}]}, "bad_rules"),
        ({"later_parts": [{"game": "traversone", "rules": {"preset": "traversone"}}]}, "other_sides"),
        ({"later_parts": [{"game": "tarocchi", "rules": {"preset": "calatafimi"}}]}, "wrong_players"),
        ({"later_parts": [{"game": "?", "rules": {}}]}, "no_game"),
        ({"later_parts": [{"game": "briscola", "rules": BRISCOLA}] * 5}, "bad_parts"),
        ({"bella": 1}, "bad_event"),
    ],
)
def test_what_does_not_make_a_tie(evening: NewEvening, fields: dict[str, Any], code: str) -> None:
    with refused(code):
        evening(**{**MIXED, "settings": {}, **fields})


def test_an_event_of_one_part_is_the_list_of_one(evening: NewEvening, club: list[User]) -> None:
    event: Event = evening(bella=True).event
    assert (event.later_parts, event.bella, event.is_mixed) == ([], False, False)
    [part] = tie_parts.parts_of_event(event)
    assert (part.game, part.rules, part.deals) == (event.game, event.rules, 1)


# ---- on the site

ONLINE = {**MIXED, "venue": "online", "scores": "deal", "settings": {"deals": 1}}
ONLINE["later_parts"] = [
    {"game": "briscola", "deals": 1},
    {"game": "tressette", "rules": TRESSETTE, "deals": 1},
]


def test_on_the_site_each_part_is_a_match_of_its_game_at_the_same_table(begun_evening: NewEvening) -> None:
    on = begun_evening(2, **ONLINE)
    [table] = on.tables()
    assert table.table is not None
    assert (table.labels, table.table.labels) == (["1-1", "1-2"], ["1-1"])
    on.play()
    table = on.tables()[0]
    assert table.table is not None
    assert (table.status, table.table.game, table.table.labels) == ("playing", "briscola", ["1-2"])
    while not on.fresh().is_over:
        on.play()
        on.begin_round()
    table.refresh_from_db()
    matches = list(Match.objects.order_by("started_at", "pk"))
    course = tie_parts.course_of_table(table)
    assert [each.game for each in matches] == ["tressette", "briscola", "tressette"][: len(matches)]
    assert len(matches) == len(table.deals) == sum(each.has_result for each in course.parts)
    assert (course.wins[0] == course.wins[1]) is False or len(matches) > 2


def test_a_table_that_is_ended_plays_no_further_part(begun_evening: NewEvening) -> None:
    on = begun_evening(2, **ONLINE)
    actions.end_table(on.organiser, on.tables()[0], "slow play", now=on.now)
    on.at(seconds=1)
    [table] = on.tables(1)
    assert (table.status, table.deals, Match.objects.count()) == ("over", {}, 1)


def test_on_the_site_the_next_part_begins_when_one_in_play_is_forfeited(begun_evening: NewEvening) -> None:
    """The finished deals of the forfeited part stay its own, and the other parts have their labels."""
    parts = [{"game": "briscola", "deals": 1}, {**ONLINE["later_parts"][1], "deals": 1}]
    on = begun_evening(2, **{**ONLINE, "settings": {"deals": 2}, "later_parts": parts})
    [table] = on.tables()
    assert table.table is not None
    assert table.table.match_id is not None
    moves = Moves(table.table.match_id)
    while not moves.now.state.sheet:
        [seat, *_others] = moves.now.to_act()
        moves.take(seat, moves.now.game.legal(moves.now.state, seat)[0], moves.now.row.turn_at)
    moves.store()
    page = browser(on.organiser).get(reverse("console-table", args=[on.event.code, 1, 1])).content.decode()
    assert 'id="assegna-h"' in page
    actions.forfeit_part(on.organiser, table, 1, 1, "absence", now=on.now)
    [table] = on.tables()
    assert table.table is not None
    assert (table.status, table.table.game, table.table.labels) == ("playing", "briscola", ["1-3"])
    with refused("end_table_first"):
        actions.forfeit_part(on.organiser, table, 1, None, "agreed by both sides", now=on.now)
    on.play()
    [table] = on.tables(1)
    assert {"1-1", "1-3"} <= table.deals.keys() <= {"1-1", "1-3", "1-4"}
    course = tie_parts.course_of_table(table)
    assert course.parts[0].winner == 0
    assert course.parts[1].scores == tuple(table.deals["1-3"])


def test_a_forfeit_that_decides_the_meeting_ends_the_bella(begun_evening: NewEvening) -> None:
    on = begun_evening(2, **ONLINE)
    on.play()
    [table] = on.tables()
    first = tie_parts.course_of_table(table).wins.index(1)
    actions.forfeit_part(on.organiser, table, 2, first, "absence", now=on.now)
    [table] = on.tables()
    assert table.table is not None
    assert (table.status, table.table.game) == ("playing", "tressette"), "one part each: the bella"
    actions.forfeit_part(on.organiser, table, 1, first, "absence", now=on.now)
    on.at(seconds=1)
    [table] = on.tables(1)
    assert (table.status, table.deals.keys()) == ("over", {"1-1"})
    assert tie_parts.course_of_table(table).wins[1 - first] == 2


def test_a_part_to_come_is_not_played_once_it_is_forfeited(begun_evening: NewEvening) -> None:
    on = begun_evening(2, **ONLINE)
    [table] = on.tables()
    actions.forfeit_part(on.organiser, table, 2, 1, "absence", now=on.now)
    assert table.table is not None
    assert Match.objects.get().status == Match.Status.PLAYING
    on.play()
    assert "briscola" not in Match.objects.values_list("game", flat=True)


def test_parts_of_a_table_that_was_ended_can_be_forfeited(begun_evening: NewEvening) -> None:
    on = begun_evening(2, **ONLINE)
    [table] = on.tables()
    actions.end_table(on.organiser, table, "absence", now=on.now)
    on.at(seconds=1)
    for part in (1, 2):
        table = actions.forfeit_part(on.organiser, on.tables(1)[0], part, 1, "absence", now=on.now)
    sheet = selectors.event_sheet(on.fresh())
    assert sheet.scores(sheet.row(table)) == (2, 0)
    assert sheet.lines[0].entrant == table.places[0]


def test_bots_know_the_games_of_all_parts(evening: NewEvening) -> None:
    on = evening(**ONLINE)
    with refused("bad_member"):
        on.enter(["provetto", "provetto"])
    on.enter(["circolo", "circolo"])


def test_each_part_rates_its_own_game(begun_evening: NewEvening) -> None:
    on = begun_evening(2, **{**ONLINE, "settings": {"deals": 1, "duplicate": False}})
    on.to_the_end()
    for match in Match.objects.order_by("finished_at", "pk"):
        assert match.rated
        tasks.score_match(str(match.pk))
    assert {*Rating.objects.values_list("game", flat=True)} == {"tressette", "briscola"}
