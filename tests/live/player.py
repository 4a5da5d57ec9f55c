"""A client of the table's socket that checks every frame."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import uuid
from contextlib import AsyncExitStack
from ssl import SSLContext
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.live.stack import Stack

PATIENCE = 45
"""The time to wait for something on a busy machine, in seconds."""


class Player:
    """A client at a table that keeps the version, the view and the legal commands, as a browser does.

    It checks every frame: no event comes twice or out of order, and no frame leaks the stored snapshot.
    """

    def __init__(self, url: str, code: str, cookie: str = "", certified: SSLContext | None = None) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/ws/table/{code}/"
        self.headers = {"Cookie": cookie} if cookie else {}
        self.certified = certified
        self.socket: ClientConnection | None = None
        self.have = 0
        self.frames: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.acked: dict[str, int] = {}
        self.saw_hand = False
        self.heard = 0
        """The number of frames that came."""
        self.errors: list[dict[str, Any]] = []
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Player:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        self.socket = await connect(
            self.address, additional_headers=self.headers, max_size=None, compression=None, ssl=self.certified
        )
        self._reader = asyncio.create_task(self._read(self.socket))

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await self._reader

    @property
    def is_closed(self) -> bool:
        return self.socket is not None and self.socket.close_code is not None

    def cut(self) -> None:
        """Drop the connection, if there is one, without closing it."""
        if self.socket is not None:
            self.socket.transport.abort()

    # ---- speaking

    async def send(self, frame: dict[str, Any] | str) -> None:
        assert self.socket is not None
        await self.socket.send(frame if isinstance(frame, str) else json.dumps(frame))

    async def do(
        self, command: dict[str, Any], command_id: str = "", version: int | None = None
    ) -> dict[str, Any]:
        """Send a command and wait for its `ack` or `error`."""
        command_id = command_id or str(uuid.uuid4())
        answer = self._waiting[command_id] = asyncio.get_running_loop().create_future()
        version = self.have if version is None else version
        try:
            await self.send({"t": "do", "id": command_id, "version": version, "command": command})
            return await answer
        finally:
            if self._waiting.get(command_id) is answer:
                del self._waiting[command_id]

    async def ask(self, frame: dict[str, Any] | str, kind: str) -> dict[str, Any]:
        """Send a frame and wait for the next one of a kind."""
        seen = len(self.frames)
        await self.send(frame)
        return await self.next(kind, seen)

    # ---- listening

    async def next(self, kind: str, after: int = 0, within: float = PATIENCE) -> dict[str, Any]:
        found: list[dict[str, Any]] = []

        def there() -> bool:
            found[:] = [frame for frame in self.frames[after:] if frame["t"] == kind]
            return bool(found)

        await self.until(there, within)
        return found[0]

    async def until(self, condition: Any, within: float = PATIENCE) -> None:
        """Wait until a condition holds, which may depend on other clients."""
        async with asyncio.timeout(within), self._news:
            while not condition():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.2):  # `asyncio.wait_for` may swallow the timeout around it
                        await self._news.wait()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.state.get("view", {})
        return view

    @property
    def legal(self) -> list[dict[str, Any]]:
        legal: list[dict[str, Any]] = self.state.get("legal", [])
        return legal

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                frame = json.loads(text)
                async with self._news:
                    self.heard += 1
                    self._take(frame)
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError())
                answer.exception()  # it counts as seen, also if nobody waits for it any more
        self._waiting.clear()

    def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        kind = frame["t"]
        if kind == "table":
            self.table = frame["table"]
        elif kind == "chat":
            self.chat += frame["messages"]
        elif kind == "state":
            self.state, self.have = frame, frame["version"]
        elif kind == "events":
            for event in frame["events"]:
                assert event["seq"] == self.have + 1, f"had {self.have}, then came {event['seq']}"
                self.have = event["seq"]
                self.events.append(event)
            assert self.have == frame["version"]
            self.state = frame
        if kind in ("state", "events"):
            self._check_secrets(frame)
        if kind in ("ack", "error") and "id" in frame:
            if kind == "ack":
                self.acked[frame["id"]] = frame["version"]
            answer = self._waiting.pop(frame["id"], None)
            if answer is not None and not answer.done():
                answer.set_result(frame)
        if kind == "error":
            self.errors.append(frame)

    def _check_secrets(self, frame: dict[str, Any]) -> None:
        assert "snapshot" not in frame
        assert "hands" not in json.dumps(frame)
        self.saw_hand = self.saw_hand or "hand" in frame["view"]

    # ---- playing

    async def play_along(self, rng: random.Random, until: Any = None) -> None:
        """Play random legal commands whenever on turn, until the match is over."""
        while not (until or self.is_over)():
            await self.until(lambda: self.legal or (until or self.is_over)(), 120)
            if self.legal and not (until or self.is_over)():
                seen = self.state
                await self.do(rng.choice(self.legal))
                await self.until(lambda seen=seen: self.state is not seen)

    def is_over(self) -> bool:
        return self.view.get("phase") == "over"


async def at_table(
    stack: Stack, everybody: AsyncExitStack, table: dict[str, Any], wait: bool = True
) -> list[Player]:
    """Connect all people of a table, neighbours to different web processes, and wait until they have the
    match."""
    urls = stack.urls
    players = [
        await everybody.enter_async_context(Player(urls[seat % len(urls)], table["code"], cookie))
        for seat, cookie in enumerate(table["cookies"])
    ]
    for player in players:
        await player.until(lambda player=player: player.state if wait else player.table)
    return players


async def converged(players: list[Player], version: int = 0) -> None:
    """Wait until all clients have the same version, which is at least this one."""
    version = max(version, *(player.have for player in players))
    for player in players:
        await player.until(lambda player=player: player.have >= version)
