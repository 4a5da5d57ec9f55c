"""Positions of Scopone and Scopa for tests, as hands and a table: `position(["7D", …], table="4C 3B")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.scopone.rules import GAME, captures
from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.rules.state import State, Turn
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command, Deal, Event, Json, Refused, Step

SCOPA: dict[str, Json] = {"preset": "scopa"}
NINE: dict[str, Json] = {"preset": "nove_carte"}


def cards(text: str) -> tuple[Card, ...]:
    return ITALIAN40.of(text.split())


def rules(**options: Json) -> Rules:
    chosen = GAME.rules_from(options)
    assert isinstance(chosen, Rules), chosen
    return chosen


def turn(seat: int, text: str) -> Turn:
    """Return a turn written as the card and what it took: `7D 4C 3B`."""
    card, *taken = cards(text)
    return Turn(seat, card, captures.in_order(taken))


def position(
    hands: Sequence[str],
    table: str = "",
    stock: str = "",
    turns: Sequence[tuple[int, str]] = (),
    dealer: int | None = None,
    **options: Json,
) -> State:
    """Return a deal in play; the last seat is the dealer if no other is named."""
    return State(
        rules=rules(**options),
        first_dealer=len(hands) - 1 if dealer is None else dealer,
        phase="play",
        deal=0,
        hands=tuple(map(cards, hands)),
        table=cards(table),
        stock=cards(stock),
        turns=tuple(turn(*each) for each in turns),
    )


def new_match(players: int = 4, dealer: int = 3, **options: Json) -> State:
    state = GAME.start(rules(**options), players, dealer)
    assert isinstance(state, State), state
    return state


def stock_of(hands: Sequence[str], table: str = "") -> str:
    """The rest of the pack, with these cards for the table in front."""
    gone = {*" ".join(hands).split(), *table.split()}
    return " ".join([*table.split(), *(code for code in ITALIAN40.cards if code not in gone)])


def begun(hands: Sequence[str], stock: str = "", dealer: int | None = None, **options: Json) -> State:
    """Return the first deal with these hands; the stock begins with the cards of the table."""
    dealer = len(hands) - 1 if dealer is None else dealer
    step = GAME.deal(
        new_match(len(hands), dealer, **options), Deal(dealer, tuple(map(cards, hands)), cards(stock))
    )
    assert isinstance(step, Step), step
    return step.state


def play(card: str, take: str = "") -> Command:
    return captures.play(cards(card)[0], cards(take))


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
    """Return the state after these turns, each written as the card and what it takes."""
    for each in plays:
        card, _, take = each.partition(" ")
        state, _ = done(state, play(card, take))
    return state


def refusal(state: State, command: Command) -> str:
    """Return the code of the refusal that the command must get."""
    step = GAME.apply(state, state.turn, command)
    assert isinstance(step, Refused), step
    return step.code


def ways(state: State, card: str) -> list[Any]:
    """Return what a card of the seat on turn may take, each as a list of codes."""
    legal = [each for each in GAME.legal(state, state.turn) if each.get("card") == card]
    return [[*(each.get("take") or ())] for each in legal]
