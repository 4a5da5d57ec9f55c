"""Inference from signals: how likely each world is, given the signals of this deal.

Where only true signals are allowed (Neutra) they are facts. Where false ones are allowed too (Bredese), each
other player is modelled as one of several types of talkers. The type is inferred from the player's signals
in the finished deals, and from whether a world makes the signals of this deal true. A knock (busso) is a
request, neither true nor false; but a player who knocks mostly has a long suit, with higher cards than the
one led.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, INDEX, RANKS, SUIT

COUNTS = np.array(COUNT, np.int64)
HONOURS = {signal: 1 << RANKS.index(rank) for signal, rank in
           (("busso_il_tre", "3"), ("busso_il_due", "2"), ("punta_l_asso", "A"))}  # fmt: skip
LENGTHS = {"volo": (0, 0), "punto": (1, 1), "striscio_lungo": (2, 10)}
SAYINGS = (*LENGTHS, *HONOURS)
"""The signals that can be true or false: how many cards of the suit the hand keeps, and which."""
PLAIN = sum(1 << RANKS.index(rank) for rank in "4567FCR")


@dataclass(frozen=True, slots=True)
class Talker:
    """A type of talker: the share of signals that are true, and the share of players of this type.

    Signals given `by_chance`, without a look at the cards, are true about 3 times in 10.
    """

    true: float
    share: float
    by_chance: bool = False


TALKERS = (Talker(0.95, 0.4), Talker(0.3, 0.5, by_chance=True), Talker(0.1, 0.1))

IDLE = 0.3
"""The likelihood of a knock from a hand that cannot use the partner's best card, relative to one that can."""
IMPOSSIBLE = -50.0
"""The log-likelihood of a false signal where none is allowed."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal of a hidden hand (`place`), with the card played with it.

    `since` are the cards that the hand has played after that card.
    """

    code: str
    place: int
    card: int
    since: int


def heard(
    view: Mapping[str, Any], seats: Sequence[int], played: Mapping[int, Sequence[tuple[int, int]]]
) -> list[Signal]:
    """The informative signals of this deal: those of others, given with a card of the suit led."""
    found = []
    for given in view["signalled"]:
        tricks = [*view["tricks"], view["trick"]]
        card = INDEX[given["card"]]
        if given["seat"] in seats and INDEX[tricks[given["trick"]]["cards"][0]] >> 4 == card >> 4:
            since = sum(1 << other for number, other in played[given["seat"]] if number > given["trick"])
            found.append(Signal(given["signal"], seats.index(given["seat"]), card, since))
    return found


def talkers(view: Mapping[str, Any], seats: Sequence[int]) -> Floats:
    """The log-likelihood of each type of talker, by hidden hand, from the signals of the earlier deals."""
    rows = np.zeros((3, len(TALKERS)), np.float64)
    for place, seat in enumerate(seats):
        true, false = view["candour"][seat] if seat < len(view.get("candour", ())) else (0, 0)
        for number, each in enumerate(TALKERS):
            rows[place, number] = log(each.share) + true * log(each.true) + false * log(1 - each.true)
    return rows


def credit(signals: Sequence[Signal], priors: Floats, rows: Ints) -> Floats:
    """The log-likelihood of the signals in each of these worlds."""
    total = np.zeros(len(rows), np.float64)
    spoken = np.repeat(priors[:, :, None], len(rows), axis=2)
    for signal in signals:
        suit, rank = divmod(signal.card, 16)
        kept = (rows[:, signal.place] | signal.since) >> 16 * suit & SUIT
        if signal.code == "busso":
            total += np.where((COUNTS[kept] > 1) & (kept >> rank > 0), 0.0, log(IDLE))
        elif signal.code == "liscio":
            total += np.where(kept & PLAIN, 0.0, IMPOSSIBLE)
        elif signal.code in SAYINGS:
            true = np.array([_true(saying, kept) for saying in SAYINGS])
            says, many = true[SAYINGS.index(signal.code)], true.sum(axis=0)
            for number, each in enumerate(TALKERS):
                fair = np.where(says, each.true / many, (1 - each.true) / (len(SAYINGS) - many))
                spoken[signal.place, number] += log(1 / len(SAYINGS)) if each.by_chance else np.log(fair)
    whole: Floats = total + np.logaddexp.reduce(spoken, axis=1).sum(axis=0)
    return whole


def _true(saying: str, kept: Ints) -> Any:
    """Return whether the saying is true of a hand that keeps these cards of the suit."""
    if saying in HONOURS:
        return (kept & HONOURS[saying]) > 0
    least, most = LENGTHS[saying]
    return (COUNTS[kept] >= least) & (COUNTS[kept] <= most)
