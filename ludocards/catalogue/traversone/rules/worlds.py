"""Determinizations of Tressette a perdere: states consistent with a view."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.catalogue.traversone.rules.state import SheetLine, State
from ludocards.engine.cards import ITALIAN40, Card
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
    """A random state with this view in which the other players could have played as they did."""
    known = _known(rules, view, viewer)
    if known.phase not in ("discard", "play"):
        return known
    seen = cards_played(known) | {*known.stock, *(card for hand in known.hands for card in hand)}
    cards = tuple(card for card in known.pack if card not in seen)
    rooms = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]

    def doubts(place: int, hand: tuple[Card, ...]) -> int:
        return 0 if place in (viewer, known.players) else contradictions(known, place, hand)

    left = view["left"] - len(known.stock)
    *drawn, laid = deal_unseen(Unseen(cards, [*rooms, left], doubts), random)
    hands = tuple(map(operator.add, known.hands, drawn))
    return replace(known, hands=hands, stock=(*known.stock, *laid))


def contradictions(state: State, seat: int, hand: tuple[Card, ...]) -> int:
    """The number of cards that the seat could not have played with this hand."""
    past = plays_of_seat(state, seat, hand)
    return sum(moment.card not in must_follow(moment.hand, moment.before) for moment in past)


def _known(rules: Rules, view: Mapping[str, Json], viewer: Viewer) -> State:
    """The state as the viewer knows it, with the hands of the others empty."""
    players = view["players"]
    return State(
        rules=rules,
        first_dealer=(view["dealer"] - view["deal"]) % players,
        phase=view["phase"],
        deal=view["deal"],
        hands=tuple(ITALIAN40.of(view["hand"]) if seat == viewer else () for seat in range(players)),
        trick=Trick.from_json(view["trick"], ITALIAN40),
        tricks=tuple(Presa.from_json(presa, ITALIAN40) for presa in view["tricks"]),
        stock=ITALIAN40.of(view.get("laid", ())),
        sheet=tuple(map(SheetLine.from_json, view["sheet"])),
    )
