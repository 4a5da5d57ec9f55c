"""Bidding: in turn, once each; the number forbidden to the last bidder; the clock's bids."""

from __future__ import annotations

from itertools import product

import pytest

from ludocards.engine.game import Command, Json
from tests.engine.whist.table import (
    GAME,
    PLAYERS,
    bid,
    dealt,
    done,
    legal_bids,
    new_match,
    play,
    position,
    refused,
)


def test_everybody_bids_once_before_a_card() -> None:
    state = dealt(new_match(4))
    for seat, tricks in enumerate([1, 0, 2, 0]):
        assert (state.phase, GAME.to_act(state)) == ("bid", (seat,))
        assert GAME.view(state, None)["bids"] == [*[1, 0, 2, 0][:seat], *[None] * (4 - seat)]
        state, [event] = done(state, bid(tricks))
        assert event.shown_to(None) == {
            "kind": "bid",
            "seat": seat,
            "tricks": tricks,
            "bids_sum": sum([1, 0, 2, 0][: seat + 1]),
        }
    assert state.phase == "play"


def test_bids_are_listed_by_seat() -> None:
    state, _ = done(dealt(new_match(4, dealer=1)), bid(3), bid(1))
    assert GAME.view(state, None)["bids"] == [None, None, 3, 1]


def test_the_first_to_bid_leads() -> None:
    state, _ = done(dealt(new_match(5, dealer=1)), *map(bid, [1, 1, 1, 0, 0]))
    assert (state.phase, GAME.to_act(state)) == ("play", (2,))


def test_bids_range_from_none_to_all() -> None:
    assert legal_bids(dealt(new_match(3))) == [0, 1, 2, 3, 4]


def test_example_one_the_fourth_may_not_bid_one() -> None:
    """The example of the regulation: four players, six cards, bids 2, 2, 1."""
    state = position([""] * 4, bids=[2, 2, 1], deal=2)
    assert legal_bids(state) == [0, 2, 3, 4, 5, 6]
    answer = refused(state, bid(1))
    assert answer.code == "bid_forbidden"
    assert answer.details == {"tricks": 1, "sum": 5, "cards": 6}
    assert answer.message == "5 are bid: with 1 the sum would be 6, the tricks that there are"
    for viewer in (None, 0, 3):
        assert GAME.view(state, viewer)["forbidden"] == {"tricks": 1, "sum": 5, "cards": 6}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("cards", [4, 5, 8])
def test_the_sum_of_the_bids_may_not_be_exact(players: int, cards: int) -> None:
    """For all bids of the others, just the number that makes the sum equal the tricks is forbidden."""
    for said in product((0, 1, 3, cards), repeat=players - 1):
        state = position([""] * players, bids=said, deal=cards - 4)
        expected = [tricks for tricks in range(cards + 1) if sum(said) + tricks != cards]
        assert legal_bids(state) == expected
        assert len(expected) >= cards
        no = GAME.view(state, None)["forbidden"]
        assert (no is None) == (sum(said) > cards)
        assert no is None or no["tricks"] not in expected


def test_only_the_last_bidder_is_bound() -> None:
    state = position([""] * 4, bids=[2, 2], deal=0)
    assert legal_bids(state) == [0, 1, 2, 3, 4]
    assert GAME.view(state, None)["forbidden"] is None


def test_the_last_bid_is_free_once_the_sum_is_too_high() -> None:
    assert legal_bids(position([""] * 3, bids=[3, 2], deal=0)) == [0, 1, 2, 3, 4]


def test_nothing_is_forbidden_when_all_have_bid() -> None:
    state, _ = done(position([""] * 4, bids=[2, 2, 1], deal=2), bid(2))
    assert GAME.view(state, None)["forbidden"] is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (bid(5), "bid_out_of_range"),
        (bid(-1), "bid_out_of_range"),
        (bid(10**30), "bid_out_of_range"),
        (play("KS"), "bid_first"),
        (play("AC"), "not_in_hand"),
        (Command.of("bid"), "bad_command"),
        (Command.of("bid", tricks="1"), "bad_command"),
        (Command.of("bid", tricks=True), "bad_command"),
        (Command.of("bid", tricks=None), "bad_command"),
        (Command.of("bid", tricks=[1]), "bad_command"),
        (Command.of("bid", tricks=1, suit="S"), "bad_command"),
        (Command.of("bid", card="KS"), "bad_command"),
        (Command.of("call", call="vado"), "bad_command"),
        (Command.of("timeout"), "bad_command"),
    ],
)
def test_a_refused_command_changes_nothing(command: Command, code: str) -> None:
    state = dealt(new_match(4))
    before = GAME.dump(state)
    assert refused(state, command).code == code
    assert GAME.dump(state) == before


def test_the_refusal_states_the_highest_bid() -> None:
    assert refused(dealt(new_match(4)), bid(5)).details == {"cards": 4}


def test_bids_are_made_in_turn_and_before_the_play() -> None:
    state = dealt(new_match(4))
    assert refused(state, bid(1), seat=1).code == "not_your_turn"
    assert refused(new_match(4), bid(1)).code == "not_your_turn"
    state, _ = done(state, *map(bid, [0, 0, 0, 0]))
    assert refused(state, bid(1)).code == "bid_too_late"


# ---- the clock


@pytest.mark.parametrize(
    ("hand", "options", "tricks"),
    [
        ("2H 3C 4D 5C", {"turned": "2S"}, 0),
        ("KH 3C 4D 5C", {"turned": "2S"}, 1),
        ("AH 3C 4D 5C", {"turned": "2S"}, 0),
        ("AH KC 4D 5C", {"turned": "2S", "asso_alto": True}, 1),
        ("KH KC 8S 7S", {"turned": "2S"}, 3),
        ("KH KC 8S 7S", {}, 2),
        ("KS QS JS 10S", {"turned": "2S"}, 4),
        ("KS QS JS 10S", {}, 1),
    ],
)
def test_the_clock_bids_the_kings_and_the_high_trumps(
    hand: str, options: dict[str, Json], tricks: int
) -> None:
    assert GAME.on_timeout(position([hand, "", "", ""], bids=[], **options)) == (0, bid(tricks))


@pytest.mark.parametrize(
    ("said", "hand", "tricks"),
    [
        ([1, 1, 0], "KH KD 2C 3C", 1),  # 2 is forbidden: the lower of its neighbours
        ([2, 2, 0], "2H 3H 2C 3C", 1),  # 0 is forbidden
        ([0, 0, 0], "KH KD KC KS", 3),  # 4 is forbidden
        ([4, 4, 0], "KH KD KC KS", 4),
    ],
)
def test_the_clock_bids_legally(said: list[int], hand: str, tricks: int) -> None:
    assert GAME.on_timeout(position(["", "", "", hand], bids=said)) == (3, bid(tricks))
