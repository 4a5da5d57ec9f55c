"""The fields of the form for the parts of a meeting after the first: a game with its rules, and its deals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import texts
from games.models import HouseRules
from games.texts import RulesRefused
from ludocards.engine.registry import GAMES
from tournaments.chronicle import sides_of
from tournaments.console.fields import choice_field, whole_number_field
from tournaments.formats.catalog import FORMATS
from tournaments.formats.options import DEALS
from tournaments.models import Event
from tournaments.tie_parts import MOST_PARTS, parts_of_event

PART, DEALS_OF_PART = "part_", "part_deals_"
"""The prefixes of the fields for the rules and the deals of a part."""

LATER = range(2, MOST_PARTS + 1)
"""The numbers of the parts after the first."""

KEPT = "kept"
"""The choice for the present rules, if they are not among the others."""

Houses = Mapping[str, HouseRules]

FORMATS_OF_PARTS = " ".join(name for name, each in FORMATS.items() if each.mixed)


def part_fields(houses: Houses, event: Event | None) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of the later parts by name, with the presets and these house rules to choose from."""
    rules = [
        (f"{game}:{preset}", texts.title_of_rules(game, preset))
        for game, its in GAMES.items()
        for preset in its.presets
    ]
    rules += [
        (name, texts.title_of_rules(each.game, each.rules["preset"], each.name))
        for name, each in houses.items()
    ]
    known = {} if event is None else dict(enumerate(parts_of_event(event), start=1))
    for number in LATER:
        kept = [(KEPT, known[number].called)] if number in known else []
        label = gettext("Part %(n)d") % {"n": number}
        none = [("", gettext("None"))]
        yield f"{PART}{number}", choice_field(label, [*none, *kept, *rules], required=False)
        deals = whole_number_field(_("Deals"), DEALS.low, DEALS.high)
        deals.widget.attrs["aria-label"] = gettext("Deals of part %(n)d") % {"n": number}
        yield f"{DEALS_OF_PART}{number}", deals


def initial_parts(event: Event) -> dict[str, Any]:
    """Return the values of the fields for the parts that an event has."""
    later = list(enumerate(parts_of_event(event), start=1))[1:]
    return {f"{PART}{number}": KEPT for number, _part in later} | {
        f"{DEALS_OF_PART}{number}": part.deals for number, part in later
    }


def sent_parts(cleaned: Mapping[str, Any], houses: Houses, event: Event | None) -> dict[int, dict[str, Any]]:
    """Return the later parts of a submitted form, by number, as the actions take them."""
    chosen = (number for number in LATER if cleaned.get(f"{PART}{number}"))
    return {number: _sent_part(number, cleaned, houses, event) for number in chosen}


def _sent_part(
    number: int, cleaned: Mapping[str, Any], houses: Houses, event: Event | None
) -> dict[str, Any]:
    chosen, deals = cleaned[f"{PART}{number}"], cleaned.get(f"{DEALS_OF_PART}{number}")
    if chosen == KEPT and event is not None:
        return {**event.later_parts[number - 2], "deals": deals}
    if chosen in houses:
        house = houses[chosen]
        return {"game": house.game, "rules": dict(house.rules), "rules_name": house.name, "deals": deals}
    game, _colon, preset = chosen.partition(":")
    return {"game": game, "rules": {"preset": preset}, "rules_name": "", "deals": deals}


def sides_or_none(game: str, rules: Mapping[str, Any], players: int) -> tuple[int, ...] | None:
    """Return the side of each seat; None if these rules are not for so many players."""
    try:
        return sides_of(game, rules, players)
    except RulesRefused:
        return None


@cache
def presets_played_alike() -> str:
    """Return for the page's script, as JSON, the choices of a game that each preset can follow as a part."""
    seated = {
        f"{game}-{players}": (players, sides_or_none(game, {"preset": its.preset_for(players)}, players))
        for game, its in GAMES.items()
        for players in its.players
    }
    return json.dumps(
        {
            f"{game}:{preset}": [
                choice
                for choice, (players, sides) in seated.items()
                if sides is not None and sides == sides_or_none(game, {"preset": preset}, players)
            ]
            for game, its in GAMES.items()
            for preset in its.presets
        }
    )
