"""Tressette a perdere: the maxims of *circolo*, each with a hand; the kernels against the engine and naive
searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.kernels.transposition import empty_table
from ludocards.bots.places import worlds
from ludocards.bots.registry import choose
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, bits
from ludocards.catalogue.thirds.bot.kernels.pack import cards as codes
from ludocards.catalogue.traversone.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.traversone.bot.board import board_of
from ludocards.catalogue.traversone.bot.kernels.play import (
    ASIDE,
    BOARD,
    CAPPOTTO,
    COUNTS,
    GONE,
    HANDS,
    LAID,
    LEADER,
    OUT,
    PLAYERS,
    TAKEN,
    TO_LAST,
    legal,
    put,
    turn,
    write,
)
from ludocards.catalogue.traversone.bot.kernels.worlds import gains, search_ending
from ludocards.catalogue.traversone.bot.levels import BY_NAME, think
from ludocards.catalogue.traversone.rules import GAME
from ludocards.catalogue.traversone.rules.state import State
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from tests.engine.matches import playing
from tests.engine.traversone.table import begun, cards, position


def seen(
    hand: str,
    on_table: str = "",
    players: int = 4,
    taken: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> State:
    """Return a position with this hand at seat 0, on turn; the others hold some of the remaining cards."""
    table = cards(on_table)
    gone = {*cards(hand), *table, *(card for _, trick in taken for card in cards(trick))}
    rest = [card.code for card in ITALIAN40.cards.values() if card not in gone]
    Random(1).shuffle(rest)
    hands = [hand]
    for seat in range(1, players):
        size = len(hand.split()) - (players - seat <= len(table))
        hands.append(" ".join(rest[:size]))
        del rest[:size]
    return position(hands, -len(table) % players, on_table, taken, **options)


def card(state: State, policy: str = "circolo") -> Any:
    return choose(GAME.view(state, 0), GAME.legal(state, 0), policy).get("card")


# ---- the maxims


def test_throws_an_ace_where_it_cannot_take() -> None:
    assert card(seen("AS 4S 7B 5C", "RD 7D 4D")) == "AS"


def test_then_throws_the_card_that_would_take_late() -> None:
    assert card(seen("3S 4C 7B 5C", "RD 7D 4D")) == "3S"


def test_leads_low() -> None:
    assert card(seen("3D RD 4D 2S AS 7C 6C 5C 7B 6B")) in ("7B", "6B")


def test_plays_the_highest_card_below_the_winning_one() -> None:
    assert card(seen("AD FD 5D 2B 7S", "CD 4D RD")) == "FD"


def test_takes_a_trick_that_it_must_take_with_the_highest_card() -> None:
    assert card(seen("3D RD 2D 7B", "CD 4D FD")) in ("3D", "2D")


def test_takes_a_little_from_a_player_who_has_taken_everything() -> None:
    taken = [
        (1, "AB AC AS 3B"),
        (1, "3C 3S 2B 2C"),
        (1, "2S RB RC RS"),
        (1, "CB CC CS 4B"),
        (1, "FB FC FS 4C"),
    ]
    state = seen("3D 5D 7D 6B 6C", "4D RD FD", taken=taken)
    assert card(state) == "3D"
    assert card(seen("3D 5D 7D 6B 6C", "4D RD FD", taken=taken, cappotto="none")) == "7D"


def test_the_dealer_lays_a_dangerous_card_by() -> None:
    hands = [
        "3B 7C 6C 5C 4C 7D 6D 5D 4D 7S 6S 5S 4S 7B",
        "AB 2B RB CB FB 6B 5B 4B AC 2C 3C RC CC",
        "FC AD 2D 3D RD CD FD AS 2S 3S RS CS FS",
    ]
    state = begun([hands[1], hands[2], hands[0]], preset="ciapano")
    assert choose(GAME.view(state, 2), GAME.legal(state, 2)).get("cards") == ("3B",)
    for policy in ("principiante", "esperto", "maestro"):
        assert choose(GAME.view(state, 2), GAME.legal(state, 2), policy) in GAME.legal(state, 2)


# ---- the kernels agree with the engine


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}),
        (3, {"preset": "ciapano", "match_end": {"deals": 3}}),
        (6, {"three_deck": "monte", "cappotto": "strict"}),
        (5, {"asso_di_bastoni": "plus_11", "cappotto": "none"}),
    ],
)
def test_a_match_is_the_same_on_the_board(players: int, options: dict[str, Json]) -> None:
    """Turns, legal cards, thirds and points of random matches, card by card."""
    board, put_so_far, points = np.zeros(BOARD, np.int64), 0, np.zeros(8, np.float64)
    for played in playing("traversone", players, 3, **options):
        state = played.state
        plays = [act for act in played.deals[-1][1] if act.command.do == "play"] if played.deals else []
        for action in plays[put_so_far:]:
            put(board, INDEX[action.command.get("card")])
            put_so_far += 1
        if state.phase not in ("discard", "play"):
            if state.sheet:
                write(board, points)
                assert (*points[:players],) == state.sheet[-1].scores
            continue
        if state.phase == "discard":
            continue
        known = board_of(GAME.view(state, state.turn))
        if not plays:
            board, put_so_far = known, 0
            board[HANDS : HANDS + players] = [bits(card.code for card in hand) for hand in state.hands]
            board[ASIDE] = bits(card.code for card in state.stock)
        assert (turn(board), board[LAID]) == (state.turn, len(state.trick.cards))
        may = legal(board, int(board[HANDS + state.turn]))
        assert {*codes(may)} == {each.get("card") for each in GAME.legal(state, state.turn)}
        assert turn(known) == turn(board)
        for part in (LAID, LEADER, GONE):
            assert known[part] == board[part]
        assert (*known[TAKEN : TAKEN + players],) == (*GAME.view(state, None)["thirds"],)
        assert [*known[COUNTS : COUNTS + players]] == [len(hand) for hand in state.hands]


# ---- beliefs


@pytest.mark.parametrize(
    ("players", "options"), [(4, {}), (3, {"preset": "ciapano"}), (6, {"three_deck": "monte"})]
)
def test_worlds_agree_with_the_facts(players: int, options: dict[str, Json]) -> None:
    """In each position of a random deal the hidden cards are dealt, all of them and each once."""
    for played in playing("traversone", players, 8, **{**options, "match_end": {"deals": 1}}):
        state = played.state
        if state.phase != "play":
            continue
        known = beliefs(GAME.view(state, state.turn))
        rows = worlds(known, 6, np.array([5], np.int64))
        others = [seat for seat in range(players) if seat != state.turn]
        knows_stock = state.dealer_discards and state.turn == state.dealer
        stock = () if knows_stock else state.stock
        hidden = {card.code for seat in others for card in state.hands[seat]} | {card.code for card in stock}
        for row in rows:
            places = [{*codes(int(place))} for place in row]
            sizes = [*(len(state.hands[seat]) for seat in others), len(stock)]
            assert [len(place) for place in places] == sizes
            assert set().union(*places) == hidden
            assert all(not int(hand) & barred for hand, barred in zip(row, known.barred, strict=True))
        weights = likelihood(known, rows, 1.5, 0.15, np.zeros(OUT, np.float64))
        assert weights.max() == 1.0


# ---- endings


def endings(players: int, many: int, deals: int) -> Iterator[Ints]:
    """Yield random endings with `many` cards in each hand, after others took something."""
    random = Random(many)
    for _ in range(deals):
        board = np.zeros(BOARD, np.int64)
        pack = random.sample([*INDEX.values()], players * many)
        for seat in range(players):
            board[HANDS + seat] = sum(1 << each for each in pack[seat * many : (seat + 1) * many])
            board[COUNTS + seat] = many
            board[TAKEN + seat] = random.randrange(8)
        board[GONE] = PACK & ~sum(1 << each for each in pack)
        board[PLAYERS], board[LEADER] = players, random.randrange(players)
        board[TO_LAST], board[CAPPOTTO] = random.randrange(2), random.randrange(3)
        yield board


def naive(board: Ints) -> list[float]:
    """Return the gain of each seat if everybody maximises their own, of equally good cards the first."""
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        ends = np.zeros(8, np.float64)
        gains(board, ends)
        return [float(each) for each in ends[: board[PLAYERS]]]
    seat, found = turn(board), []
    for code in codes(int(legal(board, int(board[HANDS + seat])))):
        after = board.copy()
        put(after, INDEX[code])
        found.append((INDEX[code], naive(after)))
    return max(sorted(found), key=lambda each: each[1][seat])[1]


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize(("players", "many", "deals"), [(3, 2, 30), (3, 3, 8), (4, 2, 20), (5, 2, 4)])
def test_endings_agree_with_naive_search(players: int, many: int, deals: int, kept: bool) -> None:
    boards, ends = np.zeros((24, BOARD), np.int64), np.zeros((24, 6), np.float64)
    for board in endings(players, many, deals):
        boards[0] = board
        search_ending(boards, 0, ends, *empty_table(1 << 12 if kept else 0))
        assert [*ends[0, :players]] == pytest.approx(naive(board))


def test_a_choice_is_that_of_the_view_alone() -> None:
    state = seen("AD FD 5D 2B 7S", "CD 4D RD")
    view, commands = GAME.view(state, 0), GAME.legal(state, 0)
    for name in ("esperto", "maestro"):
        first = think(view, commands, replace(BY_NAME[name], ms=inf))
        assert first == think(view, commands, replace(BY_NAME[name], ms=inf))
