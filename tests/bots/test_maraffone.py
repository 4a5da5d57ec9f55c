"""Maraffone: the maxims of *circolo*, each with a hand; the kernels against the engine and naive searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.kernels.transposition import empty_table
from ludocards.bots.registry import choose
from ludocards.catalogue.maraffone.bot.beliefs import beliefs, worlds
from ludocards.catalogue.maraffone.bot.board import SUITS, board_of, number_of
from ludocards.catalogue.maraffone.bot.club import spoken
from ludocards.catalogue.maraffone.bot.kernels.play import (
    ASKED,
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LAST,
    LEADER,
    TAKEN,
    TRICK,
    TRUMP,
    VOIDS,
    legal,
    ours,
    put,
    turn,
)
from ludocards.catalogue.maraffone.bot.kernels.worlds import MOST, search_ending
from ludocards.catalogue.maraffone.rules import GAME
from ludocards.catalogue.maraffone.rules.state import State
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.thirds.bot.kernels.pack import cards as codes
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from tests.engine.maraffone.table import begun, cards, done, name, play, position
from tests.engine.matches import playing


def seen(
    hand: str,
    on_table: str = "",
    trump: str = "C",
    taken: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> State:
    """Return a position with this hand at seat 0, on turn; the others hold the remaining cards."""
    table = cards(on_table)
    gone = {*cards(hand), *table, *(card for _, trick in taken for card in cards(trick))}
    rest = [card.code for card in ITALIAN40.cards.values() if card not in gone]
    hands = [hand]
    for seat in range(1, 4):
        size = len(hand.split()) - (4 - seat <= len(table))
        hands.append(" ".join(rest[:size]))
        del rest[:size]
    return position(hands, trump, -len(table) % 4, on_table, taken, **options)


def chosen(state: State) -> Any:
    return choose(GAME.view(state, 0), GAME.legal(state, 0))


def card(state: State) -> Any:
    return chosen(state).get("card")


# ---- the maxims


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("4D 5C 6C 7C FC CC 4S 5S 4B 5B", "C"),
        ("4D 3C 2C 5C 6C 4S 5S 6S 7S 4B", "C"),
        ("4D AC 2C 3C 4S 5S 6S 7S FS 4B", "C"),
    ],
    ids=["the longest", "honours before small cards", "the cricca"],
)
def test_names_the_longest_suit_with_honours(hand: str, suit: str) -> None:
    held = hand.split()
    rest = [code for code in ITALIAN40.cards if code not in held]
    state = begun([hand, *(" ".join(rest[place : place + 10]) for place in (0, 10, 20))])
    assert chosen(state) == name(suit)


def test_leads_the_ace_from_a_cricca() -> None:
    assert card(seen("AC 2C 3C 4S 5S 6S 7S FS 4B 5B")) == "AC"


def test_accuses_a_cricca() -> None:
    assert chosen(seen("AC 2C 3C 4S", "FD", cricca="anyone")).do == "accuse"


def test_loads_the_partners_sure_trick_with_an_ace() -> None:
    assert card(seen("AD 4D 6B", "2D 3D FD", "C")) == "AD"


def test_does_not_trump_the_partners_winning_trick() -> None:
    assert card(seen("4C AS 5B 6S", "4D 3D 5D", "C")) == "AS"


def test_trumps_an_opponents_ace() -> None:
    assert card(seen("7C 4S 5B 6S", "AD FD 4D", "C")) == "7C"


def test_does_not_lead_a_bare_ace_below_three_and_two() -> None:
    assert card(seen("AD 4S 5S 6S 4B 5B 6B 7B FB 7S", trump="C")) != "AD"


def test_answers_a_knock_with_its_best_card() -> None:
    state = seen("2D 5D 6S 7S", "4D 6D", "C")
    view = GAME.view(state, 0)
    knock = [{"seat": 2, "trick": 0, "card": "4D", "signal": "busso"}]
    assert board_of({**view, "signalled": knock})[ASKED] == 1
    assert choose({**view, "signalled": knock}, GAME.legal(state, 0)).get("card") == "2D"


@pytest.mark.parametrize(
    ("hand", "led", "word"),
    [
        ("3B 4C 5C", "3B", "volo"),
        ("4B 2B AB 4C", "4B", "busso"),
        ("3B 2B 4C", "3B", None),
        ("3B", "3B", None),
    ],
    ids=["the last of the suit", "an honour is kept", "two cards", "the last trick"],
)
def test_says_a_word_that_is_of_use_to_the_partner(hand: str, led: str, word: str | None) -> None:
    view = GAME.view(seen(hand, trump="D"), 0)
    board = board_of(view)
    assert spoken(view, board, play(led)).get("signal") == word
    board[VOIDS + 2] = 1 << SUITS.index("B")
    assert spoken(view, board, play(led)).get("signal") is None, "the partner has none of the suit"


def test_the_chance_to_take_the_trick_counts_trumps() -> None:
    """Seat 1, an opponent, is void in denari; so the 3 of denari is not safe as long as it has trumps."""
    view = GAME.view(seen("3D 5S 6S 7S", trump="C"), 0)
    board, hand = board_of(view), bits(["3D", "5S", "6S", "7S"])
    unseen = bits([code for code in ITALIAN40.cards if code not in ["3D", "5S", "6S", "7S"]])
    safe = ours(board, 0, unseen, INDEX["3D"], 0)
    board[VOIDS + 1] = 1 << SUITS.index("D")
    risky = ours(board, 0, unseen, INDEX["3D"], 0)
    board[VOIDS + 1] |= 1 << SUITS.index("C")
    assert risky < safe <= ours(board, 0, unseen, INDEX["3D"], 0) <= 1
    assert hand & unseen == 0


# ---- the kernels agree with the engine


def test_a_match_is_the_same_on_the_board() -> None:
    """Legal cards, turns, takers and thirds of random matches, card by card."""
    for played in playing("maraffone", 4, 3, match_end={"deals": 3}):
        state = played.state
        if state.phase != "play":
            continue
        board = board_of(GAME.view(state, state.turn))
        assert (turn(board), board[TRUMP], board[LAID]) == (
            state.turn, SUITS.index(state.trump), len(state.trick.cards),
        )  # fmt: skip
        hand = bits([held.code for held in state.hands[state.turn]])
        may = {command.get("card") for command in GAME.legal(state, state.turn) if command.do == "play"}
        led = int(board[TRICK]) >> 4 if board[LAID] else -1
        assert {*codes(int(legal(hand, led)))} == may


def test_thirds_and_the_cricca_agree_with_the_engine() -> None:
    hands = [
        "7S AD 5C 6D 5S FD 6S 3D 4C 6C",
        "2B 5D CB 3B 7C AB 4D AC 6B 3S",
        "RB 4B FS 3C CD 2D RC FB 5B FC",
        "CS 4S CC 7D RD RS AS 7B 2C 2S",
    ]
    state = begun(hands, match_end={"deals": 1})
    board = board_of(GAME.view(state, state.turn))
    board[HANDS : HANDS + 4] = [bits(hand.split()) for hand in hands]
    commands = [name("B"), play("AB")]
    while state.phase != "over":
        command = commands.pop(0) if commands else GAME.legal(state, state.turn)[-1]
        put(board, number_of(command))
        state, _ = done(state, command)
    [line] = state.sheet
    with_bonus = [thirds + 3 * points for thirds, points in zip(line.points, line.cricca, strict=True)]
    assert [*board[TAKEN : TAKEN + 2]] == with_bonus


# ---- beliefs


def test_worlds_agree_with_the_facts() -> None:
    """Seat 1 named first with the 4 of denari and has scored the cricca; seat 3 is void in bastoni and said
    striscio in spade."""
    view: dict[str, Any] = {
        **GAME.view(seen("5S 6S 7S FS 4C 5C 6C 7C", "", "D"), 0),
        "namer": 1, "deal": 0, "cricca": 1,
        "tricks": [
            {"leader": 1, "seats": [1, 2, 3, 0], "cards": ["AD", "5D", "6D", "7D"], "winner": 1},
            {"leader": 1, "seats": [1, 2, 3, 0], "cards": ["3B", "5B", "CS", "4B"], "winner": 1},
        ],
        "signalled": [{"seat": 3, "trick": 1, "card": "CS", "signal": "striscio"}],
    }  # fmt: skip
    known = beliefs(view)
    rows = worlds(known, 50, np.array([5], np.int64))
    assert len(rows) == 50
    for row in rows:
        first, _second, third = (codes(int(hand)) for hand in row)
        assert {"4D", "2D", "3D"} <= {*first}
        assert not any(code.endswith("B") for code in third)
        assert any(code.endswith("S") for code in third)
        assert int(row[0] | row[1] | row[2]).bit_count() == 24


# ---- endings


def endings(many: int, deals: int) -> Iterator[Ints]:
    """Yield random endings with `many` cards in each hand, and trumps."""
    random = Random(many)
    for _ in range(deals):
        board = np.zeros(BOARD, np.int64)
        pack = random.sample([*INDEX.values()], 4 * many)
        for seat in range(4):
            board[HANDS + seat] = sum(1 << each for each in pack[seat * many : (seat + 1) * many])
            board[COUNTS + seat] = many
        board[LEADER], board[TRUMP], board[LAST] = random.randrange(4), random.randrange(4), 3
        yield board


def naive(board: Ints) -> int:
    """Return the thirds of side 0 less those of side 1 under perfect information, by minimax."""
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        return int(board[TAKEN] - board[TAKEN + 1])
    seat = turn(board)
    led = int(board[TRICK]) >> 4 if board[LAID] else -1
    found = []
    for code in codes(int(legal(board[HANDS + seat], led))):
        after = board.copy()
        put(after, INDEX[code])
        found.append(naive(after))
    return min(found) if seat & 1 else max(found)


@pytest.mark.parametrize(("many", "deals"), [(2, 40), (3, 12)])
def test_endings_agree_with_naive_search(many: int, deals: int) -> None:
    boards = np.zeros((4 * many + 2, BOARD), np.int64)
    for number, board in enumerate(endings(many, deals)):
        boards[0] = board
        assert search_ending(boards, 0, -MOST, MOST, *empty_table(256 * (number % 2))) == naive(board)
