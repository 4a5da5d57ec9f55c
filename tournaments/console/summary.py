"""What an event comes to, in a sentence: "7 rounds of 4 deals, about 2 and a half hours"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.chronicle import sides_of, sizes_of
from tournaments.console.forms import EventForm, length
from tournaments.formats import catalog
from tournaments.formats.catalog import EventShape, Format
from tournaments.formats.options import SIZES
from tournaments.pages.shown import listed
from tournaments.words import tables_of

MINUTES_PER_DEAL = 5
"""Of people who think a little: a rough measure, the same for all games."""

HOUR = 60
USUAL_BREAK = 60


def sentence(
    format: Format,
    settings: Mapping[str, Any],
    *,
    shape: EventShape,
    capacity: int | None,
    round_minutes: int | None,
    break_seconds: int,
) -> str:
    """In the active language; `settings` are complete."""
    said = [_rounds(format, settings, shape, capacity, round_minutes, break_seconds)]
    if settings.get("odd") == SIZES:
        sizes = catalog.sizes(settings, shape, capacity) if capacity else None
        said.append(listed(tables_of(sizes)) if sizes else _tables_between(shape))
    if settings.get("duplicate", format.duplicate):
        said.append(_("the same deals at all tables"))
    if capacity is not None:
        said.append(people(shape.unit, capacity))
    return ", ".join(said)


def _rounds(
    format: Format,
    settings: Mapping[str, Any],
    shape: EventShape,
    capacity: int | None,
    round_minutes: int | None,
    break_seconds: int,
) -> str:
    deals = ngettext("%(n)d deal", "%(n)d deals", settings["deals"]) % {"n": settings["deals"]}
    if format.flows:
        return _("%(deals)s a table, open for %(time)s") % {
            "deals": deals,
            "time": duration(settings["minutes"], exact=True),
        }
    rounds = settings.get("rounds") if capacity is None else catalog.rounds(format, settings, shape, capacity)
    long = settings["deals"] * MINUTES_PER_DEAL
    minutes = min(long, round_minutes or long) + break_seconds / 60
    if rounds is None:
        return _("rounds of %(deals)s, each about %(time)s") % {"deals": deals, "time": duration(minutes)}
    return ngettext(
        "%(n)d round of %(deals)s, about %(time)s", "%(n)d rounds of %(deals)s, about %(time)s", rounds
    ) % {"n": rounds, "deals": deals, "time": duration(rounds * minutes)}


def _tables_between(shape: EventShape) -> str:
    least, most = min(shape.sizes), max(shape.sizes)
    return _("tables of %(least)d to %(most)d, so that nobody is left over") % {"least": least, "most": most}


def people(unit: str, count: int) -> str:
    if unit == "pair":
        return ngettext("%(n)d pair", "%(n)d pairs", count) % {"n": count}
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}


def duration(minutes: float, *, exact: bool = False) -> str:
    """In words; to the half hour, and below an hour to five minutes, unless it is exact."""
    step = 1 if exact else 5 if minutes < HOUR else 30
    rounded = max(step, round(minutes / step) * step)
    hours, rest = divmod(rounded, HOUR)
    if rest == HOUR / 2 and hours:
        return ngettext("%(n)d hour and a half", "%(n)d hours and a half", hours) % {"n": hours}
    parts = [ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}] if hours else []
    if rest:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", rest) % {"n": rest})
    return listed(parts)


def of_form(form: EventForm) -> str:
    """Of what stands in a form so far; empty if it does not go together."""
    if form.trouble:
        return ""
    sent, (game, players), (rules, _name) = form.cleaned_data, form.seated, form.played
    sides = sides_of(game, rules, players)
    try:
        settings = dict(form.held.settings(form.settings))
    except catalog.BadSetting:
        return ""
    settings["deals"] = length(game, players, rules, settings["deals"])
    if not isinstance(sides, tuple):
        return ""
    unit = sent["unit"] or form.held.units(sides)[0]
    seconds = sent.get("break_seconds")
    return sentence(
        form.held,
        settings,
        shape=EventShape(unit, sides, sizes_of(form.held, game, rules, unit)),
        capacity=sent.get("capacity"),
        round_minutes=sent.get("round_minutes"),
        break_seconds=USUAL_BREAK if seconds is None else seconds,
    )
