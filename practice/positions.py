"""A position of a deal, as one seat sees it: the value that puzzles store and pages show.

Pure functions. A position contains the whole deal, so it is never sent; `position_record` builds what
the seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.archive import replay
from games.archive.replay import Logged
from ludocards.engine import record
from ludocards.engine.game import CLOCK, Deal, Game, Json
from ludocards.engine.once import once
from ludocards.engine.record import Action

KEPT = 256
"""The number of positions that stay played out: a page asks for the state of its position many times."""


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A choice of `seat`, with the deal and all commands of the deal before it."""

    game: Game[Any, Any]
    rules: Any
    players: int
    dealer: int
    """The seat that dealt the first deal of the match."""
    scored: tuple[Json, ...]
    """The `scored` events of the earlier deals."""
    deal: Deal
    actions: tuple[Action, ...]
    seat: int

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> PuzzlePosition:
        """Read what `as_json` wrote; raises `record.Malformed`."""
        of_match = {"format": record.FORMAT, "game": data["game"], "rules": data["rules"]}
        read = record.read_document({**of_match, "players": [""] * data["players"], "deals": [data["deal"]]})
        [(deal, actions)] = read.deals
        return cls(
            game=read.game,
            rules=read.rules,
            players=data["players"],
            dealer=data["dealer"],
            scored=tuple(data["scored"]),
            deal=deal,
            actions=tuple(actions),
            seat=data["seat"],
        )

    def as_json(self) -> dict[str, Json]:
        actions = [action.as_json() for action in self.actions]
        return {
            "game": self.game.name,
            "rules": self.game.rules_json(self.rules),
            "players": self.players,
            "dealer": self.dealer,
            "scored": list(self.scored),
            "deal": {**record.deal_json(self.deal), "actions": actions},
            "seat": self.seat,
        }

    def state(self) -> Any:
        """The state in which the seat has to choose."""
        return _played(self)[1]

    def view(self) -> dict[str, Json]:
        return self.game.view(self.state(), self.seat)

    def stretch(self) -> replay.Stretch:
        """The deal up to this position, as the replay takes it."""
        log, _ = _played(self)
        number = len(self.scored)
        return replay.Stretch(range(number, number + 1), number + 1, log, resumed=self._before())

    def _before(self) -> Any:
        """The state before the deal; None before the first of a match."""
        if not self.scored:
            return None
        return self.game.resume(self.rules, self.players, self.dealer, self.scored)


@partial(once, most=KEPT)
def _played(position: PuzzlePosition) -> tuple[Sequence[Logged], Any]:
    """The log of the deal up to the position, and the state there."""
    game = position.game
    before = position._before() or replay.replayed_or_raise(
        game.start(position.rules, position.players, position.dealer)
    )
    step = replay.replayed_or_raise(game.deal(before, position.deal))
    log = [*map(Logged, step.events)]
    for action in position.actions:
        seat = CLOCK if action.seat is None else action.seat
        step = replay.replayed_or_raise(game.apply(step.state, seat, action.command))
        first, *rest = step.events
        log += [Logged(first, action.seat, action.command), *map(Logged, rest)]
    return tuple(log), step.state


def position_record(position: PuzzlePosition, eyes: Sequence[int]) -> dict[str, Json]:
    """The deal up to the position for the viewer of a replay, with the cards of the `eyes` only."""
    return replay.replay_document(position.game, position.rules, position.players, position.stretch(), eyes)
