"""The complete state of a match of Tressette, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub

from ludocards.catalogue.thirds.rules import PARTS
from ludocards.catalogue.tressette.rules.accuse import Accusa
from ludocards.catalogue.tressette.rules.presets import Rules, rules_from
from ludocards.catalogue.tressette.rules.spoken import Announcement
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Hands, Presa, Trick


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a finished deal, by side."""

    points: tuple[int, ...]
    """Thirds, including the last trick, without the accuse."""
    accuse: tuple[int, ...]
    score_points: tuple[int, ...]
    """Whole points, accuse included."""
    scores: tuple[int, ...]
    """The unit that the match counts: games won, or points."""
    aces: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()
    last_trick: tuple[int, ...] = ()
    """The parts of `points`; empty in lines stored before there were parts."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The score points without the accuse."""
        return tuple(map(sub, self.score_points, self.accuse))

    def as_json(self) -> dict[str, Json]:
        rows = {
            "points": self.points,
            "cards": self.cards,
            "accuse": self.accuse,
            "scores": self.scores,
        }
        if self.scores != self.score_points:
            rows["score_points"] = self.score_points
        rows |= {part: getattr(self, part) for part in PARTS if getattr(self, part)}
        return {name: [*row] for name, row in rows.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        score_points = data.get("score_points", data["scores"])
        counted = data["points"], data["accuse"], score_points, data["scores"]
        return cls(*map(tuple, (*counted, *(data.get(part, ()) for part in PARTS))))


@dataclass(frozen=True)
class State:
    rules: Rules
    players: int
    first_dealer: int
    phase: str
    """`deal`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    hands: Hands
    trick: Trick
    tricks: tuple[Presa, ...] = ()
    accuse: tuple[Accusa, ...] = ()
    sheet: tuple[SheetLine, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    capturing: tuple[int, ...] = ()
    """The seats that have ticked the capture box for this trick, which only they know."""
    signalled: tuple[Signalled, ...] = ()
    candour: tuple[tuple[int, int], ...] = ()
    """The numbers of true and of false signals in the finished deals, by seat."""

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


def load(data: Mapping[str, Json]) -> State:
    return State(
        **match.load(data, ITALIAN40, rules_from),
        players=data["players"],
        accuse=tuple(map(Accusa.from_json, data["accuse"])),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
        announcements=tuple(map(Announcement.from_json, data.get("announcements", ()))),
        capturing=tuple(data.get("capturing", ())),
        signalled=tuple(map(Signalled.from_json, data.get("signalled", ()))),
        candour=tuple((true, false) for true, false in data.get("candour", ())),
    )
