"""The engine and a second implementation of the rules agree on whole matches."""

from __future__ import annotations

import json

import pytest

from ludocards.engine import record, referee
from tests.engine.tarocchi import oracle
from tests.engine.tarocchi.table import GAME, whole


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_engine_and_oracle_agree(first: int) -> None:
    for seed in range(first, first + 10):
        played = whole(seed)
        document = record.to_document(GAME, played.rules, "ABC", played.deals)
        report = referee.judge(json.dumps(document)).json
        deals = [oracle.play_deal(deal) for deal in document["deals"]]
        for what in ("tricks", "points", "scores"):
            assert [deal[what] for deal in report["deals"]] == [deal[what] for deal in deals]
        totals = [sum(column) for column in zip(*(deal["scores"] for deal in deals), strict=True)]
        assert report["totals"] == totals
        assert report["places"] == [1 + sum(other > mine for other in totals) for mine in totals]
        assert all(deal["points"] is None or sum(deal["points"]) == 109 for deal in deals)
