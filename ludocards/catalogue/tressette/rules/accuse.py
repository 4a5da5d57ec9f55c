"""The accuse, or Buongioco: combinations of aces, twos and threes shown early for points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.tressette.values import ACCUSE, NAPOLETANA
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command, Json


@dataclass(frozen=True, slots=True)
class Accusa:
    """A combination shown by a seat; `of` is the suit of a napoletana, or the rank of three or four of a
    kind."""

    seat: int
    combo: str
    of: str
    missing: str | None
    """The missing suit of three of a kind."""
    points: int
    trick: int = 0
    """The trick before whose card the seat showed it."""

    @property
    def command(self) -> Command:
        field = "suit" if self.combo == "napoletana" else "rank"
        return Command.of("accuse", combo=self.combo, **{field: self.of})

    @property
    def spent(self) -> tuple[bool, str]:
        """The accuse that may not be made again; four of a kind count as three of it, too."""
        return self.combo == "napoletana", self.of

    def cards(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards of a hand that make it."""
        if self.combo == "napoletana":
            return tuple(card for card in hand if card.suit == self.of and card.rank in NAPOLETANA)
        return tuple(card for card in hand if card.rank == self.of)

    def as_json(self) -> dict[str, Json]:
        field = "suit" if self.combo == "napoletana" else "rank"
        return {
            "seat": self.seat,
            "combo": self.combo,
            field: self.of,
            "missing": self.missing,
            "points": self.points,
            "trick": self.trick,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Accusa:
        of = data["suit"] if data["combo"] == "napoletana" else data["rank"]
        return cls(data["seat"], data["combo"], of, data["missing"], data["points"], data["trick"])


def held(seat: int, hand: tuple[Card, ...], trick: int = 0) -> tuple[Accusa, ...]:
    """The combinations in a hand, if accused in this trick; four of a kind are not also listed as three."""
    suits_of = {rank: [card.suit for card in hand if card.rank == rank] for rank in NAPOLETANA}
    found = [
        Accusa(seat, "napoletana", suit, None, ACCUSE["napoletana"], trick)
        for suit in ITALIAN40.suits
        if all(suit in suits_of[rank] for rank in NAPOLETANA)
    ]
    for rank, suits in suits_of.items():
        if len(suits) == 4:
            found.append(Accusa(seat, "four", rank, None, ACCUSE["four"], trick))
        elif len(suits) == 3:
            missing = next(suit for suit in ITALIAN40.suits if suit not in suits)
            found.append(Accusa(seat, "three", rank, missing, ACCUSE["three"], trick))
    return tuple(found)


MOST = sum(each.points for each in held(0, tuple(ITALIAN40.cards.values())))
"""The worth of all combinations together, which no side can exceed."""

COMBOS: tuple[Command, ...] = (
    *(Command.of("accuse", combo="napoletana", suit=suit) for suit in ITALIAN40.suits),
    *(Command.of("accuse", combo=combo, rank=rank) for combo in ("three", "four") for rank in NAPOLETANA),
)
"""All commands that accuse, whether or not anybody holds the cards."""
