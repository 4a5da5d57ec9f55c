"""The rules of a series in words; a test checks that each option has some."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Series

SHOWN = 8
"""The number of places whose points are named."""


def rules_of(series: Series) -> list[str]:
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
    return [*found, str(TIES[series.ties])]


MISSED: Mapping[str, Promise] = {
    "nothing": gettext_lazy("A missed tournament is worth nothing."),
    "last": gettext_lazy("A missed tournament is worth as much as the place behind the last."),
    "average": gettext_lazy("A missed tournament is worth the average of those that the player has played."),
}

TIES: Mapping[str, Promise] = {
    "shared": gettext_lazy("Players with the same points share the place."),
    "wins": gettext_lazy("Between players with the same points, more victories decide."),
    "results": gettext_lazy(
        "Between players with the same points, the better results decide, from the best on."
    ),
}
