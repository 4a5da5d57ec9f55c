"""Positions of Tressette for tests, written as hands: `position(["3B 2B", "7B 6B", …], on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.catalogue.tressette.rules import GAME
from ludocards.catalogue.tressette.rules.accuse import Accusa
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.state import SheetLine, State
from ludocards.engine.game import Command, Json
from ludocards.engine.tricks import Presa
from tests.engine.written import Written

TRESSETTE = Written[Rules, State](GAME, preset="classico")
cards, rules, done = TRESSETTE.cards, TRESSETTE.rules, TRESSETTE.done_by
played, legal_cards = TRESSETTE.played, TRESSETTE.legal_cards


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
        trick=TRESSETTE.trick(leader, on_table),
        tricks=tuple(
            Presa(TRESSETTE.trick(led, trick), winner)
            for led, (winner, trick) in zip(leaders, taken, strict=False)
        ),
        accuse=tuple(accuse),
    )


def new_match(players: int = 4, dealer: int = 3, **options: Json) -> State:
    return TRESSETTE.new_match(players, dealer, **options)


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


def refusal(state: State, seat: int, command: Command) -> str:
    return TRESSETTE.refusal(state, command, seat)


def legal_accuse(state: State, seat: int) -> set[Command]:
    return {command for command in GAME.legal(state, seat) if command.do == "accuse"}


def line(*scores: int) -> SheetLine:
    """Return a line of the sheet with these scores."""
    return SheetLine(points=(0,) * len(scores), accuse=(0,) * len(scores), score_points=scores, scores=scores)
