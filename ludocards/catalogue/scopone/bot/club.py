"""Circolo, a bot that plays Scopone and Scopa like a club player; and learners, who forget and misjudge.

It weighs every capture, or card laid, by what it brings, minus what the next player may be expected to take
from the table that it leaves. Most maxims follow from this: leave no table that the next player can sweep,
take the settebello, sevens and denari, lay the card of which one holds several, and count what is gone. Two
more are added: the dealer's side keeps the values paired, the others unpair them; and late in the deal it
pays to take last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from random import Random
from typing import Any

from ludocards.bots.levels import Learner
from ludocards.catalogue.scopone.values import NUMBERS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

BLUNDER = 0.6
"""The beginner's error in judging a card, in points."""

CARD, DENARO, SETTEBELLO, SCOPA = 0.06, 0.15, 0.7, 1.0
PRIMIERA: Mapping[str, float] = {"7": 0.22, "6": 0.09, "A": 0.06, "5": 0.04, "4": 0.02}
"""The worth of what a capture brings, in points."""

PAIRED = 0.03
"""The worth of one value less that is odd among the cards left, for the dealer's side."""

REST = 0.35
"""The part of the table that goes with the last capture, with one card in the hand; less with more."""

OTHERS = 0.9
"""The weight of what the next player may take."""

NUMBER: Mapping[str, int] = {code: NUMBERS[card.rank] for code, card in ITALIAN40.cards.items()}


def _worth(code: str) -> float:
    denari = DENARO * (code[1] == "D") + SETTEBELLO * (code == "7D")
    return CARD + PRIMIERA.get(code[0], 0.0) + denari


WORTH: Mapping[str, float] = {code: _worth(code) for code in ITALIAN40.cards}


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    unseen = hidden(view, view["turns"])
    return max(legal, key=lambda command: liking(view, unseen, command))


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets captures and misjudges cards."""
    mood = Random(repr((sorted(view["hand"]), view["table"], view["counts"], view["stock"])))
    unseen = hidden(view, view["turns"][-learner.tricks * view["players"] :])
    error = learner.error * BLUNDER
    return max(legal, key=lambda command: liking(view, unseen, command) + mood.gauss(0, error))


def hidden(view: Mapping[str, Any], remembered: Iterable[Mapping[str, Any]]) -> Counter[int]:
    """How many cards of each number may be in another hand or in the stock."""
    known = {*view["hand"], *view["table"]}
    for turn in remembered:
        known |= {turn["card"], *turn["take"]}
    return Counter(number for code, number in NUMBER.items() if code not in known)


def liking(view: Mapping[str, Any], unseen: Mapping[int, int], command: Command) -> float:
    """The value of a command for the seat on turn, in points."""
    [me] = view["to_act"]
    card, take = command.get("card"), command.get("take") or ()
    left = [code for code in view["table"] if code not in take] if take else [*view["table"], card]
    is_last = not view["stock"] and sum(view["counts"]) == 1
    value = 0.0
    if take:
        value += WORTH[card] + sum(map(WORTH.__getitem__, take))
        value += SCOPA * (not left and (view["last_scopa"] or not is_last))
        value += REST / len(view["hand"]) * sum(map(WORTH.__getitem__, left)) * (not view["stock"])
    sign = 1 if view["sides"][me] == view["sides"][view["dealer"]] else -1
    value -= sign * PAIRED * _made_odd(card, take, view)
    return value - OTHERS * expected(left, unseen, _next_hand(view, me))


def _made_odd(card: str, take: Sequence[str], view: Mapping[str, Any]) -> int:
    """How many values more are odd among the cards that are in no pile, after this capture."""
    gone = Counter(NUMBER[code] for turn in view["turns"] for code in _pile(turn))
    moved = Counter(NUMBER[code] for code in (card, *take)) if take else Counter()
    return sum(1 if gone[number] % 2 == 0 else -1 for number, many in moved.items() if many % 2)


def _pile(turn: Mapping[str, Any]) -> Sequence[str]:
    return (turn["card"], *turn["take"]) if turn["take"] else ()


def _next_hand(view: Mapping[str, Any], me: int) -> int:
    """The number of cards that the next player will hold."""
    held: int = view["counts"][(me + 1) % view["players"]]
    return held or min(3, view["stock"])


def expected(table: Sequence[str], unseen: Mapping[int, int], held: int) -> float:
    """The gain that the next player, with so many hidden cards, may expect from a table."""
    if not table or not held:
        return 0.0
    hidden_cards, found = sum(unseen.values()), best_gains(table)
    total, none_yet = 0.0, 1.0
    for gain, number in sorted(found, reverse=True):
        chance = _chance(hidden_cards, unseen[number], held)
        total += none_yet * chance * gain
        none_yet *= 1 - chance
    return total


@cache
def _chance(hidden_cards: int, likes: int, held: int) -> float:
    """The probability that a hand has one of these cards."""
    if held >= hidden_cards:
        return float(likes > 0)
    return 1 - comb(hidden_cards - likes, held) / comb(hidden_cards, held)


def best_gains(table: Sequence[str]) -> list[tuple[float, int]]:
    """For every number that takes something: the gain of its best capture, and the number."""
    whole = sum(NUMBER[code] for code in table)
    sums: dict[int, float] = {0: 0.0}
    likes: dict[int, float] = {}
    for code in table:
        number, worth = NUMBER[code], WORTH[code]
        likes[number] = max(likes.get(number, 0.0), worth)
        reached = {number + low: worth + gain for low, gain in sums.items() if number + low <= 10}
        for high, gain in reached.items():
            sums[high] = max(sums.get(high, 0.0), gain)
    del sums[0]
    found = {**sums, **likes}
    return [(gain + CARD + SCOPA * (whole == number), number) for number, gain in found.items()]
