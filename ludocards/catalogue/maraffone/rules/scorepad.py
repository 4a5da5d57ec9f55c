"""What a match of Maraffone with real cards asks for: the cards taken, and the cricca."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.rules.scoring import bonus, card_bound, target
from ludocards.catalogue.thirds.rules import PARTS
from ludocards.catalogue.thirds.values import HONOURS, SCORINGS, THIRDS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from ludocards.engine.scorepad import Contradiction, DealOutcome, Numbers, PadRow, ScorepadForm


def scorepad(rules: Rules) -> ScorepadForm:
    """The deal rotates by itself, since nobody writes down who has named the trumps.

    The three highest trumps take their tricks, and so themselves.
    """
    most, extra, unit = card_bound(rules), bonus(rules.scoring), SCORINGS[rules.scoring].unit
    cards = PadRow("cards", (most,), total=(most,))
    rows = (
        (cards,)
        if rules.cricca == "none"
        else (cards, PadRow("cricca", (extra,), step=extra, usual=0, shared=extra))
    )

    least = SCORINGS[rules.scoring].score(sum(THIRDS[rank] for rank in HONOURS))
    lost = Contradiction({"cricca": (extra,), "cards": tuple(range(least))})

    def also(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
        return {
            "points": [unit * each for each in rows["cards"]],
            "cricca": [*rows.get("cricca", (0, 0))],
            **{part: [0, 0] for part in PARTS},
            "namer": 0,
            "trump": next(iter(ITALIAN40.suits)),
        }

    fixed = rules.match_end.deals
    return ScorepadForm(
        replace(rules, next_namer="from_dealer"),
        (DealOutcome("played", rows, _score, also, contradictions=(lost,) if len(rows) > 1 else ()),),
        deals=fixed,
        target=None if fixed else -(-target(rules) // unit),
    )


def _score(deals: bool, cards: int, cricca: int = 0) -> int:
    return cards + cricca
