"""The complete state of a match of Scopone or Scopa, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from ludocards.catalogue.scopone.rules.captures import Cards
from ludocards.catalogue.scopone.rules.presets import Rules, rules_from
from ludocards.catalogue.scopone.values import DEALT
from ludocards.engine import match, sheet
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.game import Json, plain
from ludocards.engine.tricks import Hands


@dataclass(frozen=True)
class Turn:
    """A card that was played, with what it took."""

    seat: int
    card: Card | None
    """None where the last to capture gets what is left on the table."""
    taken: Cards = ()
    scopa: bool = False

    @property
    def cards(self) -> Cards:
        """The cards that go to the pile of the side."""
        return () if not self.taken else self.taken if self.card is None else (*self.taken, self.card)

    def as_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "card": plain(self.card),
            "take": codes(self.taken),
            "scopa": self.scopa,
        }

    @cached_property
    def shown(self) -> dict[str, Json]:
        """As all views have it until the end of the deal."""
        return self.as_json()

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Turn:
        card = data["card"] and ITALIAN40.cards[data["card"]]
        return cls(data["seat"], card, ITALIAN40.of(data["take"]), data["scopa"])


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a deal: by name the side that has each, or the number for each side."""

    carte: int | None
    denari: int | None
    settebello: int | None
    primiera: int | None
    scope: tuple[int, ...]
    napola: tuple[int, ...] | None = None
    """None where no napola is played; so with `has_rebello`."""
    rebello: int | None = None
    has_rebello: bool = False

    def as_json(self) -> dict[str, Json]:
        names = ("carte", "denari", "settebello", "primiera", "scope")
        return {
            **{name: plain(getattr(self, name)) for name in names},
            **({} if self.napola is None else {"napola": plain(self.napola)}),
            **({"rebello": self.rebello} if self.has_rebello else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Scored:
        named = {each.name: data[each.name] for each in fields(cls) if each.name in data}
        named["scope"] = tuple(data["scope"])
        if "napola" in data:
            named["napola"] = tuple(data["napola"])
        return cls(**named, has_rebello="rebello" in data)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a deal, by side."""

    points: tuple[int, ...]
    """The cards taken."""
    denari: tuple[int, ...]
    """The cards of that suit among them."""
    primiera: tuple[int | None, ...]
    """The sum of the best card of each suit; None for a side that lacks a suit."""
    scored: Scored | None
    """None if the deal is void."""
    scores: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        return {each.name: plain(getattr(self, each.name)) for each in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        return cls(
            tuple(data["points"]),
            tuple(data["denari"]),
            tuple(data["primiera"]),
            None if data["scored"] is None else Scored.from_json(data["scored"]),
            tuple(data["scores"]),
        )


@dataclass(frozen=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    hands: Hands
    table: Cards = ()
    stock: Cards = ()
    """The cards to be dealt when the hands are empty, in order."""
    turns: tuple[Turn, ...] = ()
    """The cards played in this deal so far, each with its capture."""
    sheet: tuple[SheetLine, ...] = ()

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def dealer(self) -> int:
        """The deal goes round, but after a void deal the same player deals again."""
        void = [line for line in self.sheet[: self.deal] if line.scored is None]
        return (self.first_dealer + self.deal - len(void)) % self.players

    @property
    def turn(self) -> int:
        """The first seat after the dealer that has not played as often as the others."""
        sizes = [*map(len, self.hands)]
        first = self.dealer + 1
        after = sizes[first:] + sizes[:first]
        return (first + after.index(max(sizes))) % len(sizes)

    @property
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1) if self.players == 4 else tuple(range(self.players))

    @property
    def in_hand(self) -> int:
        """The number of cards dealt to each at a time."""
        return DEALT[self.rules.in_hand(self.players)]

    @property
    def last(self) -> int | None:
        """The seat that captured last in this deal."""
        return next((turn.seat for turn in reversed(self.turns) if turn.taken), None)

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The cards taken in this deal, by side."""
        sides = self.sides
        piles: list[list[Card]] = [[] for _ in {*sides}]
        for turn in self.turns:
            if turn.taken:
                piles[sides[turn.seat]] += turn.cards
        return tuple(map(tuple, piles))

    @property
    def scope(self) -> tuple[int, ...]:
        """The number of scope in this deal, by side."""
        return sheet.by_side(self, [(turn.seat, 1) for turn in self.turns if turn.scopa])


def load(data: Mapping[str, Json]) -> State:
    return State(
        **match.load(data, ITALIAN40, rules_from),
        table=ITALIAN40.of(data["table"]),
        stock=ITALIAN40.of(data["stock"]),
        turns=tuple(map(Turn.from_json, data["turns"])),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
    )
