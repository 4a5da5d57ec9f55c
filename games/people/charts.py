"""The geometry of a line chart of ratings, which a template draws as an SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.templatetags.people import hour, moment, short_day, short_month, signed
from ludocards.ratings.skill import Skill

LEFT, TOP, BOTTOM, MARGIN = 64, 14, 226, 16
WIDE, NARROW = 840, 420
"""Widths in units of the drawing; the narrow one is for phones, where the wide one would be too flat."""

STEPS = (5, 10, 20, 50, 100, 200, 500)
MOST_LINES = 6
LABELS = {WIDE: 5, NARROW: 3}
LONG = timedelta(days=300)
"""From this span on, labels have the year beside the month."""


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    label: str


@dataclass(frozen=True, slots=True)
class ChartEnd:
    when: str
    shown: int


DOT = (
    '<g class="dot"><circle class="reach" cx="{x}" cy="{y}" r="12"/><circle cx="{x}" cy="{y}" r="3"/>'
    "<title>{when}: {shown} ±{spread} ({gain})</title></g>"
)
"""The dot of a match, formatted here since a template would take too long for so many."""


@dataclass(frozen=True, slots=True)
class Chart:
    width: int
    line: str
    band: str
    """The band around the line, as wide as the spread."""
    dots: SafeString
    matches: int
    first: ChartEnd
    last: ChartEnd
    lines: list[Tick]
    times: list[Tick]

    @property
    def right(self) -> int:
        return self.width - MARGIN


def rating_chart(history: Sequence[tuple[datetime, Skill, int]], width: int = WIDE) -> Chart:
    """The chart of a non-empty history: time, rating, and the gain of each match, oldest first."""
    skills = [skill for _, skill, _ in history]
    low = min(skill.shown - skill.spread for skill in skills)
    high = max(skill.shown + skill.spread for skill in skills)
    step = next((step for step in STEPS if (high - low) / step < MOST_LINES - 1), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    first, last = history[0][0], history[-1][0]
    whole = (last - first) or timedelta(seconds=1)
    right = width - MARGIN

    def x(at: datetime) -> int:
        return round(LEFT + (right - LEFT) * ((at - first) / whole)) if last > first else (LEFT + right) // 2

    def y(value: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low))

    above = [(x(at), y(skill.shown + skill.spread)) for at, skill, _ in history]
    below = [(x(at), y(skill.shown - skill.spread)) for at, skill, _ in reversed(history)]
    return Chart(
        width=width,
        line=polyline_points((x(at), y(skill.shown)) for at, skill, _ in history),
        band=polyline_points([*above, *below]),
        dots=format_html_join(
            "\n",
            DOT,
            (
                {
                    "x": x(at),
                    "y": y(skill.shown),
                    "when": moment(at),
                    "shown": skill.shown,
                    "spread": skill.spread,
                    "gain": signed(gain),
                }
                for at, skill, gain in history
            ),
        ),
        matches=len(history),
        first=ChartEnd(moment(first), skills[0].shown),
        last=ChartEnd(moment(last), skills[-1].shown),
        lines=[Tick(y(value), str(value)) for value in range(low, high + 1, step)],
        times=time_labels(first, last, LABELS[width], x),
    )


def polyline_points(places: Iterable[tuple[int, int]]) -> str:
    """The places as an SVG polyline takes them."""
    return " ".join(f"{x},{y}" for x, y in places)


def time_labels(first: datetime, last: datetime, labels: int, x: Callable[[datetime], int]) -> list[Tick]:
    """The labels of the time axis: hours for a span within two days, months for a long one, otherwise
    days."""
    if last == first:
        return [Tick(x(first), short_day(first))]
    whole = last - first
    shown = [first + whole * part / (labels - 1) for part in range(labels)]
    say = hour if whole < timedelta(days=2) else short_month if whole > LONG else short_day
    return [Tick(x(at), say(at)) for at in shown]
