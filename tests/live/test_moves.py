"""The write path over PostgreSQL, where a plain move is one statement."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import servers

WRITE_PATH = ("tests/games/test_write_path.py", "tests/games/test_together.py", "tests/games/test_ways.py")


def test_the_write_path_holds_over_postgresql_as_well(empty: str, tmp_path: Path) -> None:
    with servers.database(empty) as url:
        env = {**os.environ, "LUDOPOLI_VAR": str(tmp_path), "DATABASE_URL": url, "REDIS_URL": ""}
        env.pop("PYTEST_XDIST_WORKER", None)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *WRITE_PATH]
        played = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stdout[-4000:] + played.stderr[-2000:]
