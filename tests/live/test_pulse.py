"""Transactions beside each other, on PostgreSQL: the pulse waits for none, lines of a chat for each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.live.stack import Full
from tests.servers import database


@pytest.fixture(scope="module")
def resting(empty: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Full]:
    """An installation whose processes do not run."""
    with database(empty, copied=True) as url:
        installed = Full(tmp_path_factory.mktemp("var"), url, redis_url="")
        yield installed
        installed.close()


def done(resting: Full, function: str) -> Any:
    return resting.call(f"tests.live.side_by_side:{function}")


def test_a_pulse_waits_for_no_seat_that_changes_hands(resting: Full) -> None:
    """A pulse that waited while it holds locks could deadlock."""
    assert done(resting, "seats_noted") == [1]


def test_a_pulse_after_downtime_waits_for_no_match_that_is_played(resting: Full) -> None:
    """The match that somebody holds gets its time as soon as it is free; the others get it at once."""
    assert done(resting, "deadlines_moved") == [[0, 60], [60, 60]]


def test_no_line_of_a_chat_overtakes_another(resting: Full) -> None:
    """A reader who has the later one would never ask for the earlier one."""
    assert done(resting, "lines_read") == ["first", "second"]


def test_two_requests_with_one_key_create_one_table(resting: Full) -> None:
    codes, tables = done(resting, "codes_of_one_creation")
    assert len(codes) == 2
    assert (len({*codes}), tables) == (1, 1)
