"""What an event leaves open that ends before its plan: rounds, meetings, a winner, entrants who are level."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.format import EventSides, Format, Settings
from tournaments.formats.history import EventHistory
from tournaments.formats.standings import StandingsLine

TOP = 3
"""The places that always matter enough to name those who are level on them."""


@dataclass(frozen=True)
class LeftOpen:
    rounds: int = 0
    """The planned rounds that are not played."""
    meetings: int = 0
    """The meetings of a fixed plan that do not take place."""
    still_in: tuple[int, ...] = ()
    """The entrants of a knockout who are not out, and so share the first place."""
    lines_apart: bool = False
    """True if the two lines of a Mitchell do not change places, and so are not compared."""
    level: tuple[tuple[int, ...], ...] = ()
    """Entrants with equal points on the first places, which tie-breaks and then lots separate."""


def left_open(
    format: Format,
    settings: Settings,
    shape: EventSides,
    history: EventHistory,
    seed: str,
    after: int,
    top: int = TOP,
) -> LeftOpen:
    """Return what stays open if an event with these `settings`, as announced, ends `after` so many rounds.

    Those are named who are level on one of the `top` places.
    """
    out_after = format.out_after(settings, shape, len(history.begun))
    is_fixed = format.is_planned or out_after is not None
    entrants = len(history.begun) if is_fixed else len(history.entrants)
    planned = format.rounds(settings, shape, entrants) or 0
    lines = [
        line for line in format.rank(settings, shape, history, seed) if line.entrant in history.competing
    ]
    switched_in = format.switched_in(settings, shape, history, seed)
    switches_now = format.is_planned and after > history.number  # the last round is the one that switches
    return LeftOpen(
        rounds=max(0, planned - after),
        meetings=_meetings(format, settings, shape, history, seed, after),
        still_in=_first(lines) if out_after is not None and out_after < after < planned else (),
        lines_apart=switched_in is not None and after < switched_in and not switches_now,
        level=() if out_after is not None and after > out_after else _level(lines, top),
    )


def _meetings(
    format: Format, settings: Settings, shape: EventSides, history: EventHistory, seed: str, after: int
) -> int:
    """Return the number of meetings of two entrants in the rounds of a fixed plan that are left out."""
    if len(history.begun) < 2 or format.plans_anew:
        return 0
    left = format.plan(settings, shape, history, seed)[after:]
    return sum(min(table.places) > 0 for round_ in left for table in round_.tables)


def _first(lines: list[StandingsLine]) -> tuple[int, ...]:
    first = tuple(line.entrant for line in lines if line.place == 1)
    return first if len(first) > 1 else ()


def _level(lines: list[StandingsLine], top: int) -> tuple[tuple[int, ...], ...]:
    """Return those who are level on the first places, unless all are: then nobody has scored."""
    found, before = [], 0
    for _score, those in groupby(lines, key=lambda line: line.score):
        level = tuple(line.entrant for line in those)
        if before >= top:
            break
        if 1 < len(level) < len(lines):
            found.append(level)
        before += len(level)
    return tuple(found)
