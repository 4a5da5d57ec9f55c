"""Positions of Tressette a perdere for tests, written as hands: `position(["AB 7B", …], on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.traversone.rules import GAME
from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.catalogue.traversone.rules.state import State
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
    leader: int = 0,
    on_table: str = "",
    taken: Sequence[tuple[int, str]] = (),
    stock: str = "",
    **options: Json,
) -> State:
    """Return a deal in play; each trick in `taken` has its winner, and its cards from seat 0 on."""
    return State(
        rules=rules(**options),
        first_dealer=len(hands) - 1,
        phase="play",
        deal=0,
        hands=tuple(map(cards, hands)),
        trick=Trick(leader, cards(on_table)),
        tricks=tuple(Presa(Trick(0, cards(trick)), winner) for winner, trick in taken),
        stock=cards(stock),
    )


def new_match(players: int = 4, dealer: int = 0, **options: Json) -> State:
    state = GAME.start(rules(**options), players, dealer)
    assert isinstance(state, State), state
    return state


def begun(hands: Sequence[str], stock: str = "", dealer: int | None = None, **options: Json) -> State:
    """Return the first deal with these hands; without a `dealer` seat 0 leads."""
    dealer = len(hands) - 1 if dealer is None else dealer
    deal = Deal(dealer, tuple(map(cards, hands)), cards(stock))
    step = GAME.deal(new_match(len(hands), dealer, **options), deal)
    assert isinstance(step, Step), step
    return step.state


def play(card: str) -> Command:
    return Command.of("play", card=card)


def lay_by(card: str) -> Command:
    return Command.of("discard", cards=(card,))


def done(state: State, *commands: Command) -> tuple[State, list[Event]]:
    """Return the state after these commands, each of the seat on turn, and what has happened."""
    events: list[Event] = []
    for command in commands:
        [seat] = GAME.to_act(state)
        step = GAME.apply(state, seat, command)
        assert isinstance(step, Step), step
        state = step.state
        events += step.events
    return state, events


def played(state: State, *plays: str) -> State:
    return done(state, *map(play, plays))[0]


def refusal(state: State, command: Command) -> str:
    """Return the code of the refusal that the command must get."""
    [seat] = GAME.to_act(state)
    step = GAME.apply(state, seat, command)
    assert isinstance(step, Refused), step
    return step.code


def legal_cards(state: State) -> set[Any]:
    return {command.get("card") for command in GAME.legal(state, state.turn)}
