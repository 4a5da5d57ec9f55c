"""Terzetto (`tests/tinyteams`), clause by clause: every deal has its own teams, one against two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Deal, Event, Refused
from tests.tinygame.rules import Rules
from tests.tinyteams.rules import GAME, PACK, PRESETS, State

DEALER, CALLER, SECOND = 0, 1, 2
HANDS = {CALLER: "3B 2B AB 3C", SECOND: "2C AC 3D 2D", DEALER: "AD 3S 2S AS"}


def dealt(deals: int = 3, hands: Mapping[int, str] = HANDS) -> State:
    """Return the first deal of a match, with these hands."""
    state = GAME.start(Rules("classico", deals), 3, DEALER)
    assert isinstance(state, State)
    step = GAME.deal(state, Deal(DEALER, tuple(ITALIAN40.of(hands[seat].split()) for seat in range(3))))
    assert not isinstance(step, Refused), step
    return step.state


def done(state: State, command: Command) -> tuple[State, list[Event]]:
    step = GAME.apply(state, state.turn, command)
    assert not isinstance(step, Refused), step
    return step.state, [*step.events]


def called(card: str, state: State | None = None) -> tuple[State, list[Event]]:
    return done(state or dealt(), Command.of("call", card=card))


def played(state: State, cards: str) -> tuple[State, list[Event]]:
    """Play these cards, each by the seat on turn; return the state and the events."""
    events: list[Event] = []
    for card in cards.split():
        state, more = done(state, Command.of("play", card=card))
        events += more
    return state, events


def refusal(state: State, seat: int, command: Command) -> str:
    answer = GAME.apply(state, seat, command)
    assert isinstance(answer, Refused), answer
    return answer.code


def test_each_of_three_scores_alone() -> None:
    starts = [GAME.start(PRESETS["classico"], players, 0) for players in (2, 3, 4)]
    assert [isinstance(state, State) for state in starts] == [False, True, False]
    assert GAME.sides(dealt()) == (0, 1, 2)


def test_each_gets_four_of_twelve() -> None:
    state = GAME.start(PRESETS["classico"], 3, DEALER)
    assert isinstance(state, State)
    deal = GAME.hand_out(state, PACK)
    assert [len(hand) for hand in deal.hands] == [4, 4, 4]
    assert {card.rank for hand in deal.hands for card in hand} == {"3", "2", "A"}
    wrong = GAME.deal(state, Deal(DEALER, (deal.hands[0], deal.hands[0], deal.hands[2])))
    assert isinstance(wrong, Refused)


def test_the_calls_and_their_order() -> None:
    state = dealt()
    assert GAME.to_act(state) == (CALLER,)
    named = {command.get("card") for command in GAME.legal(state, CALLER)}
    assert named == {card.code for card in PACK} - {*HANDS[CALLER].split()}
    assert refusal(state, CALLER, Command.of("call", card="3B")) == "bad_call"
    assert refusal(state, CALLER, Command.of("call", card="7B")) == "bad_call"
    assert refusal(state, SECOND, Command.of("call", card="3S")) == "not_your_turn"
    assert refusal(state, CALLER, Command.of("play", card="3B")) == "call_first"
    after, _ = called("3S")
    assert refusal(after, CALLER, Command.of("call", card="3D")) == "called_already"


@pytest.mark.parametrize(("card", "teams"), [("3S", (0, 0, 1)), ("3D", (1, 0, 0))])
def test_the_holder_becomes_the_partner(card: str, teams: tuple[int, ...]) -> None:
    assert GAME.teams(dealt(), None) == GAME.teams(dealt(), CALLER) == (None, None, None)
    state, _ = called(card)
    assert GAME.teams(state, DEALER) == GAME.teams(state, SECOND) == teams
    assert GAME.sides(state) == (0, 1, 2), "the score is everybody's own all the same"


def test_the_card_reveals_the_partner() -> None:
    state, events = called("3D")
    for viewer in (None, CALLER):
        assert GAME.view(state, viewer)["teams"] == [None, 0, None]
        assert events[-1].shown_to(viewer) == {"kind": "teamed", "teams": [None, 0, None]}
    assert events[-1].shown_to(SECOND)["teams"] == [1, 0, 0]
    state, events = played(state, "3B 3D")
    assert [event.kind for event in events] == ["played", "played", "teamed"]
    for viewer in (None, *range(3)):
        assert events[-1].shown_to(viewer)["teams"] == GAME.view(state, viewer)["teams"] == [1, 0, 0]


def test_the_highest_takes() -> None:
    state, _ = played(called("2C")[0], "3C")
    assert [command.get("card") for command in GAME.legal(state, SECOND)] == ["2C", "AC"]
    assert refusal(state, SECOND, Command.of("play", card="3D")) == "must_follow_suit"
    state, events = played(state, "2C AS")
    assert events[-1].public["seat"] == CALLER
    assert GAME.to_act(state) == (CALLER,)


ALL_FOUR = "3B 2C 2S 2B AC 3S AB 2D AS 3C 3D AD"
"""The cards of a deal in which the caller takes all tricks, since nobody can follow suit."""


def test_caller_and_partner_need_three_tricks() -> None:
    [scored] = [each for each in played(called("3S")[0], ALL_FOUR)[1] if each.kind == "scored"]
    assert scored.public["scores"] == [1, 1, 0]
    lost = dealt(hands={CALLER: "AB AC AD AS", SECOND: "3B 3C 3D 3S", DEALER: "2B 2C 2D 2S"})
    state, _ = played(called("2B", lost)[0], "AB 3B 2B 3C 2C AC 3D 2D AD 3S 2S AS")
    assert state.sheet[0].scores == (0, 0, 2), "the second played alone"


@pytest.mark.parametrize(("card", "teams"), [("3S", [0, 0, 1]), ("3D", [1, 0, 0])])
def test_the_sheet_has_the_teams_of_each_deal(card: str, teams: list[int]) -> None:
    state, events = played(called(card)[0], ALL_FOUR)
    [scored] = [each for each in events if each.kind == "scored"]
    assert scored.public["teams"] == teams
    for viewer in (None, *range(3)):
        view: Any = GAME.view(state, viewer)
        assert [line["teams"] for line in view["sheet"]] == [teams], "everybody knows them afterwards"
        assert view["teams"] == [None, None, None], "those of the next deal are open"
    assert GAME.load(GAME.dump(state)) == state


def test_the_players_deal_in_turn() -> None:
    state, _ = played(called("3S")[0], ALL_FOUR)
    assert (state.deal, state.dealer, state.called) == (1, 1, None)
    assert GAME.teams(state, CALLER) == (None, None, None), "another deal, other teams"


def test_most_points_win_the_match() -> None:
    over, events = played(called("3S", dealt(deals=1))[0], ALL_FOUR)
    assert GAME.places(over) == (1, 1, 3)
    final: Any = events[-1].public
    assert final["places"] == [1, 1, 3]


def test_the_clock_makes_legal_calls_and_plays() -> None:
    for state in (dealt(), called("3S")[0]):
        seat, command = GAME.on_timeout(state)
        assert command in GAME.legal(state, seat)
