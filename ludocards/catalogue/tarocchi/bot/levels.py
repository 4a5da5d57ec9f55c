"""The Tarocchi players that think: they deal the hidden cards anew, in many ways that agree with what they
may know, and see in each what follows from every word, scarto or card.

From a world the deal is played on by the rules of thumb, every seat seeing what it may see; with few cards
left everybody sees all, and plays for what he wants.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, as_likely, by_world, seed_of
from ludocards.catalogue.tarocchi.bot.beliefs import (
    Beliefs,
    beliefs,
    likelihood,
    worlds,
)
from ludocards.catalogue.tarocchi.bot.board import rule, spoken, start
from ludocards.catalogue.tarocchi.bot.club import liked, scarti
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import BOARD, OUT
from ludocards.catalogue.tarocchi.bot.kernels.worlds import evaluate, foresee
from ludocards.catalogue.tarocchi.values import HEAP
from ludocards.engine.game import Command

DEEPEST = 20
LAST_DEALS, WITHIN_REACH = 2, 20
"""How many deals from the end a seat plays against its rival, and how many points a deal may bring."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a player thinks."""

    dealt: int
    """Worlds that are dealt, and how many are drawn of these, as likely as they are, to be played on."""
    played: int
    ms: float
    """When it stops, whatever it has; what it needs is far less."""
    asked: int
    """Worlds that are played for a word, or a scarto."""
    scarti: int
    """How many scarti it considers."""
    heat: float = 0.3
    """How far the others' cards may be from the rules of thumb, in points; 0 asks nothing of them."""
    slips: float = 0.15
    """How often they are thought to say or play anything."""
    faith: float = 3.0
    """How far their words may be from what the club would say, in points of a hand."""
    noise: float = 0.5
    """How far the dealer's scarto may be from that of the club, in points of a card."""
    exact: int = 3
    """With how many cards in the hand it looks at all plays."""
    until: int = 3
    """To how many cards the rules of thumb play on before all see all."""
    edge: float = 0.0
    """The points a deal it expects to win beyond the rules of thumb."""
    rival: float = 0.5
    """The weight of a point of the rival, near the end of a match."""


MASTER = Level(dealt=400, played=100, ms=250, asked=400, scarti=12, edge=2.0)
EXPERT = Level(dealt=40, played=12, ms=60, asked=60, scarti=5, edge=1.0)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}


class Memory(threading.local):
    """The arrays on which the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((DEEPEST, BOARD), np.int64)
        self.results = np.zeros((DEEPEST, 3), np.float64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command that a player of this level gives, for the seat whose view it is (`view["seat"]`)."""
    if len(legal) == 1:
        return legal[0]
    end = time.perf_counter() + level.ms / 1000

    def late() -> bool:
        return time.perf_counter() > end

    chance = np.array([seed_of(view)], np.int64)
    if view["phase"] == "bid":
        led = by_word(view, legal, level, level.asked, chance, late)
        return legal[int(np.argmax(led[:, -1] @ led[:, :-1]))]
    known = beliefs(view)
    if view["phase"] == "discard":
        many = level.asked
        commands = scarti(view, legal)[: level.scarti]
        choices = [~bits(command.get("cards")) for command in commands]
    else:
        many = level.dealt
        likes = liked(known.board, view)
        commands = sorted(legal, key=lambda command: likes[command.get("card")], reverse=True)
        choices = [INDEX[command.get("card")] for command in commands]
    rows = worlds(known, many, level.noise, chance, memory.out)
    weights = np.ones(len(rows), np.float64)
    if level.heat:
        weights = likelihood(known, rows, level.heat, level.slips, level.faith, chance, memory.out)
    rows, weights = as_likely(rows, weights, level.played)
    values = by_choice(known, rows, choices, level, wanted(view, level), late)
    return commands[int(np.argmax(weights[: len(values)] @ values))]


def by_choice(
    known: Beliefs,
    rows: Ints,
    choices: Sequence[int],
    level: Level,
    wants: Floats,
    late: Callable[[], bool] = lambda: False,
) -> Floats:
    """The gain of each card, or each scarto (its bits inverted), a row for each of these worlds until it is
    late: in thirds, by what they are worth to the seat."""
    numbers = np.array(choices, np.int64)

    def fill(some: slice, values: Floats) -> None:
        evaluate(
            known.board, known.hand, known.seats, rows[some], numbers, level.exact, level.until, wants,
            memory.boards, memory.out, memory.results, values,
        )  # fmt: skip

    return by_world(len(rows), len(numbers), fill, late)


def wanted(view: Mapping[str, Any], level: Level) -> Floats:
    """The worth of a point of each seat to each: everybody plays for their own; near the end of a match this
    seat also plays against the leader, or as the leader against the second."""
    wants = np.eye(3)
    me, totals = view["seat"], view["totals"]
    abandoned = sum(line["points"] is None for line in view["sheet"])
    counted = len(view["sheet"]) - (0 if rule(view, "countAbandoned", True) else abandoned)
    left = rule(view, "deals", 9) - counted
    rival = max((seat for seat in range(3) if seat != me), key=totals.__getitem__)
    if left <= LAST_DEALS and abs(totals[rival] - totals[me]) <= WITHIN_REACH * left:
        wants[me, rival] = -level.rival
    return wants


def by_word(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    level: Level,
    many: int,
    chance: Ints,
    late: Callable[[], bool] = lambda: False,
) -> Floats:
    """The outcome of each word, if the others answer as the club does, a row for each of so many worlds until
    it is late: in thirds; and last how likely the world is."""
    said, words, most = spoken(view, legal)
    board, hand, wants = start(view), bits(view["hand"]), wanted(view, level)
    play = int(rule(view, "unansweredOffer", "abandon") == "play")

    def fill(_some: slice, values: Floats) -> None:
        foresee(
            board, hand, view["seat"], said, words, most, play, HEAP * level.edge, level.slips, level.faith,
            wants, chance, memory.boards, memory.out, memory.results, values,
        )  # fmt: skip

    return by_world(many, len(words) + 1, fill, late)
