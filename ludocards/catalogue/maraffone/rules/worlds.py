"""Determinizations of Maraffone: states consistent with a view, with the cricca and with the words said."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.maraffone.rules import signals
from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.rules.state import PLAYERS, SheetLine, State
from ludocards.catalogue.maraffone.values import NAMING_CARD
from ludocards.catalogue.thirds.values import HONOURS
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.game import Json, Viewer
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Presa, Trick, must_follow
from ludocards.engine.worlds import DealUnseen, Unseen, cards_played, deal_hidden_cards, plays_of_seat


def determinized(
    rules: Rules,
    view: Mapping[str, Json],
    viewer: Viewer,
    random: Random,
    deal_unseen: DealUnseen = deal_hidden_cards,
) -> State:
    """A random state with this view in which the other players could have acted and spoken as they did."""
    known = _known(rules, view, viewer)
    open_cards = cards_played(known) | {*(() if viewer is None else known.hands[viewer])}
    is_dealt = known.phase in ("name", "play")
    cards = tuple(card for card in ITALIAN40.cards.values() if is_dealt and card not in open_cards)

    def doubts(seat: int, hand: tuple[Card, ...]) -> int:
        return 0 if seat == viewer else contradictions(known, seat, hand)

    rooms = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]
    drawn = deal_unseen(Unseen(cards, rooms, doubts), random)
    return replace(known, hands=tuple(map(operator.add, known.hands, drawn)))


def contradictions(state: State, seat: int, hand: tuple[Card, ...]) -> int:
    """The number of facts of this deal that are impossible if this is the seat's hand now."""
    past = [*plays_of_seat(state, seat, hand)]
    had = past[-1].hand if past else hand
    wrong = sum(moment.card not in must_follow(moment.hand, moment.before) for moment in past)
    if state.deal == 0 and state.namer == seat:
        wrong += NAMING_CARD not in codes(had)
    if state.cricca == seat:
        wrong += len({rank + str(state.trump) for rank in HONOURS} - {*codes(had)})
    elif _led_the_ace(state, seat):
        wrong += {rank + str(state.trump) for rank in HONOURS} <= {*codes(had)}
    hands = {moment.number: moment.hand for moment in past}
    for given in state.signalled:
        if given.seat == seat:
            before = replace(state, trick=Trick(seat), hands=_only(seat, hands[given.trick]))
            wrong += given.signal not in signals.offered(before, seat, given.card)
    return wrong


def _led_the_ace(state: State, seat: int) -> bool:
    """Return whether the seat has led the ace of trumps first, which would have shown a cricca."""
    first = (state.tricks[0].trick if state.tricks else state.trick).cards[:1]
    return state.rules.cricca == "namer" and state.namer == seat and codes(first) == [f"A{state.trump}"]


def _only(seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple(hand if each == seat else () for each in range(PLAYERS))


def _known(rules: Rules, view: Mapping[str, Json], viewer: Viewer) -> State:
    """The state as the viewer knows it, with the hands of the others empty."""
    sheet = tuple(map(SheetLine.from_json, view["sheet"]))
    return State(
        rules=rules,
        first_dealer=(view["dealer"] - view["deal"]) % PLAYERS,
        phase=view["phase"],
        deal=view["deal"],
        hands=tuple(ITALIAN40.of(view["hand"]) if seat == viewer else () for seat in range(PLAYERS)),
        trick=Trick.from_json(view["trick"], ITALIAN40),
        namer=view["namer"],
        trump=view["trump"],
        tricks=tuple(Presa.from_json(presa, ITALIAN40) for presa in view["tricks"]),
        cricca=view["cricca"],
        signalled=tuple(map(Signalled.from_json, view["signalled"])),
        sheet=sheet,
    )
