"""The JSON Schema of everything that a match of Scopone or Scopa sends and accepts."""

from __future__ import annotations

from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import (
    COUNT,
    MORE,
    SEAT,
    SIDE,
    TYPES,
    Wire,
    array,
    captured,
    card,
    nullable,
    one_of,
    record,
    with_fields,
)

CARD = card(ITALIAN40)
CARDS = array(CARD)
YES = {"type": TYPES[bool]}
WON = {**nullable(SIDE), "description": "the side that has the point"}

SCORED = record(
    {**dict.fromkeys(("carte", "denari", "settebello", "primiera"), WON), "scope": array(COUNT)},
    {"napola": array(COUNT), "rebello": WON},
)

WIRE = Wire(
    sheet=record(
        {
            "points": {**array(COUNT), "description": "the cards taken"},
            "denari": {**array(COUNT), "description": "the cards of that suit"},
            "primiera": {**array(nullable(COUNT)), "description": "null for a side that lacks a suit"},
            "scored": {**nullable(SCORED), "description": "the points by name; null for a void deal"},
            "scores": array(COUNT),
        }
    ),
    commands={
        "play": record(
            {"card": CARD}, {"take": {**CARDS, "description": "the cards that it takes, in any order"}}
        )
    },
    duties={},
    has_tricks=False,
    view={
        "table": {**CARDS, "description": "the open cards, in the order in which they came"},
        "stock": {**COUNT, "description": "the number of cards still to be dealt in this deal"},
        "in_hand": {**COUNT, "description": "the number of cards dealt to each at a time"},
        "taken": {**array(COUNT), "description": "the number of cards in the pile of each side"},
        "scope": {**array(COUNT), "description": "by side, in this deal"},
        "last": {**nullable(SEAT), "description": "the seat that captured last"},
        "turns": {
            **array(record({"seat": SEAT, "card": nullable(CARD), "take": CARDS, "scopa": YES})),
            "description": "the cards played in this deal; without a card the rest, for the last to capture",
        },
        "review": {
            **one_of("last_capture", "all"),
            "description": "the captures that people may see again: the last of each side, or all",
        },
        "target": {**nullable(COUNT), "description": "the points that win; null in a number of deals"},
        "last_scopa": {**YES, "description": "whether the last card of a deal can make a scopa"},
        "napola": one_of("none", "full", "full_wins"),
        "rebello": YES,
        "primiera_figures": one_of("ten", "r10_c9_f8"),
        "finish": one_of("deal_end", "in_order"),
    },
    events={
        "captured": with_fields(
            captured(ITALIAN40),
            {"scopa": YES, "rest": {**YES, "description": "whether they were left at the end of the deal"}},
        ),
    },
    adds={"dealt": ({"stock": COUNT}, {"table": CARDS, "more": MORE})},
)
