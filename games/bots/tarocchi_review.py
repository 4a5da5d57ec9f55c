"""A deal of Tarocchi looked at afterwards: what each word, scarto and card was worth to who saw his own hand
alone, as *maestro* sees it, and how the deal would have gone on by rules of thumb.

Amounts are points of the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from games.bots.kernels.numbers import FEWER, as_likely, seed_of
from games.bots.kernels.tarocchi import INDEX, bits
from games.bots.kernels.tarocchi_play import BOARD, HANDS, lay, play_out, put, settled
from games.bots.tarocchi import CLUB, scarti
from games.bots.tarocchi_beliefs import beliefs, likelihood, start, worlds
from games.bots.tarocchi_levels import MASTER, by_choice, by_word, memory, wanted
from games.bots.weighed import Deal, Reviewer, Weighed
from games.engine.game import Command

PLAYED, ASKED, LAID_AWAY = 60, 200, 12
"""Worlds that are played on for a card or a scarto, and for a word; scarti that are compared."""
THIRDS = 3


def weighed(view: Mapping[str, Any], legal: Sequence[Command], chosen: Command) -> Weighed:
    """What each choice brings in worlds that agree with what the seat may know; of the many scarti, those
    that the club likes best, and the one that was chosen."""
    chance = np.array([seed_of(view, "review")], np.int64)
    if view["phase"] == "bid":
        led = by_word(view, legal, MASTER, ASKED, chance)
        return Weighed(tuple(legal), led[:, :-1] / THIRDS, led[:, -1])
    known = beliefs(view)
    commands = tuple(legal)
    if view["phase"] == "discard":
        best = scarti(view, legal, CLUB)[:LAID_AWAY]
        commands = (*best, *(command for command in (chosen,) if command not in best))
        choices = [~bits(command.get("cards")) for command in commands]
    else:
        choices = [INDEX[command.get("card")] for command in commands]
    rows = worlds(known, max(1, MASTER.dealt // FEWER), MASTER.noise, chance, memory.out)
    weights = likelihood(known, rows, MASTER.heat, MASTER.slips, MASTER.faith, chance, memory.out)
    rows, weights = as_likely(rows, weights, PLAYED)
    values = by_choice(known, rows, choices, MASTER, wanted(view, MASTER))
    return Weighed(commands, values / THIRDS, weights)


class Open:
    """From every card on by rules of thumb, as the cards really lay."""

    exact = False

    def __init__(self, deal: Deal) -> None:
        self.plays = [INDEX[play.command.get("card")] for play in deal.plays]
        self.board = start(deal.plays[0].view)
        self.wants = np.eye(3)
        for play, card in zip(deal.plays, self.plays, strict=True):
            self.board[HANDS + play.seat] |= 1 << card
        for choice in deal.choices:
            if choice.command.do == "discard":
                lay(self.board, bits(choice.command.get("cards")))
        self.rows, self.results = np.zeros((20, BOARD), np.int64), np.zeros((20, 3), np.float64)

    def values(self) -> Iterator[tuple[int, list[float]]]:
        for number in range(len(self.plays) + 1):
            if number:
                put(self.board, self.plays[number - 1])
            self.rows[0] = self.board
            play_out(self.rows[0], memory.out, 0)
            settled(self.rows, 0, self.wants, self.results)
            yield number, [round(float(thirds) / THIRDS, 1) for thirds in self.results[0]]

    def best(self, number: int) -> list[Command]:
        """Rules of thumb do not say what loses nothing."""
        return []


REVIEWER = Reviewer(weighed, half=3.0, opened=Open)
