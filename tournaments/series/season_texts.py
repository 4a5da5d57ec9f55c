"""The rules of a series in words; a test checks that each option has some."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from babel.dates import format_date
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournaments.models import Series
from tournaments.series.seasons import Season

SHOWN = 8
"""The number of places whose points are named."""


def series_rules(series: Series) -> list[str]:
    """Return the rules of a series, a sentence each."""
    points = ", ".join(map(str, series.points[:SHOWN]))
    if len(series.points) > SHOWN:
        worth = _("The places of a tournament are worth %(points)s and so on.")
    else:
        worth = _("The places of a tournament are worth %(points)s; further ones nothing.")
    found = [worth % {"points": points}]
    if series.best is None:
        found.append(_("All tournaments count."))
    else:
        best = ngettext(
            "The best %(n)d tournament of each player counts.",
            "The best %(n)d tournaments of each player count.",
            series.best,
        )
        found.append(best % {"n": series.best})
    found.append(str(MISSED[series.missed]))
    if series.excused is not None and series.missed != series.Missed.NOTHING:
        most = ngettext(
            "This goes for the first %(n)d missed tournament; further ones are worth nothing.",
            "This goes for the first %(n)d missed tournaments; further ones are worth nothing.",
            series.excused,
        )
        found.append(most % {"n": series.excused})
    if series.least is not None:
        least = ngettext(
            "Players need at least %(n)d tournament to be ranked.",
            "Players need at least %(n)d tournaments to be ranked.",
            series.least,
        )
        found.append(least % {"n": series.least})
    found.append(str(CREDITS[series.credit]))
    return [*found, str(TIES[series.ties]), *_seasons_of(series), *_divisions_of(series)]


def _seasons_of(series: Series) -> list[str]:
    if series.period == Series.Period.MONTH:
        return [_("Every month is a season of its own.")]
    if series.period == Series.Period.ONE or not series.season_starts:
        return []
    days = ", ".join(_day(date.fromisoformat(each)) for each in series.season_starts)
    return [_("A season begins on: %(days)s.") % {"days": days}]


def _divisions_of(series: Series) -> list[str]:
    if len(series.divisions) < 2:
        return []
    moving = []
    if series.up:
        up = ngettext(
            "At the end of a season the first of each division goes up.",
            "At the end of a season the first %(n)d of each division go up.",
            series.up,
        )
        moving.append(up % {"n": series.up})
    if series.down:
        down = ngettext(
            "At the end of a season the last of each division goes down.",
            "At the end of a season the last %(n)d of each division go down.",
            series.down,
        )
        moving.append(down % {"n": series.down})
    if moving:
        moving.append(str(BORDER[series.border]))
    counts = _("Only tournaments of the player’s own division count, and those for all divisions.")
    return [
        _("The divisions, from the highest: %(names)s.") % {"names": ", ".join(series.divisions)},
        counts,
        *moving,
        str(INACTIVE[series.inactive]),
        str(NEWCOMERS[series.newcomers]),
    ]


def days_of(season: Season) -> str:
    """Return the days of a season in words; empty if it has neither a beginning nor an end."""
    if season.begins is None and season.ends is None:
        return ""
    first = _day(season.begins) if season.begins else ""
    last = _day(season.ends - timedelta(days=1)) if season.ends else ""
    if not last:
        return _("from %(day)s") % {"day": first}
    return f"{first} – {last}" if first else _("until %(day)s") % {"day": last}


def _day(day: date) -> str:
    return format_date(day, "d MMM y", locale=get_language() or "it")


MISSED: Mapping[str, Promise] = {
    "nothing": gettext_lazy("A missed tournament is worth nothing."),
    "last": gettext_lazy("A missed tournament is worth as much as the place after the last."),
    "average": gettext_lazy("A missed tournament is worth the average of those that the player has played."),
}

TIES: Mapping[str, Promise] = {
    "shared": gettext_lazy("Players with the same points share the place."),
    "wins": gettext_lazy("Between players with the same points, more victories decide."),
    "results": gettext_lazy(
        "Between players with the same points, the better results decide, from the best on."
    ),
}

CREDITS: Mapping[str, Promise] = {
    "half": gettext_lazy(
        "If there was a substitute, the tournament counts for those who played at least half of the rounds."
    ),
    "each": gettext_lazy(
        "If there was a substitute, the tournament counts for everybody who played a round."
    ),
    "last": gettext_lazy("If there was a substitute, the tournament counts for those who played at the end."),
}

BORDER: Mapping[str, Promise] = {
    "all": gettext_lazy("If several are tied for the last place that goes up or down, all of them move."),
    "none": gettext_lazy("If several are tied for the last place that goes up or down, none of them moves."),
    "latest": gettext_lazy(
        "If several are tied for the last place that goes up or down, the latest tournament in "
        "which their points differ decides; if there is none, all of them move."
    ),
}

INACTIVE: Mapping[str, Promise] = {
    "stay": gettext_lazy("Players who are not ranked in a season stay in their division."),
    "down": gettext_lazy("Players who are not ranked in a season go down a division."),
    "out": gettext_lazy("Players who are not ranked in a season begin anew."),
}

NEWCOMERS: Mapping[str, Promise] = {
    "lowest": gettext_lazy(
        "In the first season players choose their division by their first tournament. Later newcomers begin "
        "in the lowest."
    ),
    "chosen": gettext_lazy("Newcomers choose their division by their first tournament."),
}
