"""A pair leaves or comes during an evening at real tables: who plays, who rests, and what they score."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_exits import play
from tests.tournaments.test_pages import browser
from tournaments import actions, chronicle, selectors
from tournaments.actions.rulings import walkover_points
from tournaments.console.desk import Desk
from tournaments.formats.catalog import FORMATS, EventHistory, EventSides, HistoryEntrant, HistoryRound
from tournaments.formats.catalog import HistoryTable as Drawn
from tournaments.formats.history import PlayedRound
from tournaments.models import Entry, Round, TournamentTable
from tournaments.outlets import journal

PAIRS = EventSides("pair", (0, 1, 0, 1))


def hall(begun_evening: NewEvening, pairs: int = 6, format: str = "mitchell", **more: Any) -> Evening:
    """An evening at real tables in its first round, by default a Mitchell of three rounds of one deal."""
    settings = {"rounds": 3, "deals": 1} if format in ("mitchell", "swiss", "danish") else {"deals": 1}
    return begun_evening(pairs, venue="real", format=format, settings=settings, **more)


def leave(on: Evening, table: TournamentTable, place: int = 0) -> tuple[Entry, Entry]:
    """Take out an entry of a table, and return it and its opponents."""
    gone, stays = (on.event.entries.get(number=table.places[at]) for at in (place, 1 - place))
    actions.remove_entry(on.organiser, gone, "Torna a casa", now=on.now)
    return gone, stays


def score_of(on: Evening, entry: Entry) -> int:
    lines = chronicle.read_chronicle(on.fresh()).standings()
    return next(line.score for line in lines if line.entrant == entry.number)


# ---- the score of the innocent, without a database


@pytest.mark.parametrize("format", ["swiss", "mitchell", "robin", "danish"])
def test_those_who_are_left_alone_at_a_table_score_their_average(format: str) -> None:
    entrants = (HistoryEntrant(1), HistoryEntrant(2), HistoryEntrant(3), HistoryEntrant(4, left=2))
    first = PlayedRound(HistoryRound((Drawn((1, 2)), Drawn((3, 4)))), ((1200, 800), (1500, 500)))
    second = PlayedRound(HistoryRound((Drawn((3, 1)), Drawn((2, 4)))), ((1000, 1000), None))
    history = EventHistory(entrants, (first, second))
    settings = FORMATS[format].settings({"deals": 1})
    lines = FORMATS[format].rank(settings, PAIRS, history, "seed")
    assert {line.entrant: line.score for line in lines}[2] == 1600


def test_a_table_without_a_result_at_which_nobody_has_left_gives_nothing() -> None:
    entrants = (HistoryEntrant(1), HistoryEntrant(2))
    first = PlayedRound(HistoryRound((Drawn((1, 2)),)), ((1200, 800),))
    second = PlayedRound(HistoryRound((Drawn((2, 1)),)), (None,))
    lines = FORMATS["swiss"].rank(
        FORMATS["swiss"].settings({"deals": 1}), PAIRS, EventHistory(entrants, (first, second)), "seed"
    )
    assert {line.entrant: line.score for line in lines} == {1: 1200, 2: 800}


# ---- in a Mitchell


@pytest.mark.parametrize("pairs", [5, 6])
def test_at_most_one_pair_rests_after_another_has_left(begun_evening: NewEvening, pairs: int) -> None:
    tonight = hall(begun_evening, pairs)
    play(tonight)
    homes = {each.places[0]: each.number for each in tonight.tables()}
    leave(tonight, tonight.tables()[0], 1)
    actions.pair_anew(tonight.organiser, tonight.event, "una coppia in meno", now=tonight.now)
    tonight.begin_round()
    assert len(tonight.round.byes) == (pairs - 1) % 2
    stay = {each.places[0]: each.number for each in tonight.tables()}
    assert all(homes.get(who, number) == number for who, number in stay.items())
    play(tonight)
    assert len(tonight.round.byes) == (pairs - 1) % 2


def test_a_table_that_rests_does_not_renumber_the_others(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, 5)
    numbers: dict[int, set[int]] = {}
    for _turn in range(2):
        assert len(tonight.round.byes) == 1
        for each in tonight.tables():
            numbers.setdefault(each.places[0], set()).add(each.number)
        play(tonight)
    assert all(len(each) == 1 for each in numbers.values())


def test_a_pair_that_comes_takes_the_empty_place(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = hall(begun_evening, 5)
    leave(tonight, tonight.tables()[0])
    tonight.enter(club[10:12])
    play_rest(tonight)
    assert len(tonight.tables(2)) == 2
    assert len(tonight.round.byes) == 1


def play_rest(on: Evening) -> None:
    """Play the tables of a round that have all their people; the others rest."""
    for table in on.tables():
        if on.event.entries.filter(number__in=table.places, status=Entry.Status.REMOVED).exists():
            actions.give_average(on.organiser, table, "sono andati via", now=on.now)
        elif table.status != TournamentTable.Status.OVER:
            actions.enter_scores(on.organiser, table, {table.labels[0]: [8, 3]}, now=on.now)
    on.begin_round()


# ---- the director's choices


@pytest.mark.parametrize("format", ["mitchell", "swiss", "danish", "robin", "groups"])
def test_the_director_gives_those_left_alone_their_average(begun_evening: NewEvening, format: str) -> None:
    tonight = hall(begun_evening, 4, format, break_seconds=0)
    play(tonight)
    first = {each.number: score_of(tonight, each) for each in tonight.entries}
    _gone, stays = leave(tonight, tonight.tables()[0])
    play_rest(tonight)
    assert tonight.event.rounds.get(number=2).status == Round.Status.OVER
    has_plan = format in ("mitchell", "robin")  # there later rounds follow from the table, which stays
    assert (stays.number in tonight.event.rounds.get(number=2).byes) is not has_plan
    if format != "groups":  # there this round is the final
        assert score_of(tonight, stays) >= 2 * first[stays.number]


@pytest.mark.parametrize("walkover", ["average", "win"])
def test_whoever_misses_a_round_stays_and_the_others_do_not_lose_by_it(
    begun_evening: NewEvening, walkover: str
) -> None:
    tonight = hall(begun_evening, 4, "swiss", walkover=walkover, break_seconds=0)
    play(tonight)
    table, _other = tonight.tables()
    waits, late = (tonight.event.entries.get(number=table.places[at]) for at in (0, 1))
    before = score_of(tonight, waits), score_of(tonight, late)
    ruled = f"/tornei/{tonight.event.code}/direzione/tavoli/2/{table.number}/"
    desk = browser(tonight.organiser)
    assert "Somebody has not come" in desk.get(ruled).content.decode()
    answer = desk.post(f"{ruled}salta-turno/", {"place": "1", "reason": "bloccati nel traffico"}, follow=True)
    assert (answer.status_code, answer.wsgi_request.path) == (200, ruled.partition("tavoli/")[0])
    assert "The others score as if they rested." in answer.content.decode()
    said = [each.said for each in journal.read_log(tonight.event, tonight.organiser)]
    assert f"Round 2, table {table.number}: entry {late.number} misses the round" in said
    play_rest(tonight)
    given = walkover_points(tonight.event) or before[0]
    assert (score_of(tonight, waits), score_of(tonight, late)) == (before[0] + given, before[1])
    assert late.number in {who for each in tonight.tables(3) for who in each.places}, "they play again"


@pytest.mark.parametrize(
    ("format", "options"),
    [
        ("mitchell", {"rounds": 3}),
        ("robin", {}),
        ("stages", {"first": "robin", "then": "swiss", "then_rounds": 1, "last": "none"}),
        ("stages", {"first": "groups", "first_rounds": 3, "then": "swiss", "then_rounds": 1, "last": "none"}),
        (
            "stages",
            {"first": "mitchell", "first_rounds": 3, "then": "swiss", "then_rounds": 1, "last": "none"},
        ),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_movement_goes_on_as_planned_after_somebody_has_missed_its_first_round(
    begun_evening: NewEvening, format: str, options: dict[str, Any], place: int
) -> None:
    settings = {"deals": 1, **options}
    tonight = begun_evening(6, venue="real", format=format, settings=settings, break_seconds=0)
    planned = selectors.event_sheet(tonight.event).planned
    table, *others = tonight.tables()
    actions.give_average(tonight.organiser, table, "nel traffico", now=tonight.now, missing=place)
    for each in others:
        actions.enter_scores(tonight.organiser, each, {each.labels[0]: [8, 3]}, now=tonight.now)
    tonight.begin_round()
    assert selectors.event_sheet(tonight.fresh()).planned == planned
    assert browser(tonight.organiser).get(f"/tornei/{tonight.event.code}/direzione/").status_code == 200
    for each in tonight.tables():
        actions.enter_scores(tonight.organiser, each, {each.labels[0]: [8, 3]}, now=tonight.now)
    state = chronicle.read_chronicle(tonight.fresh())
    second = {
        who: points
        for each in tonight.tables(2)
        for who, points in zip(each.places, state.points[each.pk] or (), strict=True)
        if points is not None
    }
    late, waits = (tonight.event.entries.get(number=table.places[at]) for at in (place, 1 - place))
    assert score_of(tonight, late) == second.get(late.number, 0), "the first round gave them nothing"
    assert score_of(tonight, waits) == 2 * second.get(waits.number, 0), "their average"


def test_a_deal_that_was_played_before_they_left_does_not_count(begun_evening: NewEvening) -> None:
    tonight = begun_evening(4, venue="real", format="swiss", settings={"rounds": 3, "deals": 2})
    for table in tonight.tables():
        scores = {label: [8, 3] for label in table.labels}
        actions.enter_scores(tonight.organiser, table, scores, now=tonight.now)
    tonight.begin_round()
    table = tonight.tables()[0]
    actions.enter_scores(tonight.organiser, table, {table.labels[0]: [0, 11]}, now=tonight.now)
    first = tonight.tables(1)
    won = {who: made for each in first for who, made in zip(each.places, (1888, 112), strict=True)}
    with refused("round_scored"):
        actions.give_average(tonight.organiser, table, "non c'erano", now=tonight.now, missing=0)
    _gone, stays = leave(tonight, table)
    actions.give_average(tonight.organiser, table, "sono andati via", now=tonight.now)
    assert score_of(tonight, stays) == 2 * won[stays.number]


def test_the_pair_that_rests_plays_instead(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, 5)
    [rests] = tonight.round.byes
    gone, stays = leave(tonight, tonight.tables()[0])
    table = actions.seat_resting(tonight.organiser, tonight.tables()[0], "giocano loro", now=tonight.now)
    assert table.places == [rests, stays.number]
    assert tonight.event.rounds.get().byes == []
    play(tonight)
    assert gone.number not in {who for each in tonight.tables() for who in each.places}
    with refused("nobody_left"):
        actions.seat_resting(tonight.organiser, tonight.tables()[0], "di nuovo", now=tonight.now)


def test_with_nobody_resting_there_is_nobody_to_seat(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, 4)
    leave(tonight, tonight.tables()[0])
    with refused("nobody_rests"):
        actions.seat_resting(tonight.organiser, tonight.tables()[0], "giocano loro", now=tonight.now)


def test_on_the_site_a_bot_plays(begun_evening: NewEvening) -> None:
    tonight = begun_evening(4)
    with refused("not_at_site"):
        actions.give_average(tonight.organiser, tonight.tables()[0], "perché", now=tonight.now)


def test_the_console_offers_the_choices(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, 5)
    table = tonight.tables()[0]
    _gone, stays = leave(tonight, table)
    [alarm] = Desk(tonight.fresh(), tonight.organiser).alarms
    assert alarm.table == table
    desk, console = browser(tonight.organiser), f"/tornei/{tonight.event.code}/direzione/"
    page = desk.get(console).content.decode()
    for offered in (
        "They score their average",
        "Those who sit out play there",
        "Bring in a substitute",
    ):
        assert offered in page
    answer = desk.post(f"{console}tavoli/1/{table.number}/media/", {"reason": "sono andati via"}, follow=True)
    assert "They sit out, and score their average." in answer.content.decode()
    assert tonight.tables()[0].annulled, "its place in the movement stays"
    assert stays.number not in tonight.round.byes
    assert not Desk(tonight.fresh(), tonight.organiser).alarms


# ---- in a girone


def girone(size: int, leaves: int | None = None, comes: int | None = None) -> list[HistoryRound]:
    """Play a girone at real tables to its end; after so many rounds the second leaves, or one comes."""
    entrants = [HistoryEntrant(who, left=leaves if who == 2 else None) for who in range(1, size + 1)]
    if comes is not None:
        entrants.append(HistoryEntrant(size + 1, joined=comes))
    robin, settings = FORMATS["robin"], {**FORMATS["robin"].settings({"deals": 1}), "odd": "rests"}
    history = EventHistory(tuple(entrants), absent_rest=True)
    while isinstance(drawn := robin.next_round(settings, PAIRS, history, "seed"), HistoryRound):
        played = PlayedRound(drawn, tuple((1200, 800) for _each in drawn.tables))
        history = EventHistory(tuple(entrants), (*history.rounds, played), absent_rest=True)
    return [each.round for each in history.rounds]


def met(rounds: list[HistoryRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(table.places) for each in rounds for table in each.tables)


@pytest.mark.parametrize("size", [5, 6, 7, 9, 13])
def test_at_most_one_pair_rests_in_a_girone_that_another_has_left(size: int) -> None:
    for leaves in range(1, size - 2):
        rounds = girone(size, leaves)
        assert all(len(each.byes) <= 1 for each in rounds)
        stay = [who for who in range(1, size + 1) if who != 2]
        assert all(met(rounds)[frozenset(two)] >= 1 for two in combinations(stay, 2)), (size, leaves)
        again = sum(times - 1 for times in met(rounds).values())
        assert again < len(stay), "only what is left over in the last rounds"


def test_in_a_girone_tables_keep_their_numbers_when_a_pair_leaves() -> None:
    whole = girone(8)
    for at, each in enumerate(girone(8, leaves=3)):
        planned = {table.places: table.number for table in whole[at].tables}
        assert all(planned[table.places] == table.number for table in each.tables)


@pytest.mark.parametrize(("size", "comes"), [(5, 1), (5, 2), (6, 2), (7, 3)])
def test_a_pair_that_comes_to_a_girone_meets_as_many_as_it_can(size: int, comes: int) -> None:
    rounds = girone(size, comes=comes)
    assert all(len(each.byes) <= 1 for each in rounds)
    late = [table for each in rounds for table in each.tables if size + 1 in table.places]
    assert len(late) >= len(rounds) - comes - 1, "it rests once at most"
    assert max(met(rounds).values()) == 1


def test_the_director_of_a_girone_lets_a_pair_in_and_another_go(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = hall(begun_evening, 5, "robin")
    play(tonight)
    leave(tonight, tonight.tables()[0])
    assert [alarm.title for alarm in Desk(tonight.event, tonight.organiser).alarms]
    tonight.enter(club[10:12])
    play_rest(tonight)
    assert len(tonight.tables()) == 2
    assert len(tonight.round.byes) == 1
