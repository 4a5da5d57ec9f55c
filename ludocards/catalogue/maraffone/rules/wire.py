"""The JSON Schema of everything that a match of Maraffone sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.maraffone.rules.signals import CODES
from ludocards.catalogue.thirds.rules import PARTS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import COUNT, SEAT, WHOLE, Wire, array, card, mapping, nullable, one_of, record

CARD = card(ITALIAN40)
SUIT = one_of(*ITALIAN40.suits)
SIGNAL = one_of(*CODES)
COMBO = one_of("cricca")

WIRE = Wire(
    sheet=record(
        {
            "points": {**array(COUNT), "description": "thirds of a point, the last trick included"},
            "cards": {**array(COUNT), "description": "what these count, in the unit of the score"},
            "cricca": {**array(COUNT), "description": "the bonus for the three highest trumps in one hand"},
            "scores": {**array(COUNT), "description": "points; thirds of a point if figures are counted"},
            "aces": {**array(COUNT), "description": "the thirds of `points` that come from aces"},
            "figures": {**array(COUNT), "description": "the thirds that come from threes, twos and figures"},
            "last_trick": {**array(COUNT), "description": "the thirds for the last trick"},
            "namer": SEAT,
            "trump": SUIT,
        }
    ),
    commands={
        "name": record({"suit": SUIT}),
        "play": record({"card": CARD}, {"signal": SIGNAL}),
        "accuse": record({"combo": COMBO}),
    },
    view={
        "namer": {**nullable(SEAT), "description": "the seat that names the trumps of this deal and leads"},
        "trump": {**nullable(SUIT), "description": "null until it is named"},
        "cricca": {**nullable(SEAT), "description": "the seat that has scored the cricca in this deal"},
        "cricca_by": one_of("namer", "anyone", "none"),
        "last_trick": {**COUNT, "description": "the value of the last trick, in thirds of a point"},
        "signalled": array(record({"seat": SEAT, "trick": COUNT, "card": CARD, "signal": SIGNAL})),
        "sources": {
            **nullable(
                record(
                    {**dict.fromkeys((*PARTS, "cricca"), array(COUNT)), "rounded": array(WHOLE)},
                )
            ),
            "description": "once the match is over: the sources of the points of all deals",
        },
    },
    sometimes={"signals": {**mapping(array(SIGNAL)), "description": "by card: the words it may be led with"}},
    events={
        "named": record({"seat": SEAT, "suit": SUIT}),
        "accused": record(
            {"seat": SEAT, "combo": COMBO, "suit": SUIT, "points": COUNT, "totals": array(COUNT)}
        ),
    },
    adds={"dealt": ({"namer": SEAT}, {}), "played": ({}, {"signal": SIGNAL})},
    duties={"must_follow_suit": record({"suit": SUIT})},
    missed=("cricca",),
)
