"""Installations that are suspended between tests."""

from __future__ import annotations

import json
import time
import urllib.request
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.play.clock import DOWNTIME
from tests.live.stack import Stack


def test_processes_started_after_a_rest_do_not_notice_it(stack: Stack) -> None:
    stack.rest()
    with pytest.raises(TimeoutError):
        urllib.request.urlopen(stack.url, timeout=DOWNTIME.total_seconds() + 1)
    stack.wake()
    woken = datetime.now(UTC)
    urllib.request.urlopen(stack.url, timeout=30).close()
    [table] = stack.seed(people=2, rules={"preset": "classico"}, move_seconds=30)
    time.sleep(1.5)  # every process has had its pulse
    events = stack.query(
        f"SELECT kind, at, public FROM games_event WHERE match_id = '{stack.key(table['match'])}'"
    )
    assert "committed" in [kind for kind, *_ in events]
    pauses = [_beginning(at, public) for kind, at, public in events if kind == "paused"]
    assert [began for began in pauses if began < woken] == []


def _beginning(at: Any, public: Any) -> datetime:
    """Return when a pause began: one that began after the rest is the machine's own, when it is busy."""
    noted = datetime.fromisoformat(str(at))
    length = (public if isinstance(public, dict) else json.loads(public))["ms"]
    return (noted.astimezone(UTC) if noted.tzinfo else noted.replace(tzinfo=UTC)) - timedelta(
        milliseconds=length
    )


def test_what_a_test_has_left_dead_is_started_again(embedded: Stack) -> None:
    embedded.kill()
    embedded.wake()
    urllib.request.urlopen(embedded.url, timeout=30).close()
