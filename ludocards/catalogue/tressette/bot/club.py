"""Circolo, a Tressette bot that plays like a club player; and Principiante, a beginner who misjudges.

It makes every accusa that it can. It chooses the card to play by the rules of thumb of `kernels/play.py`: the
expected gain of the trick, minus the value of the card if kept. The maxims of the game follow from this: take
only tricks that are worth it, with the cheapest sufficient card; load (caricare) the partner's sure trick and
never overtake it; keep aces guarded; cash masters; return the partner's suit. Its announcements to a partner
are true and useful: it declares the suit that it leads, signals the last card of a suit, knocks
(busso) for the partner's best card, and gives its own best when the partner knocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.levels import Learner
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.tressette.bot.board import board_of, partner
from ludocards.catalogue.tressette.bot.kernels.play import (
    COUNTS,
    GONE,
    LAID,
    OUT,
    SHOWN,
    TRICK,
    VOIDS,
    turn,
    values,
)
from ludocards.engine.game import Command

BLUNDER = 1.5
"""The beginner's error in judging a card, in thirds."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    accuse = [command for command in legal if command.do == "accuse"]
    if accuse:
        return accuse[0]
    board = board_of(view)
    likes = liked(board, bits(view["hand"]))
    card = max((command.get("card") for command in legal), key=lambda code: likes[INDEX[code]])
    return Command.of("play", card=card, **said(view, board, card))


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets tricks and misjudges cards."""
    if any(command.do == "accuse" for command in legal):
        return choose(view, legal)
    mood = Random(repr((sorted(view["hand"]), view["trick"], view["counts"])))
    likes = liked(board_of({**view, "tricks": view["tricks"][-learner.tricks :]}), bits(view["hand"]))
    return max(
        legal, key=lambda each: likes[INDEX[each.get("card")]] + mood.gauss(0, learner.error * BLUNDER)
    )


def liked(board: Ints, hand: int) -> dict[int, float]:
    """Return the expected gain of each card for the seat on turn, in thirds."""
    out = np.zeros(OUT, np.float64)
    found = values(board, turn(board), hand, out)
    return dict(zip(out[1, :found].astype(int).tolist(), out[0, :found].tolist(), strict=True))


def said(view: Mapping[str, Any], board: Ints, code: str) -> dict[str, Any]:
    """The announcements to make with the card, of those that this table offers; none without a partner."""
    friend = partner(view["sides"], turn(board))
    if friend is None:
        return {}
    preview = view.get("declarations", {}).get("preview", {}).get(code, {})
    offered = view.get("signals", {}).get(code, ())
    signals = _signals(board, bits(view["hand"]), INDEX[code], friend).items()
    given = next((signal for signal, true in signals if true and signal in offered), None)
    return {**({"declare": ["suit"]} if preview.get("suit") else {}), **({"signal": given} if given else {})}


def _signals(board: Ints, hand: int, card: int, friend: int) -> dict[str, bool]:
    """Return whether this bot gives each signal: it must be true of the card, and of use to a partner who may
    hold cards of the suit."""
    suit = card >> 4
    of_suit = SUIT << 16 * suit
    mine, unseen = hand & of_suit, PACK & ~int(board[GONE]) & ~hand & of_suit
    follows = not board[LAID] or board[TRICK] >> 4 == suit
    wants = mine.bit_count() > 2 and mine >> card > 1 and unseen >> card > 0
    useful = holds(board, friend, unseen)
    return {
        "volo": useful and bool(follows) and mine.bit_count() == 1,
        "busso": useful and not board[LAID] and wants,
    }


def holds(board: Ints, seat: int, cards: int) -> bool:
    """Return whether the seat may hold one of these unseen cards of a suit."""
    shown = [int(each) for each in board[SHOWN : SHOWN + 4]]
    if cards & shown[seat]:
        return True
    hidden = cards & ~(shown[0] | shown[1] | shown[2] | shown[3])
    suit = (hidden.bit_length() - 1) >> 4
    return bool(hidden and board[COUNTS + seat] and not board[VOIDS + seat] >> suit & 1)
