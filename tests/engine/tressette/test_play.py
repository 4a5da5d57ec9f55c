"""S1: following suit and taking tricks; the refusals of a play; the clock's cards."""

from __future__ import annotations

import pytest

from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.game import Command, Event
from tests.engine.tressette.table import (
    GAME,
    done,
    legal_cards,
    napoletana,
    new_match,
    play,
    played,
    position,
    refusal,
)

SOUTH_FOLLOWS = position(["3C 4S 7D", "", "", "4D 5D 6D"], leader=3, on_table="4D")
SOUTH_IS_VOID = position(["3C 4S 7D", "", "", "4B 5B 6B"], leader=3, on_table="4B")


def test_must_follow_suit() -> None:
    assert legal_cards(SOUTH_FOLLOWS, 0) == {"7D"}
    assert refusal(SOUTH_FOLLOWS, 0, play("3C")) == "must_follow_suit"


def test_the_refusal_names_the_suit() -> None:
    refused = GAME.apply(SOUTH_FOLLOWS, 0, play("4S"))
    assert refused.details == {"suit": "D"}  # type: ignore[union-attr]
    assert refused.message == "one must play coins"  # type: ignore[union-attr]


def test_a_void_hand_is_free() -> None:
    assert legal_cards(SOUTH_IS_VOID, 0) == {"3C", "4S", "7D"}


def test_the_leader_plays_any_card() -> None:
    assert legal_cards(position(["3C 4S 7D", "", "", ""]), 0) == {"3C", "4S", "7D"}


def test_nobody_has_to_beat_the_trick() -> None:
    state = position(["3B 4B", "", "", ""], leader=3, on_table="RB")
    assert legal_cards(state, 0) == {"3B", "4B"}


def test_seats_play_in_turn() -> None:
    state = position(["3B", "7B", "4B", "RB"])
    for seat, card in enumerate(["3B", "7B", "4B"]):
        assert GAME.to_act(state) == (seat,)
        state = played(state, card)
    assert GAME.to_act(state) == (3,)


def test_the_taker_leads_the_next_trick() -> None:
    state = position(["5B 4S", "RB 5S", "3C 6S", "AB 7S"])
    state = played(state, "5B", "RB", "3C", "AB")
    assert GAME.to_act(state) == (3,)
    assert state.tricks[0].winner == 3


def test_a_taken_event_shows_the_trick() -> None:
    state = position(["5B 4S", "RB 5S", "3C 6S", "AB 7S"])
    _, events = done(state, *enumerate(map(play, ["5B", "RB", "3C", "AB"])))
    assert events[:4] == [
        Event("played", {"seat": seat, "card": card}) for seat, card in enumerate(["5B", "RB", "3C", "AB"])
    ]
    assert events[4:] == [
        Event("taken", {"seat": 3, "side": 1, "trick": 0, "leader": 0, "cards": ["5B", "RB", "3C", "AB"]})
    ]


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (1, play("7D"), "not_your_turn"),
        (-1, play("7D"), "not_your_turn"),
        (9, play("7D"), "not_your_turn"),
        (0, play("3B"), "not_in_hand"),
        (0, play("9B"), "bad_command"),
        (0, play(""), "bad_command"),
        (0, Command.of("play"), "bad_command"),
        (0, Command.of("play", card=3), "bad_command"),
        (0, Command.of("play", card=["7D"]), "bad_command"),
        (0, Command.of("play", card="7D", declare=["suit"]), "no_declarations"),
        (0, Command.of("play", card="7D", declare="suit"), "bad_command"),
        (0, Command.of("play", card="7D", declare=["suits"]), "bad_command"),
        (0, Command.of("play", card="7D", declare=[1]), "bad_command"),
        (0, Command.of("play", card="7D", declare=["suit", "suit"]), "bad_command"),
        (0, Command.of("play", card="7D", signal="busso"), "no_signals"),
        (0, Command.of("play", card="7D", signal="bluff"), "bad_command"),
        (0, Command.of("play", card="7D", signal=["busso"]), "bad_command"),
        (0, Command.of("play", declare=["suit"]), "bad_command"),
        (0, Command.of("bid", tricks=3), "bad_command"),
        (0, Command.of(""), "bad_command"),
        (0, Command.of("accuse"), "bad_command"),
        (0, Command.of("accuse", combo="napoletana", rank="A"), "bad_command"),
        (0, Command.of("accuse", combo="napoletana", suit="X"), "bad_command"),
        (0, Command.of("accuse", combo="three", rank="R"), "bad_command"),
        (0, Command.of("accuse", combo="three", rank=2), "bad_command"),
        (0, Command.of("accuse", combo="five", rank="A"), "bad_command"),
    ],
)
def test_a_refused_command_changes_nothing(seat: int, command: Command, code: str) -> None:
    before = GAME.dump(SOUTH_FOLLOWS)
    assert refusal(SOUTH_FOLLOWS, seat, command) == code
    assert GAME.dump(SOUTH_FOLLOWS) == before


def test_nothing_can_be_done_between_deals() -> None:
    assert refusal(new_match(), 0, play("3B")) == "not_your_turn"
    assert GAME.legal(new_match(), 0) == ()


def test_nothing_can_be_done_after_the_match() -> None:
    state = played(position(["3B", "7B", "4B", "RB"], match_end={"deals": 1}), "3B", "7B", "4B", "RB")
    assert GAME.is_over(state)
    assert refusal(state, 0, play("3B")) == "match_over"
    assert refusal(state, 0, napoletana("B")) == "match_over"
    assert GAME.to_act(state) == ()


@pytest.mark.parametrize(
    ("state", "card"),
    [
        (position(["3C 4S 7D AB", "", "", ""]), "4S"),
        (position(["3C 6S 4D AB", "", "", ""], leader=3, on_table="RB"), "AB"),
        (position(["FC 3C AD RS", "", "", ""], leader=3, on_table="RB"), "FC"),
        (position(["3C 2C AC RC", "", "", ""], leader=3, on_table="7C"), "RC"),
    ],
)
def test_the_clock_plays_the_cheapest_then_the_weakest_card(state: State, card: str) -> None:
    assert GAME.on_timeout(state) == (0, play(card))


def test_the_clock_never_accuses() -> None:
    seat, command = GAME.on_timeout(position(["3C 2C AC", "", "", ""]))
    assert (seat, command.do) == (0, "play")
