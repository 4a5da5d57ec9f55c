"""Scopone and Scopa in a browser: short matches against bots, choosing among captures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack


@pytest.mark.parametrize(
    ("players", "preset", "options"), [(4, "scientifico", AT_THE_DESK), (2, "scopa", ON_THE_PHONE)]
)
def test_a_person_plays_a_short_match_against_bots(
    server: Stack, new_page: NewPage, players: int, preset: str, options: dict[str, Any]
) -> None:
    rules = {"preset": preset, "match_end": {"deals": 1}}
    [seeded] = server.seed(people=1, players=players, game="scopone", rules=rules)
    [cookie] = seeded["cookies"]
    anna = TablePage(new_page(cookie, **options), f"{server.url}/tavolo/{seeded['code']}/")
    play_along(anna, until=lambda: anna.has_ended)
    totals = [int(each) for each in anna.page.locator(".finale .places b").all_text_contents()]
    assert totals == sorted(totals, reverse=True)
    assert violations(anna.page) == []
