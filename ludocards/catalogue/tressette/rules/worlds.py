"""Determinizations of Tressette: states consistent with a view and with all accuse, declarations and
signals."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.tressette.rules import announce, signals
from ludocards.catalogue.tressette.rules.accuse import Accusa, held
from ludocards.catalogue.tressette.rules.declarations import CAPTURE
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.spoken import Announcement
from ludocards.catalogue.tressette.rules.state import SheetLine, State
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, Viewer
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Presa, Trick, must_follow
from ludocards.engine.worlds import (
    DealUnseen,
    PlayedCard,
    Unseen,
    cards_played,
    deal_hidden_cards,
    plays_of_seat,
)


def determinized(
    rules: Rules,
    view: Mapping[str, Json],
    viewer: Viewer,
    random: Random,
    deal_unseen: DealUnseen = deal_hidden_cards,
) -> State:
    """A random state with this view in which the other players could have acted and spoken as they did.

    A ticked box that has not announced anything yet is not in the view, so none is ticked in the state.
    """
    known = _known(rules, view, viewer)
    open_cards = cards_played(known) | {*(() if viewer is None else known.hands[viewer])}
    cards = tuple(card for card in known.pack if card not in open_cards and known.phase == "play")

    def doubts(seat: int, hand: tuple[Card, ...]) -> int:
        return 0 if seat == viewer else contradictions(known, seat, hand)

    rooms = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]
    drawn = deal_unseen(Unseen(cards, rooms, doubts), random)
    return replace(known, hands=tuple(map(operator.add, known.hands, drawn)))


def contradictions(state: State, seat: int, hand: tuple[Card, ...]) -> int:
    """The number of the seat's actions in this deal that are impossible if this is its hand now."""
    past = {moment.number: moment for moment in plays_of_seat(state, seat, hand)}
    wrong = sum(moment.card not in must_follow(moment.hand, moment.before) for moment in past.values())
    for accusa in (made for made in state.accuse if made.seat == seat):
        had = past[accusa.trick].hand if accusa.trick in past else hand
        wrong += accusa not in held(seat, had, accusa.trick)
    for index, said in enumerate(state.announcements):
        if said.seat == seat:
            wrong += _outcome(state, index, past[said.trick]) != said
    for given in state.signalled:
        if given.seat == seat:
            moment = past[given.trick]
            wrong += given.signal not in signals.offered(_at(state, seat, moment), seat, given.card)
    return wrong


def _outcome(state: State, index: int, moment: PlayedCard) -> announce.Outcome:
    """The outcome, in this state, of the box behind an announcement."""
    said = state.announcements[index]
    before = replace(_at(state, said.seat, moment), announcements=state.announcements[:index])
    if said.box != CAPTURE:
        return announce.BY_BOX[said.box](before, said.seat, moment.card)
    left = tuple(card for card in moment.hand if card != moment.card)
    return announce.taking(
        replace(
            before,
            hands=_only(state, said.seat, left),
            tricks=state.tricks[: said.trick + 1],
            trick=Trick(said.seat),
        )
    )


def _at(state: State, seat: int, moment: PlayedCard) -> State:
    """The deal before this card, as far as the seat knew it."""
    return replace(
        state,
        hands=_only(state, seat, moment.hand),
        trick=moment.before,
        tricks=state.tricks[: moment.number],
    )


def _only(state: State, seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple(hand if each == seat else () for each in range(state.players))


def _known(rules: Rules, view: Mapping[str, Json], viewer: Viewer) -> State:
    """The state as the viewer knows it, with the hands of the others empty."""
    players = view["players"]
    return State(
        rules=rules,
        players=players,
        first_dealer=(view["dealer"] - view["deal"]) % players,
        phase=view["phase"],
        deal=view["deal"],
        hands=tuple(ITALIAN40.of(view["hand"]) if seat == viewer else () for seat in range(players)),
        trick=Trick.from_json(view["trick"], ITALIAN40),
        tricks=tuple(Presa.from_json(presa, ITALIAN40) for presa in view["tricks"]),
        accuse=tuple(map(Accusa.from_json, view["accuse"])),
        sheet=tuple(map(SheetLine.from_json, view["sheet"])),
        announcements=tuple(map(Announcement.from_json, view["announcements"])),
        signalled=tuple(map(Signalled.from_json, view["signalled"])),
        candour=tuple((true, false) for true, false in view.get("candour", ())),
    )
