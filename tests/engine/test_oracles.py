"""The engine and a second implementation of the rules of each game agree on whole matches.

The `oracle.py` of a game lists the `TABLES` that it knows; `judged` gives what the referee should report.
"""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from ludocards.engine import record, referee
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from tests.engine.matches import play

ORACLES = {
    name: import_module(f"tests.engine.{name}.oracle") for name in GAMES if find_spec(f"tests.engine.{name}")
}
TABLES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name, oracle in ORACLES.items()
    for number, (players, options) in enumerate(oracle.TABLES)
]


def in_order(part: Json) -> Json:
    """Return a part of a report, with the cards of each capture in the oracle's order."""
    captures = isinstance(part, list) and part and isinstance(part[0], dict) and "rest" in part[0]
    return [{**each, "cards": sorted(each["cards"])} for each in part] if captures else part


def test_every_game_of_the_house_has_an_oracle() -> None:
    assert len(ORACLES) >= 7


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_engine_and_oracle_agree(name: str, players: int, options: dict[str, Json]) -> None:
    oracle = ORACLES[name]
    whole = getattr(import_module(f"tests.engine.{name}.table"), "whole", None)
    for seed in range(oracle.MATCHES):
        match = whole(seed, **options) if whole else play(name, players, seed, **options)
        document = record.to_document(match.game, match.rules, "ABCDEF"[:players], match.deals)
        report: Any = referee.judge_record(json.dumps(document)).json
        expected = oracle.judged(document["deals"], match.rules)
        assert [{part: in_order(deal[part]) for part in expected[0]} for deal in report["deals"]] == expected
        totals = [sum(column) for column in zip(*(deal["scores"] for deal in expected), strict=True)]
        assert report["totals"] == totals
        ranked = [-total if match.game.fewest_win else total for total in totals]
        assert report["places"] == [1 + sum(other > total for other in ranked) for total in ranked]
