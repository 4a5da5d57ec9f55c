"""A tournament of 64 pairs over 7 Swiss rounds, in full mode, with repeated power cuts.

All processes (two web, a worker, a beat) are killed at random moments of each round and started again, until
the event is over. The same event is also played on SQLite by a single process without interruption: the final
standings must be the same, line by line. `python -m bench evening` prints how long each took;
`EVENING` may hold other options: `EVENING='{"entries": 8, "rounds": 2, "cuts": 3}'`.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests import servers
from tests.live.stack import ROOT, Full, Stack

USUAL: dict[str, Any] = {"entries": 64, "rounds": 7, "deals": 1, "cuts": 12, "seed": "evening"}
LONGEST = 3600.0
"""Seconds until the benchmark gives up."""


def main() -> None:
    wanted = {**USUAL, **json.loads(os.environ.get("EVENING", "{}"))}
    with tempfile.TemporaryDirectory(prefix="ludopoli-evening-") as folder:
        whole, took = _alone(Path(folder), wanted)
        print(f"evening: {wanted['entries']} pairs, {wanted['rounds']} rounds, uninterrupted: {took:.0f} s")
        with servers.postgres() as database, servers.redis() as broker:
            home = Path(folder) / "full"
            home.mkdir()
            cut, took, cuts = _cut(Full(home, database, broker), wanted)
    print(f"evening: in full mode, killed {cuts} times: {took:.0f} s")
    print(f"evening: standings of {len(whole)} pairs {'identical' if cut == whole else 'DIFFER'}")
    if cut != whole:
        sys.exit(1)


def _asked(wanted: dict[str, Any]) -> list[str]:
    settings = {"rounds": wanted["rounds"], "deals": wanted["deals"]}
    options = {"--entries": wanted["entries"], "--seed": wanted["seed"], "--options": json.dumps(settings)}
    return ["simulate", *(str(each) for option in options.items() for each in option)]


def _alone(folder: Path, wanted: dict[str, Any]) -> tuple[list[str], float]:
    """Play the event in one process on SQLite; return the standings and the seconds it took."""
    home = folder / "alone"
    home.mkdir()
    env = {**os.environ, "LUDOPOLI_VAR": str(home), "DATABASE_URL": "", "REDIS_URL": ""}
    _manage(env, "migrate", "--verbosity", "0")
    begun = time.monotonic()
    return _manage(env, *_asked(wanted)).splitlines(), time.monotonic() - begun


def _manage(env: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout


def _cut(stack: Stack, wanted: dict[str, Any]) -> tuple[list[str], float, int]:
    """Play the event while killing all processes at random; return the standings, seconds and power cuts."""
    lots, cuts = random.Random(wanted["seed"]), 0
    stack.prepare()
    stack.manage(*_asked(wanted), "--moves", "0")
    stack.start()
    begun = time.monotonic()
    try:
        while not _is_over(stack):
            if time.monotonic() - begun > LONGEST:
                raise RuntimeError(f"not over after {LONGEST:.0f} s:\n{stack.log()[-4000:]}")
            more = cuts < _cuts_by_now(stack, wanted)
            time.sleep(lots.uniform(2, 20) if more else 2)
            if more and not _is_over(stack):
                stack.kill()
                cuts += 1
                stack.start()
        took = time.monotonic() - begun
    finally:
        stack.kill()
    return stack.manage(*_asked(wanted)).splitlines(), took, cuts


def _cuts_by_now(stack: Stack, wanted: dict[str, Any]) -> int:
    """Return how many cuts are due by now: the same number in each round, however long a round takes."""
    [(rounds,)] = stack.query("SELECT COUNT(*) FROM tournaments_round")
    return int(wanted["cuts"] * rounds // wanted["rounds"])


def _is_over(stack: Stack) -> bool:
    return stack.query("SELECT status FROM tournaments_event") == [("finished",)]


if __name__ == "__main__":
    main()
