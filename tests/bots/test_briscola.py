"""Briscola: the maxims of *circolo*, each with a hand; the kernels against the engine and naive searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.registry import choose
from ludocards.catalogue.briscola.bot.beliefs import Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.briscola.bot.board import board_of, number_of
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.briscola.bot.kernels.pack import cards as codes
from ludocards.catalogue.briscola.bot.kernels.play import (
    BOARD,
    COUNTS,
    DRAWS,
    HANDS,
    LAID,
    LEADER,
    OUT,
    PLAYERS,
    SIDES,
    STOCK,
    TAKEN,
    TRUMP,
    TURNED,
    put,
    side,
    turn,
)
from ludocards.catalogue.briscola.bot.kernels.worlds import STOCKED, search_ending
from ludocards.catalogue.briscola.bot.levels import BY_NAME, think
from ludocards.catalogue.briscola.rules import GAME
from ludocards.catalogue.briscola.rules.state import State
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from tests.engine.briscola.table import begun, cards, done, exchange, play, position
from tests.engine.matches import playing


def seen(
    hand: str,
    on_table: str = "",
    turned: str = "4C",
    players: int = 2,
    taken: Sequence[tuple[int, str]] = (),
    empty: bool = False,
    **options: Json,
) -> State:
    """Return a position with this hand at seat 0, on turn; the others hold some of the remaining cards."""
    table = cards(on_table)
    gone = {*cards(hand), *table, *(card for _, trick in taken for card in cards(trick)), *cards(turned)}
    rest = [card.code for card in ITALIAN40.cards.values() if card not in gone]
    hands = [hand]
    for seat in range(1, players):
        size = len(hand.split()) - (players - seat <= len(table))
        hands.append(" ".join(rest[:size]))
        del rest[:size]
    stock = "" if empty else " ".join([*rest[: (players * 2) - 1], turned])
    return position(hands, turned, stock, -len(table) % players, on_table, taken, **options)


def card(state: State) -> Any:
    return choose(GAME.view(state, 0), GAME.legal(state, 0)).get("card")


# ---- the maxims


def test_leads_a_card_without_points() -> None:
    assert card(seen("AD 3S 5B")) == "5B"
    assert card(seen("AD 3S 5B", players=4)) == "5B"


def test_keeps_a_trump_rather_than_lead_it() -> None:
    assert card(seen("2C 6B AD")) == "6B"


def test_takes_home_a_carico_when_playing_last() -> None:
    assert card(seen("AD 5B 2C", "RD")) == "AD"
    assert card(seen("3D 5B 2C", "4D")) == "3D"


def test_does_not_trump_a_trick_without_points() -> None:
    assert card(seen("2C 5B 6S", "7D")) in ("5B", "6S")


def test_trumps_a_carico_with_the_smallest_trump_that_wins() -> None:
    assert card(seen("2C 7C AC", "AD")) == "2C"
    assert card(seen("2C 7C AC", "3D 5C", players=3)) == "7C"


def test_loads_the_trick_that_the_partner_is_sure_to_take() -> None:
    assert card(seen("AS 5B 6D", "4D AC 5D", players=4)) == "AS"


def test_does_not_load_a_trick_of_the_other_side() -> None:
    assert card(seen("AS 5B RD", "4D 5D AC", players=4)) == "5B"


def test_exchanges_a_low_trump_for_a_higher_one() -> None:
    options: dict[str, Json] = {"exchange": "seven", "exchange_until": "stock"}
    high, low = (
        begun(["7C 5B 6D", "4S 5S 6S"], turned=turned, dealer=1, **options) for turned in ("AC", "4C")
    )
    for policy in ("circolo", "esperto"):
        assert choose(GAME.view(high, 0), GAME.legal(high, 0), policy) == exchange("7C")
        assert choose(GAME.view(low, 0), GAME.legal(low, 0), policy).do == "play"


@pytest.mark.parametrize(
    ("asked", "best"), [("voglio_carico", "AS"), ("voglio_liscio", "5B"), ("voglio_briscola", "7C")]
)
def test_does_as_the_partner_asks(asked: str, best: str) -> None:
    state = seen("AS 5B 7C", "FD 4D", players=4, taken=[(0, "4B 6B 7B CB")])
    view = GAME.view(state, 0)
    view["signalled"] = [{"seat": 2, "trick": 1, "card": "FD", "signal": asked}]
    assert choose(view, GAME.legal(state, 0)).get("card") == best


def test_signs_the_highest_trump_that_it_keeps_once() -> None:
    segni: dict[str, Json] = {"signals": "segni", "taken": [(0, "4B 6B 7B CB")]}
    state = seen("AC 3C 5B", "4D", players=4, **segni)
    view = GAME.view(state, 0)
    assert choose(view, GAME.legal(state, 0)) == play("5B", "asso")
    view["signalled"] = [{"seat": 0, "trick": 0, "card": "4B", "signal": "asso"}]
    assert choose(view, GAME.legal(state, 0)) == play("5B", "tre")
    nothing = seen("7D 6D 5B", "4D", players=4, **segni)
    assert choose(GAME.view(nothing, 0), GAME.legal(nothing, 0)).get("signal") is None


# ---- the kernels agree with the engine


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_is_the_same_on_the_board(players: int) -> None:
    """Turns, takers, draws and points of random matches with exchanges, card by card."""
    options: dict[str, Json] = {"exchange": "seven_two", "exchange_until": "stock", "match_end": {"deals": 3}}
    board, put_so_far, swaps = np.zeros(BOARD, np.int64), 0, 0
    for played in playing("briscola", players, 3, **options):
        state = played.state
        for action in played.deals[-1][1][put_so_far:] if played.deals else ():
            put(board, number_of(action.command))
            put_so_far += 1
            swaps += action.command.do == "exchange"
        if state.phase != "play":
            if state.sheet:
                assert (*board[TAKEN : TAKEN + len(state.sheet[-1].points)],) == state.sheet[-1].points
            continue
        known = board_of(GAME.view(state, state.turn))
        if not played.deals[-1][1]:
            board, put_so_far = known, 0
            board[HANDS : HANDS + players] = [bits(card.code for card in hand) for hand in state.hands]
            board[DRAWS : DRAWS + len(state.stock)] = [INDEX[card.code] for card in state.stock[::-1]]
        assert (turn(board), board[LAID], board[STOCK]) == (
            state.turn, len(state.trick.cards), len(state.stock),
        )  # fmt: skip
        for seat, hand in enumerate(state.hands):
            assert {*codes(int(board[HANDS + seat]))} == {card.code for card in hand}
        assert turn(known) == turn(board)
        for part in (LAID, STOCK, TRUMP, TURNED, LEADER):
            assert known[part] == board[part]
        assert [*known[COUNTS : COUNTS + players]] == [len(hand) for hand in state.hands]
    assert swaps


# ---- beliefs


def known_of(state: State, seat: int, **view: Json) -> Beliefs:
    return beliefs({**GAME.view(state, seat), **view})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_agree_with_the_facts(players: int) -> None:
    """In each position of a random match the hidden cards are dealt, all of them and each once."""
    for played in playing("briscola", players, 8, match_end={"deals": 1}):
        state = played.state
        if state.phase != "play":
            continue
        known = known_of(state, state.turn)
        rows = worlds(known, 6, np.array([5], np.int64))
        others = [seat for seat in range(players) if seat != state.turn]
        hidden = {card.code for seat in others for card in state.hands[seat]}
        hidden |= {card.code for card in state.stock[:-1]}
        for row in rows:
            hands = [{*codes(int(hand))} for hand in row[: len(others)]]
            assert [len(hand) for hand in hands] == [len(state.hands[seat]) for seat in others]
            drawn = {*codes(sum(1 << int(card) for card in row[STOCKED + 1 : STOCKED + len(state.stock)]))}
            assert sum(map(len, hands)) + len(drawn) == len(hidden)
            assert set().union(drawn, *hands) == hidden
            if state.turned_to in others and state.turned in state.hands[state.turned_to]:
                assert state.turned.code in hands[others.index(state.turned_to)]
        weights = likelihood(known, rows, 5.0, 0.15, np.array([7], np.int64), np.zeros(OUT, np.float64))
        assert weights.max() == 1.0


def test_half_of_the_worlds_believe_a_sign() -> None:
    state = seen("4D 5D 6D", players=4, taken=[(0, "4B 6B 7B CB")])
    signed = [{"seat": 2, "trick": 0, "card": "7B", "signal": "asso"}]
    rows = worlds(known_of(state, 0, signalled=signed), 200, np.array([5], np.int64))
    holds = [bool(int(row[1]) & bits(["AC"])) for row in rows]
    assert all(holds[1::2])
    assert not all(holds[::2])


def test_players_who_would_have_trumped_hold_no_trump() -> None:
    """Seat 1 threw a card on an ace, so hands without trumps are likelier."""
    state = seen("4D 5D 6D", players=2, taken=[(0, "AS 4B")])
    known = known_of(state, 0)
    rows = worlds(known, 400, np.array([5], np.int64))
    weights = likelihood(known, rows, 5.0, 0.15, np.array([7], np.int64), np.zeros(OUT, np.float64))
    trumps = np.array([(int(row[0]) >> 16 & 1023).bit_count() for row in rows])
    assert weights[trumps == 0].mean() > 1.3 * weights[trumps > 1].mean()


# ---- endings


def endings(players: int, many: int, rounds: int, deals: int) -> Iterator[Ints]:
    """Yield random endings with `many` cards in each hand, and a stock for so many rounds."""
    random = Random(many)
    for _ in range(deals):
        board = np.zeros(BOARD, np.int64)
        pack = random.sample([*INDEX.values()], players * (many + rounds))
        board[STOCK] = players * rounds
        board[DRAWS : DRAWS + board[STOCK]] = pack[players * many :]
        for seat in range(players):
            board[HANDS + seat] = sum(1 << each for each in pack[seat * many : (seat + 1) * many])
            board[COUNTS + seat] = many
        board[PLAYERS], board[SIDES] = players, 2 if players == 4 else players
        board[LEADER], board[TRUMP] = random.randrange(players), random.randrange(4)
        board[TURNED] = board[DRAWS] if rounds else -1
        yield board


def naive(board: Ints) -> list[int]:
    """Return the points of each side if everybody maximises their own: for two sides the optimum."""
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        return [int(each) for each in board[TAKEN : TAKEN + board[SIDES]]]
    seat, found = turn(board), []
    for code in codes(int(board[HANDS + seat])):
        after = board.copy()
        put(after, INDEX[code])
        found.append((INDEX[code], naive(after)))
    return max(sorted(found), key=lambda each: each[1][side(board, seat)])[1]


@pytest.mark.parametrize(
    ("players", "many", "rounds", "deals"),
    [(2, 3, 0, 30), (2, 3, 1, 6), (3, 2, 0, 20), (3, 3, 0, 4), (3, 1, 1, 20), (4, 2, 0, 12), (4, 2, 1, 1)],
)
def test_endings_agree_with_naive_search(players: int, many: int, rounds: int, deals: int) -> None:
    boards, ends = np.zeros((24, BOARD), np.int64), np.zeros((24, 4), np.int64)
    for board in endings(players, many, rounds, deals):
        boards[0] = board
        search_ending(boards, ends)
        assert [*ends[0, : board[SIDES]]] == naive(board)


def test_two_players_without_a_stock_play_exactly() -> None:
    """Every card of *maestro* in the last three tricks is one that loses nothing with all cards seen."""
    choices = 0
    for played in playing("briscola", 2, 21, match_end={"deals": 4}):
        state = played.state
        if state.phase != "play" or state.stock or len(state.hands[state.turn]) < 2:
            continue
        seat, view = state.turn, GAME.view(state, state.turn)
        board = board_of(view)
        board[HANDS : HANDS + 2] = [bits(card.code for card in hand) for hand in state.hands]
        results = {}
        for command in GAME.legal(state, seat):
            after = board.copy()
            put(after, number_of(command))
            results[command] = naive(after)[seat]
        assert results[think(view, [*results], BY_NAME["maestro"])] == max(results.values())
        choices += len({*results.values()}) > 1
    assert choices > 3


def test_a_sign_is_given_with_the_card_of_every_level() -> None:
    state = seen("AC 6B 5B", "4D", players=4, taken=[(0, "4B 7B 7D CB")], signals="segni")
    for policy in ("circolo", "esperto", "maestro"):
        command = choose(GAME.view(state, 0), GAME.legal(state, 0), policy)
        assert command.get("signal") == ("asso" if command.get("card") != "AC" else None)
        assert done(state, command)
