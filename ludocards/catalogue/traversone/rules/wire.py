"""The JSON Schema of everything that a match of Tressette a perdere sends and accepts."""

from __future__ import annotations

from ludocards.engine.cards import ITALIAN40
from ludocards.engine.wire import COUNT, SEAT, Wire, array, card, nullable, one_of, record

CARD = card(ITALIAN40)
CARDS = array(CARD)

THIRDS = {**array(COUNT), "description": "by seat the thirds of a point in the cards taken in this deal"}

WIRE = Wire(
    sheet=record(
        {
            "points": {**array(COUNT), "description": "thirds of a point, the last trick included"},
            "scores": {**array(COUNT), "description": "the points written, of which the fewest win"},
            "cappotto": {**nullable(SEAT), "description": "the seat that has taken everything"},
        }
    ),
    commands={
        "discard": record({"cards": {**CARDS, "minItems": 1, "maxItems": 1}}),
        "play": record({"card": CARD}),
    },
    view={
        "thirds": THIRDS,
        "left": {**COUNT, "description": "the number of cards that lie face down for the last trick"},
        "removed": {**CARDS, "description": "the cards left out of the pack"},
        "fractions": {**one_of("to_last", "dropped"), "description": "the thirds that rounding down leaves"},
        "cappotto": {
            **one_of("others_11", "strict", "none"),
            "description": "when taking everything is worth nothing",
        },
        "asso_di_bastoni": {**one_of("none", "plus_11"), "description": "what the ace of bastoni costs"},
    },
    sometimes={"laid": {**CARDS, "description": "for the dealer alone: the card laid by"}},
    events={
        "discarded": record({"seat": SEAT, "count": COUNT}, {"cards": CARDS}),
        "uncovered": record({"seat": SEAT, "cards": CARDS}),
    },
    adds={"dealt": ({"left": COUNT}, {}), "taken": ({"thirds": THIRDS}, {})},
    duties={"must_follow_suit": record({"suit": one_of(*ITALIAN40.suits)})},
)
