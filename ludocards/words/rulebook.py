"""The parts of a rule book: sections of clauses with their sources, pictures of cards, tables, worked
examples.

A book has only what the engine does not: rankings, values and schedules come from the engine when the page is
made. A test plays every worked example.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ludocards.engine.signals import Signal
from ludocards.words.cards import capitalise_sentence, card_name, the_card
from ludocards.words.texts import Text

Rules = Any
"""The rules of a game as an object of its engine: those of a preset, or of a table."""

TEXT, OTHER, LOGIC, CHOICE = "text", "other", "logic", "choice"

TAGS: Mapping[str, tuple[Text, Text]] = {
    TEXT: (gettext_lazy("text"), gettext_lazy("The text that this variant follows says so.")),
    OTHER: (gettext_lazy("other source"), gettext_lazy("That text is silent, and another source says so.")),
    LOGIC: (gettext_lazy("deduction"), gettext_lazy("It follows from what the sources say.")),
    CHOICE: (
        gettext_lazy("our choice"),
        gettext_lazy(
            "The sources are silent or disagree, so we chose. The numbers are the sources we looked at."
        ),
    ),
}
"""The possible origins of a clause: the badge, and what it means."""


@dataclass(frozen=True, slots=True)
class Source:
    title: str
    """The title, in the language of the source."""
    url: str
    about: Text
    """A description of the source, and of its use."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a clause or value: the names of its sources, separated by spaces, and a tag if the text
    goes beyond what they say."""

    cites: str
    tag: str = ""

    def tag_for(self, texts: frozenset[str]) -> str:
        """The tag of the badge in a variant that follows these texts."""
        return self.tag or (TEXT if texts & {*self.cites.split()} else OTHER)


def applies_always(rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule; `id` is its anchor. A clause about an option has the origin of the option."""

    id: str
    text: Text
    """The text, with the book's figures as `%(name)s`."""
    origin: Origin | None = None
    option: str = ""
    when: Callable[[Rules], bool] = applies_always
    only_for: int | None = None
    """The number of players to whom the clause applies, if it is not for all."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in a picture, with words below it, and a mark."""

    code: str
    caption: Text = ""
    mark: str = ""
    """`up` for a card that may be played, `down` for one that may not, `first` for one that takes or is
    led."""


@dataclass(frozen=True, slots=True)
class Strip:
    label: Text
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    caption: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    numbers: tuple[int, ...] = ()
    """The indices of the columns that have numbers."""


Block = Strip | Grid


@dataclass(frozen=True, slots=True)
class Example(ABC):
    """A worked example, whose claims a test checks with the engine."""

    id: str
    why: Text
    when: Callable[[Rules], bool] = field(default=applies_always, kw_only=True)
    only_for: int | None = field(default=None, kw_only=True)

    @abstractmethod
    def blocks(self) -> Iterator[Block]: ...

    @abstractmethod
    def result(self, deck: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Playable(Example):
    """The legal cards of a hand in a trick; cards are codes separated by spaces."""

    hand: str
    trick: str
    playable: str
    trump: str = ""

    def blocks(self) -> Iterator[Block]:
        if self.trick:
            yield Strip(_("On the table"), shown_cards(self.trick))
        if self.trump:
            yield Strip(_("Turned"), shown_cards(self.trump))
        may = self.playable.split()
        marked = (ShownCard(code, mark="up" if code in may else "down") for code in self.hand.split())
        yield Strip(_("In the hand"), tuple(marked))

    def result(self, deck: str) -> str:
        return _("May be played: %(cards)s.") % {"cards": _named(deck, self.playable)}


@dataclass(frozen=True, slots=True)
class Taking(Example):
    """The winner of a trick, as the index of the card; optionally what the trick is `worth`, in the game's
    unit. `trump` is a card that was turned, or a suit."""

    trick: str
    winner: int
    trump: str = ""
    worth: int | None = None
    unit: Text = ""

    def blocks(self) -> Iterator[Block]:
        if len(self.trump) > 1:
            yield Strip(_("Turned"), shown_cards(self.trump))
        marked = (
            ShownCard(code, mark="first" if place == self.winner else "")
            for place, code in enumerate(self.trick.split())
        )
        yield Strip(_("The trick, in the order played"), tuple(marked))

    def result(self, deck: str) -> str:
        takes = capitalise_sentence(
            _("%(card)s takes.") % {"card": the_card(deck, self.trick.split()[self.winner])}
        )
        return takes if self.worth is None else f"{takes} {self.unit % {'n': self.worth}}"


@dataclass(frozen=True, slots=True)
class Counted(Example):
    """The worth of cards that were taken together."""

    hand: str
    points: int

    def blocks(self) -> Iterator[Block]:
        yield Strip(_("Taken"), shown_cards(self.hand))

    def result(self, deck: str) -> str:
        return _("Points: %(n)s.") % {"n": self.points}


@dataclass(frozen=True, slots=True)
class Reckoned(Example):
    """A calculation: rows of numbers under their heads, the last number of each row being its result."""

    head: tuple[Text, ...]
    rows: tuple[tuple[int, ...], ...]

    def blocks(self) -> Iterator[Block]:
        rows = tuple((*map(str, row[:-1]), _signed(row[-1])) for row in self.rows)
        yield Grid(_("The sums"), self.head, rows, numbers=tuple(range(len(self.head))))

    def result(self, deck: str) -> str:
        return " · ".join(_signed(row[-1]) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Dialogue(Example):
    """Words said one after the other, as (speaker, words), and how they end."""

    said: tuple[tuple[str, str], ...]
    ends: Text
    closes: tuple[Any, ...]
    """The claim that the test checks with the engine."""

    def blocks(self) -> Iterator[Block]:
        yield Grid(_("What is said"), (_("Who"), _("Says")), self.said)

    def result(self, deck: str) -> str:
        return str(self.ends)


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: Text
    clauses: tuple[Clause, ...] = ()
    blocks: Callable[[Rules], tuple[Block, ...]] = lambda rules: ()
    examples: tuple[Example, ...] = ()
    page: str = ""
    """Another page of the book with details."""
    when: Callable[[Rules], bool] = applies_always


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """A page in addition to those of the presets."""

    title: Text
    lead: Text
    sections: tuple[Section, ...]
    preset: str
    """The preset whose sources it follows."""


@dataclass(frozen=True, slots=True)
class Brief:
    """The rules in brief, for a player at the table: pictures, and the ids of clauses of the book."""

    blocks: tuple[Block, ...]
    follow: tuple[str, ...]
    """The clauses that say which cards may be played; newcomers are shown the first of each group."""
    takes: tuple[str, ...]
    """The clauses that say who takes a trick."""
    points: tuple[str, ...]
    """The clauses that say what counts."""
    wins: tuple[str, ...]
    """The clauses that say who wins a deal and the match; the score sheet shows them, too."""
    detail: str = ""
    """The one of them that newcomers are shown, too, in a later trick."""
    begins: tuple[str, ...] = ()
    """The clauses that say what comes before the first card."""


@dataclass(frozen=True, slots=True)
class Book:
    """The rule book of one game. `texts` has the names of the sources that each preset follows."""

    sources: Mapping[str, Source]
    texts: Mapping[str, frozenset[str]]
    options: Callable[[str, Rules], Origin]
    """Returns the origin of an option's value under a preset."""
    sections: tuple[Section, ...]
    figures: Callable[[Rules], Mapping[str, Any]] = lambda rules: {}
    """Returns the numbers of the engine that the clauses refer to."""
    pages: Mapping[str, RulebookPage] = field(default_factory=dict)
    brief: Callable[[Rules], Brief] | None = None


def signals_in_brief(signals: Sequence[Signal], meanings: Mapping[str, Text]) -> tuple[Block, ...]:
    """The words that go with a card, with their meanings by code; nothing where there are none."""
    rows = tuple((each.name, meanings[each.code]) for each in signals)
    return (Grid(_("What may be said with a card"), (_("Word"), _("Says")), rows),) if rows else ()


def ranked_strip(suit: str, cards: tuple[ShownCard, ...]) -> Strip:
    """The cards of a suit by strength."""
    return Strip(_("%(suit)s, from the strongest card") % {"suit": suit.capitalize()}, cards)


def shown_cards(codes: str) -> tuple[ShownCard, ...]:
    return tuple(map(ShownCard, codes.split()))


def _named(deck: str, codes: str) -> str:
    return ", ".join(card_name(deck, code) for code in codes.split())


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
