"""The JSON Schema of everything that a match of Briscola sends and accepts."""

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
            "points": {**array_schema(COUNT), "description": "the worth of the cards taken, of 120"},
            "scores": {
                **array_schema(COUNT),
                "description": "games won, or in a fixed number of deals the points",
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
            "description": "the card that lies face up, or lay there until drawn",
        },
        "turned_to": {**nullable_schema(SEAT), "description": "the seat that has drawn it"},
        "trump": {**nullable_schema(values_schema(*ITALIAN40.suits)), "description": "its suit"},
        "stock": {**COUNT, "description": "the number of cards left to draw, the turned one included"},
        "unit": {**values_schema("game", "points"), "description": "what a deal is played for"},
        "tie": {
            **values_schema("draw", "last_trick"),
            "description": "who wins the game if the most points are shared",
        },
        "exchanged": {
            **array_schema(record_schema(EXCHANGE)),
            "description": "in order, with the card taken",
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
            "description": "by card: the signs that may go with it",
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
