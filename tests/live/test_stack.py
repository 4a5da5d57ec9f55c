"""Installations that are suspended between tests."""

from __future__ import annotations

import time
import urllib.request

import pytest

from games.play.clock import DOWNTIME
from tests.live.stack import Stack


def test_processes_started_after_a_rest_do_not_notice_it(stack: Stack) -> None:
    stack.rest()
    with pytest.raises(TimeoutError):
        urllib.request.urlopen(stack.url, timeout=DOWNTIME.total_seconds() + 1)
    stack.wake()
    urllib.request.urlopen(stack.url, timeout=30).close()
    [table] = stack.seed(people=2, rules={"preset": "classico"}, move_seconds=30)
    time.sleep(1.5)  # every process has had its pulse
    match = stack.key(table["match"])
    kinds = {kind for (kind,) in stack.query(f"SELECT kind FROM games_event WHERE match_id = '{match}'")}
    assert "committed" in kinds
    assert "paused" not in kinds


def test_what_a_test_has_left_dead_is_started_again(embedded: Stack) -> None:
    embedded.kill()
    embedded.wake()
    urllib.request.urlopen(embedded.url, timeout=30).close()
