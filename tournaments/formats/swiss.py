"""Svizzero: everybody plays every round, against somebody as good so far, never twice against the same."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.draw import Past, draw
from tournaments.formats.format import EventShape, Format, Settings, seat, tables, two_sides
from tournaments.formats.history import History, Next, Over, Pair, PlayedRound, Round
from tournaments.formats.options import ROUND_BY_ROUND
from tournaments.formats.standings import Field


def rounds(settings: Settings, _shape: EventShape, entrants: int) -> int:
    """As chosen, but nobody can meet more than there are."""
    return min(int(settings["rounds"]), max(0, entrants - 1 + entrants % 2))


def next_round(settings: Settings, shape: EventShape, history: History, seed: str) -> Next:
    from tournaments.formats import dutch  # it brings pydantic, a moment that only who draws should wait

    number, most = history.number, rounds(settings, shape, len(history.entrants))
    if number >= most:
        return Over()
    there = history.field()
    sitting, byes = seat(there, 2, settings, history)
    pairs = dutch.pair(
        entrants=[each.id for each in history.entrants] + [-1],
        there={*there} if byes else {*sitting},
        rounds=[_pairs(played) for played in history.rounds],
        scores=[_scores(history, shape, played) for played in range(number + 1)],
        forbidden=history.forbidden,
        last=number + 1 == most,
    )
    if pairs is None:
        return with_repeats(sitting, byes, shape, history, f"{seed}/{number}")
    rest = tuple(home for home, away in pairs if away is None)
    return Round(tables([(home, away) for home, away in pairs if away is not None]), rest)


def with_repeats(
    sitting: Sequence[int], byes: tuple[int, ...], shape: EventShape, history: History, seed: str
) -> Round:
    """Where there is no other way: as few repetitions as a draw can find."""
    past = Past(shape.table)
    for played in history.rounds:
        past.add(table.places for table in played.round.tables)
    return Round(tables(draw(sitting, past, seed, history.forbidden)), byes)


def _pairs(played: PlayedRound) -> list[Pair]:
    pairs: list[Pair] = [(table.places[0], table.places[1]) for table in played.round.tables]
    return pairs + [(who, None) for who in played.round.byes]


def _scores(history: History, shape: EventShape, number: int) -> dict[int, int]:
    """What everybody had after so many rounds."""
    past = History(history.entrants, history.rounds[:number])
    return Field((each.id for each in history.entrants), past.results(shape.place_sides, False)).score


SWISS = Format(
    "swiss",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=ROUND_BY_ROUND,
    rounds=rounds,
)
