"""The JSON Schema of everything that a match of Whist sends and accepts."""

from __future__ import annotations

from ludocards.engine.cards import FRENCH52
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    WHOLE,
    Wire,
    array_schema,
    card_schema,
    nullable_schema,
    record_schema,
    values_schema,
)

CARD = card_schema(FRENCH52)
SUIT = values_schema(*FRENCH52.suits)

SUMS = record_schema({"points": array_schema(WHOLE), "bids": array_schema(COUNT)})

WIRE = Wire(
    sheet=record_schema(
        {
            "points": {**array_schema(COUNT), "description": "the tricks taken, by seat; the same as `made`"},
            "bids": array_schema(COUNT),
            "made": array_schema(COUNT),
            "scores": array_schema(WHOLE),
        }
    ),
    commands={"bid": record_schema({"tricks": COUNT}), "play": record_schema({"card": CARD})},
    view={
        "schedule": {**array_schema(COUNT), "description": "the number of cards in each deal of the match"},
        "cards": {**COUNT, "description": "the number of cards in this deal"},
        "asso_alto": {"type": "boolean"},
        "trump": nullable_schema(record_schema({"suit": SUIT, "card": CARD})),
        "bids": {
            **array_schema(nullable_schema(COUNT)),
            "description": "by seat; null until the seat has bid",
        },
        "bids_sum": {**COUNT, "description": "the sum of the bids of this deal so far"},
        "forbidden": {
            **nullable_schema(record_schema({"tricks": COUNT, "sum": COUNT, "cards": COUNT})),
            "description": "the bid that the last bidder may not make",
        },
        "made": array_schema(COUNT),
        "sources": {
            **nullable_schema(record_schema({"made": SUMS, "missed": SUMS})),
            "description": "once the match is over: the yield of the bids made exactly, and of the others",
        },
    },
    events={"bid": record_schema({"seat": SEAT, "tricks": COUNT, "bids_sum": COUNT})},
    adds={"dealt": ({"turned": nullable_schema(CARD)}, {})},
    duties={
        "must_follow_suit": record_schema({"suit": SUIT}),
        "must_trump": record_schema({"suit": SUIT}),
        "bid_forbidden": record_schema({"tricks": COUNT, "sum": COUNT, "cards": COUNT}),
    },
)
