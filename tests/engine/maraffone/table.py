"""Positions of Maraffone for tests, written as hands: `position(["3B 2B", …], trump="C", on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.catalogue.maraffone.rules import GAME
from ludocards.catalogue.maraffone.rules.state import SheetLine, State
from ludocards.engine.game import Command, Json
from tests.engine.written import Written

MARAFFONE = Written(GAME)
cards, rules, begun, done = MARAFFONE.cards, MARAFFONE.rules, MARAFFONE.begun, MARAFFONE.done
played, refusal, legal_cards = MARAFFONE.played, MARAFFONE.refusal, MARAFFONE.legal_cards


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
        trick=MARAFFONE.trick(leader, on_table),
        namer=leader,
        trump=trump,
        tricks=MARAFFONE.taken(taken),
    )


def new_match(dealer: int = 3, **options: Json) -> State:
    return MARAFFONE.new_match(4, dealer, **options)


def name(suit: str) -> Command:
    return Command.of("name", suit=suit)


def play(card: str, signal: str = "") -> Command:
    return Command.of("play", card=card, **({"signal": signal} if signal else {}))


def line(*scores: int, namer: int = 0) -> SheetLine:
    """Return a line of the sheet with these scores."""
    nothing = (0, 0)
    return SheetLine(nothing, scores, nothing, scores, nothing, nothing, nothing, namer, "C")
