"""The JSON Schema of everything that a match of Whist sends and accepts."""

from __future__ import annotations

from ludocards.engine.cards import FRENCH52
from ludocards.engine.wire import COUNT, SEAT, WHOLE, Wire, array, card, nullable, one_of, record

CARD = card(FRENCH52)
SUIT = one_of(*FRENCH52.suits)

SUMS = record({"points": array(WHOLE), "bids": array(COUNT)})

WIRE = Wire(
    sheet=record(
        {
            "points": {**array(COUNT), "description": "the tricks taken, by seat; the same as `made`"},
            "bids": array(COUNT),
            "made": array(COUNT),
            "scores": array(WHOLE),
        }
    ),
    commands={"bid": record({"tricks": COUNT}), "play": record({"card": CARD})},
    view={
        "schedule": {**array(COUNT), "description": "the number of cards in each deal of the match"},
        "cards": {**COUNT, "description": "the number of cards in this deal"},
        "asso_alto": {"type": "boolean"},
        "trump": nullable(record({"suit": SUIT, "card": CARD})),
        "bids": {**array(nullable(COUNT)), "description": "by seat; null until the seat has bid"},
        "bids_sum": {**COUNT, "description": "the sum of the bids of this deal so far"},
        "forbidden": {
            **nullable(record({"tricks": COUNT, "sum": COUNT, "cards": COUNT})),
            "description": "the bid that the last bidder may not make",
        },
        "made": array(COUNT),
        "sources": {
            **nullable(record({"made": SUMS, "missed": SUMS})),
            "description": "once the match is over: the yield of the bids made exactly, and of the others",
        },
    },
    events={"bid": record({"seat": SEAT, "tricks": COUNT, "bids_sum": COUNT})},
    adds={"dealt": ({"turned": nullable(CARD)}, {})},
    duties={
        "must_follow_suit": record({"suit": SUIT}),
        "must_trump": record({"suit": SUIT}),
        "bid_forbidden": record({"tricks": COUNT, "sum": COUNT, "cards": COUNT}),
    },
)
