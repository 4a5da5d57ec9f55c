"""The kernels of Tarocchi, compared with the engine, the *circolo* bot, and a naive search."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints, count, lowest
from ludocards.bots.kernels.transposition import empty_table
from ludocards.catalogue.tarocchi.bot.board import start
from ludocards.catalogue.tarocchi.bot.club import choose
from ludocards.catalogue.tarocchi.bot.kernels.pack import FIVES, INDEX, PACK, THIRDS, bits, cards
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    OPENED,
    OUT,
    POINTS,
    VOID,
    at_random,
    lay,
    legal,
    play_out,
    put,
    search_ending,
    turn,
)
from ludocards.catalogue.tarocchi.bot.kernels.worlds import emptied, laid_away, spared
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS
from ludocards.catalogue.tarocchi.values import MONTE, RANKING
from ludocards.engine.cards import SICILIAN63
from ludocards.engine.game import Json
from tests.engine.matches import Played, playing

HOUSE: list[dict[str, Json]] = [
    {},
    {"fujutuMayLead": False, "overtrump": True, "discardPolicy": "free"},
    {"fujutuExcusesForced": True, "forcedAppliesToLeader": False, "monteShown": True},
]


def board_of(played: Played) -> Ints:
    """Return the kernel's board of a deal in play, replayed from the first card."""
    game, state = played.game, played.state
    board = start({**game.view(state, None), "scarto": [card.code for card in state.scarto]})
    hands = [{*hand} for hand in state.hands]
    for place, each in enumerate((*(presa.trick for presa in state.tricks), state.trick)):
        assert place == len(state.tricks) or len(each.cards) == 3
        for at, card in enumerate(each.cards):
            hands[each.seat(at, 3)].add(card)
    board[HANDS : HANDS + 3] = [bits(card.code for card in hand) for hand in hands]
    for presa in (*(presa.trick for presa in state.tricks), state.trick):
        for card in presa.cards:
            put(board, INDEX[card.code])
    return board


def positions(seed: int, **options: Json) -> list[Any]:
    return [each for each in playing("tarocchi", 3, seed, deals=3, **options) if each.state.phase == "play"]


# ---- comparison with the engine


@pytest.mark.parametrize("options", HOUSE)
def test_random_games_agree_with_the_engine_move_for_move(options: dict[str, Json]) -> None:
    """They agree on legal cards, turn and opened suits, and on all points at the end of a deal."""
    seen = 0
    for seed in range(4):
        board, state = np.zeros(BOARD, np.int64), None
        for played in playing("tarocchi", 3, seed, deals=3, **options):
            if state is not None and state.phase == "play":
                put(board, INDEX[played.deals[-1][1][-1].command.get("card")])
                if len(played.state.sheet) > len(state.sheet):
                    points = [3 * each for each in played.state.sheet[-1].points]
                    assert board[POINTS : POINTS + 3].tolist() == points
            state = played.state
            if state.phase != "play":
                continue
            if not state.tricks and not state.trick.cards:
                board = board_of(played)
            assert turn(board) == state.turn
            assert {*cards(int(board[HANDS + state.turn]))} == {card.code for card in state.hands[state.turn]}
            may = {each.get("card") for each in played.game.legal(state, state.turn)}
            assert {*cards(legal(board, int(board[HANDS + state.turn])))} == may
            assert {suit for place, suit in enumerate("TOCSB") if board[OPENED] >> place & 1} == state.opened
            seen += 1
    assert seen > 100


def test_every_option_of_play_is_implemented() -> None:
    of_play = {"fujutuMayLead", "fujutuExcusesForced", "forcedAppliesToLeader", "overtrump"}
    assert of_play <= {option.name for option in OPTIONS}
    assert {name for options in HOUSE for name in options} == of_play | {"discardPolicy", "monteShown"}


def dealt(random: Random, many: int, opened: int = 0) -> Ints:
    """Return a board with `many` random cards in each hand; all other cards are played or laid away."""
    pack = random.sample([*INDEX], 63)
    board = start({"dealer": random.randrange(3)})
    for seat in range(3):
        board[HANDS + seat] = bits(pack[many * seat : many * seat + many])
    scarto = bits([code for code in pack[3 * many :] if not FIVES >> INDEX[code] & 1][:3])
    board[COUNTS : COUNTS + 3] = many
    board[OPENED] = opened
    lay(board, scarto)
    return board


def test_random_playouts_are_legal_games() -> None:
    random, chance, trace = Random(1), np.array([77], np.int64), np.zeros(60, np.int64)
    for _ in range(50):
        board = dealt(random, 20)
        again = board.copy()
        at_random(board, chance, trace)
        for card in trace:
            assert legal(again, int(again[HANDS + turn(again)])) >> int(card) & 1
            put(again, int(card))
        assert again.tolist() == board.tolist()


def gained(whole: int, scarto: int) -> float:
    return sum(spared(INDEX[code], whole) for code in cards(scarto)) + emptied(whole, scarto)


def test_the_scarto_of_a_determinization_is_the_one_circolo_prefers() -> None:
    out, chance, seen = np.zeros(OUT, np.float64), np.array([1], np.int64), 0
    for played in playing("tarocchi", 3, 5, deals=3):
        state = played.state
        if state.phase == "discard":
            view = played.game.view(state, state.dealer)
            whole = bits(view["hand"])
            laid = laid_away(whole, whole & ~FIVES, 0, MONTE, 0.0, chance, out)
            best = bits(choose(view, played.game.legal(state, state.dealer)).get("cards"))
            assert gained(whole, laid) == pytest.approx(gained(whole, best))
            seen += 1
    assert seen


def test_the_fuggitivo_is_no_suit_emptied_by_the_scarto() -> None:
    hand = bits(["F", "4O", "RC", "T1"])
    assert emptied(hand, bits(["F", "RC"])) == emptied(hand, bits(["RC"])) == VOID
    assert emptied(hand, bits(["F", "T1"])) == 0


def test_a_playout_plays_like_circolo() -> None:
    """From the first card on, three *circolo* bots play a deal alike in the engine and in the kernel."""
    out = np.zeros(OUT, np.float64)
    board, seen = None, 0
    for played in playing("tarocchi", 3, 9, [choose] * 3, deals=6):
        state = played.state
        if board is not None and state.phase == "deal":
            points = [3 * each for each in state.sheet[-1].points]
            assert board[POINTS : POINTS + 3].tolist() == points
            board, seen = None, seen + 1
        elif state.phase == "play" and board is None:
            board = board_of(played)
            play_out(board, out, 0)
    assert seen


# ---- perfect information


def naive(board: Ints, wants: Any) -> tuple[int, ...]:
    """Return every player's thirds by exhaustive search; among equally good cards the lowest is played."""
    seat = turn(board)
    if board[COUNTS + seat] == 0 and board[LAID] == 0:
        return tuple(int(each) for each in board[POINTS : POINTS + 3])
    best: tuple[float, tuple[int, ...]] | None = None
    for code in cards(legal(board, int(board[HANDS + seat]))):
        after = board.copy()
        put(after, INDEX[code])
        found = naive(after, wants)
        worth = float(np.dot(wants[seat], found))
        if best is None or worth > best[0]:
            best = (worth, found)
    assert best is not None
    return best[1]


EACH_FOR_HIMSELF = np.eye(3)
TWO_AGAINST_ONE = np.array([[1, 0, 0], [-1, 0, 0], [-1, 0, 0]], np.float64)
AGAINST_A_RIVAL = np.array([[1, -0.5, 0], [0, 1, 0], [0, 0, 1]], np.float64)


@pytest.mark.parametrize(("many", "deals"), [(1, 100), (2, 150), (3, 40)])
@pytest.mark.parametrize("wants", [EACH_FOR_HIMSELF, TWO_AGAINST_ONE, AGAINST_A_RIVAL])
def test_endings_agree_with_naive_search(many: int, deals: int, wants: Any) -> None:
    random = Random(many)
    boards, results = np.zeros((20, BOARD), np.int64), np.zeros((20, 3), np.float64)
    for number in range(deals):
        board = dealt(random, many, random.randrange(32))
        board[LEADER] = random.randrange(3)
        for _ in range(random.randrange(3) if many > 1 else 0):
            put(board, lowest(legal(board, int(board[HANDS + turn(board)]))))
        boards[0] = board
        search_ending(boards, 0, wants, results, *empty_table(256 * (number % 2)))
        assert tuple(results[0].tolist()) == naive(board, wants)


# ---- the encoding of cards


def test_bits_and_cards_correspond() -> None:
    assert bits(SICILIAN63.cards) == PACK
    assert sum(int(each) for each in THIRDS) == 3 * 104
    for code, place in INDEX.items():
        assert cards(1 << place) == [code]
        assert lowest(1 << place) == place
    for low, high in combinations(INDEX, 2):
        first, second = SICILIAN63.cards[low], SICILIAN63.cards[high]
        if first.suit == second.suit:
            assert RANKING.strength(first) < RANKING.strength(second)
    assert [count(bits([*INDEX][:many])) for many in range(64)] == [*range(64)]
