"""Positions of Scopone and Scopa for tests, as hands and a table: `position(["7D", …], table="4C 3B")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.scopone.rules import GAME, captures
from ludocards.catalogue.scopone.rules.state import State, Turn
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Json
from tests.engine.written import Written

SCOPONE = Written(GAME)
cards, rules, begun = SCOPONE.cards, SCOPONE.rules, SCOPONE.begun
done, refusal = SCOPONE.done, SCOPONE.refusal

SCOPA: dict[str, Json] = {"preset": "scopa"}
NINE: dict[str, Json] = {"preset": "nove_carte"}


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
    return SCOPONE.new_match(players, dealer, **options)


def stock_of(hands: Sequence[str], table: str = "") -> str:
    """The rest of the pack, with these cards for the table in front."""
    gone = {*" ".join(hands).split(), *table.split()}
    return " ".join([*table.split(), *(code for code in ITALIAN40.cards if code not in gone)])


def play(card: str, take: str = "") -> Command:
    return captures.play(cards(card)[0], cards(take))


def played(state: State, *plays: str) -> State:
    """Return the state after these turns, each written as the card and what it takes."""
    for each in plays:
        card, _, take = each.partition(" ")
        state, _ = done(state, play(card, take))
    return state


def ways(state: State, card: str) -> list[Any]:
    """Return what a card of the seat on turn may take, each as a list of codes."""
    legal = [each for each in GAME.legal(state, state.turn) if each.get("card") == card]
    return [[*(each.get("take") or ())] for each in legal]
