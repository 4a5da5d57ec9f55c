"""The complete state of a match of Tarocchi, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub

from ludocards.catalogue.tarocchi.rules.bidding import Call, Contract
from ludocards.catalogue.tarocchi.rules.presets import Rules, rules_from
from ludocards.catalogue.tarocchi.values import PLAYERS
from ludocards.engine import match
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import Json, plain
from ludocards.engine.once import once
from ludocards.engine.tricks import Hands, Presa, Trick

NOTHING: Hands = ((),) * PLAYERS


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a deal by seat, and the outcome of its bidding."""

    points: tuple[int, ...] | None
    """Card points, the last trick included; None if the deal was abandoned."""
    scores: tuple[int, ...]
    contract: Contract

    @property
    def owed(self) -> tuple[int, ...] | None:
        """The difference between the points and the score of each seat."""
        return None if self.points is None else tuple(map(sub, self.points, self.scores))

    def as_json(self) -> dict[str, Json]:
        return {
            "points": plain(self.points),
            "owed": plain(self.owed),
            "scores": list(self.scores),
            "contract": self.contract.as_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        points = None if data["points"] is None else tuple(data["points"])
        return cls(points, tuple(data["scores"]), Contract.from_json(data["contract"]))


@dataclass(frozen=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `bid`, `discard`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    trick: Trick
    hands: Hands = NOTHING
    """The hands that the players hold and have seen."""
    later: Hands = NOTHING
    """The cards to be dealt after the bidding, which nobody has seen."""
    monte: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()
    contract: Contract | None = None
    scarto: tuple[Card, ...] = ()
    tricks: tuple[Presa, ...] = ()
    sheet: tuple[SheetLine, ...] = ()

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % PLAYERS

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), PLAYERS)

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(range(PLAYERS))

    @property
    def opened(self) -> frozenset[str]:
        """The suits that have had their first trick in this deal."""
        return _opened(self.tricks)


def _make_opened(tricks: tuple[Presa, ...]) -> frozenset[str]:
    return frozenset([presa.trick.led or "" for presa in tricks])


_opened = once(_make_opened)


def load(data: Mapping[str, Json]) -> State:
    return State(
        **match.load(data, SICILIAN63, rules_from),
        later=tuple(map(SICILIAN63.of, data["later"])),
        monte=SICILIAN63.of(data["monte"]),
        calls=tuple(map(Call.from_json, data["calls"])),
        contract=None if data["contract"] is None else Contract.from_json(data["contract"]),
        scarto=SICILIAN63.of(data["scarto"]),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
    )
