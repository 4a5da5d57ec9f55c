"""The kinds of worked examples that only this book has: accuse, declarations and signals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ludocards.words.cards import card_name
from ludocards.words.rulebook import Block, Example, ShownCard, Strip, shown_cards
from ludocards.words.texts import Text


@dataclass(frozen=True, slots=True)
class Accused(Example):
    """The accuse of a hand, as (combination, points)."""

    hand: str
    accuse: tuple[tuple[Text, int], ...]

    def blocks(self) -> Iterator[Block]:
        yield Strip(_("In the hand"), shown_cards(self.hand))

    def result(self, deck: str) -> str:
        each = " + ".join(f"{name} {points}" for name, points in self.accuse)
        return f"{each} = {sum(points for _name, points in self.accuse)}"


@dataclass(frozen=True, slots=True)
class Spoken(Example):
    """The declaration of each card of a holding when it is led: (card, code or None, words)."""

    out: str
    """The ranks that others hold."""
    says: tuple[tuple[str, str | None, Text], ...]

    def blocks(self) -> Iterator[Block]:
        silence = _("silence")
        yield Strip("", tuple(ShownCard(code, words or silence) for code, _code, words in self.says))

    def result(self, deck: str) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Signalled(Example):
    """The signals that may go with a card of a hand."""

    hand: str
    trick: str
    card: str
    signals: tuple[tuple[str, str], ...]
    """The expected signals: code and name."""

    def blocks(self) -> Iterator[Block]:
        if self.trick:
            yield Strip(_("On the table"), shown_cards(self.trick))
        marked = (ShownCard(code, mark="first" if code == self.card else "") for code in self.hand.split())
        yield Strip(_("In the hand"), tuple(marked))

    def result(self, deck: str) -> str:
        given = ", ".join(name for _code, name in self.signals) or _("no signal")
        names = {"card": card_name(deck, self.card), "signals": given}
        return _("With the card %(card)s: %(signals)s.") % names
