"""Backups while people play, in both modes: whole, or refused; also with logs that are packed meanwhile."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from games.models import Event, Match
from ludopoli.site.operations import copies
from tests import servers
from tests.games.conftest import match, people
from tests.games.playing import play_on
from tests.live.stack import Embedded, Full, Stack

__all__ = ["match", "people"]

TABLES = 3


@pytest.fixture
def playing(mortal: Stack) -> Stack:
    """A site on which only bots play, as fast as they can."""
    rules = {"preset": "classico", "match_end": {"deals": 1}}
    mortal.seed(tables=TABLES, people=1, rules=rules)
    return mortal


def events(stack: Stack) -> int:
    return int(stack.query("SELECT count(*) FROM games_event")[0][0])


def test_a_backup_is_whole_and_comes_back(playing: Stack, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    printed = playing.manage("backup", str(folder))
    assert "whole" in printed
    [path] = [each for each in folder.iterdir() if each.suffix != ".json"]
    assert path.stat().st_mode & 0o077 == 0
    if isinstance(playing, Full):
        with servers.database(playing.database_url) as scratch:
            assert "whole" in playing.manage("backup", "--check", str(path), "--scratch", scratch)
    with pytest.raises(RuntimeError, match=r"the site runs|works on"):
        playing.manage("restore", str(path))
    playing.kill()
    kept, epoch = events(playing), playing.query("SELECT key FROM games_epoch")
    playing.query("DELETE FROM games_word RETURNING 1")
    playing.query("UPDATE games_match SET version = 0 RETURNING 1")
    if isinstance(playing, Full):  # nothing else says that all its processes have ended
        playing.query("UPDATE games_pulse SET at = '2026-01-01 00:00:00+00:00' RETURNING 1")
    assert "restored" in playing.manage("restore", str(path))
    assert 0 < events(playing) <= kept
    assert playing.query("SELECT key FROM games_epoch") != epoch, "so open pages load again"
    versions = [version for (version,) in playing.query("SELECT version FROM games_match")]
    assert len(versions) == TABLES
    assert min(versions) > 0
    if isinstance(playing, Embedded):
        assert list(playing.home.glob("ludopoli.sqlite3-before-*"))
    playing.start()


def test_a_backup_that_has_changed_is_refused(mortal: Stack, tmp_path: Path) -> None:
    mortal.manage("backup", str(tmp_path))
    [path] = [each for each in tmp_path.iterdir() if each.suffix != ".json"]
    path.chmod(0o600)
    with path.open("ab") as file:
        file.write(b"x")
    with pytest.raises(RuntimeError, match="has changed"):
        mortal.manage("backup", "--check", str(path))


@pytest.mark.parametrize("mortal", ["embedded"], indirect=True)
def test_a_copy_that_lacks_rows_is_refused(mortal: Stack, tmp_path: Path) -> None:
    mortal.manage("backup", str(tmp_path))
    [path] = tmp_path.glob("*.sqlite3")
    with closing(sqlite3.connect(path)) as copy, copy:
        copy.execute("DELETE FROM operations_heartbeat")
        copy.execute("DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)")
    text = path.with_suffix(".json").read_text()

    described = json.loads(text) | {"digest": hashlib.sha256(path.read_bytes()).hexdigest()}
    path.with_suffix(".json").write_text(json.dumps(described))
    with pytest.raises(RuntimeError, match="rows instead of"):
        mortal.manage("backup", "--check", str(path))


# ---- packed logs

MARCH = "2026-03"
LOGS = 24
KILLS = 2


@pytest.fixture
def logs(mortal: Stack) -> dict[str, str]:
    """The digests of logs that can be packed."""
    [table] = mortal.seed(people=2, rules={"preset": "classico", "match_end": {"deals": 1}}, bots=True)
    found: dict[str, str] = mortal.call("tests.operations.logs:fill", match=table["match"], copies=LOGS)
    assert len(found) == LOGS
    return found


def packed(site: Stack) -> int:
    return int(site.query("SELECT count(*) FROM games_packedlog")[0][0])


def check(site: Stack, logs: dict[str, str]) -> None:
    """Every log is the same as before, and is either packed or rows."""
    assert site.call("tests.operations.logs:digests") == logs
    both = "SELECT count(*) FROM games_packedlog WHERE match_id IN (SELECT match_id FROM games_event)"
    assert site.query(both)[0][0] == 0


def test_no_log_is_lost_by_packing_backing_up_and_unpacking(
    mortal: Stack, logs: dict[str, str], tmp_path: Path
) -> None:
    for moment in sorted(random.sample(range(1, LOGS // 3), KILLS)):
        packing = mortal.run(["manage.py", "pack_logs", MARCH])
        while packed(mortal) < moment:
            assert packing.poll() is None, mortal.log()[-2_000:]
            time.sleep(0.002)
        packing.kill()
        packing.wait()
        assert moment <= packed(mortal) < LOGS, "it was killed in the middle"
        check(mortal, logs)
    deadline = time.monotonic() + 60
    while packed(mortal) < LOGS:  # PostgreSQL may hold the last match of a killed process for a moment
        assert "bytes packed" in mortal.manage("pack_logs", MARCH)
        assert time.monotonic() < deadline
    check(mortal, logs)

    mortal.manage("backup", str(tmp_path))
    mortal.kill()
    mortal.query("UPDATE games_pulse SET at = '2026-01-01 00:00:00+00:00' RETURNING 1")
    mortal.query("DELETE FROM games_packedlog RETURNING 1")
    [path] = [each for each in tmp_path.iterdir() if each.suffix != ".json"]
    mortal.manage("restore", str(path))
    check(mortal, logs)

    mortal.manage("pack_logs", MARCH, "--unpack")
    assert packed(mortal) == 0
    check(mortal, logs)
    mortal.start()


# ---- the referee


@pytest.fixture
def finished(match: Callable[..., Match]) -> Match:
    row = match(rules={"preset": "classico", "match_end": {"deals": 1}})
    play_on(row)
    row.refresh_from_db()
    assert row.status == Match.Status.FINISHED
    return row


def test_the_referee_replays_the_finished_matches_of_a_copy(finished: Match) -> None:
    assert copies._replayed("default") == 1


def test_the_referee_refuses_a_copy_with_an_illegal_card(finished: Match) -> None:
    first, second = Event.objects.filter(match=finished, command__do="play").order_by("seq")[:2]
    Event.objects.filter(pk=first.pk).update(command=second.command)
    with pytest.raises(copies.Damaged, match="referee"):
        copies._replayed("default")
