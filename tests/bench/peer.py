"""The rate of moves beside that of boardgame.io: `python -m tests.bench.peer`.

50 tables of four sockets that never pause play at each server in turn: boardgame.io with its matches in
memory, where an acknowledged move may be lost, the same with files, and Ludopoli in both modes. boardgame.io
is installed by npm into `.peers`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any

from tests import servers
from tests.bench import processor, spine
from tests.live.stack import ROOT, Stack

SOURCE, INSTALLED = Path(__file__).parent / "boardgame", ROOT / ".peers"
TABLES, SECONDS, ROUNDS = 50, 10.0, 3
NAMESPACE = "/cards,"
PING, PONG, CONNECT, EVENT = "2", "3", "40", "42"
"""The packets of Engine.IO and Socket.IO that occur here."""


class Peers(spine.Four):
    """The clients of a match of boardgame.io, which play random cards."""

    def __init__(self, rng: random.Random, match: str) -> None:
        super().__init__(rng)
        self.match = match
        self.states: list[dict[str, Any]] = [{} for _ in range(spine.SEATS)]
        self.started = asyncio.Event()
        self.sending: set[asyncio.Task[None]] = set()

    def message(self) -> tuple[int, str]:
        seat = int(self.states[0]["ctx"]["currentPlayer"])
        state = self.states[seat]
        place = self.rng.randrange(len(state["G"]["players"][str(seat)]))
        payload = {"type": "play", "args": [place], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return seat, self._event("update", action, state["_stateID"], self.match, str(seat))

    def take(self, seat: int, text: str) -> None:
        socket = self.sockets[seat]
        if text == PING:
            self._soon(socket.send(PONG))
        elif text.startswith("0"):
            self._soon(socket.send(CONNECT + NAMESPACE))
        elif text.startswith(CONNECT):
            self._soon(socket.send(self._event("sync", self.match, str(seat), None, spine.SEATS)))
        elif text.startswith(EVENT):
            kind, _match, state, *_ = json.loads(text.removeprefix(EVENT + NAMESPACE))
            if kind == "sync":
                self.states[seat] = state["state"]
                if all(self.states):
                    self.started.set()
            elif kind == "update":
                assert state["_stateID"] == self.states[seat]["_stateID"] + 1, (
                    "a move is lost or out of order"
                )
                self.states[seat] = state
                self.one_more()

    def _soon(self, sending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(sending)
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    def _event(self, *words: Any) -> str:
        return EVENT + NAMESPACE + json.dumps(words)


@contextlib.contextmanager
def boardgame(*folder: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a server of boardgame.io; yield the address of its sockets and its process."""
    port = servers.free_port()
    command = ["node", str(INSTALLED / "server.js"), str(port), *folder]
    process = subprocess.Popen(command, cwd=INSTALLED, stdout=subprocess.DEVNULL)
    try:
        spine.wait_for(port, process)
        yield f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket", process
    finally:
        process.kill()
        process.wait()


@contextlib.asynccontextmanager
async def peers(address: str) -> AsyncIterator[list[Peers]]:
    fours = [Peers(random.Random(index), f"match {index}") for index in range(TABLES)]
    for four in fours:
        await four.open([address] * spine.SEATS, [""] * spine.SEATS)
    for four in fours:
        await four.started.wait()
    yield fours
    for four in fours:
        await four.close()


async def compare(addresses: dict[str, tuple[str, subprocess.Popen[bytes]]], stacks: list[Stack]) -> None:
    async with contextlib.AsyncExitStack() as opened:
        playing: dict[str, Any] = {}
        for name, (address, process) in addresses.items():
            fours = await opened.enter_async_context(peers(address))
            playing[name] = fours, lambda pid=process.pid: {"node": processor.seconds(pid)}
        for stack in stacks:
            tables = await opened.enter_async_context(spine.seated(stack, TABLES))
            playing[stack.name] = tables, lambda stack=stack: processor.of_stack(stack)
        for number in range(ROUNDS + 1):  # the first one warms up
            for name, (fours, used) in playing.items():
                before = used()
                samples = await spine.played(fours, 0.0, SECONDS)
                spent = sum(used().values()) - sum(before.values())
                median, p99 = spine.quantiles(samples)
                if number:
                    print(
                        f"{name}: {len(samples) / SECONDS:.0f} moves/s, median {median:.1f} ms, "
                        f"p99 {p99:.1f} ms, {1000 * spent / len(samples):.2f} ms of processor a move",
                        flush=True,
                    )


def install() -> None:
    shutil.copytree(SOURCE, INSTALLED, dirs_exist_ok=True)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=INSTALLED, check=True)


def main() -> None:
    install()
    with contextlib.ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        addresses = {
            "boardgame.io in memory": opened.enter_context(boardgame()),
            "boardgame.io with files": opened.enter_context(boardgame(folder)),
        }
        stacks = opened.enter_context(spine.stacks())
        for stack in stacks:
            opened.enter_context(stack)
        asyncio.run(compare(addresses, stacks))


if __name__ == "__main__":
    main()
