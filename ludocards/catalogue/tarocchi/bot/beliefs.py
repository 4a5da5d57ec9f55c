"""The knowledge of a seat at a table of Tarocchi about the hidden cards, and worlds that agree with it.

Hard facts: a player who did not follow suit is void, and if they did not trump either, they have no trump. A
player who played another card than the Re to the first trick of a suit does not have the Re; one who played
another card under the Re does not have the Donna. The scarto has only cards that may be laid away. A monte
that was shown is the dealer's. Worlds that agree with these facts are weighted by the likelihood of the calls
and plays, for players who follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.dealing import dealt
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.player_types import PlayerType, type_rows
from ludocards.catalogue.tarocchi.bot.board import board_of, rule, word_of
from ludocards.catalogue.tarocchi.bot.kernels import play as at
from ludocards.catalogue.tarocchi.bot.kernels.pack import (
    FIVES,
    FUGGITIVO,
    KINGS,
    MAIDS,
    OF_SUIT,
    PACK,
    SUIT_OF,
    TRUMPS,
    above,
    bits,
)
from ludocards.catalogue.tarocchi.bot.kernels.play import BOARD, led, winning
from ludocards.catalogue.tarocchi.bot.kernels.worlds import lay_anew, write_log_likelihoods
from ludocards.catalogue.tarocchi.bot.words import WORDS
from ludocards.catalogue.tarocchi.values import MONTE

SCARTO = 2
"""The index of the scarto among the hidden places."""
ANY = 24
PLAYER_TYPES = (PlayerType(0.1, 0.02), PlayerType(0.6, 0.1, 3), PlayerType(3.0, 0.3))
"""The types of players: those who keep to the rules of thumb, who often deviate, and who nearly always do."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels. The hidden places are two hands and the scarto."""

    me: int
    hand: int
    board: Ints
    seats: Ints
    """The seats of the hidden hands."""
    room: Ints
    free: int
    """The cards of unknown place; `barred` excludes some places for them."""
    barred: Ints
    most: Ints
    played: Ints
    """The cards that the hidden hands have played."""
    boards: Ints
    """The board as everybody knew it at each card played by the others. The next three arrays have, for each
    of these cards, the hidden hand, the cards that it has played since, and the card."""
    holders: Ints
    before: Ints
    chosen: Ints
    calls: Ints


def beliefs(view: Mapping[str, Any], seat: int | None = None) -> Beliefs:
    """The beliefs of the seat of the view, which it names; after the bidding."""
    me, dealer = view["seat"], view["dealer"]
    hand = bits(view["hand"])
    seats = [seat for seat in range(3) if seat != me]
    boards, actors, chosen = [], [], []
    bars, played = [0, 0, 0], [0, 0, 0]

    def meet(board: Ints, seat: int, card: int) -> None:
        bars[seat] |= _lacks(board, card)
        if seat != me:
            boards.append(board.copy())
            actors.append(seat)
            chosen.append(card)
        played[seat] |= 1 << card

    board = board_of(view, meet)
    before, seen = [], [0, 0, 0]
    for seat, card in zip(actors, chosen, strict=True):
        before.append(played[seat] & ~seen[seat])
        seen[seat] |= 1 << card
    unseen = PACK & ~int(board[at.GONE]) & ~hand & ~int(board[at.SCARTO])
    for seat in seats:
        for suit in range(len(OF_SUIT) - 1):
            if board[at.VOIDS + seat] >> suit & 1:
                bars[seat] |= int(OF_SUIT[suit])
        if seat != dealer:
            bars[seat] |= bits(view.get("monte", ()))
    laid = PACK if me == dealer else FIVES if rule(view, "discardPolicy", "noFives") == "noFives" else 0
    barred = [bars[seats[0]], bars[seats[1]], laid]
    return Beliefs(
        me=me,
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        room=np.array(
            [*(int(board[at.COUNTS + seat]) for seat in seats), 0 if me == dealer else MONTE], np.int64
        ),
        free=unseen,
        barred=np.array(barred, np.int64),
        most=_most(unseen, barred),
        played=np.array([played[seat] for seat in seats], np.int64),
        boards=np.array(boards, np.int64).reshape(len(boards), BOARD),
        holders=np.array([seats.index(seat) for seat in actors], np.int64),
        before=np.array(before, np.int64),
        chosen=np.array(chosen, np.int64),
        calls=_calls(view, seats, played),
    )


def worlds(known: Beliefs, many: int, noise: float, chance: Ints, out: Floats) -> Ints:
    """Up to `many` worlds, each a row of three hidden places.

    `noise` is the assumed error of the dealer's judgement of a card for the scarto, in points. If no deal
    agrees with the barred cards, they are ignored, so that the bot can always play.
    """
    nothing, none = np.zeros(3, np.int64), np.zeros_like(known.most)
    for barred, most in ((known.barred, known.most), (nothing, np.full_like(known.most, ANY))):
        rows = dealt(known.free, OF_SUIT, known.room, none, most, barred, many, chance)
        if len(rows):
            break
    if len(rows) and known.room[SCARTO] and barred is known.barred:
        dealer = known.seats.tolist().index(int(known.board[at.DEALER]))
        lay_anew(
            rows,
            dealer,
            int(known.played[dealer]),
            int(known.barred[SCARTO]),
            int(known.barred[dealer]),
            noise,
            chance,
            out,
        )
    return rows


def likelihood(known: Beliefs, rows: Ints, player_types: Sequence[PlayerType], out: Floats) -> Floats:
    """The weight of each world, if each of the others is of one of these types; the likeliest has 1."""
    weights = np.zeros(len(rows), np.float64)
    write_log_likelihoods(
        known.boards,
        known.holders,
        known.before,
        known.chosen,
        known.calls,
        rows,
        type_rows(player_types),
        WORDS,
        out,
        weights,
    )
    likely: Floats = np.exp(weights - weights.max())
    return likely


# ---- facts


def _lacks(board: Ints, card: int) -> int:
    """The cards that the seat on turn cannot have, since it plays this one."""
    asked, how = led(board), int(board[at.OPTIONS])
    suit = asked if card == FUGGITIVO else int(SUIT_OF[card])
    bound = how & at.LEADER_FORCED if asked < 0 else not (how & at.EXCUSES and card == FUGGITIVO)
    lacks = 0
    if bound and suit > TRUMPS and asked in (-1, suit):
        if not board[at.OPENED] >> suit & 1:
            lacks |= 1 << int(KINGS[suit])
        if KINGS[suit] in board[at.TRICK : at.TRICK + int(board[at.LAID])]:
            lacks |= 1 << int(MAIDS[suit])
    if asked >= 0 and how & at.OVERTRUMP and suit == TRUMPS:
        highest = int(board[at.TRICK + winning(board)])
        if SUIT_OF[highest] == TRUMPS and highest > card:
            lacks |= above(int(OF_SUIT[TRUMPS]), highest)
    return lacks & ~(1 << card)


def _most(free: int, barred: list[int]) -> Ints:
    """The most free cards of each suit that a hidden place can have."""
    return np.array(
        [[(free & ~bars & int(cards)).bit_count() for cards in OF_SUIT] for bars in barred],
        np.int64,
    )


def _calls(view: Mapping[str, Any], seats: list[int], played: list[int]) -> Ints:
    """The words of the hidden hands in the bidding: the hand, its cards played, 1 if it deals, the word."""
    said = [
        (seats.index(call["seat"]), played[call["seat"]], call["seat"] == view["dealer"], word_of(call))
        for call in view["calls"]
        if call["seat"] in seats and call["call"] != "piglio"
    ]
    return np.array(said, np.int64).reshape(len(said), 4)
