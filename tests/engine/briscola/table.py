"""Positions of Briscola for tests, written as hands: `position(["AB 7B", …], stock="2C", on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.briscola.rules import GAME
from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.rules.state import State
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
    turned: str = "2C",
    stock: str = "",
    leader: int = 0,
    on_table: str = "",
    taken: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> State:
    """Return a deal in play, in which `stock` is left to be drawn, its last card the turned one; each trick
    in `taken` has its winner, and its cards from seat 0 on."""
    return State(
        rules=rules(**options),
        first_dealer=len(hands) - 1,
        phase="play",
        deal=0,
        hands=tuple(map(cards, hands)),
        trick=Trick(leader, cards(on_table)),
        tricks=tuple(Presa(Trick(0, cards(trick)), winner) for winner, trick in taken),
        stock=cards(stock),
        turned=cards(stock or turned)[-1],
        turned_to=None if stock else 0,
    )


def new_match(players: int = 2, dealer: int = 0, **options: Json) -> State:
    state = GAME.start(rules(**options), players, dealer)
    assert isinstance(state, State), state
    return state


def rest_of(hands: Sequence[str], turned: str, without: str = "") -> str:
    """The stock that is left of the pack: the other cards, and the turned one at the end."""
    gone = {*" ".join(hands).split(), turned, without}
    return " ".join([*(code for code in ITALIAN40.cards if code not in gone), turned])


def begun(
    hands: Sequence[str], stock: str = "", turned: str = "2C", dealer: int = 0, **options: Json
) -> State:
    """Return the first deal with these hands; without a `stock` the other cards are in it."""
    left = stock or rest_of(hands, turned, "2B" if len(hands) == 3 else "")
    deal = Deal(dealer, tuple(map(cards, hands)), cards(left))
    step = GAME.deal(new_match(len(hands), dealer, **options), deal)
    assert isinstance(step, Step), step
    return step.state


def play(card: str, signal: str = "") -> Command:
    return Command.of("play", card=card, **({"signal": signal} if signal else {}))


def exchange(card: str) -> Command:
    return Command.of("exchange", card=card)


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
