"""`{% load texts %}`: the texts of games in templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings as site
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games import texts
from games.play import selectors
from games.play.lobby import LobbyTable
from ludocards.bots.registry import REVIEWED
from ludocards.engine.registry import GAMES
from ludocards.words.cards import gloss_of_deck
from ludopoli.base.decks import REGIONAL, drawing_of

register = template.Library()

register.filter("game_name", texts.game_name)
register.filter("game_names", texts.names_of_game)
register.filter("figure", texts.format_figure)
register.filter("table_title", selectors.table_title)


@register.filter
def deck(game: str) -> str:
    """The name of the drawings of a game's cards, in `static/decks/`."""
    return GAMES[game].deck.name


@register.simple_tag(takes_context=True)
def drawing(context: template.Context, game: str, settings: Mapping[str, Any]) -> str:
    """The drawing of a game's deck for its reader, by `own_settings`; guests' browsers send their choice."""
    is_kept = settings["account"] and not settings["fresh"]
    request = context.get("request")
    choice = (
        settings["values"]["deck"]
        if is_kept
        else request.COOKIES.get(f"deck{site.SITE_SUFFIX}", "")
        if request
        else ""
    )
    return drawing_of(deck(game), texts.texts_of_game(game).home_deck, choice)


@register.simple_tag
def deck_data(game: str) -> SafeString:
    """The attributes by which `js/table/deck.js` finds the drawing of a game's deck."""
    home, regional = texts.texts_of_game(game).home_deck, " ".join(regional_decks(game))
    return format_html('data-deck="{}" data-home="{}" data-regional="{}"', deck(game), home, regional)


@register.simple_tag
def first_game_with(deck: str) -> str:
    """The first game that is played with these cards, whose table is an example of all."""
    return next(code for code, game in GAMES.items() if game.deck.name == deck)


@register.filter
def regional_decks(game: str) -> Mapping[str, str]:
    """The regional decks with which a game may be shown, each with the card by which it is known."""
    return REGIONAL.get(deck(game), {})


@register.filter
def deck_gloss(game: str) -> str:
    return gloss_of_deck(GAMES[game].deck.name)


@register.filter
def has_tricks(game: str) -> bool:
    return GAMES[game].wire.has_tricks


@register.filter
def is_reviewed(game: str) -> bool:
    return game in REVIEWED


@register.filter
def company(table: LobbyTable) -> str:
    """The players at a table: "Anna, Vito and 2 bots"."""
    people = [*table.people]
    bots = sum(seat.state == "bot" for seat in table.seats)
    if bots:
        people.append(ngettext("%(n)d bot", "%(n)d bots", bots) % {"n": bots})
    return texts.joined_names(people) if people else ""
