"""Everything about a match of Tressette, hidden cards included, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.cards import ITALIAN40, Card, codes
from games.engine.game import Json
from games.engine.tressette.accuse import Accusa
from games.engine.tressette.rules import Rules, rules_from, rules_json
from games.engine.tressette.spoken import Announcement, Signalled
from games.engine.tricks import Trick


@dataclass(frozen=True, slots=True)
class Presa:
    """A trick that was taken, and by whom."""

    trick: Trick
    winner: int

    def as_json(self) -> dict[str, Json]:
        return {"leader": self.trick.leader, "cards": codes(self.trick.cards), "winner": self.winner}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What a finished deal brought, by side."""

    points: tuple[int, ...]
    """Thirds, the last trick included, without the accuse."""
    accuse: tuple[int, ...]
    score_points: tuple[int, ...]
    """Whole points, accuse included."""
    scores: tuple[int, ...]
    """What the match counts: games won, or the score points."""

    def as_json(self) -> dict[str, Json]:
        line = {"points": list(self.points), "accuse": list(self.accuse), "scores": list(self.scores)}
        return line if self.scores == self.score_points else {**line, "score_points": list(self.score_points)}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        score_points = data.get("score_points", data["scores"])
        return cls(*(tuple(row) for row in (data["points"], data["accuse"], score_points, data["scores"])))


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    players: int
    first_dealer: int
    phase: str
    """`deal`, `play` or `over`."""
    deal: int
    """The deal in play; in phase `deal` the one to be dealt, in phase `over` the last."""
    hands: tuple[tuple[Card, ...], ...]
    trick: Trick
    tricks: tuple[Presa, ...] = ()
    accuse: tuple[Accusa, ...] = ()
    sheet: tuple[SheetLine, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    capturing: tuple[int, ...] = ()
    """Who will declare the suit of this trick if he takes it; nobody else knows."""
    signalled: tuple[Signalled, ...] = ()

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % self.players

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), self.players)

    @property
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1) if self.players == 4 else tuple(range(self.players))

    @property
    def pack(self) -> tuple[Card, ...]:
        removed = self.rules.removed_card if self.players == 3 else None
        return tuple(card for card in ITALIAN40.cards.values() if card.code != removed)


def by_side(state: State, amounts: list[tuple[int, int]]) -> tuple[int, ...]:
    """The sum for every side of (seat, amount) pairs."""
    sums = [0] * len(set(state.sides))
    for seat, amount in amounts:
        sums[state.sides[seat]] += amount
    return tuple(sums)


def dump(state: State) -> dict[str, Json]:
    return {
        "rules": rules_json(state.rules),
        "players": state.players,
        "first_dealer": state.first_dealer,
        "phase": state.phase,
        "deal": state.deal,
        "hands": [codes(hand) for hand in state.hands],
        "trick": {"leader": state.trick.leader, "cards": codes(state.trick.cards)},
        "tricks": [presa.as_json() for presa in state.tricks],
        "accuse": [accusa.as_json() for accusa in state.accuse],
        "sheet": [line.as_json() for line in state.sheet],
        "announcements": [said.as_json() for said in state.announcements],
        "capturing": list(state.capturing),
        "signalled": [given.as_json() for given in state.signalled],
    }


def load(data: Mapping[str, Json]) -> State:
    rules = rules_from(data["rules"])
    if not isinstance(rules, Rules):
        raise ValueError(rules.message)
    return State(
        rules=rules,
        players=data["players"],
        first_dealer=data["first_dealer"],
        phase=data["phase"],
        deal=data["deal"],
        hands=tuple(ITALIAN40.of(hand) for hand in data["hands"]),
        trick=_trick(data["trick"]),
        tricks=tuple(Presa(_trick(presa), presa["winner"]) for presa in data["tricks"]),
        accuse=tuple(Accusa.from_json(accusa) for accusa in data["accuse"]),
        sheet=tuple(SheetLine.from_json(line) for line in data["sheet"]),
        announcements=tuple(Announcement.from_json(said) for said in data.get("announcements", ())),
        capturing=tuple(data.get("capturing", ())),
        signalled=tuple(Signalled.from_json(given) for given in data.get("signalled", ())),
    )


def _trick(data: Mapping[str, Json]) -> Trick:
    return Trick(data["leader"], ITALIAN40.of(data["cards"]))
