"""The score pad of Tressette a perdere: the points of each player, or who has made the cappotto."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.catalogue.thirds.values import POINT, Scoring
from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.catalogue.traversone.rules.scoring import deal_bounds
from ludocards.catalogue.traversone.values import ALL_POINTS, ALL_THIRDS
from ludocards.engine.game import Json
from ludocards.engine.scorepad import DealOutcome, Numbers, PadRow, ScorepadForm

DROPPED = Scoring(last_trick=0)
"""Thirds rounded down; the last trick is a point besides."""


def scorepad(rules: Rules, players: int) -> ScorepadForm:
    """Fractions that are dropped leave less than all points. With all 11 a player has made the cappotto."""
    _, most = deal_bounds(rules)
    is_whole = rules.fractions == "to_last"
    least = most if is_whole else most - ALL_POINTS + 1 + DROPPED.sums(ALL_THIRDS, players)[0]
    never = (most,) if rules.cappotto == "others_11" else ()
    total = (most,) if is_whole else ()
    row = PadRow("scores", (most,), total=total, shared=most, at_least=least, never=never)
    outcomes = [DealOutcome("played", (row,), lambda deals, points: points, _as_played)]
    if rules.cappotto != "none":
        alone = PadRow("cappotto", (1,), total=(1,), usual=0)
        outcomes.append(DealOutcome("cappotto", (alone,), _as_cappotto, _by_one))
    end = rules.match_end
    return ScorepadForm(rules, tuple(outcomes), deals=end.deals, target=None if end.deals else end.target)


def _as_cappotto(deals: bool, has_all: int) -> int:
    return 0 if has_all else ALL_POINTS


def _as_played(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
    return {"points": [POINT * each for each in points], "cappotto": None}


def _by_one(rows: Mapping[str, Numbers], points: Numbers) -> Mapping[str, Json]:
    return {
        "points": [POINT * ALL_POINTS * each for each in rows["cappotto"]],
        "cappotto": rows["cappotto"].index(1),
    }
