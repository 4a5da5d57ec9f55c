"""The rules as people read them: a book for every game, whose pages are made from it and from the engine."""

from __future__ import annotations

from functools import cache

from games.rulebook.shapes import Book
from ludocards.engine.registry import has, part


@cache
def of(game: str) -> Book | None:
    """The book of a game; None where its package has no module `rulebook`."""
    if not has(game, "rulebook"):
        return None
    book: Book = part(game, "rulebook").BOOK
    return book
