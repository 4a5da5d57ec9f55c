"""The Tressette bots that search: they sample the hidden cards (determinizations, or "worlds") and evaluate
every card in each world.

A world is evaluated by a playout in which each seat follows the rules of thumb and uses only what it may see,
so that nobody profits from hidden cards; with few cards left, by best play with all cards seen. The
announcements that go with a card are those of the club bot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, by_world, seed_of
from ludocards.bots.player_types import PlayerType
from ludocards.bots.reviewing import ChoiceValues
from ludocards.bots.searching import Search, SearchLevel, View, never
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, SUIT
from ludocards.catalogue.tressette.bot.beliefs import (
    PLAYER_TYPES,
    RULE_TYPES,
    Beliefs,
    beliefs,
    likelihood,
    worlds,
)
from ludocards.catalogue.tressette.bot.board import partner
from ludocards.catalogue.tressette.bot.club import choose, liked, said
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.play import (
    ASKED,
    BOARD,
    LAID,
    OUT,
    TRICK,
    beats,
    takers_of,
    winning,
)
from ludocards.catalogue.tressette.bot.kernels.worlds import evaluate_worlds
from ludocards.engine.game import Command

CERTAINLY, ERRORS = 0.999, 2.0
"""The chance from which a trick counts as the partner's for certain, and the number of standard errors beyond
which a gain counts as certain."""
ANSWERED = 3.0
"""The thirds of both sides that may be lost by the answer to a knock: it is a convention, and playouts do not
see what the partner wants with it."""
BEHIND = 2.5
"""The number of standard errors by which a card is worse than the best when it is given up."""
MANY, FEW = 9, 4
"""The number of cards from which a hand is in the opening, and at which its playouts end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(SearchLevel):
    """The parameters of a bot that searches."""

    player_types: tuple[PlayerType, ...] = PLAYER_TYPES
    """The types of players in the model of the others; empty to ignore how they played."""
    exact: int = 4
    """With this many cards in the hand, or fewer, it only searches with all cards seen, without playouts."""
    until: int = 4
    """The number of cards in the hand at which a playout ends and the search begins."""
    opening: int = 0
    """The number of worlds evaluated in the opening; 0 to play it like the rest."""
    all_cards: int = 64
    """The number of worlds in which every card is evaluated, before the first is given up."""


MASTER = Level(dealt=8000, played=400, ms=250, exact=5, until=6, opening=800)
EXPERT = Level(dealt=100, played=30, ms=60)
SKILLED = Level(dealt=30, played=8, ms=60)
PLAIN = Level(dealt=50, played=50, ms=250, player_types=(), all_cards=50)
"""Plain perfect-information Monte Carlo, as a baseline."""
PLAIN_AS_LONG = replace(PLAIN, dealt=450, played=450, all_cards=450)
"""The same with more worlds, so that it takes as long as *maestro*."""

BY_NAME: Mapping[str, Level] = {
    "maestro": MASTER,
    "esperto": EXPERT,
    "provetto": SKILLED,
    "maestro_by_rules": replace(MASTER, player_types=RULE_TYPES),
    "esperto_by_rules": replace(EXPERT, player_types=RULE_TYPES),
    "pimc": PLAIN,
    "pimc_as_long": PLAIN_AS_LONG,
}


JUDGE = replace(MASTER, played=600, exact=3, until=0)
"""The parameters for judging a choice: more worlds than *maestro* evaluates, played out by rules of thumb."""


class Memory(threading.local):
    """The arrays of the solver, for each thread; the transposition table lasts from move to move."""

    def __init__(self) -> None:
        self.solver = solver()
        self.boards = np.zeros((5, BOARD), np.int64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


class TressetteSearch(Search[Beliefs, Level]):
    """Values are thirds of the side minus those of the others; between pairs half of that, so that a third
    lost counts once."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge, exact = MASTER, JUDGE, replace(MASTER, exact=MANY + 1)
    heuristic = replace(MASTER, exact=0, until=0)
    unjudged = ("accuse",)

    def weighted_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        rows = worlds(known, level.dealt, chance)
        if level.player_types and len(known.boards):
            return rows, likelihood(known, rows, level.player_types, memory.out)
        return rows, np.ones(len(rows), np.float64)

    def values(
        self,
        view: View,
        known: Beliefs,
        rows: Ints,
        commands: Sequence[Command],
        level: Level,
        chance: Ints,
        late: Callable[[], bool] = never,
    ) -> Floats:
        return by_card(known, rows, numbers_of(commands), level, late) / (2 if view["players"] == 4 else 1)

    def is_solvable(self, view: View) -> bool:
        return bool(view["players"] == 4)

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX

    def level_at(self, view: View, level: Level) -> Level:
        is_opening = level.opening and len(view["hand"]) >= MANY
        return replace(level, played=level.opening, until=FEW) if is_opening else level


SEARCH = TressetteSearch()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1 or any(command.do == "accuse" for command in legal):
        return choose(view, legal)
    end = time.perf_counter() + level.ms / 1000
    level = SEARCH.level_at(view, level)
    known = beliefs(view)
    likes = liked(known.board, known.hand)
    codes = sorted((each.get("card") for each in legal), key=lambda code: likes[INDEX[code]], reverse=True)
    rows, weights = SEARCH.likely_worlds(known, level, np.array([seed_of(view)], np.int64))
    plays = [Command.of("play", card=code) for code in codes]
    asked = known.board[ASKED] == known.me + 1
    first = len(rows) if asked else level.all_cards
    evaluated = narrowed(known, rows, weights, plays, level, first, lambda: time.perf_counter() > end)
    friend = partner(view["sides"], known.me) if level.player_types else None
    best = evaluated.best() if friend is None else courteous(known, friend, evaluated)
    code = evaluated.commands[best].get("card")
    return Command.of("play", card=code, **said(view, known.board, code))


def narrowed(
    known: Beliefs,
    rows: Ints,
    weights: Floats,
    plays: Sequence[Command],
    level: Level,
    first: int,
    late: Callable[[], bool],
) -> ChoiceValues:
    """Evaluate the cards in these worlds until time runs out.

    After the `first` worlds, and each time that their number has doubled, cards that are certainly worse than
    the best are given up.
    """
    values: Floats = np.zeros((0, len(plays)), np.float64)
    while True:
        some = rows[len(values) : max(first, 2 * len(values))]
        new = by_card(known, some, numbers_of(plays), level, late)
        values = np.concatenate([values, new])
        evaluated = ChoiceValues(tuple(plays), values, weights[: len(values)])
        if len(new) < len(some) or len(values) == len(rows):
            return evaluated
        losses = [evaluated.loss(place) for place in range(len(plays))]
        left = [place for place, (less, error) in enumerate(losses) if less <= BEHIND * error]
        if len(left) == 1:
            return evaluated
        plays, values = [plays[place] for place in left], np.ascontiguousarray(values[:, left])


def numbers_of(plays: Sequence[Command]) -> list[int]:
    """The cards of these commands, as the kernels number them."""
    return [INDEX[command.get("card")] for command in plays]


def by_card(
    known: Beliefs, rows: Ints, codes: Sequence[int], level: Level, late: Callable[[], bool] = never
) -> Floats:
    """The gain of each card in each of these worlds (a row) until time runs out, in thirds, minus the gain of
    the others."""
    cards = np.array(codes, np.int64)

    def fill(some: slice, values: Floats) -> None:
        evaluate_worlds(
            known.board, known.hand, known.seats, rows[some], cards, level.exact, level.until,
            memory.boards, memory.out, memory.solver, values,
        )  # fmt: skip

    return by_world(len(rows), len(cards), fill, late)


def courteous(known: Beliefs, friend: int, evaluated: ChoiceValues) -> int:
    """The best card. But a trick that is certainly the partner's is left to the partner, and the partner's
    knock is answered, unless another card is certainly better (for a knock, by `ANSWERED`)."""
    best = evaluated.best()
    if not known.board[LAID] or not len(evaluated.weights):
        return best
    cards = numbers_of(evaluated.commands)
    polite = [number for number, card in enumerate(cards) if answers(known, card)]
    for number, card in enumerate(cards):
        takers_of(known.board, known.me, known.hand, card, memory.out[2])
        if memory.out[2, friend] > CERTAINLY:
            polite.append(number)
    if not polite or best in polite:
        return best
    likely = evaluated.weights @ evaluated.values
    other = max(polite, key=lambda number: float(likely[number]))
    less, error = evaluated.loss(other)
    tolerated = max(ERRORS * error, ANSWERED if answers(known, cards[other]) else 0.0)
    return best if less > tolerated else other


def answers(known: Beliefs, card: int) -> bool:
    """Return whether this card is what the partner asks for by a knock: the best of the suit, and the best so
    far."""
    board, led = known.board, int(known.board[TRICK]) >> 4
    mine = known.hand >> 16 * led & SUIT
    is_best = bool(mine) and card == 16 * led + mine.bit_length() - 1
    return bool(board[ASKED] == known.me + 1 and is_best and beats(card, board[TRICK + winning(board)]))
