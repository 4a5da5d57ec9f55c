"""Determinizations of Whist: states that are consistent with a view."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.whist.rules.presets import Rules
from ludocards.catalogue.whist.rules.state import SheetLine, State
from ludocards.engine.cards import FRENCH52, Card
from ludocards.engine.game import Json, Viewer
from ludocards.engine.tricks import Presa, Trick, must_follow
from ludocards.engine.worlds import DealUnseen, Unseen, cards_played, deal_hidden_cards, plays_of_seat


def determinized(
    rules: Rules,
    view: Mapping[str, Json],
    viewer: Viewer,
    random: Random,
    deal_unseen: DealUnseen = deal_hidden_cards,
) -> State:
    """A random state with this view in which the other players could have acted as they did."""
    known = _known(rules, view, viewer)
    open_cards = cards_played(known) | {known.turned} | {*(() if viewer is None else known.hands[viewer])}
    cards = tuple(card for card in FRENCH52.cards.values() if card not in open_cards)
    rooms = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]

    def doubts(place: int, hand: tuple[Card, ...]) -> int:
        """The number of illegal plays that this hand would imply; 0 for the cards that nobody got."""
        if place in (viewer, known.players):
            return 0
        return sum(
            moment.card not in must_follow(moment.hand, moment.before, known.trump)
            for moment in plays_of_seat(known, place, hand)
        )

    *drawn, _left = deal_unseen(Unseen(cards, [*rooms, len(cards) - sum(rooms)], doubts), random)
    return replace(known, hands=tuple(map(operator.add, known.hands, drawn)))


def _known(rules: Rules, view: Mapping[str, Json], viewer: Viewer) -> State:
    """The state as the viewer knows it, with the hands of the others empty."""
    players = view["players"]
    hands = tuple(FRENCH52.of(view["hand"]) if seat == viewer else () for seat in range(players))
    first = (view["dealer"] + 1) % players
    bids = [view["bids"][(first + place) % players] for place in range(players)]
    return State(
        rules=rules,
        players=players,
        first_dealer=(view["dealer"] - view["deal"]) % players,
        phase=view["phase"],
        deal=view["deal"],
        hands=hands,
        trick=Trick.from_json(view["trick"], FRENCH52),
        turned=FRENCH52.cards[view["trump"]["card"]] if view["trump"] else None,
        bids=tuple(tricks for tricks in bids if tricks is not None),
        tricks=tuple(Presa.from_json(presa, FRENCH52) for presa in view["tricks"]),
        sheet=tuple(map(SheetLine.from_json, view["sheet"])),
    )
