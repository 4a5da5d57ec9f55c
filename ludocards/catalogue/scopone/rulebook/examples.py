"""The kinds of worked examples that only this book has: captures, the primiera, the points of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ludocards.catalogue.scopone.values import PRIMIERA
from ludocards.words.cards import card_name
from ludocards.words.rulebook import Block, Example, Grid, ShownCard, Strip
from ludocards.words.texts import Text


@dataclass(frozen=True, slots=True)
class Capturing(Example):
    """All that a card may take from the table, each as codes separated by spaces; nothing if it stays."""

    card: str
    table: str
    ways: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        taken = {*" ".join(self.ways).split()}
        marked = (ShownCard(code, mark="up" if code in taken else "down") for code in self.table.split())
        yield Strip(_("On the table"), tuple(marked))
        yield Strip(_("The card played"), (ShownCard(self.card, mark="first"),))

    def result(self, deck: str) -> str:
        if not self.ways:
            return _("It takes nothing, and stays on the table.")
        named = [" + ".join(card_name(deck, code) for code in way.split()) for way in self.ways]
        return _("It takes: %(ways)s.") % {"ways": "; ".join(named)}


@dataclass(frozen=True, slots=True)
class Best(Example):
    """The best card of each suit in a pile, and the primiera that they make; None if a suit is missing."""

    best: str
    primiera: int | None

    def blocks(self) -> Iterator[Block]:
        worth = (ShownCard(code, str(PRIMIERA[code[0]])) for code in self.best.split())
        yield Strip(_("The best card of each suit"), tuple(worth))

    def result(self, deck: str) -> str:
        if self.primiera is None:
            return _("No primiera: a suit is missing.")
        return _("Primiera: %(n)s.") % {"n": self.primiera}


@dataclass(frozen=True, slots=True)
class Scored(Example):
    """The points of a deal: what both sides have of everything, and what they score.

    `hands` of a deal in which everybody plays the first card of the hand, which takes the first that it may.
    """

    hands: tuple[str, ...]
    rows: tuple[tuple[Text, str, str, Text], ...]
    """For each part of the score: its name, the share of each side, and the side that has the point."""
    scores: tuple[int, int]

    def blocks(self) -> Iterator[Block]:
        head = (_("What counts"), _("Your side"), _("The others"), _("The point"))
        yield Grid(_("The points of the deal"), head, self.rows, numbers=(1, 2))

    def result(self, deck: str) -> str:
        return "{}–{}".format(*self.scores)
