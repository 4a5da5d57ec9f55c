"""The pulse beside other transactions, on PostgreSQL: neither waits for the other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.servers import database


def test_a_pulse_waits_for_no_seat_that_changes_hands(empty: str, tmp_path: Path) -> None:
    """A pulse that waited while it holds locks could deadlock."""
    with database(empty, copied=True) as url:
        env = {**os.environ, "LUDOPOLI_VAR": str(tmp_path), "DATABASE_URL": url, "REDIS_URL": ""}
        told = subprocess.run(
            [sys.executable, "-m", "tests.live.handing_over"],
            env=env, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
    assert told.returncode == 0, told.stderr[-4000:]
    assert told.stdout.strip() == "[1]"
