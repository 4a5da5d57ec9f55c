"""Positions of Maraffone for tests, written as hands: `position(["3B 2B", …], trump="C", on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.maraffone.rules import GAME
from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.rules.state import SheetLine, State
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command, Deal, Event, Json, Refused, Step
from ludocards.engine.tricks import Presa, Trick


def cards(text: str) -> tuple[Card, ...]:
    return ITALIAN40.of(text.split())


def rules(**options: Json) -> Rules:
    chosen = GAME.rules_from(options)
    assert isinstance(chosen, Rules), chosen
    return chosen


def position(
    hands: Sequence[str],
    trump: str = "C",
    leader: int = 0,
    on_table: str = "",
    taken: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> State:
    """Return a deal in play; each trick in `taken` has its winner, and its cards from seat 0 on."""
    return State(
        rules=rules(**options),
        first_dealer=3,
        phase="play",
        deal=0,
        hands=tuple(map(cards, hands)),
        trick=Trick(leader, cards(on_table)),
        namer=leader,
        trump=trump,
        tricks=tuple(Presa(Trick(0, cards(trick)), winner) for winner, trick in taken),
    )


def new_match(dealer: int = 3, **options: Json) -> State:
    state = GAME.start(rules(**options), 4, dealer)
    assert isinstance(state, State), state
    return state


def begun(hands: Sequence[str], **options: Json) -> State:
    """Return the first deal with these hands, before the trumps are named."""
    step = GAME.deal(new_match(**options), Deal(3, tuple(map(cards, hands))))
    assert isinstance(step, Step), step
    return step.state


def name(suit: str) -> Command:
    return Command.of("name", suit=suit)


def play(card: str, signal: str = "") -> Command:
    return Command.of("play", card=card, **({"signal": signal} if signal else {}))


def done(state: State, *commands: Command) -> tuple[State, list[Event]]:
    """Return the state after these commands, each of the seat on turn, and what has happened."""
    events: list[Event] = []
    for command in commands:
        step = GAME.apply(state, state.turn, command)
        assert isinstance(step, Step), step
        state = step.state
        events += step.events
    return state, events


def played(state: State, *plays: str) -> State:
    return done(state, *map(play, plays))[0]


def refusal(state: State, command: Command) -> str:
    """Return the code of the refusal that the command must get."""
    step = GAME.apply(state, state.turn, command)
    assert isinstance(step, Refused), step
    return step.code


def legal_cards(state: State) -> set[Any]:
    return {command.get("card") for command in GAME.legal(state, state.turn) if command.do == "play"}


def line(*scores: int, namer: int = 0) -> SheetLine:
    """Return a line of the sheet with these scores."""
    nothing = (0, 0)
    return SheetLine(nothing, scores, nothing, scores, nothing, nothing, nothing, namer, "C")
