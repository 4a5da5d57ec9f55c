"""`{% load texts %}`: the texts of games in templates."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import texts
from games.play import selectors
from games.play.selectors import LobbyTable
from ludocards.engine.registry import GAMES
from ludocards.words.cards import gloss_of_deck

register = template.Library()

register.filter("game_name", texts.game_name)
register.filter("figure", texts.format_figure)
register.filter("table_title", selectors.table_title)


@register.filter
def deck(game: str) -> str:
    """The name of the drawings of a game's cards, in `static/decks/`."""
    return GAMES[game].deck.name


@register.filter
def deck_gloss(game: str) -> str:
    return gloss_of_deck(GAMES[game].deck.name)


@register.filter
def has_tricks(game: str) -> bool:
    return GAMES[game].wire.has_tricks


@register.filter
def preset_name(preset: str, game: str) -> str:
    return texts.preset_name(game, preset)


@register.filter
def company(table: LobbyTable) -> str:
    """The players at a table: "Anna, Vito and 2 bots"."""
    people = [*table.people]
    bots = sum(seat.state == "bot" for seat in table.seats)
    if bots:
        people.append(ngettext("%(n)d bot", "%(n)d bots", bots) % {"n": bots})
    if len(people) < 2:
        return people[0] if people else ""
    return _("%(these)s and %(last)s") % {"these": ", ".join(people[:-1]), "last": people[-1]}
