"""What a match of Tressette with real cards asks for: the points of the cards taken, and the accuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludocards.catalogue.thirds.values import POINT
from ludocards.catalogue.tressette.rules.accuse import MOST
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.scoring import card_bound
from ludocards.engine.game import Json
from ludocards.engine.scorepad import Numbers, Outcome, Row, Scorepad


def scorepad(rules: Rules, players: int) -> Scorepad:
    """The pad keeps no signals: the truth of what is said at a real table is the players' own affair."""
    most, end = card_bound(rules), rules.match_end
    cards = Row("cards", (most,), total=(most,) if players == 4 else ())
    rows = (cards, Row("accuse", (MOST,), usual=0)) if rules.accuse_window else (cards,)
    return Scorepad(
        replace(rules, signals="none"),
        (Outcome("played", rows, _score, _also),),
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
