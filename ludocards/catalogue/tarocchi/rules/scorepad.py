"""What a match of Tarocchi with real cards asks for: the points taken, or what an offer has moved."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.catalogue.tarocchi.rules.bidding import SILENCE, Contract
from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.catalogue.tarocchi.rules.scoring import EVERYTHING, par
from ludocards.engine.game import Json
from ludocards.engine.scorepad import DealOutcome, Numbers, PadRow, ScorepadForm


def scorepad(rules: Rules) -> ScorepadForm:
    played = DealOutcome(
        "played", (PadRow("points", (EVERYTHING,), total=(EVERYTHING,)),), _score, _as_played
    )
    moved = PadRow("scores", (rules.offer_max,), -rules.offer_max, total=(0,), usual=0)
    abandoned = DealOutcome("abandoned", (moved,), _as_moved, _as_abandoned, counts=rules.count_abandoned)
    return ScorepadForm(rules, (played, abandoned), deals=rules.deals)


def _score(deals: bool, points: int) -> int:
    return points - par(deals)


def _as_moved(deals: bool, moved: int) -> int:
    return moved


def _as_played(rows: Mapping[str, Numbers], scores: Numbers) -> Mapping[str, Json]:
    return {"contract": SILENCE.as_json()}


def _as_abandoned(rows: Mapping[str, Numbers], scores: Numbers) -> Mapping[str, Json]:
    return {"points": None, "contract": Contract(False, "piglio" if any(scores) else "vado").as_json()}
