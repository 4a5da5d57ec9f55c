"""The code of another commit on the tables of this checkout: `python -m bench.former 02f9f68e`.

So it is while a site is updated: the tables are migrated, and the processes still run what they have loaded.
People, clocks and bots play; every acknowledged command must be in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench.against import checkout
from tests import servers
from tests.live.room import Findings, Room
from tests.live.stack import Full
from tests.live.trials import POSTGRES

PATIENCE = 60.0


async def _played(former: Full, tables: int, rounds: int) -> Findings:
    async with Room(former, random.Random(1), tables) as room:
        for _ in range(rounds):
            await room.all_move(room.versions(), PATIENCE)
        return await asyncio.to_thread(room.findings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=20, help="how often every table moves")
    asked = parser.parse_args()
    with ExitStack() as opened:
        root = opened.enter_context(checkout(asked.commit))
        new, old = (Path(opened.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        urls = opened.enter_context(servers.postgres(**POSTGRES)), opened.enter_context(servers.redis())
        here = Full(new, *urls)
        here.prepare()
        here.close()
        former = Full(old, *urls)
        former.has_tables, former.root = True, root
        with former:
            findings = asyncio.run(_played(former, asked.tables, asked.rounds))
        errors = former.log().count("Traceback")
    print(findings)
    print(f"{errors} errors in the logs of {asked.commit}")
    sys.exit(bool(findings.defects or errors))


if __name__ == "__main__":
    main()
