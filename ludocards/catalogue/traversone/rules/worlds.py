"""Determinizations of Tressette a perdere: states consistent with a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.catalogue.traversone.rules.state import SheetLine, State
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, Viewer
from ludocards.engine.tricks import Presa, Trick, must_follow
from ludocards.engine.worlds import Unseen, cards_played, deal_hidden_cards, plays_of_seat


def determinized(rules: Rules, view: Mapping[str, Json], viewer: Viewer, random: Random) -> State:
    """A random state with this view in which the other players could have played as they did."""
    known = _known(rules, view, viewer)
    if known.phase not in ("discard", "play"):
        return known
    others = [seat for seat in range(known.players) if seat != viewer]
    seen = cards_played(known) | {*known.stock, *(card for hand in known.hands for card in hand)}
    cards = tuple(card for card in known.pack if card not in seen)
    rooms = [*(view["counts"][seat] for seat in others), view["left"] - len(known.stock)]

    def doubts(place: int, hand: tuple[Card, ...]) -> int:
        return contradictions(known, others[place], hand) if place < len(others) else 0

    *drawn, left = deal_hidden_cards(Unseen(cards, rooms, doubts), random)
    hands = dict(zip(others, drawn, strict=True))
    full = tuple(hands.get(seat, own) for seat, own in enumerate(known.hands))
    return replace(known, hands=full, stock=(*known.stock, *left))


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
