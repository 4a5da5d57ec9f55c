"""Positions of Whist for tests, written as hands: `position(["KS 2H", "AH 3C", …], on_table="QH")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.whist.rules.play import Whist
from ludocards.catalogue.whist.rules.presets import Rules
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.cards import FRENCH52, Card
from ludocards.engine.game import Command, Event, Json, Refused, Step
from ludocards.engine.tricks import Presa, Trick

GAME = Whist()
PLAYERS = (2, 3, 4, 5, 6)


def cards(text: str) -> tuple[Card, ...]:
    return FRENCH52.of(text.split())


def rules(**options: Json) -> Rules:
    chosen = GAME.rules_from(options)
    assert isinstance(chosen, Rules), chosen
    return chosen


def new_match(players: int = 4, dealer: int | None = None, **options: Json) -> State:
    """Return a match before its first deal; by default seat 0 will bid and lead first."""
    state = GAME.start(rules(**options), players, players - 1 if dealer is None else dealer)
    assert isinstance(state, State), state
    return state


def position(
    hands: Sequence[str],
    leader: int = 0,
    on_table: str = "",
    taken: Sequence[tuple[int, str]] = (),
    turned: str = "",
    bids: Sequence[int] | None = None,
    deal: int = 0,
    **options: Json,
) -> State:
    """Return a deal in play, dealt by the last seat.

    `turned` is the card that decides trumps, if there are any. Each of the tricks in `taken` has its winner,
    and its cards from the leader on. Without `bids`, everybody has bid 0.
    """
    players = len(hands)
    bids = [0] * players if bids is None else bids
    return State(
        rules=rules(briscola=bool(turned), **options),
        players=players,
        first_dealer=(players - 1 - deal) % players,
        phase="play" if len(bids) == players else "bid",
        deal=deal,
        hands=tuple(cards(hand) for hand in hands),
        trick=Trick(leader, cards(on_table)),
        turned=cards(turned)[0] if turned else None,
        bids=tuple(bids),
        tricks=tuple(Presa(Trick(0, cards(trick)), winner) for winner, trick in taken),
    )


def play(card: str) -> Command:
    return Command.of("play", card=card)


def bid(tricks: int) -> Command:
    return Command.of("bid", tricks=tricks)


def dealt(state: State) -> State:
    """Start the next deal with an unshuffled pack."""
    step = GAME.deal(state, GAME.hand_out(state, GAME.pack(state)))
    assert isinstance(step, Step), step
    return step.state


def done(state: State, *commands: Command) -> tuple[State, list[Event]]:
    """Apply these commands, each by the seat on turn."""
    events: list[Event] = []
    for command in commands:
        step = GAME.apply(state, state.turn, command)
        assert isinstance(step, Step), step
        state = step.state
        events += step.events
    return state, events


def played(state: State, plays: str) -> State:
    return done(state, *map(play, plays.split()))[0]


def refused(state: State, command: Command, seat: int | None = None) -> Refused:
    """Return the refusal that the seat on turn must get for the command."""
    step = GAME.apply(state, state.turn if seat is None else seat, command)
    assert isinstance(step, Refused), step
    return step


def legal_cards(state: State) -> set[Any]:
    return {command.get("card") for command in GAME.legal(state, state.turn)}


def legal_bids(state: State) -> list[Any]:
    return [command.get("tricks") for command in GAME.legal(state, state.turn)]
