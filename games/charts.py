"""A line chart of ratings as numbers for an SVG: the template draws what is here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.ratings import Skill
from games.templatetags.people import moment, short_day, signed

LEFT, RIGHT, TOP, BOTTOM = 64, 824, 14, 226
STEPS = (5, 10, 20, 50, 100, 200, 500)
MOST_LINES = 6
LABELS = 5


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    label: str


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int
    when: str
    shown: int
    spread: int
    gain: str


@dataclass(frozen=True, slots=True)
class Chart:
    line: str
    band: str
    """Around the line, as wide as the spread."""
    dots: list[Dot]
    lines: list[Tick]
    times: list[Tick]


def rating_chart(history: Sequence[tuple[datetime, Skill, int]]) -> Chart:
    """A history that is not empty, oldest first; each with what the match gave."""
    skills = [skill for _, skill, _ in history]
    low = min(skill.shown - skill.spread for skill in skills)
    high = max(skill.shown + skill.spread for skill in skills)
    step = next((step for step in STEPS if (high - low) / step < MOST_LINES - 1), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    first, last = history[0][0], history[-1][0]
    whole = (last - first) or timedelta(seconds=1)

    def x(at: datetime) -> int:
        return round(LEFT + (RIGHT - LEFT) * ((at - first) / whole)) if last > first else (LEFT + RIGHT) // 2

    def y(value: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low))

    above = [(x(at), y(skill.shown + skill.spread)) for at, skill, _ in history]
    below = [(x(at), y(skill.shown - skill.spread)) for at, skill, _ in reversed(history)]
    return Chart(
        line=_points((x(at), y(skill.shown)) for at, skill, _ in history),
        band=_points([*above, *below]),
        dots=[
            Dot(x(at), y(skill.shown), moment(at), skill.shown, skill.spread, signed(gain))
            for at, skill, gain in history
        ],
        lines=[Tick(y(value), str(value)) for value in range(low, high + 1, step)],
        times=_times(first, last, x),
    )


def _points(places: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _times(first: datetime, last: datetime, x: Callable[[datetime], int]) -> list[Tick]:
    """Where the time is written: days, or hours where all is within two days."""
    if last == first:
        return [Tick(x(first), short_day(first))]
    short = last - first < timedelta(days=2)
    shown = [first + (last - first) * part / (LABELS - 1) for part in range(LABELS)]
    return [Tick(x(at), f"{timezone.localtime(at):%H:%M}" if short else short_day(at)) for at in shown]
