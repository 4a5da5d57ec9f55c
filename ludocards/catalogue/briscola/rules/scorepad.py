"""The score pad of Briscola: with real cards, only the points of the cards taken are written down. No card is
worth 1."""

from __future__ import annotations

from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.values import ALL_POINTS
from ludocards.engine.scorepad import DealOutcome, PadRow, ScorepadForm


def scorepad(rules: Rules) -> ScorepadForm | None:
    """None where the last trick may win a game: nobody writes down who took it."""
    return None if rules.tie == "last_trick" and rules.match_end.deals is None else score_rule(rules)


def score_rule(rules: Rules) -> ScorepadForm:
    end = rules.match_end
    rows = (PadRow("points", (ALL_POINTS,), total=(ALL_POINTS,), never=(1,)),)
    return ScorepadForm(
        rules,
        (DealOutcome("played", rows, lambda deals, points: points),),
        deals=end.deals,
        target=None if end.deals else end.target,
        counts_wins=end.unit == "games",
    )
