"""What a match of Whist with real cards asks for: the bids, and the tricks made."""

from __future__ import annotations

from ludocards.catalogue.whist.rules import scoring
from ludocards.catalogue.whist.rules.presets import Rules, schedule
from ludocards.engine.scorepad import DealOutcome, PadRow, ScorepadForm


def scorepad(rules: Rules, players: int) -> ScorepadForm:
    sizes = schedule(rules, players)
    rows = (PadRow("bids", sizes, barred=sizes), PadRow("made", sizes, total=sizes))
    return ScorepadForm(rules, (DealOutcome("played", rows, _score),), deals=len(sizes))


def _score(deals: bool, bid: int, made: int) -> int:
    return scoring.score(bid, made)
