"""The engine and a second implementation of the regulation agree on whole matches."""

from __future__ import annotations

import json

import pytest

from ludocards.catalogue.tressette.rules.presets import PRESETS
from ludocards.engine import record, referee
from ludocards.engine.game import Json
from tests.engine.matches import play
from tests.engine.tressette import oracle

OPTIONS: list[dict[str, Json]] = [
    {"match_end": {"points": 31}},
    {"match_end": {"points": 11}, "scoring": "floor35"},
    {"match_end": {"games": 3}},
    {"match_end": {"deals": 3}, "scoring": "floor35", "deal_packet": 5},
    {"declarations": "automatic", "match_end": {"deals": 2}},
    {"preset": "ludopoli", "match_end": {"points": 21}},
    {"preset": "bredese", "match_end": {"points": 31}},
    {"preset": "neutra", "accuse_window": 0},
]


TABLES = [
    (players, options)
    for options in OPTIONS
    for players in (4, 3)
    if players in PRESETS[options.get("preset", "classico")].players
]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_engine_and_oracle_agree(players: int, options: dict[str, Json]) -> None:
    for seed in range(8):
        played = play("tressette", players, seed, **options)
        document = record.to_document(played.game, played.rules, "ABCD"[:players], played.deals)
        report = referee.judge(json.dumps(document)).json
        sides = [0, 1, 0, 1] if players == 4 else [0, 1, 2]
        deals = [oracle.play_deal(deal, sides, played.rules.scoring) for deal in document["deals"]]
        assert [deal["tricks"] for deal in report["deals"]] == [deal["tricks"] for deal in deals]
        assert [deal["points"] for deal in report["deals"]] == [deal["points"] for deal in deals]
        if "games" in played.rules.match_end.unit:
            won = [deal["won"] for deal in deals]
            scores = [[int(x == max(w) and w.count(x) == 1) for x in w] for w in won]
        else:
            scores = [deal["won"] for deal in deals]
        assert [deal["scores"] for deal in report["deals"]] == scores
        totals = [sum(column) for column in zip(*scores, strict=True)]
        assert report["totals"] == totals
        assert report["places"] == [1 + sum(y > x for y in totals) for x in totals]
