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
    array_schema,
    captured_schema,
    card_schema,
    nullable_schema,
    record_schema,
    values_schema,
    with_fields,
)

CARD = card_schema(ITALIAN40)
CARDS = array_schema(CARD)
YES = {"type": TYPES[bool]}
WON = {**nullable_schema(SIDE), "description": "the side that has the point"}

SCORED = record_schema(
    {**dict.fromkeys(("carte", "denari", "settebello", "primiera"), WON), "scope": array_schema(COUNT)},
    {"napola": array_schema(COUNT), "rebello": WON},
)

WIRE = Wire(
    sheet=record_schema(
        {
            "points": {**array_schema(COUNT), "description": "the cards taken"},
            "denari": {**array_schema(COUNT), "description": "the cards of that suit"},
            "primiera": {
                **array_schema(nullable_schema(COUNT)),
                "description": "null for a side that lacks a suit",
            },
            "scored": {**nullable_schema(SCORED), "description": "the points by name; null for a void deal"},
            "scores": array_schema(COUNT),
        }
    ),
    commands={
        "play": record_schema(
            {"card": CARD}, {"take": {**CARDS, "description": "the cards that it takes, in any order"}}
        )
    },
    duties={},
    has_tricks=False,
    view={
        "table": {**CARDS, "description": "the open cards, in the order in which they came"},
        "stock": {**COUNT, "description": "the number of cards still to be dealt in this deal"},
        "in_hand": {**COUNT, "description": "the number of cards dealt to each at a time"},
        "taken": {**array_schema(COUNT), "description": "the number of cards in the pile of each side"},
        "scope": {**array_schema(COUNT), "description": "by side, in this deal"},
        "last": {**nullable_schema(SEAT), "description": "the seat that captured last"},
        "turns": {
            **array_schema(
                record_schema({"seat": SEAT, "card": nullable_schema(CARD), "take": CARDS, "scopa": YES})
            ),
            "description": "the cards played in this deal; without a card the rest, for the last to capture",
        },
        "review": {
            **values_schema("last_capture", "all"),
            "description": "the captures that people may see again: the last of each side, or all",
        },
        "target": {**nullable_schema(COUNT), "description": "the points that win; null in a number of deals"},
        "last_scopa": {**YES, "description": "whether the last card of a deal can make a scopa"},
        "napola": values_schema("none", "full", "full_wins"),
        "rebello": YES,
        "primiera_figures": values_schema("ten", "r10_c9_f8"),
        "finish": values_schema("deal_end", "in_order"),
    },
    events={
        "captured": with_fields(
            captured_schema(ITALIAN40),
            {"scopa": YES, "rest": {**YES, "description": "whether they were left at the end of the deal"}},
        ),
    },
    adds={"dealt": ({"stock": COUNT}, {"table": CARDS, "more": MORE})},
)
