"""Positions of Tressette for tests, written as hands: `position(["3B 2B", "7B 6B", …], on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.tressette.rules.accuse import Accusa
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.state import SheetLine, State
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command, Event, Json, Refused, Step
from ludocards.engine.registry import GAMES
from ludocards.engine.tricks import Presa, Trick

GAME = GAMES["tressette"]


def cards(text: str) -> tuple[Card, ...]:
    return ITALIAN40.of(text.split())


def rules(**options: Json) -> Rules:
    chosen = GAME.rules_from({"preset": "classico", **options})
    assert isinstance(chosen, Rules), chosen
    return chosen


def position(
    hands: Sequence[str],
    leader: int = 0,
    on_table: str = "",
    taken: Sequence[tuple[int, str]] = (),
    accuse: Sequence[Accusa] = (),
    **options: Json,
) -> State:
    """Return a deal in play; each trick in `taken` has its winner, and its cards from the leader on.

    Seat 0 leads the first trick, and whoever took the one before every other.
    """
    leaders = [0, *(winner for winner, _ in taken)]
    return State(
        rules=rules(**options),
        players=len(hands),
        first_dealer=len(hands) - 1,
        phase="play",
        deal=0,
        hands=tuple(cards(hand) for hand in hands),
        trick=Trick(leader, cards(on_table)),
        tricks=tuple(
            Presa(Trick(led, cards(trick)), winner)
            for led, (winner, trick) in zip(leaders, taken, strict=False)
        ),
        accuse=tuple(accuse),
    )


def new_match(players: int = 4, dealer: int = 3, **options: Json) -> State:
    state = GAME.start(rules(**options), players, dealer)
    assert isinstance(state, State), state
    return state


def play(card: str, *declare: str, signal: str | None = None) -> Command:
    with_it: dict[str, Json] = {"declare": [*declare]} if declare else {}
    return Command.of("play", card=card, **with_it, **({"signal": signal} if signal else {}))


def napoletana(suit: str) -> Command:
    return Command.of("accuse", combo="napoletana", suit=suit)


def three(rank: str) -> Command:
    return Command.of("accuse", combo="three", rank=rank)


def four(rank: str) -> Command:
    return Command.of("accuse", combo="four", rank=rank)


def after(state: State, seat: int, *commands: Command) -> State:
    """Return the state after these commands of the seat."""
    return done(state, *((seat, command) for command in commands))[0]


def played(state: State, *plays: str) -> State:
    """Return the state after these cards, each played by the seat on turn."""
    for card in plays:
        state = after(state, state.turn, play(card))
    return state


def done(state: State, *actions: tuple[int, Command]) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for seat, command in actions:
        step = GAME.apply(state, seat, command)
        assert isinstance(step, Step), step
        state = step.state
        events += step.events
    return state, events


def refusal(state: State, seat: int, command: Command) -> str:
    """Return the code of the refusal that the command must get."""
    step = GAME.apply(state, seat, command)
    assert isinstance(step, Refused), step
    return step.code


def legal_cards(state: State, seat: int) -> set[Any]:
    return {command.get("card") for command in GAME.legal(state, seat) if command.do == "play"}


def legal_accuse(state: State, seat: int) -> set[Command]:
    return {command for command in GAME.legal(state, seat) if command.do == "accuse"}


def line(*scores: int) -> SheetLine:
    """Return a line of the sheet with these scores."""
    return SheetLine(points=(0,) * len(scores), accuse=(0,) * len(scores), score_points=scores, scores=scores)
