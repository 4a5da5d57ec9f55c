"""The JSON Schema of everything that a match of Briscola sends and accepts."""

from __future__ import annotations

from ludocards.catalogue.briscola.rules.signals import CODES
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import COUNT, SEAT, Wire, array, card, drawn, mapping, nullable, one_of, record

CARD = card(ITALIAN40)
SIGNAL = one_of(*CODES)
EXCHANGE = {"seat": SEAT, "card": CARD, "taken": CARD}

WIRE = Wire(
    sheet=record(
        {
            "points": {**array(COUNT), "description": "the worth of the cards taken, of 120"},
            "scores": {**array(COUNT), "description": "games won, or in a fixed number of deals the points"},
        }
    ),
    commands={"play": record({"card": CARD}, {"signal": SIGNAL}), "exchange": record({"card": CARD})},
    view={
        "turned": {**nullable(CARD), "description": "the card that lies face up, or lay there until drawn"},
        "turned_to": {**nullable(SEAT), "description": "the seat that has drawn it"},
        "trump": {**nullable(one_of(*ITALIAN40.suits)), "description": "its suit"},
        "stock": {**COUNT, "description": "the number of cards left to draw, the turned one included"},
        "unit": {**one_of("game", "points"), "description": "what a deal is played for"},
        "tie": {
            **one_of("draw", "last_trick"),
            "description": "who wins the game if the most points are shared",
        },
        "exchanged": {**array(record(EXCHANGE)), "description": "in order, with the card taken"},
        "signalled": {
            **array(record({"seat": SEAT, "trick": COUNT, "card": CARD, "signal": SIGNAL})),
            "description": "the signs of this deal that the viewer has seen",
        },
    },
    sometimes={
        "removed_card": {**CARD, "description": "with three players, the card left out"},
        "signals": {**mapping(array(SIGNAL)), "description": "by card: the signs that may go with it"},
        "partner_hand": {**array(CARD), "description": "the partner's last cards, where partners show them"},
    },
    named=("turned", "exchanged"),
    events={
        "drawn": drawn(ITALIAN40),
        "exchanged": record(EXCHANGE),
        "partners_shown": record({}, {"cards": array(CARD)}),
    },
    adds={
        "dealt": ({"turned": CARD, "stock": COUNT}, {}),
        "played": ({}, {"signal": SIGNAL}),
    },
)
