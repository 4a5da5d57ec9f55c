"""Determinizations of Scopone and Scopa: any deal of the hidden cards agrees with what was played."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.rules.state import SheetLine, State, Turn
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json, Viewer
from ludocards.engine.worlds import DealUnseen, Unseen, deal_hidden_cards


def determinized(
    rules: Rules,
    view: Mapping[str, Json],
    viewer: Viewer,
    random: Random,
    deal_unseen: DealUnseen = deal_hidden_cards,
) -> State:
    """A random state with this view: the hidden cards are dealt to the other hands and the stock."""
    lines = tuple(map(SheetLine.from_json, view["sheet"]))
    void = sum(line.scored is None for line in lines[: view["deal"]])
    turns = tuple(map(Turn.from_json, view["turns"]))
    table = ITALIAN40.of(view["table"])
    own = ITALIAN40.of(view.get("hand", ()))
    known = {card for turn in turns for card in (turn.card, *turn.taken)} | {*table, *own}
    playing = view["phase"] == "play"
    hidden = tuple(card for card in ITALIAN40.cards.values() if card not in known) if playing else ()
    rooms = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]
    *hands, stock = deal_unseen(Unseen(hidden, [*rooms, view["stock"]], lambda place, held: 0), random)
    return State(
        rules=rules,
        first_dealer=(view["dealer"] - view["deal"] + void) % view["players"],
        phase=view["phase"],
        deal=view["deal"],
        hands=tuple(own if seat == viewer else hand for seat, hand in enumerate(hands)),
        table=table,
        stock=stock,
        turns=turns,
        sheet=lines,
    )
