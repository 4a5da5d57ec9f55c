"""The divisions of a championship, season by season: the people in each, and their moves up and down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.formats import season
from tournaments.formats.season import SeasonLine

ALL, NONE, LATEST = BORDERS = ("all", "none", "latest")
"""The rules for people who share the place at the border, so that too many would move: all of them move;
none; or those with the better (for relegation, the worse) result in the latest event in which they differ,
and all if they never differ."""

STAY, DOWN, OUT = INACTIVE = ("stay", "down", "out")
"""The rules for people who are not ranked in a season: they stay; go down; leave, and begin anew when they
play again."""

LOWEST, CHOSEN = NEWCOMERS = ("lowest", "chosen")
"""The rules for people who first play after the first season: they begin in the lowest division; in the one
whose event they play."""

UP, STAYS, FALLS = -1, 0, 1
"""The moves, each as the number that it adds to that of the division (0 is the highest)."""


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """The rules of a championship with divisions, which are numbered from 0, the highest."""

    divisions: int = 1
    up: int = 0
    """The number of people who go up at the end of a season."""
    down: int = 0
    """The number of people who go down."""
    border: str = ALL
    inactive: str = STAY
    newcomers: str = LOWEST

    @property
    def lowest(self) -> int:
        return self.divisions - 1


class DivisionEvent(NamedTuple):
    division: int | None
    """None if the event counts in all divisions."""
    places: Mapping[int, int]
    """The place of each person who played."""


@dataclass(frozen=True, slots=True)
class DivisionSeason:
    events: tuple[DivisionEvent, ...]
    """The events of the season, earliest first."""
    penalties: Mapping[int, int]
    """The points taken away, by person."""
    is_over: bool
    """True if no event of the season is still to come: its people then move up and down."""

    def counting(self, division: int) -> list[int]:
        """Return the positions in `events` of those that count in a division."""
        return [position for position, each in enumerate(self.events) if each.division in (None, division)]


class DivisionStanding(NamedTuple):
    line: SeasonLine
    """The line of a person; the `event` of its terms is a position in `DivisionSeason.events`."""
    move: int | None
    """The move of the person after the season: `UP`, `STAYS` or `FALLS`; None if they begin anew."""


SeasonTables = tuple[tuple[DivisionStanding, ...], ...]
"""The table of each division in a season, from the highest division on."""


def replay_divisions(
    rules: season.SeasonRules, ladder: DivisionRules, seasons: Sequence[DivisionSeason]
) -> tuple[list[SeasonTables], dict[int, int]]:
    """Return the tables of all seasons, and the present division of each person."""
    by_season, division_of = list[SeasonTables](), dict[int, int]()
    for number, each in enumerate(seasons):
        division_of |= _newcomers(ladder, each, division_of, is_first=number == 0)
        tables, moves = [], dict[int, int | None]()
        for division in range(ladder.divisions):
            people = {who for who, at in division_of.items() if at == division}
            tables.append(_division_lines(rules, each, division, people))
            if each.is_over and each.counting(division):
                moves |= _moves(ladder, tables[-1], division, people)
        by_season.append(
            tuple(
                tuple(DivisionStanding(line, moves.get(line.person, STAYS)) for line in lines)
                for lines in tables
            )
        )
        after = {who: (at, moves.get(who, STAYS)) for who, at in division_of.items()}
        division_of = {who: at + move for who, (at, move) in after.items() if move is not None}
    return by_season, division_of


def admits_to_division(ladder: DivisionRules, division: int, own: int | None, *, is_first: bool) -> bool:
    """Return whether a person may play the events of a division. `own` is the person's division, None for a
    newcomer; `is_first` is true in the first season."""
    if own is not None:
        return own == division
    return is_first or ladder.newcomers == CHOSEN or division == ladder.lowest


def _newcomers(
    ladder: DivisionRules, now: DivisionSeason, division_of: Mapping[int, int], *, is_first: bool
) -> dict[int, int]:
    """Return the divisions in which the newcomers of a season begin."""
    chosen_divisions: dict[int, int] = {}
    for event in now.events:
        for who in event.places:
            chosen = event.division if is_first or ladder.newcomers == CHOSEN else None
            if who not in division_of and chosen is not None:
                chosen_divisions.setdefault(who, min(chosen, ladder.lowest))
    everybody = {who for event in now.events for who in event.places}
    return {who: chosen_divisions.get(who, ladder.lowest) for who in everybody - division_of.keys()}


def _division_lines(
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
    """Return the moves of the people of a division, without those who stay."""
    ranked = [line for line in lines if line.place is not None]
    inactive = people - {line.person for line in ranked}
    moves: dict[int, int | None] = dict.fromkeys(inactive) if ladder.inactive == OUT else {}
    if division > 0:
        moves |= dict.fromkeys(_first_people(ladder, ranked, ladder.up, UP), UP)
    if division < ladder.lowest:
        rest = [line for line in reversed(ranked) if line.person not in moves]
        moves |= dict.fromkeys(_first_people(ladder, rest, ladder.down, FALLS), FALLS)
        if ladder.inactive == DOWN:
            moves |= dict.fromkeys(inactive, FALLS)
    return moves


def _first_people(ladder: DivisionRules, lines: Sequence[SeasonLine], number: int, move: int) -> list[int]:
    """Return the first `number` people of these lines. If the last of them shares a place with the next, the
    rule for the border decides who of that place is among them."""
    if not number or len(lines) <= number or lines[number - 1].place != lines[number].place:
        return [line.person for line in lines[:number]]
    border = lines[number - 1].place
    sure = [line.person for line in lines[:number] if line.place != border]
    tied = [line for line in lines if line.place == border]
    if ladder.border == NONE:
        return sure
    if ladder.border == LATEST:
        # The lists compare from the latest event on. UP is -1, so the better results sort first for those who
        # go up, and the worse ones for those who fall.
        latest = {line.person: [move * term.points for term in reversed(line.terms)] for line in tied}
        cutoff = sorted(latest.values())[number - len(sure) - 1]
        tied = [line for line in tied if latest[line.person] <= cutoff]
    return [*sure, *(line.person for line in tied)]
