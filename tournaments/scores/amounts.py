"""Formatting of points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _

HUNDREDTHS = 100

UNITS: Mapping[str, int] = {"direct": 1, "wins": 1, "sonneborn_berger": 2 * HUNDREDTHS}
"""The units of tie-breaks; all others are sums of scores, in hundredths."""


def format_amount(value: int, unit: int = HUNDREDTHS) -> str:
    """Format a number in the reader's language: 12,5."""
    whole, rest = divmod(abs(value), unit)
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    digits = f"{rest / unit:.3f}"[2:].rstrip("0")
    return sign + str(number_format(f"{whole}.{digits}" if digits else whole))


def format_signed(value: int, unit: int = HUNDREDTHS) -> str:
    return f"+{format_amount(value, unit)}" if value > 0 else format_amount(value, unit)


def table_score(made: Iterable[int]) -> str:
    """Format the score of a table by side, in the game's own points: 20–11."""
    return "–".join(format_amount(each, 1) for each in made)


def by_place(points: Sequence[int | None] | None) -> str:
    """Format the points of a table by place: 12,5–7,5."""
    if points is None:
        return _("no result")
    return "–".join("…" if each is None else format_amount(each) for each in points)
