"""The rate of moves beside that of another commit: `python -m bench.against 767dc851`.

Both are installed beside each other, with databases of their own on the same servers, and play in turn: 50
tables of four sockets that never pause. The ratios hold even if the machine is busy with other things.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import processor, spine
from tests import servers
from tests.live.stack import ROOT, Embedded, Full, Stack


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--modes", default="embedded,full")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    with checkout(chosen.commit) as root:
        for mode in chosen.modes.split(","):
            with stacks(mode, root) as both:
                asyncio.run(compare(both, chosen.tables, chosen.pause, chosen.seconds, chosen.rounds))


@contextlib.contextmanager
def checkout(commit: str, *, kernels: bool = True) -> Iterator[Path]:
    """Yield a folder with the files of a commit, the compiled texts of this checkout, and kernels."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        for compiled in ROOT.glob("locale/*/LC_MESSAGES/*.mo"):
            shutil.copy(compiled, Path(folder) / compiled.relative_to(ROOT))
        if kernels:  # else its workers compile them while tables play
            warm_up = [sys.executable, "manage.py", "warm_up"]
            env = {**os.environ, "LUDOPOLI_VAR": f"{folder}/var"}
            subprocess.run(warm_up, cwd=folder, env=env, check=True)
        yield Path(folder)


@contextlib.contextmanager
def stacks(mode: str, root: Path) -> Iterator[tuple[Stack, Stack]]:
    """Yield the running installations of a mode: of the other commit, and of this checkout."""
    with contextlib.ExitStack() as opened:
        homes = [Path(opened.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        both: list[Stack]
        if mode == "full":
            server = opened.enter_context(servers.postgres())
            databases = [opened.enter_context(servers.database(server)) for _ in homes]
            brokers = [opened.enter_context(servers.redis()) for _ in homes]
            both = [
                Full(home, database, broker, **spine.UNTHROTTLED)
                for home, database, broker in zip(homes, databases, brokers, strict=True)
            ]
        else:
            both = [Embedded(home, **spine.UNTHROTTLED) for home in homes]
        before, here = both
        before.root = root
        for stack in both:
            opened.enter_context(stack)
        yield before, here


async def compare(both: tuple[Stack, Stack], tables: int, pause: float, seconds: float, rounds: int) -> None:
    rates: tuple[list[float], list[float]] = ([], [])
    async with spine.seated(both[0], tables) as before, spine.seated(both[1], tables) as here:
        for number in range(rounds + 1):  # the first one warms up
            for stack, fours, noted in zip(both, (before, here), rates, strict=True):
                used = processor.of_stack(stack)
                samples = await spine.played(fours, pause, seconds)
                spent = {part: total - used[part] for part, total in processor.of_stack(stack).items()}
                median, p99 = spine.quantiles(samples)
                shares = ", ".join(f"{part} {1000 * each / len(samples):.2f}" for part, each in spent.items())
                name = "here" if stack is both[1] else "before"
                print(
                    f"{stack.name}, {name}: {len(samples) / seconds:.0f} moves/s, median {median:.1f} ms, "
                    f"p99 {p99:.1f} ms; processor of a move in ms: {shares}",
                    flush=True,
                )
                if number:
                    noted.append(len(samples) / seconds)
    ratios = [after / before for before, after in zip(*rates, strict=True)]
    earlier, now = map(statistics.median, rates)
    print(
        f"{both[0].name}: {earlier:.0f} moves/s before, {now:.0f} here, {min(ratios):.2f} to "
        f"{max(ratios):.2f} times as many, median {statistics.median(ratios):.2f}; "
        "nothing lost, nothing out of order"
    )


if __name__ == "__main__":
    main()
