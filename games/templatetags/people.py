"""How pages write what people gained, and when."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_datetime
from django import template
from django.utils import timezone
from django.utils.translation import get_language

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """With its sign: +12, −9, 0."""
    return f"{number:+}".replace("-", "−") if number else "0"


@register.filter
def moment(at: datetime) -> str:
    """`9 nov 2026, 21:05`."""
    return format_datetime(timezone.localtime(at), "d MMM y, HH:mm", locale=_language())


@register.filter
def month(day: date) -> str:
    """`novembre 2026`."""
    return format_date(day, "MMMM y", locale=_language())


@register.filter
def short_day(at: datetime) -> str:
    """`9 nov`."""
    return format_date(timezone.localtime(at).date(), "d MMM", locale=_language())


def _language() -> str:
    return (get_language() or "it").partition("-")[0]
