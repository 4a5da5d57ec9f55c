"""The JSON Schema of everything that a match of Tarocchi sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.tarocchi.rules.bidding import WORDS
from ludocards.catalogue.tarocchi.rules.following import FORCES, SUITS, TRUMPS
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS, PRESETS
from ludocards.catalogue.tarocchi.values import MONTE
from ludocards.engine.cards import SICILIAN63
from ludocards.engine.wire import COUNT, SEAT, WHOLE, Wire, array, card, nullable, one_of, record, rules

CARD = card(SICILIAN63)
CARDS = array(CARD)
WORD = one_of(*WORDS)
NUMBERED = {"points": COUNT, "from": SEAT}
CALL = record({"seat": SEAT, "call": WORD}, NUMBERED)
CONTRACT = record(
    {
        "result": one_of("play", "abandon"),
        "why": one_of("tengo", "silence", "unanswered", "piglio", "vado"),
        "seat": nullable(SEAT),
        "from": nullable(SEAT),
        "points": nullable(COUNT),
    }
)
PAYMENTS = array(WHOLE)
TIMES = {"ms": COUNT, "open_ms": COUNT, "lock_ms": COUNT, "batch_ms": COUNT}
SUIT = one_of(*SUITS)

WIRE = Wire(
    sheet=record(
        {
            "points": nullable(array(COUNT)),
            "owed": {**nullable(array(COUNT)), "description": "the deduction from the points for the score"},
            "scores": array(WHOLE),
            "contract": CONTRACT,
        }
    ),
    commands={
        "call": record({"call": WORD}, NUMBERED),
        "discard": record({"cards": {**CARDS, "minItems": MONTE, "maxItems": MONTE}}),
        "play": record({"card": CARD}),
    },
    view={
        "rules": rules(PRESETS, OPTIONS),
        "calls": array(CALL),
        "offers": array(record({"seat": SEAT, "points": COUNT})),
        "window": {
            **nullable(record({**TIMES, "locked": array(WORD)})),
            "description": "while the bidding is open: its times in milliseconds, and the calls locked",
        },
        "contract": nullable(CONTRACT),
        "led": {
            **nullable(one_of(*SUITS, TRUMPS)),
            "description": "the suit of the trick; null before a card has set it, as the Fuggitivo does not",
        },
        "opened": {**array(SUIT), "description": "the suits that have had their first trick"},
        "payments": nullable(PAYMENTS),
        "sources": {
            **nullable(record({"taken": array(COUNT), "owed": array(COUNT), "offered": array(WHOLE)})),
            "description": "once the match is over: the sources of the scores of all deals",
        },
    },
    sometimes={
        "seat": SEAT,
        "new": {**CARDS, "description": "while the dealer discards: the viewer's cards just dealt"},
        "forced": array(record({"card": CARD, "suit": SUIT, "why": one_of(*FORCES)})),
        "scarto": {**CARDS, "description": "for the dealer alone"},
        "monte": {**CARDS, "description": "for the dealer, or for everybody where it is shown"},
        "discard": record({"count": COUNT, "barred": CARDS}),
    },
    events={
        "called": CALL,
        "closed": CONTRACT,
        "discarded": record({"seat": SEAT, "count": COUNT}, {"cards": CARDS}),
    },
    adds={
        "dealt": ({}, {"new": CARDS, "monte": CARDS}),
        "finished": ({"payments": {**PAYMENTS, "description": "by seat, in play money"}}, {}),
    },
    duties={
        "must_follow_suit": record({"suit": one_of(*SUITS, TRUMPS)}),
        "must_trump": record({"suit": one_of(TRUMPS)}),
        "must_overtrump": record({"card": CARD}),
        **{code: record({"card": CARD, "suit": SUIT}) for code, _ in FORCES.values()},
    },
)
