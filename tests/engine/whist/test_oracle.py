"""The engine and a second implementation of the regulation agree on whole matches."""

from __future__ import annotations

import json

import pytest

from ludocards.engine import record, referee
from ludocards.engine.game import Json
from tests.engine.matches import play
from tests.engine.whist import oracle
from tests.engine.whist.table import PLAYERS

OPTIONS: list[dict[str, Json]] = [
    {"preset": "andata_ritorno"},
    {"preset": "andata", "briscola": False},
    {"preset": "andata", "asso_alto": True},
]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS)
def test_engine_and_oracle_agree(players: int, options: dict[str, Json]) -> None:
    order = oracle.HIGH_ACE if options.get("asso_alto") else oracle.LOW_ACE
    for seed in range(3):
        played = play("whist", players, seed, **options)
        document = record.to_document(played.game, played.rules, "ABCDEF"[:players], played.deals)
        report = referee.judge(json.dumps(document)).json
        deals = [oracle.play_deal(deal, order) for deal in document["deals"]]
        for name in ("tricks", "points", "scores"):
            assert [deal[name] for deal in report["deals"]] == [deal[name] for deal in deals]
        sizes = oracle.sizes(players, options["preset"] == "andata_ritorno")
        assert [len(deal["tricks"]) for deal in deals] == sizes
        totals = [sum(column) for column in zip(*(deal["scores"] for deal in deals), strict=True)]
        assert report["totals"] == totals
        assert report["places"] == [1 + sum(y > x for y in totals) for x in totals]
