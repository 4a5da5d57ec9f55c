"""Positions of Tressette a perdere for tests, written as hands: `position(["AB 7B", …], on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.catalogue.traversone.rules import GAME
from ludocards.catalogue.traversone.rules.state import State
from ludocards.engine.game import Command, Json
from tests.engine.written import Written

TRAVERSONE = Written(GAME)
cards, rules, begun, done = TRAVERSONE.cards, TRAVERSONE.rules, TRAVERSONE.begun, TRAVERSONE.done
played, refusal, legal_cards = TRAVERSONE.played, TRAVERSONE.refusal, TRAVERSONE.legal_cards


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
        trick=TRAVERSONE.trick(leader, on_table),
        tricks=TRAVERSONE.taken(taken),
        stock=cards(stock),
    )


def new_match(players: int = 4, dealer: int = 0, **options: Json) -> State:
    return TRAVERSONE.new_match(players, dealer, **options)


def play(card: str) -> Command:
    return Command.of("play", card=card)


def lay_by(card: str) -> Command:
    return Command.of("discard", cards=(card,))
