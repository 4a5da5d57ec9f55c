"""Everything about a match of Tarocchi, hidden cards included, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.cards import SICILIAN63, Card, codes
from games.engine.game import Json
from games.engine.tarocchi.bidding import Call, Contract
from games.engine.tarocchi.rules import PLAYERS, Rules, rules_from, rules_json
from games.engine.tricks import Trick

NOTHING: tuple[tuple[Card, ...], ...] = ((),) * PLAYERS


@dataclass(frozen=True, slots=True)
class Presa:
    """A trick that was taken, and by whom."""

    trick: Trick
    winner: int

    def as_json(self) -> dict[str, Json]:
        return {"leader": self.trick.leader, "cards": codes(self.trick.cards), "winner": self.winner}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What a deal brought, by seat, and how its bidding closed."""

    points: tuple[int, ...] | None
    """Card points, the last trick included; None if the deal was abandoned."""
    scores: tuple[int, ...]
    contract: Contract

    def as_json(self) -> dict[str, Json]:
        return {
            "points": None if self.points is None else list(self.points),
            "scores": list(self.scores),
            "contract": self.contract.as_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        points = None if data["points"] is None else tuple(data["points"])
        return cls(points, tuple(data["scores"]), Contract.from_json(data["contract"]))


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `bid`, `discard`, `play` or `over`."""
    deal: int
    """The deal in play; in phase `deal` the one to be dealt, in phase `over` the last."""
    trick: Trick
    hands: tuple[tuple[Card, ...], ...] = NOTHING
    """What everybody has in his hand, and has seen."""
    later: tuple[tuple[Card, ...], ...] = NOTHING
    """The cards that come after the bidding, and nobody has seen."""
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
        return frozenset(presa.trick.led or "" for presa in self.tricks)


def dump(state: State) -> dict[str, Json]:
    return {
        "rules": rules_json(state.rules),
        "first_dealer": state.first_dealer,
        "phase": state.phase,
        "deal": state.deal,
        "trick": {"leader": state.trick.leader, "cards": codes(state.trick.cards)},
        "hands": [codes(hand) for hand in state.hands],
        "later": [codes(cards) for cards in state.later],
        "monte": codes(state.monte),
        "calls": [call.as_json() for call in state.calls],
        "contract": None if state.contract is None else state.contract.as_json(),
        "scarto": codes(state.scarto),
        "tricks": [presa.as_json() for presa in state.tricks],
        "sheet": [line.as_json() for line in state.sheet],
    }


def load(data: Mapping[str, Json]) -> State:
    rules = rules_from(data["rules"])
    if not isinstance(rules, Rules):
        raise ValueError(rules.message)
    return State(
        rules=rules,
        first_dealer=data["first_dealer"],
        phase=data["phase"],
        deal=data["deal"],
        trick=_trick(data["trick"]),
        hands=tuple(SICILIAN63.of(hand) for hand in data["hands"]),
        later=tuple(SICILIAN63.of(cards) for cards in data["later"]),
        monte=SICILIAN63.of(data["monte"]),
        calls=tuple(Call.from_json(call) for call in data["calls"]),
        contract=None if data["contract"] is None else Contract.from_json(data["contract"]),
        scarto=SICILIAN63.of(data["scarto"]),
        tricks=tuple(Presa(_trick(presa), presa["winner"]) for presa in data["tricks"]),
        sheet=tuple(SheetLine.from_json(line) for line in data["sheet"]),
    )


def _trick(data: Mapping[str, Json]) -> Trick:
    return Trick(data["leader"], SICILIAN63.of(data["cards"]))
