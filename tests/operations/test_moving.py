"""An embedded installation moves to PostgreSQL, with the matches in play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests import servers
from tests.live.stack import Process, Stack

KEPT_PUZZLES = 20
"""The site comes with thousands; each move compares them all."""


@pytest.fixture
def stopped(mortal: Stack) -> Stack:
    mortal.kill()
    return mortal


@pytest.fixture(autouse=True)
def _few_puzzles(mortal: Stack) -> None:
    mortal.query(f"DELETE FROM practice_puzzle WHERE id > {KEPT_PUZZLES} RETURNING 1")


@pytest.fixture(scope="module")
def moved(mortal: Stack, empty: str) -> Iterator[str]:
    """The URL of a database into which everything has been moved."""
    mortal.seed(tables=1, people=2, rules={"preset": "classico"})
    mortal.kill()
    with servers.database(empty, copied=True) as url:
        mortal.manage("move_to", url)
        yield url


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_everything_moves_and_is_compared(mortal: Stack, empty: str) -> None:
    mortal.seed(tables=2, people=2, rules={"preset": "classico"})
    packed = (
        "INSERT INTO games_packedlog SELECT id, 1, x'FD3700FF' FROM games_match LIMIT 1 RETURNING content"
    )
    assert mortal.query(packed) == [(b"\xfd7\0\xff",)]
    former = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0001_former', 'now')"
    assert mortal.query(f"{former} RETURNING app") == [("games",)], "as an upgrade leaves it"
    with servers.database(empty, copied=True) as url:
        with psycopg.connect(url) as there:  # as another version has left it
            there.execute("DROP TABLE operations_heartbeat")
            there.execute("DELETE FROM django_migrations WHERE app = 'operations'")
        with pytest.raises(RuntimeError, match="works on"):
            mortal.manage("move_to", url)
        mortal.kill()
        assert "each compared" in mortal.manage("move_to", url)
        with psycopg.connect(url) as there:
            for table in ("games_event", "games_match", "accounts_user", "django_session"):
                [moved] = there.execute(f"SELECT count(*) FROM {table}").fetchone() or [0]
                assert [(moved,)] == mortal.query(f"SELECT count(*) FROM {table}")
            assert there.execute("SELECT content FROM games_packedlog").fetchall() == [(b"\xfd7\0\xff",)]
            [last] = there.execute("SELECT max(id) FROM accounts_user").fetchone() or [0]
            [following] = there.execute(
                "SELECT nextval(pg_get_serial_sequence('accounts_user', 'id'))"
            ).fetchone() or [0]
            assert following == last + 1
        with pytest.raises(RuntimeError, match="has accounts"):
            mortal.manage("move_to", url)


SESSIONS = 8_000


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_a_move_that_is_killed_goes_on_where_it_was(stopped: Stack, empty: str) -> None:
    stopped.seed(tables=2, people=2, rules={"preset": "classico"})
    stopped.query(
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {SESSIONS}) "
        "INSERT INTO django_session SELECT printf('%032d', i), 'x', '2030-01-01' FROM n RETURNING 1"
    )
    with servers.database(empty, copied=True) as url, servers.database(empty, copied=True) as whole:
        first = set()
        with psycopg.connect(url, autocommit=True) as there:
            for moment in sorted(random.sample(range(1, SESSIONS - 5_000), 3)):
                with _moving(stopped, url) as moving:
                    _await(moving, partial(_has_staged, there, moment), stopped)
                assert there.execute("SELECT count(*) FROM accounts_user").fetchone() == (0,)
                first.add(_oldest(there))
        assert len(first) == 1, "what is staged is not copied again"
        assert "each compared" in stopped.manage("move_to", url)
        assert "each compared" in stopped.manage("move_to", whole)
        assert _rows(url) == _rows(whole)
    stopped.query("DELETE FROM django_session WHERE session_data = 'x' RETURNING 1")


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_what_was_staged_before_the_site_ran_again_is_dropped(stopped: Stack, empty: str) -> None:
    with (
        servers.database(empty, copied=True) as url,
        psycopg.connect(url, autocommit=True) as there,
    ):
        there.execute("CREATE SCHEMA ludopoli_move")
        there.execute("CREATE TABLE ludopoli_move.django_session (stale integer)")
        there.execute("COMMENT ON SCHEMA ludopoli_move IS 'the state of yesterday'")
        assert "each compared" in stopped.manage("move_to", url)
        assert not _is_begun(there)


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_a_move_that_is_killed_while_it_fills_the_tables_goes_on(stopped: Stack, moved: str) -> None:
    before = _rows(moved)
    _stage_only(stopped, moved)
    assert _rows(moved) == before
    with psycopg.connect(moved, autocommit=True) as there:
        assert _is_begun(there)
        assert "each compared" in stopped.manage("move_to", moved, "--replace")
        assert not _is_begun(there)
    assert _rows(moved) == before


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_a_move_that_finds_a_difference_starts_anew(stopped: Stack, moved: str) -> None:
    before = _rows(moved)
    for name, why in ("username || 'x'", r"row \d+ differs"), ("'Anna'", "duplicate key"):
        _stage_only(stopped, moved)
        with psycopg.connect(moved, autocommit=True) as there:
            there.execute(f"UPDATE ludopoli_move.accounts_user SET username = {name}".encode())
            with pytest.raises(RuntimeError, match=rf"{why}[^\0]*; nothing was moved"):
                stopped.manage("move_to", moved, "--replace")
            assert not _is_begun(there)
        assert _rows(moved) == before
    assert "each compared" in stopped.manage("move_to", moved, "--replace")
    assert _rows(moved) == before


def _stage_only(installation: Stack, url: str) -> None:
    """Kill a move when everything is staged, in the transaction that fills the tables."""
    with psycopg.connect(url, autocommit=True) as there, psycopg.connect(url) as holder:
        holder.execute("LOCK TABLE games_event IN ACCESS SHARE MODE")
        with _moving(installation, url, "--replace") as moving:
            _await(moving, lambda: _waits(there, "TRUNCATE"), installation)


@contextmanager
def _moving(installation: Stack, *arguments: str) -> Iterator[Process]:
    """Run `move_to` in a process of its own, and kill it at the end."""
    process = installation.run(["manage.py", "move_to", *arguments])
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _await(moving: Process, condition: Callable[[], bool], installation: Stack) -> None:
    while not condition():
        assert moving.poll() is None, installation.log()[-2_000:]
        time.sleep(0.005)


def _waits(there: psycopg.Connection[Any], statement: str) -> bool:
    """Return whether a statement that begins like this waits for a lock."""
    query = (
        "SELECT 1 FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE %s"
    )
    return there.execute(query, [f"{statement}%"]).fetchone() is not None


def _is_begun(there: psycopg.Connection[Any]) -> bool:
    """Return whether there are rows of an unfinished move."""
    return there.execute("SELECT to_regnamespace('ludopoli_move')").fetchone() != (None,)


def _has_staged(there: psycopg.Connection[Any], sessions: int) -> bool:
    """Return whether an unfinished move has staged so many sessions."""
    try:
        [found] = there.execute("SELECT count(*) FROM ludopoli_move.django_session").fetchone() or [0]
    except psycopg.errors.UndefinedTable:
        return False
    return int(found) >= sessions


def _oldest(there: psycopg.Connection[Any]) -> Any:
    """The transaction that staged the first session."""
    query = "SELECT xmin::text FROM ludopoli_move.django_session ORDER BY session_key LIMIT 1"
    return there.execute(query).fetchone()


def _rows(url: str) -> dict[str, list[Any]]:
    """All rows of all tables, but for those that Django's migrations write about themselves."""
    with psycopg.connect(url) as there:
        tables = there.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {
            table: sorted(
                there.execute(sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(table))).fetchall()
            )
            for (table,) in tables
            if table != "django_migrations"
        }
