"""The geometry of the plot of a person's accuracy, match by match, which a template draws as an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.people import charts

WIDTHS = (charts.WIDE, charts.NARROW)
RECENT = 5
"""The number of matches over which the line is averaged."""
STEPS = (2, 5, 10, 25)
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Plot:
    """Dots of matches, and the line of their moving average; places are in units of the drawing."""

    width: int
    line: str
    dots: list[tuple[int, int]]
    lines: list[charts.Tick]
    times: list[charts.Tick]

    @property
    def right(self) -> int:
        return self.width - charts.MARGIN


def averages(values: Sequence[float]) -> list[float]:
    """The moving averages: the mean of each value and of those before it, `RECENT` in all."""
    windows = (values[max(0, end - RECENT) : end] for end in range(1, len(values) + 1))
    return [sum(window) / len(window) for window in windows]


def plot_history(history: Sequence[tuple[datetime, float]], width: int = WIDTHS[0]) -> Plot:
    """The plot of a non-empty history, oldest first: the ends of matches, and their accuracies (0 to 100)."""
    values = [value for _, value in history]
    step = next((step for step in STEPS if (max(values) - min(values)) / step < MOST_LINES - 1), STEPS[-1])
    low = max(0, min(100 - step, int(min(values) // step * step)))
    high = max(low + step, int(-(-max(values) // step) * step))
    first, last = history[0][0], history[-1][0]
    right = width - charts.MARGIN

    def x(at: datetime) -> int:
        if last == first:
            return (charts.LEFT + right) // 2
        return round(charts.LEFT + (right - charts.LEFT) * ((at - first) / (last - first)))

    def y(value: float) -> int:
        return round(charts.BOTTOM - (charts.BOTTOM - charts.TOP) * (value - low) / (high - low))

    return Plot(
        width=width,
        line=charts.polyline_points(
            (x(at), y(mean)) for (at, _), mean in zip(history, averages(values), strict=True)
        ),
        dots=[(x(at), y(value)) for at, value in history],
        lines=[charts.Tick(y(value), str(value)) for value in range(low, high + 1, step)],
        times=charts.time_labels(first, last, charts.LABELS[width], x),
    )
