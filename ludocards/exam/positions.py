"""Positions with known best choices by what the seat could know, from `bot/positions.json` of each game.

A position is a deal, given by its number in a duel or by its hands, and the moves made in it so far. A move
is the code of a card, or another command as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from ludocards.bots import registry
from ludocards.bots.levels import Policy
from ludocards.engine.game import Command, Deal, Json, Refused, Step
from ludocards.engine.registry import GAMES, PACKAGES
from ludocards.exam.duels import Duel, deal_of_duel, state_before_deal


@dataclass(frozen=True, slots=True)
class ExamPosition:
    """A choice that a seat has to make, and the right answers."""

    game: str
    theme: str
    """The skill that the choice tests."""
    best: Sequence[Json]
    """The moves that are right; all others are wrong."""
    moves: Sequence[Json] = ()
    """The moves of the deal before the choice."""
    deal: int = 0
    """The number of the deal in a duel."""
    hands: Sequence[str] = ()
    """The hands by seat, where they replace those of the deal."""
    rules: Mapping[str, Json] = field(default_factory=dict)
    """The preset, by default the first of the game, and the options that differ from it."""
    why: str = ""
    """The reason why the best moves are right."""

    def reach_state(self) -> Any:
        """Return the state in which the choice is made. Raises `ValueError` if a move is refused."""
        game = GAMES[self.game]
        rules = {"preset": next(iter(game.presets)), **self.rules}
        duel = Duel(self.game, len(self.hands) or game.players[0], rules, ("", ""))
        step = deal_of_duel(duel, self.deal)
        if self.hands:
            state = state_before_deal(duel, self.deal)
            hands = tuple(game.deck.of(hand.split()) for hand in self.hands)
            step = game.deal(state, Deal(self.deal % len(hands), hands))
        for move in self.moves:
            if isinstance(step, Step):
                step = game.apply(step.state, game.to_act(step.state)[0], command(move))
        if isinstance(step, Refused):
            raise ValueError(f"{self.game}, {self.theme}, deal {self.deal}: {step.message}")
        return step.state

    def is_right(self, policy: Policy) -> bool:
        """Return whether the policy makes a right choice."""
        game, state = GAMES[self.game], self.reach_state()
        seat = game.to_act(state)[0]
        chosen = policy(game.view(state, seat), game.legal(state, seat))
        return graded_part(self.game, chosen) in [graded_part(self.game, command(move)) for move in self.best]


def command(move: Json) -> Command:
    """Return the command that a move stands for."""
    if isinstance(move, str):
        return Command.of("play", card=move)
    return Command.of(move["do"], **{name: value for name, value in move.items() if name != "do"})


def move_of(given: Command) -> Json:
    """Return a command as a move."""
    return given.get("card") if [*dict(given.fields)] == ["card"] else given.as_json()


def graded_part(game: str, given: Command) -> Command:
    """Return the part of a command that is graded: all of it, or the part that the game's review judges."""
    reviewer = registry.reviewer(game)
    return given if reviewer is None else reviewer.bare_command(given)


def exam_positions(game: str) -> list[ExamPosition]:
    """Return the positions of a game; an empty list if it has none."""
    [home] = import_module(PACKAGES[game]).__path__
    file = Path(home, "bot", "positions.json")
    return [ExamPosition(game, **each) for each in json.loads(file.read_text())] if file.exists() else []
