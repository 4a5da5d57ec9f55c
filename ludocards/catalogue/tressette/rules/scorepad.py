"""What a match of Tressette with real cards asks for: the points of the cards taken, and the accuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludocards.catalogue.thirds.values import POINT, SCORINGS
from ludocards.catalogue.tressette.rules.accuse import MOST
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.scoring import all_thirds, card_bound
from ludocards.catalogue.tressette.values import ACCUSE
from ludocards.engine.game import Json
from ludocards.engine.scorepad import DealOutcome, Numbers, PadRow, ScorepadForm

NO_ACCUSE = tuple(sorted({*range(min(ACCUSE.values()) * 2)} - {0, *ACCUSE.values()}))
"""The numbers that no accuse add up to, being worth 3 or 4."""


def scorepad(rules: Rules, players: int) -> ScorepadForm:
    """The pad keeps no signals: the truth of what is said at a real table is the players' own affair."""
    end, sides = rules.match_end, 2 if players == 4 else players
    least, most = SCORINGS[rules.scoring].sums(all_thirds(rules), sides)
    total = (most,) if least == most else ()
    cards = PadRow("cards", (card_bound(rules),), total=total, shared=most, at_least=least)
    accuse = PadRow("accuse", (MOST,), usual=0, shared=MOST, never=NO_ACCUSE)
    rows = (cards, accuse) if rules.accuse_window else (cards,)
    return ScorepadForm(
        replace(rules, signals="none"),
        (DealOutcome("played", rows, _score, _also),),
        deals=end.deals,
        target=None if end.deals else end.target,
        counts_wins=end.unit == "games",
    )


def _score(deals: bool, cards: int, accuse: int = 0) -> int:
    return cards + accuse


def _also(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
    return {
        "points": [POINT * cards for cards in rows["cards"]],
        "accuse": [*rows.get("accuse", (0,) * len(points))],
        "score_points": [*points],
    }
