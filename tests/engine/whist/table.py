"""Positions of Whist for tests, written as hands: `position(["KS 2H", "AH 3C", …], on_table="QH")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludocards.catalogue.whist.rules import GAME
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.game import Command, Json
from tests.engine.written import Written

WHIST = Written(GAME)
cards, rules, done, refused, legal_cards = (
    WHIST.cards, WHIST.rules, WHIST.done, WHIST.refused, WHIST.legal_cards,
)  # fmt: skip
PLAYERS = (2, 3, 4, 5, 6)


def new_match(players: int = 4, dealer: int | None = None, **options: Json) -> State:
    """Return a match before its first deal; by default seat 0 will bid and lead first."""
    return WHIST.new_match(players, players - 1 if dealer is None else dealer, **options)


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
        trick=WHIST.trick(leader, on_table),
        turned=cards(turned)[0] if turned else None,
        bids=tuple(bids),
        tricks=WHIST.taken(taken),
    )


def play(card: str) -> Command:
    return Command.of("play", card=card)


def bid(tricks: int) -> Command:
    return Command.of("bid", tricks=tricks)


def dealt(state: State) -> State:
    """Start the next deal with an unshuffled pack."""
    return WHIST.stepped(GAME.deal(state, GAME.hand_out(state, GAME.pack(state)))).state


def played(state: State, plays: str) -> State:
    return WHIST.played(state, *plays.split())


def legal_bids(state: State) -> list[Any]:
    return [command.get("tricks") for command in GAME.legal(state, state.turn)]
