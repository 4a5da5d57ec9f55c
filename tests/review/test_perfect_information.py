"""The search with all cards seen, against a naive one."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.kernels.transposition import empty_table
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, cards
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.play import (
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    turn,
)
from ludocards.catalogue.tressette.bot.kernels.reach import search_alone, search_near
from tests.bots.test_tressette_kernels import board_of, dealt


@pytest.fixture(scope="module")
def open_cards() -> Any:
    """Search with perfect information: `open_cards(board, guess)` returns the final thirds of side 0."""
    memory = solver()

    def ends_with(board: Ints, guess: int) -> int:
        rows = np.zeros((5, len(board)), np.int64)
        rows[0] = board
        return int(search_near(rows, guess, memory))

    return ends_with


def naive(board: Ints) -> int:
    """Return the final thirds of side 0, by brute force."""

    @cache
    def ends(key: tuple[int, ...]) -> int:
        here = np.array(key, np.int64)
        if here[LAID] == 0 and here[COUNTS + here[LEADER]] == 0:
            return int(here[TAKEN])
        seat = turn(here)
        led = int(here[TRICK]) >> 4 if here[LAID] else -1
        found = []
        for code in cards(int(legal(here[HANDS + seat], led))):
            following = here.copy()
            put(following, INDEX[code])
            found.append(ends(tuple(following.tolist())))
        return min(found) if seat % 2 else max(found)

    return ends(tuple(board.tolist()))


def test_every_position_of_a_trick_agrees_with_naive_search(open_cards: Any) -> None:
    random = Random(5)
    for number in range(48):
        board = board_of(dealt(random, 3), leader=number % 4)
        board[TAKEN] = number % 7
        for _ in range(number % 4):
            seat = turn(board)
            led = int(board[TRICK]) >> 4 if board[LAID] else -1
            put(board, INDEX[random.choice(cards(int(legal(board[HANDS + seat], led))))])
        truth = naive(board)
        assert {open_cards(board, guess) for guess in (0, truth, truth + 1, 40)} == {truth}, number


def naive_alone(board: Ints) -> list[int]:
    """Return the final thirds of three players on their own, by brute force; ties go to the lowest card."""
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        return [int(thirds) for thirds in board[TAKEN : TAKEN + 3]]
    seat = turn(board)
    led = int(board[TRICK]) >> 4 if board[LAID] else -1
    best: list[int] = []
    for card in sorted(map(INDEX.__getitem__, cards(int(legal(board[HANDS + seat], led))))):
        following = board.copy()
        put(following, card)
        found = naive_alone(following)
        if not best or found[seat] > best[seat]:
            best = found
    return best


@pytest.mark.parametrize("rows", [0, 1, 1 << 10])
def test_three_player_endings_agree_with_naive_search(rows: int) -> None:
    """The size of the transposition table makes no difference."""
    random = Random(6)
    for number in range(30):
        board = board_of(dealt(random, 3), leader=number % 3)
        board[HANDS + 3] = board[COUNTS + 3] = 0
        board[PLAYERS], board[SIDES : SIDES + 3] = 3, range(3)
        if number % 2:
            put(board, INDEX[cards(int(board[HANDS + turn(board)]))[0]])
        ways, thirds = np.zeros((10, len(board)), np.int64), np.zeros((10, 4), np.float64)
        ways[0] = board
        search_alone(ways, 0, thirds, *empty_table(rows))
        assert thirds[0, :3].tolist() == naive_alone(board), number
