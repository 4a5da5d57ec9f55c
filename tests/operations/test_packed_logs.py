"""Old logs are packed while the site runs: a kill loses nothing, and packed logs come back from a backup."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.live.stack import Stack

MARCH = "2026-03"
LOGS = 60
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
    for moment in sorted(random.sample(range(1, LOGS // 2), KILLS)):
        packing = mortal.run(["manage.py", "pack_logs", MARCH])
        while packed(mortal) < moment:
            assert packing.poll() is None, mortal.log()[-2_000:]
            time.sleep(0.002)
        packing.kill()
        packing.wait()
        assert moment <= packed(mortal) < LOGS, "it was killed in the middle"
        check(mortal, logs)
    assert "bytes packed" in mortal.manage("pack_logs", MARCH)
    assert packed(mortal) == LOGS
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
