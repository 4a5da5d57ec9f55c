"""The summary of an event in a sentence: "7 rounds of 4 deals, about 2 and a half hours"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.chronicle import sides_of, sizes_of
from tournaments.console.choices import match_length
from tournaments.console.forms import EventForm
from tournaments.format_texts import table_sizes_text
from tournaments.formats import catalog
from tournaments.formats.catalog import EventSides, Format
from tournaments.formats.options import SIZES
from tournaments.models import Event
from tournaments.texts import names_listed

MINUTES_PER_DEAL = 5
"""A rough measure, the same for all games."""

MINUTES_PER_MATCH = 30
"""The same for a match with real cards that its rules end."""

MANY = 50
"""A number of people beyond which no further table sizes occur."""

HOUR = 60
USUAL_BREAK = 60


def sentence(
    format: Format,
    settings: Mapping[str, Any],
    *,
    shape: EventSides,
    capacity: int | None,
    round_minutes: int | None,
    break_seconds: int,
    lengths: Sequence[int] = (),
    by_match: bool = False,
    parts: int = 1,
) -> str:
    """Return the summary in the active language; `settings` are complete.

    `lengths` are the possible numbers of deals in a match, if they depend on the size of its table; where a
    meeting has several `parts`, the deals of all of them. With `by_match` only the result of a match is
    written down, however many deals it has.
    """
    lengths = lengths or (settings["deals"],)
    said = [
        _rounds(format, settings, shape, capacity, round_minutes, break_seconds, lengths, by_match, parts)
    ]
    if settings.get("odd") == SIZES:
        sizes = catalog.table_sizes(settings, shape, capacity) if capacity else None
        said.append(names_listed(table_sizes_text(sizes)) if sizes else _tables_between(settings, shape))
    if settings.get("duplicate", format.duplicate):
        said.append(_("the same deals at all tables"))
    if capacity is not None:
        said.append(people(shape.unit, capacity))
    return ", ".join(said)


def _rounds(
    format: Format,
    settings: Mapping[str, Any],
    shape: EventSides,
    capacity: int | None,
    round_minutes: int | None,
    break_seconds: int,
    lengths: Sequence[int],
    by_match: bool,
    parts: int,
) -> str:
    least, most = min(lengths), max(lengths)
    deals = ngettext("%(n)d deal", "%(n)d deals", most) % {"n": most}
    if least < most:
        deals = _("%(least)d to %(most)d deals") % {"least": least, "most": most}
    if by_match:
        deals = _("one match")
    if parts > 1:
        deals = ngettext("%(n)d part", "%(n)d parts", parts) % {"n": parts}
    if format.flows:
        return _("%(deals)s a table, open for %(time)s") % {
            "deals": deals,
            "time": duration(settings["minutes"], exact=True),
        }
    rounds = (
        settings.get("rounds")
        if capacity is None
        else catalog.number_of_rounds(format, settings, shape, capacity)
    )
    long = MINUTES_PER_MATCH * parts if by_match else most * MINUTES_PER_DEAL
    minutes = min(long, round_minutes or long) + break_seconds / 60
    if rounds is None:
        return _("rounds of %(deals)s, each about %(time)s") % {"deals": deals, "time": duration(minutes)}
    return ngettext(
        "%(n)d round of %(deals)s, about %(time)s", "%(n)d rounds of %(deals)s, about %(time)s", rounds
    ) % {"n": rounds, "deals": deals, "time": duration(rounds * minutes)}


def _tables_between(settings: Mapping[str, Any], shape: EventSides) -> str:
    sizes = _sizes_that_come(settings, shape, None)
    text = _("tables of %(least)d to %(most)d, so that nobody is left over")
    return text % {"least": min(sizes), "most": max(sizes)}


def _sizes_that_come(settings: Mapping[str, Any], shape: EventSides, capacity: int | None) -> set[int]:
    """Return the table sizes of a full event; without a capacity, of events with any number of people."""
    numbers = [capacity] if capacity else range(min(shape.sizes), MANY)
    return {size for people in numbers for size in catalog.table_sizes(settings, shape, people) or ()}


def people(unit: str, count: int) -> str:
    if unit == "pair":
        return ngettext("%(n)d pair", "%(n)d pairs", count) % {"n": count}
    if unit == "team":
        return ngettext("%(n)d team", "%(n)d teams", count) % {"n": count}
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}


def duration(minutes: float, *, exact: bool = False) -> str:
    """Return a duration in words, rounded to half an hour (below an hour to five minutes) unless exact."""
    step = 1 if exact else 5 if minutes < HOUR else 30
    rounded = max(step, round(minutes / step) * step)
    hours, rest = divmod(rounded, HOUR)
    if rest == HOUR / 2 and hours:
        return ngettext("an hour and a half", "%(n)d and a half hours", hours) % {"n": hours}
    parts = [ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}] if hours else []
    if rest:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", rest) % {"n": rest})
    return names_listed(parts)


def of_form(form: EventForm) -> str:
    """Return the summary of a form as filled in so far; empty if its values do not fit each other."""
    if form.trouble:
        return ""
    sent, (game, players), (rules, _name) = form.cleaned_data, form.seated, form.played
    sides = sides_of(game, rules, players)
    if not isinstance(sides, tuple):
        return ""
    unit = sent["unit"] or form.held.units(sides)[0]
    shape = EventSides(unit, sides, sizes_of(form.held, game, rules, unit))
    try:
        chosen = form.settings
        if form.parts:
            chosen = {**form.held.asked_of_parts(chosen, is_real=form.is_real)}
        asked = form.held.asked(chosen, shape.sizes, shape.unit, with_bots=not form.is_real)
        settings = form.held.settings(asked)
    except catalog.BadSetting:
        return ""
    come = {players}
    if settings.get("odd") == SIZES:
        come = _sizes_that_come(settings, shape, sent.get("capacity"))
    seconds = sent.get("break_seconds")
    later = sum(each["deals"] or settings["deals"] for each in form.parts.values())
    return sentence(
        form.held,
        settings,
        shape=shape,
        capacity=sent.get("capacity"),
        round_minutes=sent.get("round_minutes"),
        break_seconds=USUAL_BREAK if seconds is None else seconds,
        by_match=form.is_real and sent["scores"] == Event.Scores.MATCH,
        lengths=[match_length(game, size, rules, settings["deals"]) + later for size in come],
        parts=1 + len(form.parts),
    )
