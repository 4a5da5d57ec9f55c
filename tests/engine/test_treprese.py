"""Tre prese, the game of the tests (`tests/tinygame`), clause by clause."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Command, Deal, Event, Refused
from tests.tinygame.rules import GAME, PRESETS, Rules, State

DEALER, LEADER = 0, 1


def position(leader: str, dealer: str, dealt_by: int = DEALER, deals: int = 3) -> State:
    """Return the first deal of a match, with these two hands."""
    state = GAME.start(Rules("classico", deals), 2, dealt_by)
    assert isinstance(state, State)
    return hands(state, leader, dealer)


def hands(state: State, leader: str, dealer: str) -> State:
    first, second = (dealer, leader) if state.dealer == 0 else (leader, dealer)
    held = (ITALIAN40.of(first.split()), ITALIAN40.of(second.split()))
    step = GAME.deal(state, Deal(state.dealer, held))
    assert not isinstance(step, Refused), step
    return step.state


def played(state: State, cards: str) -> tuple[State, list[Event]]:
    """Play these cards, each by the seat on turn; return the state and the events."""
    events: list[Event] = []
    for card in cards.split():
        step = GAME.apply(state, state.turn, Command.of("play", card=card))
        assert not isinstance(step, Refused), step
        state, events = step.state, [*events, *step.events]
    return state, events


def legal(state: State) -> list[Any]:
    return [command.get("card") for command in GAME.legal(state, state.turn)]


def test_two_play_against_each_other() -> None:
    assert [isinstance(GAME.start(PRESETS["classico"], players, 0), State) for players in (1, 2, 3)] == [
        False,
        True,
        False,
    ]
    assert GAME.sides(position("3B 2B AB", "3C 2C AC")) == (0, 1)


@pytest.mark.parametrize("dealer", [0, 1])
def test_three_cards_are_dealt_one_at_a_time(dealer: int) -> None:
    state = GAME.start(PRESETS["classico"], 2, dealer)
    assert isinstance(state, State)
    pack = GAME.pack(state)
    assert len(pack) == 40
    deal = GAME.hand_out(state, pack)
    assert deal.hands[1 - dealer] == (pack[0], pack[2], pack[4])
    assert deal.hands[dealer] == (pack[1], pack[3], pack[5])


@pytest.mark.parametrize(
    ("dealer", "first", "second"),
    [
        (1, ["3B", "2B", "AB"], ["3C", "2C", "AC"]),  # the wrong dealer
        (0, ["3B", "2B", "AB"], ["3C", "2C"]),  # too few
        (0, ["3B", "2B", "AB"], ["3C", "2C", "AB"]),  # a card twice
    ],
)
def test_other_deals_are_refused(dealer: int, first: list[str], second: list[str]) -> None:
    state = GAME.start(PRESETS["classico"], 2, DEALER)
    assert isinstance(state, State)
    assert isinstance(GAME.deal(state, Deal(dealer, (ITALIAN40.of(first), ITALIAN40.of(second)))), Refused)


def test_no_card_is_turned() -> None:
    state = GAME.start(PRESETS["classico"], 2, DEALER)
    assert isinstance(state, State)
    pack = GAME.pack(state)
    deal = GAME.hand_out(state, pack)
    assert isinstance(GAME.deal(state, replace(deal, stock=pack[6:7])), Refused)
    assert not isinstance(GAME.deal(state, deal), Refused)


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_nondealer_leads(dealer: int) -> None:
    assert position("3B 2B AB", "3C 2C AC", dealt_by=dealer).turn == 1 - dealer


def test_must_follow_suit() -> None:
    state, _ = played(position("4B 2C 3D", "5B 6B AD"), "4B")
    assert legal(state) == ["5B", "6B"]
    refused = GAME.apply(state, DEALER, Command.of("play", card="AD"))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.details) == ("must_follow_suit", {"suit": "B"})


def test_a_void_hand_plays_any_card() -> None:
    state, _ = played(position("4B 2C 3D", "5C 6C AD"), "4B")
    assert legal(state) == ["5C", "6C", "AD"]


@pytest.mark.parametrize(
    ("led", "other", "winner"),
    [
        ("4B", "5B", DEALER),
        ("AB", "RB", LEADER),
        ("AB", "2B", DEALER),
        ("2B", "3B", DEALER),
        ("4B", "3C", LEADER),
    ],
)
def test_the_taker_of_a_trick(led: str, other: str, winner: int) -> None:
    _, events = played(position(f"{led} 7D 6D", f"{other} 5D 4D"), f"{led} {other}")
    assert [(event.kind, event.public.get("seat")) for event in events][-1] == ("taken", winner)


def test_the_taker_leads_the_next_trick() -> None:
    state, _ = played(position("4B 7D 6D", "5B 5D 4D"), "4B 5B")
    assert (state.turn, state.trick.leader) == (DEALER, DEALER)


def test_every_trick_counts_one_point() -> None:
    state, events = played(position("3B 2B 4D", "4B 5B 5D"), "3B 4B 2B 5B 4D 5D")
    assert events[-1].kind == "scored"
    assert GAME.view(state, None)["sheet"] == [{"points": [1, 2], "scores": [1, 2], "totals": [1, 2]}]


def test_the_players_deal_in_turn() -> None:
    state = position("3B 2B AB", "4B 5B 6B", deals=3)
    dealers = [state.dealer]
    for _ in range(2):
        state = hands(played(state, "3B 4B 2B 5B AB 6B")[0], "3B 2B AB", "4B 5B 6B")
        dealers.append(state.dealer)
    assert dealers == [0, 1, 0]


def test_most_points_win_the_match() -> None:
    """The leader takes all tricks of a deal: seat 1 in two deals, seat 0 in one."""
    state = position("3B 2B AB", "4B 5B 6B", deals=3)
    for _ in range(2):
        assert GAME.places(state) is None
        state = hands(played(state, "3B 4B 2B 5B AB 6B")[0], "3B 2B AB", "4B 5B 6B")
    state, events = played(state, "3B 4B 2B 5B AB 6B")
    assert [event.kind for event in events][-2:] == ["scored", "finished"]
    assert (GAME.totals(state), GAME.places(state)) == ((3, 6), (2, 1))


def test_the_clock_plays_the_weakest_card() -> None:
    state = position("3B 4D AB", "4B 5B 6B")
    assert GAME.on_timeout(state) == (LEADER, Command.of("play", card="4D"))
    assert codes(state.playable) == ["3B", "4D", "AB"]
