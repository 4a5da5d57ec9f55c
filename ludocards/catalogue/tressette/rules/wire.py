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
    array,
    card,
    mapping,
    nullable,
    one_of,
    record,
)

CARD = card(ITALIAN40)
SUIT = one_of(*ITALIAN40.suits)
RANK = one_of(*NAPOLETANA)
BOX = one_of(*BOXES)
SIGNAL = one_of(*sorted(CODES))
COMBO = one_of("napoletana", "three", "four")

ACCUSED = {"seat": SEAT, "combo": COMBO, "missing": nullable(SUIT), "points": COUNT, "trick": COUNT}
OF = {"suit": SUIT, "rank": RANK}
ACCUSA = record(ACCUSED, OF)
MAY_ACCUSE = record({**ACCUSED, "cards": array(CARD)}, OF)
ANNOUNCEMENT = record(
    {
        "seat": SEAT,
        "trick": COUNT,
        "box": BOX,
        "code": one_of(*PHRASES),
        "text": TEXT,
        "also": array(TEXT),
        "suit": nullable(SUIT),
    }
)
UNSAID = {
    **mapping(TEXT),
    "description": "for the seat alone: the boxes that were ticked and said nothing, with the reason",
}

SUMS = {
    "accuse": array(COUNT),
    "score_points": {**array(COUNT), "description": "whole points, accuse included"},
    "rounded": {**array(WHOLE), "description": "the thirds that rounding has given or taken"},
}

WIRE = Wire(
    sheet=record(
        {
            "points": {**array(COUNT), "description": "thirds of a point, the last trick included"},
            "cards": {**array(COUNT), "description": "the whole points that these make, without the accuse"},
            "accuse": array(COUNT),
            "scores": array(WHOLE),
        },
        {
            "score_points": array(WHOLE),
            "aces": {**array(COUNT), "description": "the thirds of `points` that come from aces"},
            "figures": {**array(COUNT), "description": "the thirds that come from threes, twos and figures"},
            "last_trick": {**array(COUNT), "description": "the thirds for the last trick"},
        },
    ),
    commands={
        "play": record({"card": CARD}, {"declare": array(BOX), "signal": SIGNAL}),
        "accuse": record({"combo": COMBO}, {"suit": SUIT, "rank": RANK}),
    },
    view={
        "last_trick": {**COUNT, "description": "the value of the last trick, in thirds of a point"},
        "accuse_window": {**COUNT, "description": "the number of tricks in which an accusa may be made"},
        "accuse": array(ACCUSA),
        "announcements": array(ANNOUNCEMENT),
        "signalled": array(record({"seat": SEAT, "trick": COUNT, "card": CARD, "signal": SIGNAL})),
        "sources": {
            **nullable(record({**dict.fromkeys(PARTS, array(COUNT)), **SUMS})),
            "description": "once the match is over: the sources of the points of all deals",
        },
    },
    sometimes={
        "removed_card": {**CARD, "description": "the card that three players do without"},
        "candour": {
            **array(array(COUNT)),
            "description": "by seat, where signals may be false: the numbers of true and of false ones",
        },
        "declarations": record(
            {
                "boxes": array(BOX),
                "preview": mapping(mapping(nullable(record({"code": one_of(*PHRASES), "text": TEXT})))),
            }
        ),
        "may_accuse": {
            **array(MAY_ACCUSE),
            "description": "for the seat on turn, with its cards",
        },
        "signals": {**mapping(array(SIGNAL)), "description": "by card: the signals it may be played with"},
    },
    events={"accused": record({**ACCUSED, "totals": array(COUNT)}, OF), "announced": ANNOUNCEMENT},
    duties={"must_follow_suit": record({"suit": SUIT})},
    adds={
        "played": ({}, {"signal": SIGNAL, "unsaid": UNSAID}),
        "taken": ({}, {"unsaid": UNSAID}),
    },
    missed=("accusa", "declaration", "signal"),
)
