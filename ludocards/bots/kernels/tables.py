"""Many tables of a game at once: for each fact an array, with a row for each table.

A game has its `play_tables` in `bot.kernels.tables`. What games share is here: dealing, observing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, Singles, drawn, lowest

Masks = NDArray[np.uint8]

VIEWER, OWN_CARDS, CARD_SETS, NUMBERS, ONE_OF, ONE_CARD, CARD_ROW, MAYBE_NUMBERS = range(8)
"""How a field of an observation is written: a 1 for the viewer; their hand; sets of cards; numbers; a 1 at
the place that a number says; a card; the cards on the table, with their order; numbers that may be
absent."""

CHOICES = 1
"""The row in which kernels write choices."""
OUT = (4, 2048)


# ---- a game's own kernel

begin = put = choices = turn = write = cast("Any", None)
"""The kernels of a game that `_play_tables` calls: `tables_kernel` puts them here."""


def _play_tables(
    rows: Ints,
    boards: Ints,
    actions: Ints,
    choice_of: Ints,
    keys: Ints,
    found: Ints,
    mask: Masks,
    numbers: Ints,
    counts: Ints,
    seats: Ints,
    counted: Floats,
) -> None:
    """Do the action of each of these tables, or begin its deal if the action is below 0; then write who acts
    there, and how. If nobody does, the deal is over: then write what it counts for each side."""
    out = np.empty(OUT, np.float64)
    for place in range(len(rows)):
        row = rows[place]
        board = boards[row]
        for each in range(counts[row]):
            mask[row, numbers[row, each]] = 0
        many = 0
        if actions[row] >= 0:
            put(board, choice_of[actions[row]])
            many = choices(board, out)
        elif begin(board):
            many = choices(board, out)
        for each in range(many):
            number = found[key_place(keys, int(out[CHOICES, each]))]
            numbers[row, each] = number
            mask[row, number] = 1
        counts[row] = many
        seats[row] = turn(board)
        if many == 0:
            write(board, counted[row])


def tables_kernel(module: str, **kernels: Callable[..., Any]) -> Callable[..., None]:
    """Compile `_play_tables` with the kernels of a game, for the module of that game.

    A closure could not be cached: numba would compile it anew in every process.
    """
    function = FunctionType(_play_tables.__code__, {**globals(), **kernels})
    function.__module__ = module
    return kernel(
        "void(int64[::1],int64[:,::1],int64[::1],int64[::1],int64[::1],int64[::1],uint8[:,::1],int64[:,::1],"
        "int64[::1],int64[::1],float64[:,::1])"
    )(function)


@kernel("int64(int64,float64[:,::1])")
def list_cards(cards: int, out: Floats) -> int:
    """Write each of the cards as a choice; return their number."""
    found = 0
    while cards:
        out[CHOICES, found] = lowest(cards)
        cards &= cards - 1
        found += 1
    return found


@kernel("int64(int64[::1])")
def deal_as_is(board: Ints) -> int:
    """A deal for which there is nothing to do but deal."""
    return 1


# ---- what all games share


@kernel("int64(int64[::1],int64)")
def key_place(keys: Ints, key: int) -> int:
    """The place of a key in a table of hashes, or of the free place (-1) for it."""
    last = len(keys) - 1
    place = (key * 0x9E3779B97F4A7C5 >> 24) & last
    while keys[place] >= 0 and keys[place] != key:
        place = (place + 1) & last
    return place


@kernel("void(int64[::1],int64[::1])")
def seed_tables(seeds: Ints, chance: Ints) -> None:
    """Write the state of the random numbers of each table; seeds next to each other make no like states."""
    for row in range(len(seeds)):
        x = (seeds[row] + 1) * 0x1E3779B97F4A7C15
        x = (x ^ (x >> 30 & 0x3FFFFFFFF)) * 0x3F58476D1CE4E5B9
        x = (x ^ (x >> 27 & 0x1FFFFFFFFF)) * 0x14D049BB133111EB
        chance[row] = (x ^ (x >> 31 & 0x1FFFFFFFF)) & 0x7FFFFFFFFFFFFFFF | 1


@kernel(
    "void(int64[::1],int64[:,::1],int64[:,::1],int64[:,:,::1],int64[::1],int64[:,::1],int64[::1],int64[::1],"
    "float32[:,::1],int64[::1])"
)
def deal_tables(
    rows: Ints,
    boards: Ints,
    starts: Ints,
    places: Ints,
    pack: Ints,
    orders: Ints,
    chance: Ints,
    dealers: Ints,
    views: Singles,
    moves: Ints,
) -> None:
    """Shuffle the pack of each of these tables, draw a dealer, and deal to an empty board.

    `starts` are the empty boards by dealer; `places` has, by dealer and place in the pack, where the card
    goes, and whether it is added to a set there.
    """
    players, cards = len(starts), len(pack)
    for each in range(len(rows)):
        row = rows[each]
        board, order = boards[row], orders[row]
        state = chance[row : row + 1]
        dealer = players * drawn(state) >> 31
        dealers[row] = dealer
        for place in range(cards):
            order[place] = place
        for left in range(cards, 1, -1):
            place = left * drawn(state) >> 31
            order[place], order[left - 1] = order[left - 1], order[place]
        board[:] = starts[dealer]
        for place in range(cards):
            card = pack[order[place]]
            if places[dealer, place, 1]:
                board[places[dealer, place, 0]] |= 1 << card
            else:
                board[places[dealer, place, 0]] = card
        views[row] = 0
        moves[row] = 0


@kernel("int64(int64[::1],int64[::1],uint8[:,::1],int64[::1],float32[:,::1],int64[::1],int64,int64,int64)")
def note_actions(
    actions: Ints,
    seats: Ints,
    mask: Masks,
    played: Ints,
    views: Singles,
    moves: Ints,
    by_seat: int,
    in_order: int,
    cards: int,
) -> int:
    """Note the card that each action plays in the observations, or nothing at all if an action is illegal:
    return the first table with one, or -1."""
    for row in range(len(actions)):
        if not 0 <= actions[row] < mask.shape[1] or mask[row, actions[row]] == 0:
            return row
    for row in range(len(actions)):
        card = played[actions[row]]
        if card >= 0:
            moves[row] += 1
            views[row, by_seat + seats[row] * cards + card] = 1
            views[row, in_order + card] = moves[row] / cards
    return -1


@kernel("void(int64,int64[::1],float32[::1],int64)")
def write_cards(held: int, place_of: Ints, view: Singles, start: int) -> None:
    """Write a 1 for each of these cards."""
    while held:
        view[start + place_of[lowest(held)]] = 1
        held &= held - 1


@kernel("void(int64[:,::1],int64[::1],int64[:,::1],int64[::1],float32[:,::1],int64)")
def observe_tables(
    boards: Ints, seats: Ints, fields: Ints, place_of: Ints, views: Singles, cards: int
) -> None:
    """Write what the seat on turn at each table may know. A field is its kind, offset, count, start and
    size, and whether it is optional."""
    for row in range(len(boards)):
        board, seat, view = boards[row], seats[row], views[row]
        for each in range(len(fields)):
            kind, offset, many, start = fields[each, 0], fields[each, 1], fields[each, 2], fields[each, 3]
            view[start : start + fields[each, 4]] = 0
            if fields[each, 5]:
                if board[offset] < 0:
                    continue
                view[start] = 1
                start += 1
            if kind == VIEWER:
                view[start + seat] = 1
            elif kind == OWN_CARDS:
                write_cards(board[offset + seat], place_of, view, start)
            elif kind == CARD_SETS:
                for step in range(many):
                    write_cards(board[offset + step], place_of, view, start + step * cards)
            elif kind == NUMBERS:
                for step in range(many):
                    view[start + step] = board[offset + step]
            elif kind == ONE_OF:
                view[start + board[offset]] = 1
            elif kind == ONE_CARD:
                view[start + place_of[board[offset]]] = 1
            elif kind == CARD_ROW:
                for step in range(board[many]):
                    place = place_of[board[offset + step]]
                    view[start + place] = 1
                    view[start + cards + place] = (step + 1) / cards
            else:
                for step in range(many):
                    if board[offset + step] >= 0:
                        view[start + 2 * step] = 1
                        view[start + 2 * step + 1] = board[offset + step]
