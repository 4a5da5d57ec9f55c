"""The facts about a hand of Tarocchi that explain why one scarto is better than another, and who takes the
tricks after a card.

They follow from the view of the dealer, and from random deals that agree with it. `tarocchi/reasons.py` has
the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, seed_of
from ludocards.bots.proving import DEALS, TELLING, Explanation, View
from ludocards.catalogue.tarocchi.bot.beliefs import Beliefs, beliefs, worlds
from ludocards.catalogue.tarocchi.bot.kernels.pack import CARDS, INDEX, WORTH, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    by_rules,
    lay,
    put,
    turn,
)
from ludocards.catalogue.tarocchi.bot.levels import SEARCH, memory
from ludocards.catalogue.tarocchi.values import OFF, WEIGHTS
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import Command, Json

DEAR = 2
"""The least worth of a card that is worth a sentence, in points."""
GAINED, GIVEN_UP = 3, 1
"""The most sentences about cards that the better scarto brings, and about those that it costs."""

SUFFICIENT = ("has",)
"""The kinds of facts of which an explanation has at least one."""


def explained(view: View, best: Command, other: Command) -> Explanation:
    """Explain why `best` is better than `other`."""
    sets = [command.get("cards") for command in (best, other)]
    left = [SICILIAN63.of(code for code in view["hand"] if code not in codes) for codes in sets]
    facts = [*_emptied(view, left), *_outcomes(view, best, other), *_laid(sets), *_trumps_left(left)]
    return Explanation(["lay_away"], facts)


def _emptied(view: View, left: Sequence[Sequence[Card]]) -> Iterator[Json]:
    """The suits that each scarto empties."""
    suits = {card.suit for card in SICILIAN63.of(view["hand"]) if card.suit not in ("", "T")}
    emptied = [sorted(suits - {card.suit for card in cards}) for cards in left]
    if emptied[0] != emptied[1]:
        yield {"kind": "emptied", "best": emptied[0], "other": emptied[1]}


def _laid(sets: Sequence[Sequence[str]]) -> Iterator[Json]:
    """The points of each scarto, which count at once."""
    points = [sum(WEIGHTS[code] for code in codes) - OFF for codes in sets]
    if points[0] != points[1]:
        yield {"kind": "laid", "best": points[0], "other": points[1]}


def _trumps_left(left: Sequence[Sequence[Card]]) -> Iterator[Json]:
    trumps = [sum(card.suit == "T" for card in cards) for cards in left]
    yield {"kind": "trumps_left", "best": trumps[0], "other": trumps[1]}


def _outcomes(view: View, best: Command, other: Command) -> Iterator[Json]:
    """The dear cards that the dealer has at the end more often after the better scarto, then those that it
    costs, the clearest first; and the last trick."""
    (mine, mine_last), (theirs, theirs_last) = (_ends(view, command) for command in (best, other))
    more = mine - theirs
    gained = (more * WORTH).argsort()[::-1]
    clear = [card for card in gained if abs(more[card]) >= TELLING * DEALS and WORTH[card] >= DEAR]
    brought = [card for card in clear if more[card] > 0][:GAINED]
    given_up = [card for card in reversed(clear) if more[card] < 0][:GIVEN_UP]
    for card in [*brought, *given_up] if brought else ():
        counts = {"best": int(mine[card]), "other": int(theirs[card])}
        yield {"kind": "has", "card": CARDS[card].code, **counts, "of": DEALS}
    if abs(mine_last - theirs_last) >= TELLING * DEALS:
        yield {"kind": "last", "best": mine_last, "other": theirs_last, "of": DEALS}


def winners(view: View, commands: Sequence[Command], deals: int) -> list[list[list[int]]]:
    """For each of these cards, the seats that take this trick and those after it, in about so many deals
    drawn by what the others have done; everybody plays by the rules of thumb."""
    known = beliefs(view)
    likely, times = SEARCH.likely_worlds(known, replace(SEARCH.judge, played=deals), _chance(view))
    some = np.repeat(likely, np.rint(times * deals / times.sum()).astype(np.int64), axis=0)
    return [
        [_takers(_board(known, known.hand, world), INDEX[command.get("card")]) for world in some]
        for command in commands
    ]


def _takers(board: Ints, card: int) -> list[int]:
    """The seats that take the tricks of a deal once this card is played."""
    put(board, card)
    if board[LAID]:
        _trick(board)
    takers = [int(board[LEADER])]
    while board[COUNTS + turn(board)] > 0:
        _trick(board)
        takers.append(int(board[LEADER]))
    return takers


def _ends(view: View, command: Command) -> tuple[Floats, int]:
    """In how many random deals the dealer has each card at the end, and the last trick, if all play by the
    rules of thumb."""
    known, laid = beliefs(view), bits(command.get("cards"))
    has, last = np.zeros(len(CARDS)), 0
    for world in worlds(known, DEALS, SEARCH.judge.noise, _chance(view), memory.out):
        board = _board(known, known.hand & ~laid, world)
        lay(board, laid)
        while board[COUNTS + turn(board)] > 0:
            cards = _trick(board)
            if board[LEADER] == known.me:
                has[cards] += 1
        last += int(board[LEADER] == known.me)
    has[[place for place in range(len(CARDS)) if laid >> place & 1]] = DEALS
    return has, last


def _chance(view: View) -> Ints:
    return np.array([seed_of(view, "reasons")], np.int64)


def _board(known: Beliefs, hand: int, world: Ints) -> Ints:
    """The board of a world, in which the seat holds this hand."""
    board = known.board.copy()
    board[HANDS + known.me] = hand
    for seat, held in zip(known.seats, world, strict=False):
        board[HANDS + seat] = held
    return board


def _trick(board: Ints) -> list[int]:
    """Play a trick by the rules of thumb, and return its cards."""
    cards: list[int] = []
    while not cards or board[LAID]:
        cards.append(int(by_rules(board, memory.out)))
        put(board, cards[-1])
    return cards
