"""Backups while people play, in both modes: whole, or refused; also with logs that are packed meanwhile."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import LazySettings
from pytest_django import DjangoDbBlocker

from games.models import Event, Match
from ludopoli.site.operations import backups, copies
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
            for _again in range(2):  # it is emptied before
                assert "whole" in playing.manage("backup", "--check", str(path), "--scratch", scratch)
            assert json.loads(path.with_suffix(".json").read_text())["tried_at"]
        with pytest.raises(RuntimeError, match="is the one of the site"):
            playing.manage("backup", str(tmp_path / "others"), "--scratch", playing.database_url)
        assert [each.suffix for each in tmp_path.joinpath("others").iterdir()] == [".damaged"]
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


@pytest.fixture
def copy(tmp_path: Path, settings: LazySettings) -> Path:
    """A copy of a small database, described and sealed as a backup."""
    path = tmp_path / "ludopoli-20261123-031500-000000.sqlite3"
    with closing(sqlite3.connect(path)) as there, there:
        there.execute("CREATE TABLE person (name TEXT)")
        there.execute("INSERT INTO person VALUES ('Anna')")
    described = backups.Description(
        backups._digest(path), backups._fingerprint(settings.SECRET_KEY), {"person": 2}
    )
    backups._describe(path, replace(described, seal=backups._seal(described, settings.SECRET_KEY)))
    return path


def test_a_copy_that_lacks_rows_is_refused(django_db_blocker: DjangoDbBlocker, copy: Path) -> None:
    with django_db_blocker.unblock(), pytest.raises(copies.Damaged, match="1 rows instead of 2"):
        backups.check_backup(copy)


def test_a_backup_that_has_changed_is_refused_and_loses_its_name(copy: Path) -> None:
    with copy.open("ab") as file:
        file.write(b"x")
    with pytest.raises(copies.Damaged, match="has changed"):
        backups.check_backup(copy)
    assert {each.suffix for each in copy.parent.iterdir()} == {".damaged"}


def test_a_description_that_was_written_anew_is_refused(copy: Path) -> None:
    with copy.open("ab") as file:
        file.write(b"x")
    backups._describe(copy, replace(backups._description(copy), digest=backups._digest(copy)))
    with pytest.raises(copies.Damaged, match="has changed"):
        backups.check_backup(copy)


def test_a_description_without_a_seal_says_nothing(copy: Path) -> None:
    backups._describe(copy, replace(backups._description(copy), seal=""))
    with pytest.raises(PermissionError, match="without a seal"):
        backups.described(copy)
    assert backups.described(copy, other_key=True).counts == {"person": 2}


def test_the_latest_are_kept(copy: Path) -> None:
    newer = copy.with_name("ludopoli-20261124-031500-000000.sqlite3")
    for each in (copy, backups.description(copy)):
        newer.with_suffix(each.suffix).write_bytes(each.read_bytes())
    part = copy.with_name("ludopoli-20261122-031500-000000.part")
    part.touch()
    os.utime(part, (0, 0))
    under_way = copy.with_name("ludopoli-20261125-031500-000000.part")
    under_way.touch()
    assert backups.remove_older(copy.parent, 1) == [copy, part]
    assert [each.path for each in backups.list_backups(copy.parent)] == [newer]
    assert {*copy.parent.iterdir()} == {newer, backups.description(newer), under_way}


# ---- packed logs

MARCH = "2026-03"
LOGS = 24
KILLED_AT = (3, 7)
"""The numbers of packed logs at which the packing is killed."""


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


def pack_and_kill(site: Stack, moment: int) -> int:
    """Pack logs in a process of its own, and kill it as soon as so many are packed; return their number."""
    packing = site.run(["manage.py", "pack_logs", MARCH])
    while packed(site) < moment and packing.poll() is None:
        time.sleep(0.002)
    packing.kill()
    packing.wait()
    assert packed(site) >= moment, site.log()[-2_000:]
    return packed(site)


def test_no_log_is_lost_by_packing_backing_up_and_unpacking(
    mortal: Stack, logs: dict[str, str], tmp_path: Path
) -> None:
    for moment in KILLED_AT:
        while pack_and_kill(mortal, moment) == LOGS:  # a busy machine has killed it too late
            mortal.manage("pack_logs", MARCH, "--unpack")
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
    assert copies.replay_matches("default") == 1


def test_the_referee_refuses_a_copy_with_an_illegal_card(finished: Match) -> None:
    first, second = Event.objects.filter(match=finished, command__do="play").order_by("seq")[:2]
    Event.objects.filter(pk=first.pk).update(command=second.command)
    with pytest.raises(copies.Damaged, match="referee"):
        copies.replay_matches("default")
