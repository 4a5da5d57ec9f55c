"""The kernels of Whist, compared with the engine and with naive calculations and searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.kernels.transposition import empty_table
from ludocards.catalogue.whist.bot.beliefs import beliefs
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, PACK, bits, cards
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDDEN,
    BIDS,
    BOARD,
    CHANCES,
    CHOICES,
    COUNTS,
    DISHONEST,
    DUTY,
    HANDS,
    LEADER,
    MADE,
    OUT,
    PENALTY,
    PLAYERS,
    SIZE,
    TRUMP,
    VALUES,
    chances,
    forbidden,
    gain,
    legal,
    play_at_random,
    play_out,
    points,
    put,
    turn,
    values,
    worths,
)
from ludocards.catalogue.whist.bot.kernels.worlds import search_ending
from ludocards.catalogue.whist.rules.scoring import score
from ludocards.catalogue.whist.values import MISSED
from ludocards.engine.cards import FRENCH52
from tests.engine.matches import playing

ROOT = Path(__file__).parents[2]
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"briscola": False}),
    (4, {}),
    (4, {"asso_alto": True}),
    (5, {}),
    (6, {"briscola": False, "asso_alto": True}),
    (6, {}),
]
tables = pytest.mark.parametrize(("players", "options"), TABLES)


def board_of(hands: Sequence[int], bids: Sequence[int], leader: int, trump: int, duty: int = 1) -> Ints:
    """Return the board of a deal before its first card."""
    board = np.zeros(BOARD, np.int64)
    players = len(hands)
    board[HANDS : HANDS + players], board[BIDS : BIDS + players] = hands, bids
    board[COUNTS : COUNTS + players] = board[SIZE] = hands[0].bit_count()
    board[LEADER], board[PLAYERS], board[BIDDEN] = leader, players, players
    board[TRUMP], board[DUTY], board[PENALTY] = trump, duty, MISSED
    return board


def dealt(random: Random, players: int, many: int) -> list[int]:
    pack = random.sample([1 << place for place in INDEX[False].values()], players * many)
    return [sum(pack[many * seat : many * seat + many]) for seat in range(players)]


# ---- comparison with the engine


def as_choice(command: Any, ace_high: bool) -> int:
    return int(command.get("tricks") if command.do == "bid" else INDEX[ace_high][command.get("card")])


@tables
def test_random_games_agree_with_the_engine_move_for_move(players: int, options: dict[str, Any]) -> None:
    for played in playing("whist", players, players, **options):
        state, actions = played.state, played.deals[-1][1] if played.deals else []
        if state.phase not in ("bid", "play"):
            continue
        high = state.rules.asso_alto
        if not actions:
            board = beliefs(played.game.view(state, state.turn)).board.copy()
            for seat, hand in enumerate(state.hands):
                board[HANDS + seat] = bits((card.code for card in hand), high)
        else:
            put(board, as_choice(actions[-1].command, high))
        assert turn(board) == state.turn
        assert [*board[MADE : MADE + players]] == [*state.made]
        assert [*board[COUNTS : COUNTS + players]] == [len(hand) for hand in state.hands]
        wanted = [as_choice(each, high) for each in played.game.legal(state, state.turn)]
        if state.phase == "bid":
            assert [bid for bid in range(state.size + 1) if bid != forbidden(board)] == wanted
        else:
            assert legal(board, int(board[HANDS + state.turn])) == sum(1 << card for card in wanted)


def test_without_the_duty_to_trump_a_void_hand_plays_anything() -> None:
    hands = [bits(each.split()) for each in ("KH 2H", "3S 4C", "5H 6H")]
    for duty, may in ((1, ["3S"]), (0, ["3S", "4C"])):
        board = board_of(hands, [0, 0, 0], 0, trump=0, duty=duty)
        put(board, INDEX[False]["KH"])
        assert sorted(cards(legal(board, hands[1]))) == may


def test_scores_agree_with_the_engine() -> None:
    board = board_of([0, 0, 0], [0, 0, 0], 0, -1)
    for bid in range(11):
        for made in range(11):
            board[BIDS], board[MADE] = bid, made
            assert points(board, 0) == score(bid, made) == gain(board, 0)
    board[PLAYERS], board[BIDS : BIDS + 2], board[MADE : MADE + 2] = 2, (2, 1), (2, 3)
    assert gain(board, 0) == 17 == -gain(board, 1)


@tables
def test_a_bid_is_worth_its_expected_score(players: int, options: dict[str, Any]) -> None:
    """A bid is worth its expected score over all outcomes; a bid below the certain tricks has a penalty."""
    out, seen = np.zeros(OUT, np.float64), 0
    for number, played in enumerate(playing("whist", players, 1, **options)):
        state = played.state
        if state.phase != "bid" or number % 2 or state.size > 7:
            continue
        known = beliefs(played.game.view(state, state.turn))
        cards = chances(known.board, state.turn, known.hand, out)
        each = out[CHANCES, :cards].tolist()
        for how in (worths, values):
            found = how(known.board, state.turn, known.hand, out)
            for bid, worth in zip(out[CHOICES, :found], out[VALUES, :found], strict=True):
                expected = sum(
                    prod(chance if takes else 1 - chance for chance, takes in zip(each, taken, strict=True))
                    * score(int(bid), sum(taken))
                    for taken in product((0, 1), repeat=cards)
                )
                dishonest = how is values and bid < each.count(1)
                assert worth == pytest.approx(expected - DISHONEST * dishonest)
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("players", [2, 6])
def test_playouts_take_every_trick(players: int) -> None:
    random, lots, out = Random(players), np.array([77], np.int64), np.zeros(OUT, np.float64)
    for trump in (-1, 2):
        for how in (lambda board: play_at_random(board, lots), lambda board: play_out(board, out, 0)):
            board = board_of(dealt(random, players, 8), [1] * players, 1, trump)
            how(board)
            assert board[MADE : MADE + players].sum() == 8
            assert not board[HANDS : HANDS + players].any()


def test_heuristic_playouts_may_stop_early() -> None:
    board = board_of(dealt(Random(1), 4, 6), [1, 2, 1, 1], 0, 1)
    play_out(board, np.zeros(OUT, np.float64), 2)
    assert [*board[COUNTS : COUNTS + 4]] == [2] * 4


# ---- endings


def naive(board: Ints) -> list[float]:
    """Return each seat's gain when all players maximise their own, by exhaustive search."""
    players = int(board[PLAYERS])
    if not board[HANDS : HANDS + players].any():
        return [float(gain(board, seat)) for seat in range(players)]
    me = turn(board)
    best: list[float] = []
    for card in sorted(place for place in range(64) if legal(board, int(board[HANDS + me])) >> place & 1):
        after = board.copy()
        put(after, card)
        found = naive(after)
        if not best or found[me] > best[me]:
            best = found
    return best


def endings(players: int, many: int, deals: int) -> Iterator[Ints]:
    random = Random(10 * players + many)
    for _ in range(deals):
        bids = [random.randrange(many + 1) for _ in range(players)]
        yield board_of(dealt(random, players, many), bids, random.randrange(players), random.randrange(-1, 4))


@pytest.mark.parametrize(
    ("players", "many", "deals"), [(2, 2, 200), (2, 3, 150), (2, 4, 12), (3, 2, 60), (4, 2, 25)]
)
def test_endings_agree_with_naive_search(players: int, many: int, deals: int) -> None:
    boards = np.zeros((20, BOARD), np.int64)
    ends = np.zeros((20, 6), np.float64)
    for number, board in enumerate(endings(players, many, deals)):
        boards[0] = board
        search_ending(boards, 0, ends, -np.inf, np.inf, *empty_table(256 * (number % 2)))
        assert [*ends[0, :players]] == naive(board)


# ---- the encoding of cards


@pytest.mark.parametrize("high", [False, True])
def test_bits_and_cards_correspond(high: bool) -> None:
    assert bits(FRENCH52.cards, high) == PACK
    assert [cards(1 << place, high) for place in INDEX[high].values()] == [[code] for code in INDEX[high]]
    assert INDEX[high]["AS"] % 16 == (12 if high else 0)
