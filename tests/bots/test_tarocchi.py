"""The maxims of the level *circolo* at Tarocchi, each tested with a hand."""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ludocards.catalogue.tarocchi.bot.board import board_of
from ludocards.catalogue.tarocchi.bot.club import choose
from ludocards.catalogue.tarocchi.bot.kernels.pack import SUITS, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import SCARTO, VOIDS, gain_of
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine.cards import SICILIAN63
from ludocards.engine.game import Command, Json, Refused
from tests.engine.tarocchi.table import (
    GAME,
    TENGO,
    VADO,
    after,
    cards,
    dealt,
    new_match,
    offro,
    piglio,
    playing,
    position,
    step,
    to_discard,
)

STRONG = "T20 T19 T17 T15 T14 T1 F RO RC QO 5O 5C 6C 7C 8C"
WEAK = "5O 6O 7O 8O 9O 5C 6C 7C 8C 9C 5S 6S 7S T2 T3"
SO_SO = "T20 T14 T9 T7 RO 5O 6O 8C 5C 6C 7C 5S 6S 7S 8S"


def bidding(hand: str, dealer: int = 2) -> State:
    """Return a bidding in which seat 0 has this hand and everybody may speak."""
    state = dealt(dealer)
    return replace(state, hands=(cards(hand), *state.hands[1:]))


def chosen(state: State, seat: int = 0) -> Command:
    return choose(GAME.view(state, seat), GAME.legal(state, seat))


def seen(
    hand: str,
    on_table: str = "",
    taken: Sequence[tuple[int, int, str]] = (),
    scarto: str = "",
    dealer: int = 2,
) -> State:
    """Return a position with this hand at seat 0, on turn; the others hold the remaining cards."""
    table = cards(on_table)
    gone = {*cards(hand), *table, *cards(scarto), *(c for _, _, trick in taken for c in cards(trick))}
    rest = [card.code for card in SICILIAN63.cards.values() if card not in gone]
    size = len(hand.split())
    hands = [hand, " ".join(rest[:size]), " ".join(rest[size : 2 * size])]
    return position(hands, on_table, -len(table) % 3, "", taken, scarto, dealer)


def card(state: State) -> Any:
    return chosen(state).get("card")


# ---- the bidding


def test_keeps_a_strong_hand() -> None:
    assert chosen(bidding(STRONG)) == TENGO
    assert chosen(after(bidding(STRONG), (1, offro(8)))) == TENGO


def test_pays_to_be_rid_of_a_bad_one() -> None:
    word = chosen(bidding(WEAK))
    assert (word.get("call"), word.get("points")) == ("offro", 8)


def test_takes_an_offer_worth_more_than_playing() -> None:
    state = after(bidding(SO_SO), (1, offro(3)), (2, offro(6)))
    assert chosen(state) == piglio(2)
    assert chosen(after(bidding(WEAK), (1, offro(1)))) == piglio(1)


def test_proposes_to_throw_in_a_slightly_bad_hand() -> None:
    assert chosen(bidding(SO_SO)) == VADO


def test_the_dealer_expects_more() -> None:
    assert chosen(bidding(SO_SO, dealer=0)) == TENGO
    strong, so_so, weak = (gain_of(bits(hand.split()), 0) for hand in (STRONG, SO_SO, WEAK))
    assert strong > 0 > so_so > weak


@pytest.mark.parametrize("seat", range(3))
def test_knows_its_seat_when_all_may_speak(seat: int) -> None:
    state = after(dealt(seed=2), ((seat + 1) % 3, offro(4)))
    view = GAME.view(state, seat)
    assert view["seat"] == seat
    assert choose(view, GAME.legal(state, seat)) in GAME.legal(state, seat)


# ---- the scarto


def test_discards_courts_that_would_be_lost() -> None:
    state = to_discard("T20 T19 T15 T14 T13 T12 T11 T10 T9 RO QO 5O QC 7S 8S 9S 10S CB 5B RS T5 T4 T3")
    laid = {*chosen(state, 2).get("cards")}
    assert "QC" in laid
    assert not laid & {"QO", "T15", "T14"}


def test_discards_no_trump_while_another_card_is_free() -> None:
    state = to_discard("T20 T19 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 T0 5O 6C 7S F RO RS")
    assert {*chosen(state, 2).get("cards")} == {"5O", "6C", "7S"}


# ---- playing


@pytest.mark.parametrize(
    ("hand", "on_table", "best", "why"),
    [
        ("T20 T15 T4 5O", "QC T3", "T4", "the cheapest trump that takes"),
        ("T1 T15 T20 5O", "5C 6C", "T1", "last of all: the Picciotti come home"),
        ("T1 T15 T20 5O", "5C T3", "T15", "but not under a higher trump"),
        ("QO 5O T20", "6O RO", "5O", "no Regina under the Re"),
        ("QO 5O T20", "6O CO", "QO", "the Regina takes the Cavallo"),
        ("QO F T4 T5", "6O RO", "F", "the Fuggitivo saves the Regina"),
        ("5O 4O F T4", "6O RO", "4O", "but not a scartina"),
        ("T20 T3 T2", "T18 T5", "T20", "Giove takes the Luna's elder"),
    ],
)
def test_playing_to_a_trick(hand: str, on_table: str, best: str, why: str) -> None:
    assert card(seen(hand, on_table, taken=[(0, 0, "T16 5S 6S")])) == best, why


def test_keeps_the_fuggitivo_until_it_can_be_paid_for() -> None:
    assert card(seen("QO F T4 T5", "6O RO", taken=[(0, 1, "5S T16 6S")])) == "QO"
    assert card(seen("QO F T4 T5", "6O RO", scarto="7S 8S 9S", dealer=0)) == "F"


def test_counts_voids() -> None:
    state = seen("RC 5S 6S", taken=[(1, 2, "9C T5 10C"), (1, 1, "RO 5B F")])
    board = board_of(GAME.view(state, 0))
    lacks = sum(1 << SUITS.index(suit) for suit in "COT")
    assert [int(each) for each in board[VOIDS : VOIDS + 3]] == [0, 0, lacks]


def test_knows_its_own_scarto() -> None:
    state = seen("5S 6S", scarto="QC CC DC", dealer=0)
    assert board_of(GAME.view(state, 0))[SCARTO] == bits(["QC", "CC", "DC"])


# ---- all choices


def match(seed: int, **options: Json) -> list[tuple[State, int, float]]:
    """Play a match of three bots; return the state, seat and processor seconds of every choice."""
    thought = []
    for played in playing(seed, **options):
        for seat in GAME.to_act(played.state):
            view, legal = GAME.view(played.state, seat), GAME.legal(played.state, seat)
            before = copy.deepcopy(view)
            start = time.process_time()
            command = choose(view, legal)
            thought.append((played.state, seat, time.process_time() - start))
            assert command in legal
            assert not isinstance(GAME.apply(played.state, seat, command), Refused)
            assert view == before
            assert choose(copy.deepcopy(view), [*legal]) == command
    return thought


@pytest.mark.parametrize(
    "options",
    [
        {"deals": 3},
        {"deals": 3, "discardPolicy": "free", "fujutuMayLead": False, "overtrump": True, "offerMax": 1},
        {"deals": 3, "forcedAppliesToLeader": False, "fujutuExcusesForced": True, "monteShown": True},
    ],
)
def test_every_choice_is_legal_and_follows_from_the_view(options: dict[str, Json]) -> None:
    thought = [each for seed in range(2) for each in match(seed, **options)]
    assert {state.phase for state, _, _ in thought} == {"bid", "discard", "play"}
    assert statistics.median(seconds for _, _, seconds in thought) < 0.001


def test_bots_play_matches_to_the_end() -> None:
    """Biddings, in which a random seat speaks next, end both with tengo and with piglio."""
    whys = {line.contract.why for seed in range(4) for line in ended(seed).sheet}
    assert {"tengo", "piglio"} <= whys


def ended(seed: int) -> State:
    random = Random(seed)
    state = new_match()
    while not GAME.is_over(state):
        if GAME.awaits_deal(state) is not None:
            pack = [*GAME.pack(state)]
            random.shuffle(pack)
            state = step(GAME.deal(state, GAME.hand_out(state, tuple(pack)))).state
        seat = random.choice(GAME.to_act(state))
        state = step(GAME.apply(state, seat, chosen(state, seat))).state
    return state
