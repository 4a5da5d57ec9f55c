"""Determinizations of Briscola: states consistent with a view; who drew or took an open card still has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.rules.state import Exchange, SheetLine, State
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, Viewer
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Presa, Trick
from ludocards.engine.worlds import DealUnseen, Unseen, cards_played, deal_hidden_cards


def determinized(
    rules: Rules,
    view: Mapping[str, Json],
    viewer: Viewer,
    random: Random,
    deal_unseen: DealUnseen = deal_hidden_cards,
) -> State:
    """A random state with this view: the hidden cards are dealt to the other hands and the stock."""
    known = known_hands(view, viewer)
    turned = view["turned"] and ITALIAN40.cards[view["turned"]]
    state = State(
        rules=rules,
        first_dealer=(view["dealer"] - view["deal"]) % view["players"],
        phase=view["phase"],
        deal=view["deal"],
        hands=known,
        trick=Trick.from_json(view["trick"], ITALIAN40),
        tricks=tuple(Presa.from_json(presa, ITALIAN40) for presa in view["tricks"]),
        turned=turned,
        turned_to=view["turned_to"],
        exchanged=tuple(map(Exchange.from_json, view["exchanged"])),
        signalled=tuple(map(Signalled.from_json, view["signalled"])),
        sheet=tuple(map(SheetLine.from_json, view["sheet"])),
    )
    if view["phase"] != "play":
        return state
    hidden = max(view["stock"] - 1, 0)
    seen = cards_played(state) | {card for hand in known for card in hand} | ({turned} if hidden else set())
    cards = tuple(card for card in state.pack if card not in seen)
    rooms = [count - len(hand) for count, hand in zip(view["counts"], known, strict=True)]
    *drawn, stock = deal_unseen(Unseen(cards, [*rooms, hidden], lambda place, held: 0), random)
    hands = tuple((*own, *more) for own, more in zip(known, drawn, strict=True))
    return replace(state, hands=hands, stock=(*stock, turned) if view["stock"] else ())


def known_hands(view: Mapping[str, Json], viewer: Viewer) -> tuple[tuple[Card, ...], ...]:
    """By seat the cards that the viewer knows to be there: their own, their partner's last ones, and those
    that lay open when they were drawn or exchanged."""
    gone = {code for trick in (*view["tricks"], view["trick"]) for code in trick["cards"]}
    hands: list[list[str]] = [[] for _ in range(view["players"])]
    for made in view["exchanged"]:
        theirs = hands[made["seat"]]
        theirs[:] = [*(code for code in theirs if code != made["card"]), made["taken"]]
    if view["turned_to"] is not None:
        hands[view["turned_to"]].append(view["turned"])
    kept = [[code for code in hand if code not in gone] for hand in hands]
    if viewer is not None:
        kept[viewer] = view["hand"]
        if "partner_hand" in view:
            kept[(viewer + 2) % 4] = view["partner_hand"]
    return tuple(map(ITALIAN40.of, kept))
