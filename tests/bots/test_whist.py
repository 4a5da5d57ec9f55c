"""The maxims of the level *circolo* at Whist, each tested with a hand. The bot is seat 0."""

from __future__ import annotations

import copy
import statistics
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Floats
from ludocards.catalogue.whist.bot.board import board_of
from ludocards.catalogue.whist.bot.club import choose
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, SUITS, bits
from ludocards.catalogue.whist.bot.kernels.play import (
    CARDS,
    CHANCES,
    MAKING,
    OUT,
    VOIDS,
    chances,
    distribute,
    promise,
    takes,
)
from ludocards.catalogue.whist.rules.state import State
from ludocards.catalogue.whist.values import EXACT, MISSED
from ludocards.engine.cards import FRENCH52
from ludocards.engine.game import Command, Json
from tests.engine import matches
from tests.engine.matches import AtRandom
from tests.engine.whist.table import GAME, PLAYERS, cards, position


def seen(
    hand: str,
    on_table: str = "",
    turned: str = "",
    bids: Sequence[int] | None = None,
    players: int = 4,
    taken: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> State:
    """Return a position with this hand at seat 0, on turn; the others hold random remaining cards."""
    table = cards(on_table)
    gone = {*cards(f"{hand} {turned} {on_table}"), *(card for _, trick in taken for card in cards(trick))}
    rest = [card.code for card in FRENCH52.cards.values() if card not in gone]
    Random(1).shuffle(rest)
    hands = [hand]
    for seat in range(1, players):
        size = len(hand.split()) - (players - seat <= len(table))
        hands.append(" ".join(rest[:size]))
        del rest[:size]
    return position(hands, -len(table) % players, on_table, taken, turned, bids, **options)


def bidding(hand: str, *said: int, turned: str = "", players: int = 4, **options: Json) -> State:
    """Return a position in which the holder of this hand is to bid next, after the bids in `said`."""
    state = seen(hand, turned=turned, bids=(), players=players, deal=len(hand.split()) - 4, **options)
    seat = len(said)
    hands = [*state.hands[1:]]
    hands.insert(seat, state.hands[0])
    texts = [" ".join(card.code for card in each) for each in hands]
    return position(texts, 0, "", (), turned, said, deal=len(hand.split()) - 4, **options)


def chosen(state: State) -> Any:
    """Return the card or the bid that the bot chooses."""
    command = choose(GAME.view(state, state.turn), GAME.legal(state, state.turn))
    return command.get("card") or command.get("tricks")


def judged(state: State, seat: int = 0) -> dict[str, float]:
    """Return the probability that each card of a seat takes a trick at some point."""
    view, out = GAME.view(state, seat), np.zeros(OUT, np.float64)
    high = view["asso_alto"]
    many = chances(board_of(view), seat, bits(view["hand"], high), out)
    codes = {number: code for code, number in INDEX[high].items()}
    return {codes[int(out[CARDS, place])]: float(out[CHANCES, place]) for place in range(many)}


def made_with(*each: float) -> Floats:
    """Return the probabilities of making 0, 1, 2 … tricks with cards that have these chances."""
    out = np.zeros(OUT, np.float64)
    out[CHANCES, : len(each)] = each
    return out[MAKING, : distribute(len(each), -1, out) + 1]


def promised(making: Sequence[float], need: int, bid: int) -> float:
    out = np.zeros(OUT, np.float64)
    out[MAKING, : len(making)] = making
    return float(promise(len(making) - 1, need, bid, MISSED, out))


# ---- bidding


@pytest.mark.parametrize(
    ("hand", "turned", "least", "most"),
    [
        ("KS QS JS 10S", "9S", 4, 4),
        ("KS QS 2H 3D", "9S", 2, 3),
        ("KS 2H 3D 4C", "9S", 1, 1),
        ("AH 2D 3C 2H", "9S", 0, 0),
        ("AH 2D 3C 2H", "", 0, 1),
        ("KH KD KC KS", "", 2, 4),
    ],
)
def test_bids_follow_the_hand(hand: str, turned: str, least: int, most: int) -> None:
    assert least <= chosen(bidding(hand, turned=turned)) <= most


def test_a_high_ace_counts_like_a_king() -> None:
    low = bidding("AS 2H 3D 4C", turned="9S")
    high = bidding("AS 2H 3D 4C", turned="9S", asso_alto=True)
    assert (chosen(low), chosen(high)) == (0, 1)
    assert judged(high)["AS"] == 1 > judged(low)["AS"]


@pytest.mark.parametrize("said", [(1, 1, 1), (3, 0, 0), (0, 2, 1)])
def test_never_bids_zero_with_the_boss_trump_despite_the_hook(said: tuple[int, ...]) -> None:
    """The hand has one certain trick, but must not bid one: it bids two, since it cannot make none."""
    for hand in ("KS 2H 3D 4C", "KS AH AD AC"):
        state = bidding(hand, *said, turned="9S")
        assert GAME.view(state, None)["forbidden"]["tricks"] == 1
        assert chosen(state) == 2


def test_bids_the_better_neighbour_of_the_forbidden_number() -> None:
    weak, strong = bidding("2H 3H 2D 3C", 2, 2, 0, turned="9S"), bidding("KS QS JS KH", 0, 0, 0, turned="9S")
    assert chosen(weak) == 1
    assert chosen(strong) == 3


def test_bids_less_after_high_bids() -> None:
    hand = "QS KH QH JD 3C 9C"
    modest, greedy = (bidding(hand, *said, turned="9S") for said in ((0, 0), (3, 3)))
    assert sum(judged(modest, 2).values()) > sum(judged(greedy, 2).values())


def test_the_boss_trumps_are_certain() -> None:
    found = judged(bidding("KS QS 10S 2H", turned="JS"))
    assert {card for card, chance in found.items() if chance == 1} == {"KS", "QS", "10S"}


def test_probabilities_of_tricks_are_combined() -> None:
    assert [*made_with(1, 1)] == [0, 0, 1]
    assert [*made_with(0.5, 0.5)] == [0.25, 0.5, 0.25]
    assert made_with(0.1, 0.7, 0.3, 0.9).sum() == pytest.approx(1)


def test_the_value_of_a_bid_follows_the_regulation() -> None:
    assert promised([0, 0, 0, 1], 3, 3) == EXACT + 3
    assert promised([0, 1, 0, 0], 3, 3) == -MISSED - 2
    assert promised([0, 0, 1], 1, 4) == -MISSED - 1
    assert promised([0.25, 0.75], 1, 1) == 0.75 * (EXACT + 1) - 0.25 * (MISSED + 1)


# ---- playing


@pytest.mark.parametrize(
    ("hand", "on_table", "bids", "card", "why"),
    [
        ("JH 2H 3C", "QH 3H 4H", [0, 1, 1, 0], "JH", "it wants none: the highest that does not take"),
        ("KD 3C", "QH 3H 4H", [0, 1, 1, 1], "KD", "void, it wants none: away with the king"),
        ("KH 10H", "9H 3H 2H", [2, 1, 1, 0], "10H", "it wants both: the cheapest that takes"),
        ("KH 2H", "9H 3H 4H", [1, 1, 1, 1], "KH", "it wants one and is last: the king makes it"),
        ("KH AH", "9H 3H 4H", [0, 1, 1, 1], "AH", "it wants none: the ace is the way out"),
    ],
)
def test_playing_to_a_trick(hand: str, on_table: str, bids: list[int], card: str, why: str) -> None:
    assert chosen(seen(hand, on_table, bids=bids)) == card, why


def test_gets_rid_of_a_trump_under_a_higher_one() -> None:
    assert chosen(seen("10S 2S 3C", "9H KS 4H", turned="9S", bids=[0, 1, 1, 0])) == "10S"


@pytest.mark.parametrize("hand", ["3D KS QH", "KS 3D QS", "QH KS 2D"])
def test_leads_the_boss_trump_when_it_needs_every_trick(hand: str) -> None:
    state = seen(hand, turned="9S", bids=[3, 0, 0, 0])
    assert chosen(state) == "KS"


def test_does_not_lead_an_unwanted_sure_trick() -> None:
    state = seen("KH AH AD", bids=[1, 1, 1, 0], taken=[(0, "QH 2C 3C 4C")])
    assert chosen(state) in {"AH", "AD"}


def test_the_last_player_knows_whether_a_card_takes() -> None:
    view = GAME.view(seen("KH 2H", "9H 3H 4H"), 0)
    board, hand = board_of(view), bits(view["hand"])
    assert [takes(board, 0, hand, INDEX[False][card]) for card in ("KH", "2H")] == [1, 0]


def test_a_seat_that_did_not_trump_has_no_trumps() -> None:
    taken = [(0, "KH 2D 3H 4S")]
    for turned, void in (("9S", {1: "SH", 3: "H"}), ("", {1: "H", 3: "H"})):
        board = board_of(GAME.view(seen("2H 3C", turned=turned, taken=taken), 0))
        for seat in range(4):
            lacks = {suit for number, suit in enumerate(SUITS) if board[VOIDS + seat] >> number & 1}
            assert lacks == {*void.get(seat, "")}


def test_the_turned_card_is_in_no_hand() -> None:
    assert judged(seen("QS 3C", turned="KS"))["QS"] == 1


# ---- in matches


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [{}, {"briscola": False}, {"asso_alto": True}])
def test_every_choice_is_legal_and_follows_from_the_view(players: int, options: dict[str, Json]) -> None:
    choosers = [choose if seat % 2 else AtRandom(Random(seat)) for seat in range(players)]
    for played in matches.playing("whist", players, 3, choosers, **options):
        for seat in played.game.to_act(played.state):
            view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
            before = copy.deepcopy(view)
            command = choose(view, legal)
            assert command in legal
            assert view == before
            assert choose(copy.deepcopy(view), [*legal]) == command


def test_bots_make_nearly_half_of_their_bids_among_themselves() -> None:
    made: list[bool] = []
    for players in PLAYERS:
        for seed in range(3):
            played = matches.play("whist", players, 500 + 50 * seed, [choose] * players)
            for line in played.game.view(played.state, None)["sheet"]:
                made += [said == got for said, got in zip(line["bids"], line["made"], strict=True)]
    assert statistics.mean(made) > 0.4


def test_a_single_legal_card_is_played() -> None:
    state = seen("4S", "9H 8H 7H")
    assert choose(GAME.view(state, 0), GAME.legal(state, 0)) == Command.of("play", card="4S")
