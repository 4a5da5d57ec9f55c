"""The score pad of Scopone and Scopa: which side has each point, and the scope and napola of each side."""

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
"""The points that one side has or none; a row of the pad for each."""

CARDS = ("settebello", "rebello")
"""The points of the score that a single card brings: some side always takes it."""


def scorepad(rules: Rules) -> ScorepadForm | None:
    """The form of the pad; None if taking all ten denari wins the match, since a pad only adds up points.

    Void deals are not entered.
    """
    return None if rules.napola == "full_wins" and rules.target is not None else score_rule(rules)


def score_rule(rules: Rules) -> ScorepadForm:
    singles = [name for name in SINGLE if name != "rebello" or rules.rebello]
    rows = [_single_row(name, rules) for name in singles]
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
    """The numbers that no deal gives together, by the cards that scope and a napola need.

    A scopa takes two cards at least, and a napola consists of denari.
    """
    half = MOST_SCOPE // 2  # they take half of the cards: one scopa more brings the point `carte`
    yield Contradiction({"scope": tuple(range(half + 1, MOST_SCOPE + 1)), "carte": (0,)})
    yield Contradiction({"scope": tuple(range(half, MOST_SCOPE + 1))}, {"carte": (1,)})
    if rules.napola == "none":
        return
    for length in range(SHORTEST_NAPOLA, len(RANKS) + 1):
        yield from _napola_contradictions(length, rules)


def _napola_contradictions(length: int, rules: Rules) -> Iterator[Contradiction]:
    """The numbers that do not go with a napola of this length: the lowest denari without a gap.

    The side lacks the next one, and may have any that lie beyond.
    """
    cards = {"settebello": SETTEBELLO, **({"rebello": REBELLO} if rules.rebello else {})}
    places = {name: RANKS.index(card.rank) for name, card in cards.items()}
    mine = {"napola": (length,)}
    for name, place in places.items():
        if place < length:
            yield Contradiction(mine, {name: (1,)})
            if name == "settebello":  # the rebello is counted after the napola, perhaps not at all
                yield Contradiction({**mine, name: (0,)})
        elif place == length:
            yield Contradiction({**mine, name: (1,)})
    if length == len(RANKS):  # the others have no denari, and a primiera needs a card of each suit
        yield Contradiction(mine, {"primiera": (1,)})
    half = len(RANKS) // 2
    beyond = [name for name, place in places.items() if place > length]
    for number in range(len(beyond) + 1):
        for won in combinations(beyond, number):
            known = {**mine, **dict.fromkeys(won, (1,))}  # at least `length + number` denari
            if length + number == half:
                yield Contradiction(known, {"denari": (1,)})
            elif length + number == half + 1 or (length > half and not won):
                yield Contradiction({**known, "denari": (0,)})


def _single_row(name: str, rules: Rules) -> PadRow:
    """The row of a point that one side has at most.

    The point of a single card is always won, unless the target ends the count before it.
    """
    is_always_won = name in CARDS and (rules.finish == "deal_end" or rules.target is None)
    return PadRow(name, (1,), usual=0, total=(1,) if is_always_won else (), shared=1)


def _score(is_dealer: bool, *points: int) -> int:
    return sum(points)


def _also(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
    """The other fields of the sheet's line; the numbers of cards taken are not entered, and stay 0."""
    no_cards = [0] * len(points)
    won = {name: row.index(1) if 1 in row else None for name, row in rows.items() if name in SINGLE}
    scored = Scored(
        **{name: won.get(name) for name in SINGLE},
        scope=rows["scope"],
        napola=rows.get("napola"),
        has_rebello="rebello" in rows,
    )
    return {
        "points": no_cards,
        "denari": no_cards,
        "primiera": [None for _ in points],
        "scored": scored.as_json(),
    }
