"""Rules for people to read: every game has a rule book, whose pages are generated with data of the engine."""

from __future__ import annotations

from functools import cache

from ludocards.engine.registry import has, part
from ludocards.words.rulebook import Book


@cache
def book_of(game: str) -> Book | None:
    """The book of a game; None if its package has no module `rulebook`."""
    if not has(game, "rulebook"):
        return None
    book: Book = part(game, "rulebook").BOOK
    return book
