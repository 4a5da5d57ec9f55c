"""The JSON Schema of everything that a match of Maraffone sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.maraffone.rules.signals import CODES
from ludocards.catalogue.thirds.rules import PARTS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    WHOLE,
    Wire,
    array_schema,
    card_schema,
    mapping_schema,
    nullable_schema,
    record_schema,
    values_schema,
)

CARD = card_schema(ITALIAN40)
SUIT = values_schema(*ITALIAN40.suits)
SIGNAL = values_schema(*CODES)
COMBO = values_schema("cricca")

WIRE = Wire(
    sheet=record_schema(
        {
            "points": {**array_schema(COUNT), "description": "thirds of a point, the last trick included"},
            "cards": {**array_schema(COUNT), "description": "what these count, in the unit of the score"},
            "cricca": {
                **array_schema(COUNT),
                "description": "the bonus for the three highest trumps in one hand",
            },
            "scores": {
                **array_schema(COUNT),
                "description": "points; thirds of a point if figures are counted",
            },
            "aces": {**array_schema(COUNT), "description": "the thirds of `points` that come from aces"},
            "figures": {
                **array_schema(COUNT),
                "description": "the thirds that come from threes, twos and figures",
            },
            "last_trick": {**array_schema(COUNT), "description": "the thirds for the last trick"},
            "namer": SEAT,
            "trump": SUIT,
        }
    ),
    commands={
        "name": record_schema({"suit": SUIT}),
        "play": record_schema({"card": CARD}, {"signal": SIGNAL}),
        "accuse": record_schema({"combo": COMBO}),
    },
    view={
        "namer": {
            **nullable_schema(SEAT),
            "description": "the seat that names the trumps of this deal and leads",
        },
        "trump": {**nullable_schema(SUIT), "description": "null until it is named"},
        "cricca": {
            **nullable_schema(SEAT),
            "description": "the seat that has scored the cricca in this deal",
        },
        "cricca_by": values_schema("namer", "anyone", "none"),
        "last_trick": {**COUNT, "description": "the value of the last trick, in thirds of a point"},
        "signalled": array_schema(
            record_schema({"seat": SEAT, "trick": COUNT, "card": CARD, "signal": SIGNAL})
        ),
        "sources": {
            **nullable_schema(
                record_schema(
                    {
                        **dict.fromkeys((*PARTS, "cricca"), array_schema(COUNT)),
                        "rounded": array_schema(WHOLE),
                    },
                )
            ),
            "description": "once the match is over: the sources of the points of all deals",
        },
    },
    sometimes={
        "signals": {
            **mapping_schema(array_schema(SIGNAL)),
            "description": "by card: the words it may be led with",
        }
    },
    events={
        "named": record_schema({"seat": SEAT, "suit": SUIT}),
        "accused": record_schema(
            {"seat": SEAT, "combo": COMBO, "suit": SUIT, "points": COUNT, "totals": array_schema(COUNT)}
        ),
    },
    adds={"dealt": ({"namer": SEAT}, {}), "played": ({}, {"signal": SIGNAL})},
    duties={"must_follow_suit": record_schema({"suit": SUIT})},
    missed=("cricca",),
)
