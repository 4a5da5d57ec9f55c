"""`{% load people %}`: formats for gains and dates."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, get_month_names
from django import template
from django.contrib.humanize.templatetags import humanize
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """A number with its sign: +12, −9, 0."""
    return f"{number:+}".replace("-", "−") if number else "0"


@register.filter
def moment(at: datetime) -> str:
    """`9 nov 2026, 21:05`; faster than Django's filter, as a chart has more than a hundred."""
    local = timezone.localtime(at)
    month = get_month_names("abbreviated", locale=_language())[local.month]
    return f"{local.day} {month} {local.year}, {local:%H:%M}"


@register.filter
def month(day: date) -> str:
    """`novembre 2026`."""
    return format_date(day, "MMMM y", locale=_language())


@register.filter
def short_day(at: datetime) -> str:
    """`9 nov`."""
    return format_date(timezone.localtime(at).date(), "d MMM", locale=_language())


@register.filter
def ordinal(number: int) -> str:
    """`1º`, in English `1st`."""
    return f"{humanize.ordinal(number)}" if _language() == "en" else f"{number}º"


def short_month(at: datetime) -> str:
    """`nov 2026`."""
    return format_date(timezone.localtime(at).date(), "MMM y", locale=_language())


def hour(at: datetime) -> str:
    """`21:05`."""
    return f"{timezone.localtime(at):%H:%M}"


@register.filter
def worth(weight: float) -> str:
    """The weight of a repeated match between the same people, in words."""
    said = {0.5: _("counts half"), 0.25: _("counts a quarter"), 0.125: _("counts an eighth")}
    return said.get(weight, _("counts %(percent)d%%") % {"percent": round(100 * weight)})


def _language() -> str:
    return (get_language() or "it").partition("-")[0]
