"""The rules as people read them: a book for every game, whose pages are made from it and from the engine."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.engine.catalog import GAMES, OUTSIDE
from games.rulebook.shapes import Book


@cache
def of(game: str) -> Book | None:
    """The book of a game; None where a game from outside brings no module `rulebook`."""
    if game not in GAMES:
        raise KeyError(game)
    module = f"{OUTSIDE[game]}.rulebook" if game in OUTSIDE else f"games.rulebook.{game}"
    if game in OUTSIDE and find_spec(module) is None:
        return None
    book: Book = import_module(module).BOOK
    return book
