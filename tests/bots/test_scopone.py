"""Scopone and Scopa: the maxims of *circolo*, each with a hand; the kernels against the engine and naive
searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.places import worlds
from ludocards.bots.registry import choose
from ludocards.catalogue.scopone.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.scopone.bot.board import board_of
from ludocards.catalogue.scopone.bot.club import liked
from ludocards.catalogue.scopone.bot.kernels.pack import CHANCE, HELD, HIDDEN, INDEX, PLAYED, bits, number_of
from ludocards.catalogue.scopone.bot.kernels.pack import cards as codes
from ludocards.catalogue.scopone.bot.kernels.play import (
    BOARD,
    CARD,
    CHOICES,
    COUNTS,
    DEALER,
    DRAWS,
    HANDS,
    LAST,
    LAST_SCOPA,
    OUT,
    PILES,
    PLAYERS,
    SCOPA,
    SIDES,
    TABLE,
    TAKEN,
    TURN,
    WORTH,
    by_rules,
    choices,
    offer,
    put,
    write,
)
from ludocards.catalogue.scopone.bot.kernels.worlds import search_ending
from ludocards.catalogue.scopone.bot.levels import BY_NAME, SEARCH
from ludocards.catalogue.scopone.rules import GAME
from ludocards.engine.game import Json
from tests.engine.matches import playing
from tests.engine.scopone.table import position


def chosen(
    hand: str,
    table: str = "",
    others: Sequence[str] = ("2B 2C 2D", "2S 3B 3C", "4S 4C FS"),
    turns: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> str:
    """Return the choice of the club player for seat 0, as the card and what it takes."""
    state = position([hand, *others], table=table, turns=turns, **options)
    command = choose(GAME.view(state, 0), GAME.legal(state, 0))
    return " ".join([command.get("card"), *(command.get("take") or ())])


def test_it_sweeps_the_table() -> None:
    assert chosen("FB 7B RD", "7D AC").startswith("FB")


def test_it_takes_the_settebello() -> None:
    assert chosen("7B RB CS", "7D RD CD") == "7B 7D"


def test_it_prefers_the_settebello_to_other_sevens() -> None:
    assert chosen("7B FS CS", "7D 7S RC CC") == "7B 7D"


def test_it_lays_the_card_of_which_it_holds_several() -> None:
    assert chosen("FB FC FD CS", others=["RB RC RD RS", "7B 7C 7S 6B", "6C 6S 5B 5S"]).startswith("F")


def test_it_does_not_lay_the_settebello_before_another_seven() -> None:
    assert chosen("7D FB CS") != "7D"


def test_it_leaves_no_table_that_can_be_swept() -> None:
    """With 6 and 5 on the table a 4 makes 15, an ace 12 and nothing 11; the 5 taken leaves a single card."""
    assert chosen("5B RC CC", "6D 5S", turns=[(1, "6B 6C"), (2, "5D 5C")]) != "RC 6D 5S"


@pytest.mark.parametrize(
    ("hidden", "likes", "held", "chance"), [(10, 0, 3, 0.0), (10, 1, 10, 1.0), (4, 1, 2, 0.5)]
)
def test_the_chance_that_a_hand_has_a_number(hidden: int, likes: int, held: int, chance: float) -> None:
    assert CHANCE[(likes * (HELD + 1) + held) * (HIDDEN + 1) + hidden] == pytest.approx(chance)


def offered(*table: str) -> dict[int, float]:
    """The captures that a table offers to each number."""
    out = np.zeros(OUT, np.float64)
    offer(bits(table), out)
    return {number: float(out[TAKEN, number]) for number in range(1, 11) if out[TAKEN, number] >= 0}


def test_what_a_table_offers() -> None:
    found = offered("4C", "3B", "7D")
    assert {*found} == {3, 4, 7, 10}
    assert found[7] == pytest.approx(WORTH[INDEX["7D"]] + CARD), "the card, not the sum"
    assert found[10] == pytest.approx(WORTH[INDEX["3B"]] + WORTH[INDEX["7D"]] + CARD)
    assert {number: gain > SCOPA for number, gain in offered("4C", "3B").items()} == {
        4: False,
        3: False,
        7: True,
    }


# ---- the kernels agree with the engine

GAMES: list[tuple[int, dict[str, Json]]] = [
    (4, {}),
    (4, {"preset": "nove_carte", "napola": "full", "rebello": True}),
    (4, {"preset": "scopa", "last_scopa": True}),
    (3, {"preset": "scopa", "primiera_figures": "r10_c9_f8"}),
    (2, {"preset": "scopa"}),
]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_a_match_is_the_same_on_the_board(players: int, options: dict[str, Json]) -> None:
    """Turns, choices, captures, dealing and points of random matches, card by card."""
    board, out, ends = np.zeros(BOARD, np.int64), np.zeros(OUT, np.float64), np.zeros(4, np.float64)
    put_so_far = 0
    for played in playing("scopone", players, 3, **options):
        state = played.state
        acts = played.deals[-1][1] if played.deals else []
        for action in acts[put_so_far:]:
            put(board, number_of(action.command))
            put_so_far += 1
        if state.phase != "play":
            put_so_far = 0
            if state.sheet and state.sheet[-1].scored:
                write(board, ends)
                assert (*ends[: len(state.sheet[-1].scores)],) == state.sheet[-1].scores
            continue
        view = GAME.view(state, state.turn)
        known = board_of(view)
        if not acts:
            board = known.copy()
            board[HANDS : HANDS + players] = [bits(card.code for card in hand) for hand in state.hands]
            board[DRAWS : DRAWS + len(state.stock)] = [INDEX[card.code] for card in reversed(state.stock)]
        seat, hand = state.turn, bits(view["hand"])
        assert board[HANDS + seat] == hand
        assert (*known[COUNTS:DRAWS],) == (*board[COUNTS:DRAWS],)
        may = {number_of(each) for each in GAME.legal(state, seat)}
        assert {int(each) for each in out[CHOICES, : choices(int(board[TABLE]), hand, out)]} == may
        assert int(by_rules(board, out)) in may
        likes = liked(view)
        assert likes[number_of(choose(view, GAME.legal(state, seat)))] == likes[int(by_rules(board, out))]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_the_cards_played_from_the_present_hands_are_met(players: int, options: dict[str, Json]) -> None:
    for played in playing("scopone", players, 4, **options):
        state = played.state
        if state.phase != "play":
            continue
        met: list[tuple[int, list[int], int]] = []

        def meet(board: Ints, seat: int, choice: int, met: list[tuple[int, list[int], int]] = met) -> None:
            met.append((seat, [*board[COUNTS : COUNTS + players]], choice))

        board_of(GAME.view(state, state.turn), meet)
        many = state.in_hand * players - sum(map(len, state.hands))
        assert [seat for seat, _, _ in met] == [turn.seat for turn in state.turns[len(state.turns) - many :]]
        for place, (_, counts, choice) in enumerate(met):
            assert sum(counts) == state.in_hand * players - place
            card = state.turns[place - many].card
            assert choice >> PLAYED == INDEX[card.code]


# ---- beliefs


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_worlds_agree_with_the_facts(players: int, options: dict[str, Json]) -> None:
    """In each position of a random deal the hidden cards are dealt, all of them and each once."""
    for played in playing("scopone", players, 8, **{**options, "match_end": {"deals": 1}}):
        state = played.state
        if state.phase != "play":
            continue
        known = beliefs(GAME.view(state, state.turn))
        rows = worlds(known, 4, np.array([5], np.int64))
        others = [(state.turn + step) % players for step in range(1, players)]
        hidden = {card.code for seat in others for card in state.hands[seat]}
        hidden |= {card.code for card in state.stock}
        for row in rows:
            places = [{*codes(int(place))} for place in row]
            assert [*map(len, places)] == [*(len(state.hands[seat]) for seat in others), len(state.stock)]
            assert set().union(*places) == hidden
        weights = likelihood(known, rows, 0.25, 0.15, np.zeros(OUT, np.float64))
        assert weights.max() == 1.0


# ---- endings


def endings(players: int, many: int, deals: int) -> Iterator[Ints]:
    """Yield random endings with `many` cards in each hand, some on the table and the rest in piles."""
    random = Random(many)
    for _ in range(deals):
        board = np.zeros(BOARD, np.int64)
        pack = random.sample([*INDEX.values()], 40)
        for seat in range(players):
            board[HANDS + seat] = sum(1 << pack.pop() for _ in range(many))
            board[COUNTS + seat] = many
        board[PLAYERS], board[SIDES] = players, 2 if players == 4 else players
        board[TABLE] = sum(1 << pack.pop() for _ in range(4))
        for card in pack:
            board[PILES + random.randrange(int(board[SIDES]))] |= 1 << card
        board[TURN], board[DEALER] = 0, players - 1
        board[LAST], board[LAST_SCOPA] = random.randrange(int(board[SIDES])), random.randrange(2)
        yield board


def naive(board: Ints) -> list[float]:
    """Return the points of each side if everybody maximises their own lead over the others."""
    seat, ends = int(board[TURN]), np.zeros(4, np.float64)
    if board[COUNTS + seat] == 0:
        write(board, ends)
        return [*ends[: board[SIDES]]]
    out, found = np.zeros(OUT, np.float64), []
    for i in range(choices(int(board[TABLE]), int(board[HANDS + seat]), out)):
        after = board.copy()
        put(after, int(out[CHOICES, i]))
        found.append(naive(after))
    mine = seat % int(board[SIDES])
    return max(found, key=lambda points: points[mine] - (points[1 - mine] if len(points) == 2 else 0))


@pytest.mark.parametrize(("players", "many", "deals"), [(2, 3, 40), (3, 2, 20), (4, 2, 20)])
def test_endings_agree_with_naive_search(players: int, many: int, deals: int) -> None:
    boards = np.zeros((17, BOARD), np.int64)
    ends, outs = np.zeros((17, 4), np.float64), np.zeros((17, *OUT), np.float64)
    for board in endings(players, many, deals):
        boards[0] = board
        search_ending(boards, ends, outs)
        points = naive(board)
        leads = [(len(points) * each - sum(points)) / (len(points) - 1) for each in points]
        assert [*ends[0, : len(points)]] == pytest.approx(leads)


def test_two_players_without_a_stock_play_exactly() -> None:
    for played in playing("scopone", 2, 5, preset="scopa", match_end={"deals": 2}):
        state = played.state
        if state.phase != "play" or state.stock or not all(state.hands):
            continue
        view, legal = GAME.view(state, state.turn), GAME.legal(state, state.turn)
        evaluated = SEARCH.evaluate(view, legal, BY_NAME["maestro"])
        board, found = board_of(view), []
        board[HANDS : HANDS + 2] = [bits(card.code for card in hand) for hand in state.hands]
        for command in legal:
            after = board.copy()
            put(after, number_of(command))
            points = naive(after)
            found.append(points[state.turn] - points[1 - state.turn])
        assert [*evaluated.values[0]] == pytest.approx(found)
        assert (evaluated.values == evaluated.values[0]).all()


def test_a_choice_is_that_of_the_view_alone() -> None:
    state = position(["FB 7B RD", "2B 2C 2D", "2S 3B 3C", "4S 4C FS"], table="5D 6S")
    view, legal = GAME.view(state, 0), GAME.legal(state, 0)
    for name in ("esperto", "maestro"):
        assert choose(view, legal, name) == choose(view, legal[::-1], name)
