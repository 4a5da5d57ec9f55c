"""The JSON Schemas of everything that a match of Tressette a perdere (Traversone) sends and accepts."""

from __future__ import annotations

from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    Wire,
    array_schema,
    card_schema,
    nullable_schema,
    record_schema,
    values_schema,
)

CARD = card_schema(ITALIAN40)
CARDS = array_schema(CARD)

THIRDS = {
    **array_schema(COUNT),
    "description": "by seat the thirds of a point in the cards taken in this deal",
}

WIRE = Wire(
    sheet=record_schema(
        {
            "points": {**array_schema(COUNT), "description": "thirds of a point, the last trick included"},
            "scores": {**array_schema(COUNT), "description": "the points written, of which the fewest win"},
            "cappotto": {**nullable_schema(SEAT), "description": "the seat that has taken everything"},
        }
    ),
    commands={
        "discard": record_schema({"cards": {**CARDS, "minItems": 1, "maxItems": 1}}),
        "play": record_schema({"card": CARD}),
    },
    view={
        "thirds": THIRDS,
        "left": {**COUNT, "description": "the number of cards that lie face down for the last trick"},
        "removed": {**CARDS, "description": "the cards left out of the pack"},
        "fractions": {
            **values_schema("to_last", "dropped"),
            "description": "the thirds that rounding down leaves",
        },
        "cappotto": {
            **values_schema("others_11", "strict", "none"),
            "description": "when taking everything is worth nothing",
        },
        "asso_di_bastoni": {
            **values_schema("none", "plus_11"),
            "description": "what the ace of batons costs",
        },
    },
    sometimes={"laid": {**CARDS, "description": "for the dealer alone: the card laid by"}},
    events={
        "discarded": record_schema({"seat": SEAT, "count": COUNT}, {"cards": CARDS}),
        "uncovered": record_schema({"seat": SEAT, "cards": CARDS}),
    },
    adds={"dealt": ({"left": COUNT}, {}), "taken": ({"thirds": THIRDS}, {})},
    duties={"must_follow_suit": record_schema({"suit": values_schema(*ITALIAN40.suits)})},
)
