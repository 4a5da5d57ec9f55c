"""The table of a season: events that count together, by the named rules of their series.

Points are whole; amounts that the rules divide are rounded to the nearest, halves up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

NOTHING, LAST, AVERAGE = MISSED = ("nothing", "last", "average")
"""The worth of a missed event: nothing; the place behind the last; the person's own average."""

SHARED, WINS, RESULTS = TIES = ("shared", "wins", "results")
"""What decides between people with the same points: nothing; the more victories; the better results that
count, from the best on."""

HALF, EACH, LAST_ROUND = CREDITS = ("half", "each", "last")
"""The people for whom an event counts where substitutes played for an entry: those with at least half of its
rounds; with any of them; those who were in at the end."""


@dataclass(frozen=True, slots=True)
class SeasonRules:
    points: tuple[int, ...]
    """The points for the places of an event, from the first; further places are worth nothing."""
    best: int | None = None
    """The number of events that count for each person; None: all."""
    missed: str = NOTHING
    excused: int | None = None
    """The number of missed events, the earliest, that `missed` makes up for; None: all."""
    least: int | None = None
    """The fewest events that a person must have played to be ranked."""
    ties: str = SHARED

    def worth(self, place: int) -> int:
        return self.points[place - 1] if place <= len(self.points) else 0


class SeasonTerm(NamedTuple):
    """An event in a person's sum."""

    event: int
    """Its position in the season, from 0."""
    place: int | None
    """None: missed."""
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    person: int
    place: int | None
    """None: not ranked, with fewer events than needed."""
    points: int
    """The sum of the terms that count, less the penalty."""
    penalty: int
    terms: tuple[SeasonTerm, ...]
    """Every event of the season, in its order."""


def has_credit(credit: str, played: int, rounds: int, *, is_present: bool) -> bool:
    """Return whether an event counts for a person who has played some of their entry's rounds.

    `is_present` is true of those who were in at the end; for them counts what an entry got without a table.
    """
    if credit == LAST_ROUND or not rounds:
        return is_present
    return played > 0 and (credit == EACH or 2 * played >= rounds)


def season_table(
    rules: SeasonRules,
    events: Sequence[Mapping[int, int]],
    penalties: Mapping[int, int],
    among: Collection[int] | None = None,
) -> list[SeasonLine]:
    """Return the table of everybody who has played, or of those `among` them.

    `events` has the places by person of each event, in the order of time; `penalties` the points taken away,
    by person. Those who are not ranked come last; those with the same place in the order of their ids.
    """
    came = {person for places in events for person in places}
    people = sorted(came if among is None else came.intersection(among))
    found = [_line(rules, events, person, penalties.get(person, 0)) for person in people]
    keys = {line.person: _key(rules, line) for line in found}
    ranked = sorted((line for line in found if _is_ranked(rules, line)), key=lambda line: keys[line.person])
    placed = [
        replace(line, place=1 + sum(keys[other.person] < keys[line.person] for other in ranked))
        for line in ranked
    ]
    rest = [line for line in found if not _is_ranked(rules, line)]
    return placed + sorted(rest, key=lambda line: -line.points)


def _line(rules: SeasonRules, events: Sequence[Mapping[int, int]], person: int, penalty: int) -> SeasonLine:
    worth = {at: rules.worth(places[person]) for at, places in enumerate(events) if person in places}
    missed = [at for at in range(len(events)) if at not in worth]
    average = (2 * sum(worth.values()) + len(worth)) // (2 * len(worth))
    for at in missed[: rules.excused]:
        if rules.missed == LAST:
            worth[at] = rules.worth(max(events[at].values(), default=0) + 1)
        elif rules.missed == AVERAGE:
            worth[at] = average
    points = [worth.get(at, 0) for at in range(len(events))]
    order = sorted(range(len(events)), key=lambda at: (-points[at], at in missed, at))
    counting = {*order[: rules.best]}
    terms = tuple(
        SeasonTerm(at, events[at].get(person), points[at], at in counting and at in worth)
        for at in range(len(events))
    )
    return SeasonLine(person, None, sum(points[at] for at in counting) - penalty, penalty, terms)


def _is_ranked(rules: SeasonRules, line: SeasonLine) -> bool:
    return sum(term.place is not None for term in line.terms) >= (rules.least or 0)


def _key(rules: SeasonRules, line: SeasonLine) -> tuple[int, ...]:
    """Return the order of a line among others: the lowest is first."""
    match rules.ties:
        case "wins":
            return (-line.points, -sum(term.place == 1 for term in line.terms))
        case "results":
            return (-line.points, *sorted(-term.points for term in line.terms if term.counts))
    return (-line.points,)
