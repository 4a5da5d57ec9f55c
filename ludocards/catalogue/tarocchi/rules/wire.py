"""The JSON Schema of everything that a match of Tarocchi sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.tarocchi.rules.bidding import WORDS
from ludocards.catalogue.tarocchi.rules.following import FORCES, SUITS, TRUMPS
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS, PRESETS
from ludocards.catalogue.tarocchi.values import MONTE
from ludocards.engine.cards import SICILIAN63
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    WHOLE,
    Wire,
    array_schema,
    card_schema,
    nullable_schema,
    record_schema,
    rules_schema,
    values_schema,
)

CARD = card_schema(SICILIAN63)
CARDS = array_schema(CARD)
WORD = values_schema(*WORDS)
NUMBERED = {"points": COUNT, "from": SEAT}
CALL = record_schema({"seat": SEAT, "call": WORD}, NUMBERED)
CONTRACT = record_schema(
    {
        "result": values_schema("play", "abandon"),
        "why": values_schema("tengo", "silence", "unanswered", "piglio", "vado"),
        "seat": nullable_schema(SEAT),
        "from": nullable_schema(SEAT),
        "points": nullable_schema(COUNT),
    }
)
PAYMENTS = array_schema(WHOLE)
TIMES = {"ms": COUNT, "open_ms": COUNT, "lock_ms": COUNT, "batch_ms": COUNT}
SUIT = values_schema(*SUITS)

WIRE = Wire(
    sheet=record_schema(
        {
            "points": nullable_schema(array_schema(COUNT)),
            "owed": {
                **nullable_schema(array_schema(COUNT)),
                "description": "the deduction from the points for the score",
            },
            "scores": array_schema(WHOLE),
            "contract": CONTRACT,
        }
    ),
    commands={
        "call": record_schema({"call": WORD}, NUMBERED),
        "discard": record_schema({"cards": {**CARDS, "minItems": MONTE, "maxItems": MONTE}}),
        "play": record_schema({"card": CARD}),
    },
    view={
        "rules": rules_schema(PRESETS, OPTIONS),
        "calls": array_schema(CALL),
        "offers": array_schema(record_schema({"seat": SEAT, "points": COUNT})),
        "window": {
            **nullable_schema(record_schema({**TIMES, "locked": array_schema(WORD)})),
            "description": "while the bidding is open: its times in milliseconds, and the calls locked",
        },
        "contract": nullable_schema(CONTRACT),
        "led": {
            **nullable_schema(values_schema(*SUITS, TRUMPS)),
            "description": "the suit of the trick; null before a card has set it, as the Fuggitivo does not",
        },
        "opened": {**array_schema(SUIT), "description": "the suits that have had their first trick"},
        "payments": nullable_schema(PAYMENTS),
        "sources": {
            **nullable_schema(
                record_schema(
                    {
                        "taken": array_schema(COUNT),
                        "owed": array_schema(COUNT),
                        "offered": array_schema(WHOLE),
                    }
                )
            ),
            "description": "once the match is over: the sources of the scores of all deals",
        },
    },
    sometimes={
        "seat": SEAT,
        "new": {**CARDS, "description": "while the dealer discards: the viewer's cards just dealt"},
        "forced": array_schema(record_schema({"card": CARD, "suit": SUIT, "why": values_schema(*FORCES)})),
        "scarto": {**CARDS, "description": "for the dealer alone"},
        "monte": {**CARDS, "description": "for the dealer, or for everybody where it is shown"},
        "discard": record_schema({"count": COUNT, "barred": CARDS}),
    },
    events={
        "called": CALL,
        "closed": CONTRACT,
        "discarded": record_schema({"seat": SEAT, "count": COUNT}, {"cards": CARDS}),
    },
    adds={
        "dealt": ({}, {"new": CARDS, "monte": CARDS}),
        "finished": ({"payments": {**PAYMENTS, "description": "by seat, in play money"}}, {}),
    },
    duties={
        "must_follow_suit": record_schema({"suit": values_schema(*SUITS, TRUMPS)}),
        "must_trump": record_schema({"suit": values_schema(TRUMPS)}),
        "must_overtrump": record_schema({"card": CARD}),
        **{code: record_schema({"card": CARD, "suit": SUIT}) for code, _ in FORCES.values()},
    },
)
