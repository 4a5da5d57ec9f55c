"""The JSON Schemas of everything that a match of Briscola sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.briscola.rules.signals import CODES
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    Wire,
    array_schema,
    card_schema,
    drawn_schema,
    mapping_schema,
    nullable_schema,
    record_schema,
    values_schema,
)

CARD = card_schema(ITALIAN40)
SIGNAL = values_schema(*CODES)
EXCHANGE = {"seat": SEAT, "card": CARD, "taken": CARD}

WIRE = Wire(
    sheet=record_schema(
        {
            "points": {
                **array_schema(COUNT),
                "description": "by side: the points of the cards taken, 120 in all",
            },
            "scores": {
                **array_schema(COUNT),
                "description": "by side: the games won; in a match of a fixed number of deals, the points",
            },
        }
    ),
    commands={
        "play": record_schema({"card": CARD}, {"signal": SIGNAL}),
        "exchange": record_schema({"card": CARD}),
    },
    view={
        "turned": {
            **nullable_schema(CARD),
            "description": "the card turned up under the stock; still named here after it is drawn",
        },
        "turned_to": {
            **nullable_schema(SEAT),
            "description": "the seat that has drawn the turned card; null until then",
        },
        "trump": {**nullable_schema(values_schema(*ITALIAN40.suits)), "description": "the suit of trumps"},
        "stock": {**COUNT, "description": "the number of cards left to draw, the turned one included"},
        "unit": {
            **values_schema("game", "points"),
            "description": "what a deal brings: a game won, or its points",
        },
        "tie": {
            **values_schema("draw", "last_trick"),
            "description": "the winner of a game with equal points: nobody, or whoever took the last trick",
        },
        "exchanged": {
            **array_schema(record_schema(EXCHANGE)),
            "description": "the exchanges of this deal, in order; `card` was laid down for `taken`",
        },
        "signalled": {
            **array_schema(record_schema({"seat": SEAT, "trick": COUNT, "card": CARD, "signal": SIGNAL})),
            "description": "the signs of this deal that the viewer has seen",
        },
    },
    sometimes={
        "removed_card": {**CARD, "description": "with three players, the card left out"},
        "signals": {
            **mapping_schema(array_schema(SIGNAL)),
            "description": "by card: the signs that its player may give with it",
        },
        "partner_hand": {
            **array_schema(CARD),
            "description": "the partner's last cards, where partners show them",
        },
    },
    named=("turned", "exchanged"),
    events={
        "drawn": drawn_schema(ITALIAN40),
        "exchanged": record_schema(EXCHANGE),
        "partners_shown": record_schema({}, {"cards": array_schema(CARD)}),
    },
    adds={
        "dealt": ({"turned": CARD, "stock": COUNT}, {}),
        "played": ({}, {"signal": SIGNAL}),
    },
)
