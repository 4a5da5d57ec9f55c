"""People who play on through every fault, and what is checked of the match afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
import uuid
from collections import deque
from collections.abc import Sequence
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.live.player import Player
from tests.live.stack import ROOT, Stack

GONE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)

TROUBLES = {"try_again", "disk_full"}
"""The refusals after which a browser sends the same command again."""

AGAIN_AFTER = 1.0
"""Seconds after which it does."""


ANSWERED_WITHIN = 6.0
"""Seconds after which a browser drops a connection without an answer."""


class Persistent:
    """A person who reconnects, elsewhere if their address does not answer, and resends what was not answered.

    `pause` is the longest time in seconds that they think; after `patience` seconds without news they ping.
    """

    def __init__(
        self,
        player: Player,
        seed: int,
        elsewhere: Sequence[str] = (),
        pause: float = 0.01,
        patience: float = 1.0,
    ) -> None:
        self.player = player
        self.rng = random.Random(seed)
        self.addresses = deque([player.address, *elsewhere])
        self.pause = pause
        self.patience = patience
        self.promised: dict[str, int] = {}
        self.may_move = asyncio.Event()
        """Cleared while this person begins no further command."""
        self.may_move.set()
        self.codes: list[int | None] = []
        """The codes with which connections were closed."""
        self.away = 0.0
        """The longest time without a connection, in seconds."""

    async def play(self) -> None:
        pending: tuple[str, dict[str, Any], int] | None = None
        while not self.player.is_over():
            try:
                if pending is None:
                    await self.player.until(lambda: self.player.legal or self.player.is_over(), self.patience)
                    if self.player.is_over():
                        return
                    pending = str(uuid.uuid4()), self.rng.choice(self.player.legal), self.player.have
                    await asyncio.sleep(self.pause * self.rng.random())
                    await self.may_move.wait()
                command_id, command, version = pending
                seen = self.player.state
                answer = await asyncio.wait_for(self.player.do(command, command_id, version), ANSWERED_WITHIN)
                if answer.get("code") in TROUBLES:
                    await asyncio.sleep(AGAIN_AFTER)
                    continue
                pending = None
                if answer["t"] == "ack":
                    self.promised[command_id] = answer["version"]
                await self.player.until(lambda seen=seen: self.player.state is not seen, 2)
            except TimeoutError:
                await self._ping()
            except (ConnectionClosed, OSError):
                await self._come_back()

    async def _ping(self) -> None:
        """Ping, and drop a connection that is silent, as a browser does."""
        heard = self.player.heard
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            await self.player.send({"t": "ping", "have": self.player.have, "rev": 0, "chat": 0})
            await self.player.until(
                lambda: self.player.heard != heard or self.player.is_closed, ANSWERED_WITHIN
            )
        if self.player.heard == heard or self.player.is_closed:
            await self._come_back()

    async def _come_back(self) -> None:
        began = time.monotonic()
        assert self.player.socket is not None
        self.codes.append(self.player.socket.close_code)
        self.player.cut()
        await self.arrive()
        self.away = max(self.away, time.monotonic() - began)

    async def arrive(self) -> None:
        """Connect to the first address that answers."""
        while True:
            self.player.address = self.addresses[0]
            with contextlib.suppress(*GONE):
                self.player.state = {}
                await self.player.open()
                await self.player.until(lambda: self.player.state, ANSWERED_WITHIN)
                return
            self.player.cut()
            self.addresses.rotate(-1)
            await asyncio.sleep(0.1)


def reached_by(stack: Stack, table: dict[str, Any]) -> int:
    """Return the version of the table's match."""
    [(version,)] = stack.query(f"SELECT version FROM games_match WHERE id = '{stack.key(table['match'])}'")
    return int(version)


def check_log(stack: Stack, table: dict[str, Any], people: Sequence[Persistent]) -> None:
    """Check that the log has every acknowledged command once, and that the referee verifies the match."""
    match = stack.key(table["match"])
    log = stack.query(f"SELECT seq, seat, command_id FROM games_event WHERE match_id='{match}' ORDER BY seq")
    assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
    stored = [command_id for _, _, command_id in log if command_id]
    assert len(stored) == len(set(stored))
    for seat, person in enumerate(people):
        assert person.promised, "this person never played"
        assert {f"{seat}:{command_id}" for command_id in person.promised} <= set(stored)
    assert stack.query(f"SELECT status FROM games_match WHERE id = '{match}'") == [("finished",)]
    exported = stack.manage("record", table["match"])
    verify = [sys.executable, "-m", "ludocards.engine", "referee", "--verify"]
    report = subprocess.run(verify, cwd=ROOT, input=exported, capture_output=True, text=True, check=False)
    assert report.returncode == 0, report.stdout
    assert json.loads(report.stdout)["finished"]
