"""Positions of Briscola for tests, written as hands: `position(["AB 7B", …], stock="2C", on_table="RB")`."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.catalogue.briscola.rules import GAME
from ludocards.catalogue.briscola.rules.state import State
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Json
from tests.engine.written import Written

BRISCOLA = Written(GAME)
cards, rules, done, played = BRISCOLA.cards, BRISCOLA.rules, BRISCOLA.done, BRISCOLA.played
refusal, legal_cards = BRISCOLA.refusal, BRISCOLA.legal_cards


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
        trick=BRISCOLA.trick(leader, on_table),
        tricks=BRISCOLA.taken(taken),
        stock=cards(stock),
        turned=cards(stock or turned)[-1],
        turned_to=None if stock else 0,
    )


def rest_of(hands: Sequence[str], turned: str, without: str = "") -> str:
    """The stock that is left of the pack: the other cards, and the turned one at the end."""
    gone = {*" ".join(hands).split(), turned, without}
    return " ".join([*(code for code in ITALIAN40.cards if code not in gone), turned])


def new_match(players: int = 2, dealer: int = 0, **options: Json) -> State:
    return BRISCOLA.new_match(players, dealer, **options)


def begun(
    hands: Sequence[str], stock: str = "", turned: str = "2C", dealer: int = 0, **options: Json
) -> State:
    """Return the first deal with these hands; without a `stock` the other cards are in it."""
    left = stock or rest_of(hands, turned, "2B" if len(hands) == 3 else "")
    return BRISCOLA.begun(hands, left, dealer, **options)


def play(card: str, signal: str = "") -> Command:
    return Command.of("play", card=card, **({"signal": signal} if signal else {}))


def exchange(card: str) -> Command:
    return Command.of("exchange", card=card)
