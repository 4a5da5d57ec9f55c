"""The divisions of a championship, season by season: who plays in which, and who goes up or down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.formats import season
from tournaments.formats.season import SeasonLine

ALL, NONE, LATEST = BORDERS = ("all", "none", "latest")
"""Who moves of several people who share the place at the border: all; none; the ones with the better (or for
relegation the worse) result in the latest event in which they differ, or all if they never do."""

STAY, DOWN, OUT = INACTIVE = ("stay", "down", "out")
"""What happens to people who are not ranked in a season: they stay; go down; begin anew."""

LOWEST, CHOSEN = NEWCOMERS = ("lowest", "chosen")
"""Where people begin after the first season: in the lowest division; in the one whose event they play."""

UP, STAYS, FALLS = -1, 0, 1
"""The moves: what they add to the number of a division."""


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """The rules of divisions. These are numbered from 0, the highest."""

    divisions: int = 1
    up: int = 0
    """The number of people who go up at the end of a season."""
    down: int = 0
    border: str = ALL
    inactive: str = STAY
    newcomers: str = LOWEST

    @property
    def lowest(self) -> int:
        return self.divisions - 1


class DivisionEvent(NamedTuple):
    division: int | None
    """None: it counts in all."""
    places: Mapping[int, int]
    """By person."""


@dataclass(frozen=True, slots=True)
class DivisionSeason:
    events: tuple[DivisionEvent, ...]
    """In the order of time."""
    penalties: Mapping[int, int]
    """The points taken away, by person."""
    over: bool
    """True once its people have moved."""

    def counting(self, division: int) -> list[int]:
        """Return the positions of the events that count in a division."""
        return [at for at, each in enumerate(self.events) if each.division in (None, division)]


class DivisionStanding(NamedTuple):
    line: SeasonLine
    """The events of its terms are positions in the season."""
    move: int | None
    """What it adds to the number of the division; None: they begin anew."""


Tables = tuple[tuple[DivisionStanding, ...], ...]
"""The tables of a season by division."""


def played_divisions(
    rules: season.SeasonRules, ladder: DivisionRules, seasons: Sequence[DivisionSeason]
) -> tuple[list[Tables], dict[int, int]]:
    """Return the tables of all seasons, and the present division of each person."""
    found, belongs = list[Tables](), dict[int, int]()
    for number, each in enumerate(seasons):
        belongs |= _newcomers(ladder, each, belongs, is_first=number == 0)
        tables, moves = [], dict[int, int | None]()
        for division in range(ladder.divisions):
            people = {who for who, at in belongs.items() if at == division}
            tables.append(_lines(rules, each, division, people))
            if each.over and each.counting(division):
                moves |= _moves(ladder, tables[-1], division, people)
        found.append(
            tuple(
                tuple(DivisionStanding(line, moves.get(line.person, STAYS)) for line in lines)
                for lines in tables
            )
        )
        after = {who: (at, moves.get(who, STAYS)) for who, at in belongs.items()}
        belongs = {who: at + move for who, (at, move) in after.items() if move is not None}
    return found, belongs


def admits_to_division(ladder: DivisionRules, division: int, own: int | None, *, is_first: bool) -> bool:
    """Return whether a person may play the events of a division: of their `own`, or as a newcomer."""
    if own is not None:
        return own == division
    return is_first or ladder.newcomers == CHOSEN or division == ladder.lowest


def _newcomers(
    ladder: DivisionRules, now: DivisionSeason, belongs: Mapping[int, int], *, is_first: bool
) -> dict[int, int]:
    """Return the divisions of the people who play for the first time."""
    found: dict[int, int] = {}
    for event in now.events:
        for who in event.places:
            chosen = event.division if is_first or ladder.newcomers == CHOSEN else None
            if who not in belongs and chosen is not None:
                found.setdefault(who, min(chosen, ladder.lowest))
    everybody = {who for event in now.events for who in event.places}
    return {who: found.get(who, ladder.lowest) for who in everybody - belongs.keys()}


def _lines(
    rules: season.SeasonRules, now: DivisionSeason, division: int, people: set[int]
) -> list[SeasonLine]:
    counting = now.counting(division)
    lines = season.season_table(rules, [now.events[at].places for at in counting], now.penalties, people)
    return [
        replace(line, terms=tuple(term._replace(event=counting[term.event]) for term in line.terms))
        for line in lines
    ]


def _moves(
    ladder: DivisionRules, lines: Sequence[SeasonLine], division: int, people: set[int]
) -> dict[int, int | None]:
    """Return the moves of those of a division's people who do not stay."""
    ranked = [line for line in lines if line.place is not None]
    inactive = people - {line.person for line in ranked}
    moves: dict[int, int | None] = dict.fromkeys(inactive) if ladder.inactive == OUT else {}
    if division > 0:
        moves |= dict.fromkeys(_first(ladder, ranked, ladder.up, UP), UP)
    if division < ladder.lowest:
        rest = [line for line in reversed(ranked) if line.person not in moves]
        moves |= dict.fromkeys(_first(ladder, rest, ladder.down, FALLS), FALLS)
        if ladder.inactive == DOWN:
            moves |= dict.fromkeys(inactive, FALLS)
    return moves


def _first(ladder: DivisionRules, lines: Sequence[SeasonLine], number: int, move: int) -> list[int]:
    """Return the first `number` people of these lines; who shares the place of the last, by the rule of the
    border."""
    if not number or len(lines) <= number or lines[number - 1].place != lines[number].place:
        return [line.person for line in lines[:number]]
    border = lines[number - 1].place
    sure = [line.person for line in lines[:number] if line.place != border]
    level = [line for line in lines if line.place == border]
    if ladder.border == NONE:
        return sure
    if ladder.border == LATEST:
        latest = {line.person: [move * term.points for term in reversed(line.terms)] for line in level}
        last = sorted(latest.values())[number - len(sure) - 1]
        level = [line for line in level if latest[line.person] <= last]
    return [*sure, *(line.person for line in level)]
