"""Loops that outlast every failure."""

from __future__ import annotations

import pytest

from ludopoli.work import loops


class Enough(BaseException):
    """Ends a loop that would go on for ever."""


def test_a_loop_outlasts_hours_without_the_database(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    """And it goes on within seconds when the database is back."""
    outage, calls, pauses = 2000, 0, []

    def work() -> None:
        nonlocal calls
        calls += 1
        if calls <= outage:
            raise OSError

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if calls == outage + 2:
            raise Enough

    monkeypatch.setattr("ludopoli.work.loops.time.sleep", pause)
    monkeypatch.setattr("ludopoli.work.loops.connection.close", lambda: None)
    with pytest.raises(Enough):
        loops.run_forever("work", work, 1.0)
    assert pauses[:3] == [2.0, loops.LONGEST_PAUSE, loops.LONGEST_PAUSE]
    assert pauses[-3:] == [loops.LONGEST_PAUSE, 1.0, 1.0]
    assert loops.LONGEST_PAUSE < 5
