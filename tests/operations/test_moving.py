"""An embedded installation moves to PostgreSQL, with the matches in play."""

from __future__ import annotations

import psycopg
import pytest

from tests import servers
from tests.live.stack import Stack


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_everything_moves_and_is_compared(mortal: Stack) -> None:
    mortal.seed(tables=2, people=2, rules={"preset": "classico"})
    with servers.postgres() as server, servers.database(server) as url:
        with pytest.raises(RuntimeError, match="the site runs"):
            mortal.manage("move_to", url)
        mortal.kill()
        mortal.query("UPDATE games_pulse SET at = '2026-01-01 00:00:00+00:00' RETURNING 1")
        assert "each compared" in mortal.manage("move_to", url)
        with psycopg.connect(url) as there:
            for table in ("games_event", "games_match", "accounts_user", "django_session"):
                [moved] = there.execute(f"SELECT count(*) FROM {table}").fetchone() or [0]
                assert [(moved,)] == mortal.query(f"SELECT count(*) FROM {table}")
            [last] = there.execute("SELECT max(id) FROM accounts_user").fetchone() or [0]
            [following] = there.execute(
                "SELECT nextval(pg_get_serial_sequence('accounts_user', 'id'))"
            ).fetchone() or [0]
            assert following == last + 1
        with pytest.raises(RuntimeError, match="has accounts"):
            mortal.manage("move_to", url)
        assert "each compared" in mortal.manage("move_to", url, "--replace")
    mortal.start()
