"""Deals played at random, as boards, without a database."""

from __future__ import annotations

from random import Random
from typing import Any

from analysis import boards
from analysis.boards import Board
from games.archive.replay import Logged
from ludocards.engine.game import CLOCK, Command, Game, Refused


def board(game: Game[Any, Any], players: int, *, seed: int = 0, deal: int = 0) -> Board | None:
    """A deal of a random match; None if the match has no such deal, or no preset allows as many players."""
    random = Random(f"{game.name} {players} {seed}")
    for preset in game.presets:
        rules = game.rules_from({"preset": preset})
        state = game.start(rules, players, 0)
        if not isinstance(state, Refused):
            break
    else:
        return None
    for _number in range(deal + 1):
        if game.is_over(state):
            return None
        before, pack = state, [*game.pack(state)]
        random.shuffle(pack)
        step: Any = game.deal(state, game.hand_out(state, tuple(pack)))
        log = [*map(Logged, step.events)]
        while not boards.is_over(game, step.state):
            seat, command = some_command(game, step.state, random)
            step = game.apply(step.state, seat, command)
            first, *rest = step.events
            log += [Logged(first, None if seat == CLOCK else seat, command), *map(Logged, rest)]
        state = step.state
    resumed = before if deal else None
    return Board(game, rules, players, deal, log, resumed)


def some_command(game: Game[Any, Any], state: Any, random: Random) -> tuple[int, Command]:
    """A legal command, or sometimes what the clock does."""
    if random.random() < 0.1:
        return game.on_timeout(state)
    seat = random.choice(game.to_act(state))
    return seat, random.choice(game.legal(state, seat))
