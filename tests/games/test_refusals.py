"""Every refusal is in one table: its code, what is said, its status."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from games import texts
from games.refusals import REFUSALS
from ludocards.engine.registry import GAMES
from ludopoli.api.schema import COMMON_CODES
from tests.sources import ROOT

REFUSED = re.compile(r'(?:Refused|refusals\.told)\(\s*"(\w+)"')


def codes(paths: Iterable[Path]) -> set[str]:
    return {code for path in paths for code in REFUSED.findall(path.read_text())}


def test_whatever_the_house_refuses_is_in_the_table() -> None:
    assert codes((ROOT / "games").rglob("*.py")) - REFUSALS.keys() - COMMON_CODES.keys() == set()


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_rules_of_a_game_refuse_has_its_words(game: str) -> None:
    """Commands, that is: what is wrong with a deal or a start is a fault of ours, told in plain English."""
    rules = (ROOT / "ludocards" / "catalogue" / game / "rules").glob("*.py")
    of_a_start = {"wrong_cards", "wrong_dealer", "deal_unfinished"}
    assert codes(rules) - of_a_start - REFUSALS.keys() - texts.of(game).refusals.keys() == set()
