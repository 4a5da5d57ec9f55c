"""The kernels of Tressette, compared with the engine and a naive search."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.thirds.bot.kernels.pack import CLASS, INDEX, PACK, WORTH, bits, cards, everywhere
from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.tressette.bot.beliefs import beliefs
from ludocards.catalogue.tressette.bot.kernels.bounds import best_of, joint, overtaken, run_of, sure
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.partition import counts
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    GONE,
    HANDS,
    LAID,
    LAST,
    LEADER,
    OUT,
    PLAYERS,
    SIDES,
    STAKES,
    TAKEN,
    TRICK,
    at_random,
    legal,
    put,
    takers_of,
    turn,
)
from ludocards.catalogue.tressette.bot.kernels.reach import search_near
from ludocards.catalogue.tressette.bot.kernels.solve import solve
from ludocards.catalogue.tressette.bot.kernels.worlds import evaluate_worlds
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Step
from ludocards.engine.tricks import winning_position
from tests.bots.tressette_options import EACH_OPTION
from tests.engine.matches import playing

ROOT = Path(__file__).parents[2]
DECK = [1 << place for place in INDEX.values()]


@pytest.fixture(scope="module")
def memory() -> Any:
    """One transposition table for all deals of this file: results of one deal must hold for the others."""
    return solver()


def dealt(random: Random, many: int) -> tuple[int, int, int, int]:
    pack = random.sample(DECK, 4 * many)
    a, b, c, d = (sum(pack[many * seat : many * seat + many]) for seat in range(4))
    return a, b, c, d


def board_of(hands: tuple[int, ...], leader: int = 0, last: int = 1) -> Ints:
    board = np.zeros(BOARD, np.int64)
    players = len(hands)
    board[HANDS : HANDS + players] = hands
    board[COUNTS : COUNTS + players] = hands[0].bit_count()
    board[SIDES : SIDES + players] = (0, 1, 0, 1) if players == 4 else range(players)
    board[STAKES : STAKES + players] = -1000
    board[LEADER], board[PLAYERS], board[LAST] = leader, players, last
    return board


# ---- comparison with the engine


@pytest.mark.parametrize(("players", "options"), EACH_OPTION)
def test_random_games_agree_with_the_engine_move_for_move(players: int, options: dict[str, Any]) -> None:
    for played in playing("tressette", players, players, **options):
        state = played.state
        if state.deal > 1:
            return
        if state.phase != "play":
            continue
        if not played.deals[-1][1]:
            hands = tuple(bits(card.code for card in hand) for hand in state.hands)
            known = beliefs(played.game.view(state, state.turn))
            board, at = board_of(hands, state.turn, known.board[LAST]), 0
        for action in played.deals[-1][1][at:]:
            if action.command.do == "play":
                put(board, INDEX[action.command.get("card")])
        at = len(played.deals[-1][1])
        assert turn(board) == state.turn
        led = int(board[TRICK]) >> 4 if board[LAID] else -1
        mine = int(board[HANDS + state.turn])
        assert {*cards(mine)} == {card.code for card in state.hands[state.turn]}
        may = {each.get("card") for each in played.game.legal(state, state.turn) if each.do == "play"}
        assert {*cards(legal(mine, led))} == may
        taken = [0] * 4
        for presa in state.tricks:
            taken[state.sides[presa.winner]] += sum(int(WORTH[INDEX[c.code] & 15]) for c in presa.trick.cards)
        assert [*board[TAKEN : TAKEN + 4]] == taken
        if sum(map(len, state.hands)) == 1:
            put(board, INDEX[state.hands[state.turn][0].code])
            ended = board[TAKEN : TAKEN + len({*state.sides})]
            step = played.game.apply(state, state.turn, played.game.legal(state, state.turn)[0])
            assert isinstance(step, Step)
            assert tuple(ended) == step.state.sheet[-1].points


def test_random_playouts_are_legal_games() -> None:
    random, chance, trace = Random(1), np.array([77], np.int64), np.zeros(40, np.int64)
    for _ in range(50):
        hands = dealt(random, 10)
        taken = at_random(*hands, 1, 1, chance, trace)
        board = board_of(hands)
        for card in trace:
            led = int(board[TRICK]) >> 4 if board[LAID] else -1
            assert legal(int(board[HANDS + turn(board)]), led) >> int(card) & 1
            put(board, int(card))
        assert board[TAKEN] == taken
        assert board[TAKEN : TAKEN + 2].sum() == 33


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (4, 2), (3, 3)])
def test_chances_of_taking_a_trick_add_up_and_are_certain_for_the_last_player(
    players: int, seed: int
) -> None:
    by, seen = np.zeros(4, np.float64), 0
    for played in playing("tressette", players, seed, preset="classico", accuse_window=0):
        for seat in played.game.to_act(played.state):
            known, trick = beliefs(played.game.view(played.state, seat)), played.state.trick
            for command in played.game.legal(played.state, seat):
                card = ITALIAN40.cards[command.get("card")]
                takers_of(known.board, seat, known.hand, INDEX[card.code], by)
                assert by[:players].sum() == pytest.approx(1)
                assert (by[:players] >= 0).all()
                if len(trick.cards) == players - 1:
                    whole = trick.with_card(card)
                    assert by[whole.seat(winning_position(whole, RANKING), players)] == 1
                seen += 1
    assert seen > 300


# ---- the solver


def naive(hands: tuple[int, ...], leader: int, last: int) -> int:
    """Return the thirds that seats 0 and 2 take, by exhaustive search."""

    return naive_after(hands, leader, (), last)


def naive_after(hands: tuple[int, ...], leader: int, laid: tuple[int, ...], last: int) -> int:
    """The same once these cards have been laid, by hands that no longer hold them."""

    @cache
    def best(hands: tuple[int, ...], leader: int, laid: tuple[int, ...]) -> int:
        if len(laid) == 4:
            led = laid[0] >> 4
            by = laid.index(max(card for card in laid if card >> 4 == led))
            winner = (leader + by) % 4
            thirds = sum(int(WORTH[card & 15]) for card in laid) + (0 if any(hands) else last)
            mine = thirds if winner % 2 == 0 else 0
            return mine + (best(hands, winner, ()) if any(hands) else 0)
        seat = (leader + len(laid)) % 4
        held = [card for card in INDEX.values() if hands[seat] >> card & 1]
        follow = [card for card in held if laid and card >> 4 == laid[0] >> 4] or held
        found = [
            best((*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :]), leader, (*laid, card))
            for card in follow
        ]
        return max(found) if seat % 2 == 0 else min(found)

    return best(hands, leader, laid)


def total(hands: tuple[int, ...], last: int) -> int:
    return last + sum(int(WORTH[place & 15]) for place in INDEX.values() if sum(hands) >> place & 1)


@pytest.mark.parametrize(("many", "deals"), [(1, 50), (2, 150), (3, 150), (4, 12)])
@pytest.mark.parametrize("last", [1, 3])
def test_endings_agree_with_naive_minimax(memory: Any, many: int, deals: int, last: int) -> None:
    random = Random(many)
    for _ in range(deals):
        hands = dealt(random, many)
        thirds = total(hands, last)
        guess = random.randrange(-1, thirds + 1)
        assert solve(*hands, thirds, guess, memory) == naive(hands, 0, last)


def test_partial_tricks_agree_with_naive_minimax(memory: Any) -> None:
    random = Random(9)
    boards = np.zeros((5, BOARD), np.int64)
    for _ in range(60):
        hands, leader = dealt(random, 3), random.randrange(4)
        boards[0] = board_of(hands, leader)
        results, guess = [], -1
        for place in INDEX.values():
            if hands[leader] >> place & 1:
                boards[0] = board_of(hands, leader)
                put(boards[0], place)
                guess = search_near(boards, guess, memory)
                results.append(guess)
        best = max(results) if leader % 2 == 0 else min(results)
        assert best == naive(hands, leader, 1)


def test_the_cards_of_a_position_are_evaluated_as_by_naive_minimax(memory: Any) -> None:
    random, boards, out = Random(10), np.zeros((5, BOARD), np.int64), np.zeros(OUT, np.float64)
    for number in range(60):
        hands, leader = dealt(random, 3), random.randrange(4)
        board, laid = board_of(hands, leader), list[int]()
        board[GONE] = PACK & ~sum(hands)
        for _ in range(number % 4 + 1):
            me = int(turn(board))
            held = [int(hand) for hand in board[HANDS : HANDS + 4]]
            led = int(board[TRICK]) >> 4 if laid else -1
            may = [place for place in INDEX.values() if legal(held[me], led) >> place & 1]
            before = board.copy()
            laid.append(random.choice(may))
            put(board, laid[-1])
        before[HANDS : HANDS + 4] = 0
        seats = [(me + step) % 4 for step in (1, 2, 3)]
        worlds, gains = np.array([[held[seat] for seat in seats]]), np.zeros((1, len(may)))
        evaluate_worlds(
            before, held[me], np.array(seats), worlds, np.array(may), 3, 3, boards, out, memory, gains
        )  # fmt: skip
        thirds, sign = total(hands, 1), 1 if me % 2 == 0 else -1
        for card, gain in zip(may, gains[0], strict=True):
            left = (*held[:me], held[me] ^ 1 << card, *held[me + 1 :])
            truth = naive_after(left, leader, (*laid[:-1], card), 1)
            assert gain == sign * (2 * truth - thirds)


def test_the_initial_guess_changes_no_result(memory: Any) -> None:
    random = Random(3)
    for _ in range(10):
        hands = dealt(random, 7)
        thirds = total(hands, 1)
        results = {solve(*hands, thirds, guess, memory) for guess in (-1, 1, thirds)}
        assert results == {solve(*hands, thirds, thirds // 2, solver())}


def test_counts_say_how_many_cards_of_each_class_a_hand_has_in_each_suit() -> None:
    random, said = Random(4), dict[int, tuple[tuple[int, int], ...]]()
    for _ in range(3000):
        hand = sum(random.sample(DECK, random.randrange(11)))
        held = [place for place in INDEX.values() if hand >> place & 1]
        classes = tuple(sorted((place >> 4, int(CLASS[place & 15])) for place in held))
        code = int(counts(hand))
        assert code & ~everywhere(255) == 0
        assert said.setdefault(code, classes) == classes
    assert len(said) == len({*said.values()})


@pytest.mark.parametrize("many", [2, 3])
def test_counting_promises_no_more_than_the_truth(many: int) -> None:
    """What a hand takes by leading out its winners, or with its partner, or from a lead, is a lower bound."""
    random, decided = Random(8), [0, 0, 0]
    for _ in range(150):
        a, b, c, d = hands = dealt(random, many)
        thirds, truth = total(hands, 1), naive(hands, 0, 1)
        run, across = run_of(a, b, c, d), run_of(c, d, a, b)
        alone, beyond = sure(run, b, c, d), sure(across, d, a, b)
        assert alone >> 6 <= truth
        decided[0] += alone > 0
        crosses = best_of(a | b | c | d, a) & c
        if crosses and (alone & 63) + (beyond & 63) < many:
            assert joint(a, b, c, d, run, across) <= truth
            decided[1] += 1
        for lead in [place for place in INDEX.values() if a >> place & 1]:
            theirs = overtaken(b, a ^ 1 << lead, d, c, lead, many)
            if theirs >= 0:
                left = thirds - naive_after((a ^ 1 << lead, b, c, d), 0, (lead,), 1)
                assert min(int(theirs) & 63, thirds) <= left
                decided[2] += 1
    assert min(decided) > 10


# ---- compilation and encoding

ONE_ENDING = """
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.solve import solve
from ludocards.catalogue.thirds.bot.kernels.pack import bits
hands = [bits(each.split()) for each in ("3D 4C AS", "2D AC 5S", "AD 3C 6S", "RD 4B 7S")]
print(solve(*hands, 14, -1, solver()))
"""


def in_a_process(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_second_process_runs_what_the_first_compiled() -> None:
    """Loading a recursive kernel from the cache has crashed the second process before."""
    a, b, c, d = (bits(each.split()) for each in ("3D 4C AS", "2D AC 5S", "AD 3C 6S", "RD 4B 7S"))
    expected = naive((a, b, c, d), 0, 1)
    assert solve(a, b, c, d, 14, -1, solver()) == expected
    assert in_a_process(ONE_ENDING) == str(expected)


def test_bits_and_cards_correspond() -> None:
    assert bits(ITALIAN40.cards) == PACK
    for code, place in INDEX.items():
        assert cards(1 << place) == [code]
        assert (place & 15) + 1 == RANKING.strength(ITALIAN40.cards[code])
