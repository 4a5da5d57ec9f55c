"""The JSON Schema of everything that a match of Tressette sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.thirds.rules import PARTS
from ludocards.catalogue.tressette.rules.declarations import BOXES, PHRASES
from ludocards.catalogue.tressette.rules.signals import CODES
from ludocards.catalogue.tressette.values import NAPOLETANA
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    TEXT,
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
RANK = values_schema(*NAPOLETANA)
BOX = values_schema(*BOXES)
SIGNAL = values_schema(*sorted(CODES))
COMBO = values_schema("napoletana", "three", "four")

ACCUSED = {"seat": SEAT, "combo": COMBO, "missing": nullable_schema(SUIT), "points": COUNT, "trick": COUNT}
OF = {"suit": SUIT, "rank": RANK}
ACCUSA = record_schema(ACCUSED, OF)
MAY_ACCUSE = record_schema({**ACCUSED, "cards": array_schema(CARD)}, OF)
ANNOUNCEMENT = record_schema(
    {
        "seat": SEAT,
        "trick": COUNT,
        "box": BOX,
        "code": values_schema(*PHRASES),
        "text": TEXT,
        "also": array_schema(TEXT),
        "suit": nullable_schema(SUIT),
    }
)
UNSAID = {
    **mapping_schema(TEXT),
    "description": "for the seat alone: the boxes that were ticked and said nothing, with the reason",
}

SUMS = {
    "accuse": array_schema(COUNT),
    "score_points": {**array_schema(COUNT), "description": "whole points, accuse included"},
    "rounded": {**array_schema(WHOLE), "description": "the thirds that rounding has given or taken"},
}

WIRE = Wire(
    sheet=record_schema(
        {
            "points": {**array_schema(COUNT), "description": "thirds of a point, the last trick included"},
            "cards": {
                **array_schema(COUNT),
                "description": "the whole points that these make, without the accuse",
            },
            "accuse": array_schema(COUNT),
            "scores": array_schema(WHOLE),
        },
        {
            "score_points": array_schema(WHOLE),
            "aces": {**array_schema(COUNT), "description": "the thirds of `points` that come from aces"},
            "figures": {
                **array_schema(COUNT),
                "description": "the thirds that come from threes, twos and figures",
            },
            "last_trick": {**array_schema(COUNT), "description": "the thirds for the last trick"},
        },
    ),
    commands={
        "play": record_schema({"card": CARD}, {"declare": array_schema(BOX), "signal": SIGNAL}),
        "accuse": record_schema({"combo": COMBO}, {"suit": SUIT, "rank": RANK}),
    },
    view={
        "last_trick": {**COUNT, "description": "the value of the last trick, in thirds of a point"},
        "accuse_window": {**COUNT, "description": "the number of tricks in which an accusa may be made"},
        "accuse": array_schema(ACCUSA),
        "announcements": array_schema(ANNOUNCEMENT),
        "signalled": array_schema(
            record_schema({"seat": SEAT, "trick": COUNT, "card": CARD, "signal": SIGNAL})
        ),
        "sources": {
            **nullable_schema(record_schema({**dict.fromkeys(PARTS, array_schema(COUNT)), **SUMS})),
            "description": "once the match is over: the sources of the points of all deals",
        },
    },
    sometimes={
        "removed_card": {**CARD, "description": "the card that three players do without"},
        "candour": {
            **array_schema(array_schema(COUNT)),
            "description": "by seat, where signals may be false: the numbers of true and of false ones",
        },
        "declarations": record_schema(
            {
                "boxes": array_schema(BOX),
                "preview": mapping_schema(
                    mapping_schema(
                        nullable_schema(record_schema({"code": values_schema(*PHRASES), "text": TEXT}))
                    )
                ),
            }
        ),
        "may_accuse": {
            **array_schema(MAY_ACCUSE),
            "description": "for the seat on turn, with its cards",
        },
        "signals": {
            **mapping_schema(array_schema(SIGNAL)),
            "description": "by card: the signals it may be played with",
        },
    },
    events={
        "accused": record_schema({**ACCUSED, "totals": array_schema(COUNT)}, OF),
        "announced": ANNOUNCEMENT,
    },
    duties={"must_follow_suit": record_schema({"suit": SUIT})},
    adds={
        "played": ({}, {"signal": SIGNAL, "unsaid": UNSAID}),
        "taken": ({}, {"unsaid": UNSAID}),
    },
    missed=("accusa", "declaration", "signal"),
)
