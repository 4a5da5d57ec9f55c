"""The pages of rules: one for every game, for every preset, and for every extra page of a rule book.

There are no texts here: clauses come from `rulebook`, options and their names from `texts`, values from the
engine. A game from outside that has no book still has its options, and the differences between its presets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import rulebook, texts
from games.pages.view_helpers import game_choices
from games.play import selectors
from games.rulebook.reader import NO_BOOK, Reader, reader_of
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludocards.words import lessons
from ludocards.words.rulebook import TAGS
from ludocards.words.texts import GameTexts, Text
from ludopoli.base.decks import cards_of_deck
from ludopoli.base.lookups import or_404


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    games = [
        (
            each,
            [link for link in _linked(code) if texts.code_of(code, link[0]) == each.code],
            cards_of_deck(GAMES[code].deck.name),
        )
        for code in GAMES
        for each in texts.public_games(code)
    ]
    links = game_choices(None, lambda code: f"#h-{code}")
    return render(request, "rules/index.html", {"games": games, "links": links, "tags": TAGS.values()})


@require_safe
def game_rules_page(request: HttpRequest, game: str) -> HttpResponse:
    """A game in brief as it is usually played; then its variants, side by side."""
    found = _texts(game)
    presets = list(GAMES[game].presets)
    usual = presets[0]
    values = {preset: texts.preset_values(game, preset) for preset in presets}
    rows = [
        _compared(text, {found.presets[preset].name: values[preset][name] for preset in presets})
        for name, text in found.options.items()
    ]
    context = {
        "game": game,
        "texts": found,
        "preset": usual,
        "brief": Reader(game, rulebook.book_of(game) or NO_BOOK, usual, GAMES[game].presets[usual]).brief(),
        "deck": GAMES[game].deck.name,
        "links": _linked(game),
        "has_lessons": bool(lessons.lessons_of(game)),
        "rows": rows,
        "differ": any(row["differs"] for row in rows),
        "showcase": cards_of_deck(GAMES[game].deck.name),
    }
    return render(request, "rules/game.html", context)


@require_safe
def preset_rules_page(request: HttpRequest, game: str, page: str) -> HttpResponse:
    """The page of a preset, or an extra page of the book."""
    found, book = _texts(game), rulebook.book_of(game) or NO_BOOK
    extra = book.pages.get(page)
    if extra is None and page not in GAMES[game].presets:
        raise Http404(page)
    preset = extra.preset if extra else page
    rules = GAMES[game].presets[preset]
    reader = Reader(game, book, preset, rules)
    sections = reader.sections(extra.sections if extra else book.sections)
    options = [] if extra else reader.options()
    context = {
        "game": game,
        "texts": found,
        "preset": preset,
        "title": f"{found.name}, {extra.title}" if extra else texts.title_of_rules(game, preset),
        "lead": extra.lead if extra else found.presets[preset].about,
        "extra": extra,
        "page": page,
        "links": _linked(game),
        "brief": None if extra else reader.brief(),
        "has_lessons": bool(lessons.lessons_of(game)),
        "players": 0 if extra else GAMES[game].players_of(preset)[0],
        "sections": sections,
        "options": options,
        "others": [] if extra else _others(game, preset),
        "sources": reader.sources(),
        "tags": TAGS.values(),
        "deck": GAMES[game].deck.name,
    }
    return render(request, "rules/page.html", context)


@require_safe
def table_rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of one table with its choices: first in brief, then in full, with sources on request."""
    table = selectors.access_table(request.user, code)
    reader = or_404(reader_of(table.game, table.rules, table.players), code)
    found = _texts(table.game)
    context = {
        "game": table.game,
        "texts": found,
        "title": "{}, {}".format(
            texts.game_name(table.game, reader.preset),
            _("the rules of “%(table)s”") % {"table": selectors.table_title(table)},
        ),
        "lead": texts.house_summary(table.game, table.rules),
        "preset": reader.preset,
        "page": reader.preset,
        "links": _linked(table.game),
        "table": table,
        "brief": reader.brief(),
        "sections": reader.sections(reader.book.sections),
        "options": reader.options(),
        "sources": reader.sources(),
        "tags": TAGS.values(),
        "deck": GAMES[table.game].deck.name,
    }
    return render(request, "rules/page.html", context)


def _texts(game: str) -> GameTexts:
    if game not in GAMES:
        raise Http404(game)
    return texts.texts_of_game(game)


def _linked(game: str) -> list[tuple[str, Text, Text]]:
    """The pages of a game, each with its name and a line about it: its presets, then the extra pages of its
    book, which need none."""
    book = rulebook.book_of(game) or NO_BOOK
    presets = [
        (code, preset.name, preset.about) for code, preset in texts.texts_of_game(game).presets.items()
    ]
    return [*presets, *((code, page.title, "") for code, page in book.pages.items())]


def _compared(text: Any, values: dict[Text, Json]) -> dict[str, Any]:
    """An option with the name of its value under every preset, and whether the values differ."""
    said = [(preset, "" if value is None else text.choice(value)) for preset, value in values.items()]
    return {"label": text.label, "values": said, "differs": len({value for _, value in said}) > 1}


def _others(game: str, preset: str) -> list[dict[str, Any]]:
    """The other presets, with the options in which they differ from this one."""
    mine = dict(texts.rules_summary(game, {"preset": preset}))
    found: list[dict[str, Any]] = []
    for other, text in texts.texts_of_game(game).presets.items():
        summary: Mapping[str, str] = dict(texts.rules_summary(game, {"preset": other}))
        differs = [(label, value) for label, value in summary.items() if mine.get(label) != value]
        if other != preset:
            found.append({"code": other, "text": text, "differs": differs})
    return found
