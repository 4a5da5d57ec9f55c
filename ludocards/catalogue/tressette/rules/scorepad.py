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
"""The numbers that no accuse, worth 3 or 4 each, add up to."""


def scorepad(rules: Rules, players: int) -> ScorepadForm:
    """Return what the pad asks for: no signals, whose truth at a real table is the players' own affair."""
    end, sides = rules.match_end, 2 if players == 4 else players
    least, most = SCORINGS[rules.scoring].sums(all_thirds(rules), sides)
    total = (most,) if least == most else ()
    cards = PadRow("cards", (card_bound(rules),), total=total, shared=most, at_least=least)
    accuse = PadRow("accuse", (MOST,), usual=0, shared=MOST, never=NO_ACCUSE)
    rows = (cards, accuse) if rules.accuse_window else (cards,)
    return ScorepadForm(
        replace(rules, signals="none"),
        (DealOutcome("played", rows, _score, _details),),
        deals=end.deals,
        target=None if end.deals else end.target,
        counts_wins=end.unit == "games",
    )


def _score(deals: bool, cards: int, accuse: int = 0) -> int:
    return cards + accuse


def _details(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
    return {
        "points": [POINT * cards for cards in rows["cards"]],
        "accuse": [*rows.get("accuse", (0,) * len(points))],
        "score_points": [*points],
    }
