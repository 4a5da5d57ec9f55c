"""The meaning of the signals of a table for the hidden cards, and whom one may believe.

Where only true signals are allowed (Neutra) they are facts. Where false ones are (Bredese) each of the others
may be one of several talkers: what he has signalled in the finished deals, and whether a world makes him true
in this one, tells which. A knock (busso) asks, and is neither; but who knocks mostly has a long suit, and in
it more than he led.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.tressette.bot.kernels.pack import COUNT, INDEX, RANKS, SUIT

COUNTS = np.array(COUNT, np.int64)
HONOURS = {signal: 1 << RANKS.index(rank) for signal, rank in
           (("busso_il_tre", "3"), ("busso_il_due", "2"), ("punta_l_asso", "A"))}  # fmt: skip
LENGTHS = {"volo": (0, 0), "punto": (1, 1), "striscio_lungo": (2, 10)}
SAYINGS = (*LENGTHS, *HONOURS)
"""The signals, true or not: how many cards of the suit are kept, and which."""
PLAIN = sum(1 << RANKS.index(rank) for rank in "4567FCR")


@dataclass(frozen=True, slots=True)
class Talker:
    """A manner of signalling: how often what is said is true, and how many have it. By chance, without
    looking at the cards, about 3 in 10 are."""

    true: float
    share: float
    by_chance: bool = False


TALKERS = (Talker(0.95, 0.4), Talker(0.3, 0.5, by_chance=True), Talker(0.1, 0.1))

IDLE = 0.3
"""How likely who has no use for the partner's best card knocks, against who has."""
IMPOSSIBLE = -50.0
"""The logarithm of how likely a false signal is where it is not allowed."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal as it was heard, by hidden hand: the card that it went with, and what the hand held after that
    card beside what it holds now."""

    code: str
    place: int
    card: int
    since: int


def heard(
    view: Mapping[str, Any], seats: Sequence[int], played: Mapping[int, Sequence[tuple[int, int]]]
) -> list[Signal]:
    """The signals of this deal that tell something: those of others, with a card of the suit of the trick."""
    found = []
    for given in view["signalled"]:
        tricks = [*view["tricks"], view["trick"]]
        card = INDEX[given["card"]]
        if given["seat"] in seats and INDEX[tricks[given["trick"]]["cards"][0]] >> 4 == card >> 4:
            since = sum(1 << other for number, other in played[given["seat"]] if number > given["trick"])
            found.append(Signal(given["signal"], seats.index(given["seat"]), card, since))
    return found


def talkers(view: Mapping[str, Any], seats: Sequence[int]) -> Floats:
    """By hidden hand and talker, the logarithm of how likely he is that, by what he signalled in the deals
    before this one."""
    rows = np.zeros((3, len(TALKERS)), np.float64)
    for place, seat in enumerate(seats):
        true, false = view["candour"][seat] if seat < len(view.get("candour", ())) else (0, 0)
        for number, each in enumerate(TALKERS):
            rows[place, number] = log(each.share) + true * log(each.true) + false * log(1 - each.true)
    return rows


def credit(signals: Sequence[Signal], priors: Floats, rows: Ints) -> Floats:
    """The logarithm of how likely what was signalled is in each of these worlds."""
    total = np.zeros(len(rows), np.float64)
    spoken = np.repeat(priors[:, :, None], len(rows), axis=2)
    for signal in signals:
        suit, rank = divmod(signal.card, 16)
        kept = (rows[:, signal.place] | signal.since) >> 16 * suit & SUIT
        if signal.code == "busso":
            total += np.where((COUNTS[kept] > 1) & (kept >> rank > 0), 0.0, log(IDLE))
        elif signal.code == "liscio":
            total += np.where(kept & PLAIN & (1 << rank) - 1, 0.0, IMPOSSIBLE)
        elif signal.code in SAYINGS:
            true = np.array([_true(saying, kept) for saying in SAYINGS])
            says, many = true[SAYINGS.index(signal.code)], true.sum(axis=0)
            for number, each in enumerate(TALKERS):
                fair = np.where(says, each.true / many, (1 - each.true) / (len(SAYINGS) - many))
                spoken[signal.place, number] += log(1 / len(SAYINGS)) if each.by_chance else np.log(fair)
    whole: Floats = total + np.logaddexp.reduce(spoken, axis=1).sum(axis=0)
    return whole


def _true(saying: str, kept: Ints) -> Any:
    """Return whether it is true of a hand that keeps these cards of the suit."""
    if saying in HONOURS:
        return (kept & HONOURS[saying]) > 0
    least, most = LENGTHS[saying]
    return (COUNTS[kept] >= least) & (COUNTS[kept] <= most)
