"""What was stored before there were seals is sealed by the migrations, and dealt as it was promised."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.servers import database, postgres


def sqlite() -> AbstractContextManager[str]:
    """Without a URL the database is a file in `LUDOPOLI_VAR`."""
    return nullcontext("")


@contextmanager
def postgresql() -> Iterator[str]:
    with postgres() as url, database(url) as fresh:
        yield fresh


@pytest.mark.parametrize("opened", [sqlite, postgresql])
def test_migrations_seal_what_lay_open_and_every_deal_is_the_one_that_was_promised(
    opened: Callable[[], AbstractContextManager[str]], tmp_path: Path
) -> None:
    with opened() as url:
        env = {**os.environ, "LUDOPOLI_VAR": str(tmp_path), "DATABASE_URL": url, "REDIS_URL": ""}
        played = subprocess.run(
            [sys.executable, "-m", "tests.stored"], env=env, capture_output=True, text=True, check=False
        )
    assert played.returncode == 0, played.stderr[-4000:]
