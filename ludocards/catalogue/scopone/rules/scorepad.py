"""The score pad of Scopone and Scopa: who has each point, and the scope."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.rules.scoring import MOST_SCOPE
from ludocards.catalogue.scopone.rules.state import Scored
from ludocards.catalogue.scopone.values import RANKS, REBELLO, SETTEBELLO, SHORTEST_NAPOLA
from ludocards.engine.game import Json
from ludocards.engine.scorepad import Contradiction, DealOutcome, Numbers, PadRow, ScorepadForm

SINGLE = ("carte", "denari", "settebello", "primiera", "rebello")
"""The points that one side has, or nobody."""

CARDS = ("settebello", "rebello")
"""The points for a single card: some side always has it."""


def scorepad(rules: Rules) -> ScorepadForm | None:
    """None where all ten denari may win a match: the pad only adds up. A void deal is not written down."""
    return None if rules.napola == "full_wins" and rules.target is not None else score_rule(rules)


def score_rule(rules: Rules) -> ScorepadForm:
    asked = [name for name in SINGLE if name != "rebello" or rules.rebello]
    rows = [_single(name, rules) for name in asked]
    rows.append(PadRow("scope", (MOST_SCOPE,), usual=0, shared=MOST_SCOPE))
    if rules.napola != "none":
        rows.append(
            PadRow("napola", (len(RANKS),), usual=0, never=tuple(range(1, SHORTEST_NAPOLA)), is_sole=True)
        )
    return ScorepadForm(
        replace(rules, redeal_kings=False),
        (DealOutcome("played", tuple(rows), _score, _also, contradictions=(*_contradictions(rules),)),),
        deals=rules.match_end.deals,
        target=rules.target,
        award=(len(RANKS) if rules.napola != "none" else 1) if rules.finish == "in_order" else None,
        has_other_wins=rules.napola == "full_wins" and rules.target is not None,
    )


def _contradictions(rules: Rules) -> Iterator[Contradiction]:
    """The points that the denari of a napola, and the cards that scope take, exclude or bring."""
    half = MOST_SCOPE // 2
    yield Contradiction({"scope": tuple(range(half + 1, MOST_SCOPE + 1)), "carte": (0,)})
    yield Contradiction({"scope": tuple(range(half, MOST_SCOPE + 1))}, {"carte": (1,)})
    if rules.napola == "none":
        return
    for length in range(SHORTEST_NAPOLA, len(RANKS) + 1):
        yield from _of_a_napola(length, rules)


def _of_a_napola(length: int, rules: Rules) -> Iterator[Contradiction]:
    """A napola ends before the first card that the side does not have."""
    cards = {"settebello": SETTEBELLO, **({"rebello": REBELLO} if rules.rebello else {})}
    places = {name: RANKS.index(card.rank) for name, card in cards.items()}
    mine = {"napola": (length,)}
    for name, place in places.items():
        if place < length:
            yield Contradiction(mine, {name: (1,)})
            if name == "settebello":
                yield Contradiction({**mine, name: (0,)})
        elif place == length:
            yield Contradiction({**mine, name: (1,)})
    if length == len(RANKS):
        yield Contradiction(mine, {"primiera": (1,)})
    half, beyond = len(RANKS) // 2, [name for name, place in places.items() if place > length]
    for number in range(len(beyond) + 1):
        for some in combinations(beyond, number):
            denari = {**mine, **dict.fromkeys(some, (1,))}
            if length + number == half:
                yield Contradiction(denari, {"denari": (1,)})
            elif length + number == half + 1 or (length > half and not some):
                yield Contradiction({**denari, "denari": (0,)})


def _single(name: str, rules: Rules) -> PadRow:
    """A point of one side. Counted in order, the points of the last deal end with those that win."""
    is_counted = name in CARDS and (rules.finish == "deal_end" or rules.target is None)
    return PadRow(name, (1,), usual=0, total=(1,) if is_counted else (), shared=1)


def _score(deals: bool, *points: int) -> int:
    return sum(points)


def _also(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
    """The numbers of cards, which nobody writes down, are 0."""
    nothing = [0] * len(points)
    won = {name: row.index(1) if 1 in row else None for name, row in rows.items() if name in SINGLE}
    scored = Scored(
        **{name: won.get(name) for name in SINGLE},
        scope=rows["scope"],
        napola=rows.get("napola"),
        has_rebello="rebello" in rows,
    )
    return {
        "points": nothing,
        "denari": nothing,
        "primiera": [None for _ in points],
        "scored": scored.as_json(),
    }
