"""Transactions beside each other, on PostgreSQL: the pulse waits for none, lines of a chat for each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.servers import database


def test_a_pulse_waits_for_no_seat_that_changes_hands(empty: str, tmp_path: Path) -> None:
    """A pulse that waited while it holds locks could deadlock."""
    assert printed_by("handing_over", empty, tmp_path) == "[1]"


def test_a_pulse_after_downtime_waits_for_no_match_that_is_played(empty: str, tmp_path: Path) -> None:
    """The match that somebody holds gets its time as soon as it is free; the others get it at once."""
    assert printed_by("coming_back", empty, tmp_path) == "[0, 60]\n[60, 60]"


def test_no_line_of_a_chat_overtakes_another(empty: str, tmp_path: Path) -> None:
    """A reader who has the later one would never ask for the earlier one."""
    assert printed_by("talking", empty, tmp_path) == "['first', 'second']"


def printed_by(module: str, empty: str, home: Path) -> str:
    """Return what a module of this package prints on a database of its own."""
    with database(empty, copied=True) as url:
        env = {**os.environ, "LUDOPOLI_VAR": str(home), "DATABASE_URL": url, "REDIS_URL": ""}
        done = subprocess.run(
            [sys.executable, "-m", f"tests.live.{module}"],
            env=env, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.strip()
