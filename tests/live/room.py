"""Tables at which people, clocks and bots play through every fault, and what an observer checks of them.

The observer needs a PostgreSQL with `track_commit_timestamp`: it compares the time at which a command was
committed with the time at which its acknowledgement came.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ssl import SSLContext
from typing import Any
from zlib import crc32

from tests.live.persistent import Persistent
from tests.live.player import PATIENCE, Player
from tests.live.stack import Full

SEATS = 4
ENDLESS = {"preset": "classico", "match_end": {"deals": 999}}
PACE = 0.5
"""That of a table on which bots need not wait for spare time."""

FOUR_PEOPLE: tuple[tuple[int, int, dict[str, Any]], ...] = ((4, 4, {"move_seconds": 30}), (4, 4, {}))

KINDS: tuple[tuple[int, int, dict[str, Any]], ...] = (
    *FOUR_PEOPLE,
    (2, 2, {"move_seconds": 30}),
    (1, 1, {}),
    (4, 3, {"move_seconds": 3}),
)
"""Kinds of tables: the people seated, how many of them come, and the clock. Bots take the other seats; where
somebody does not come, first the clock plays, then a bot."""

MOVES = 3
"""The moves of a table after a fault, before it rests until all others have moved."""

EXPECTED = {"stale", "too_late", "try_again", "disk_full"}
"""The refusals that a fault may cause; any other is a defect."""

Addresses = Callable[[str], list[str]]


class Guest(Player):
    """A player of a long evening, who keeps no frames, but the Unix times of acknowledgements."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.acked_at: dict[str, float] = {}

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "ack":
            self.acked_at.setdefault(frame["id"], time.time())
        super()._take(frame)
        del self.frames[:], self.events[:]


@dataclass
class RoomTable:
    """A table of the room, with the people who have come, by seat."""

    match: str
    has_bots: bool
    urls: list[str]
    """Where its people connect, in this order."""
    people: list[Persistent]
    guests: list[Guest]

    @property
    def version(self) -> int:
        """The latest version that anybody at the table has seen."""
        return max(guest.have for guest in self.guests)

    def rest(self) -> None:
        """Let its people begin no further command; its bots stop at the next turn of a person."""
        for person in self.people:
            person.may_move.clear()

    def play_on(self) -> None:
        for person in self.people:
            person.may_move.set()


@dataclass
class Findings:
    """What the observer has found in the log of all matches."""

    acknowledged: int = 0
    missing: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    """Acknowledged before they were committed."""
    disordered: list[str] = field(default_factory=list)
    """Matches with a gap in the log, or with commands in another order than they were acknowledged."""
    refusals: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} acknowledged commands, {len(self.missing)} missing, "
            f"{len(self.doubled)} doubled, {len(self.early)} acknowledged before their commit, "
            f"{len(self.disordered)} matches out of order; refusals: {dict(self.refusals)}"
        )

    @property
    def defects(self) -> list[str]:
        unexpected = [code for code in self.refusals if code not in EXPECTED]
        return [*self.missing, *self.doubled, *self.early, *self.disordered, *unexpected]


class Room:
    """Tables that play at the given pace: `pause` is the longest time in seconds that a person thinks."""

    def __init__(
        self,
        stack: Full,
        rng: random.Random,
        tables: int = 20,
        pause: float = 1.0,
        patience: float = 2.0,
        addresses: Addresses | None = None,
        certified: SSLContext | None = None,
        kinds: Sequence[tuple[int, int, dict[str, Any]]] = KINDS,
    ) -> None:
        self.kinds = kinds
        self.stack = stack
        self.rng = rng
        self.pause = pause
        self.patience = patience
        self.addresses = addresses or self._as_nginx
        self.certified = certified
        self.tables = [self._seated(number) for number in range(tables)]
        self._playing: list[asyncio.Task[None]] = []

    def _as_nginx(self, code: str) -> list[str]:
        """Return the web processes in the order in which nginx tries them for a table."""
        first = crc32(code.encode()) % len(self.stack.urls)
        return self.stack.urls[first:] + self.stack.urls[:first]

    def _seated(self, number: int) -> RoomTable:
        seated, present, clock = self.kinds[number % len(self.kinds)]
        [made] = self.stack.seed(people=seated, rules=ENDLESS, pace=PACE, **clock)
        urls = self.addresses(made["code"])
        people: list[Persistent] = []
        guests: list[Guest] = []
        for cookie in made["cookies"][:present]:
            first, *others = [Guest(url, made["code"], cookie, self.certified) for url in urls]
            elsewhere = [other.address for other in others]
            guests.append(first)
            people.append(Persistent(first, self.rng.randrange(2**32), elsewhere, self.pause, self.patience))
        return RoomTable(made["match"], present < SEATS, urls, people, guests)

    async def __aenter__(self) -> Room:
        everybody = [person for table in self.tables for person in table.people]
        for person in everybody:
            await person.arrive()
        self._playing = [asyncio.create_task(person.play()) for person in everybody]
        return self

    async def __aexit__(self, *_: object) -> None:
        playing = set(self._playing)
        while playing:  # `asyncio.wait_for` may lose a cancellation
            for each in playing:
                each.cancel()
            playing = (await asyncio.wait(playing, timeout=1))[1]
        for table in self.tables:
            for person in table.people:
                person.player.cut()

    def versions(self) -> list[int]:
        return [table.version for table in self.tables]

    async def all_move_and_rest(self, since: list[int], within: float) -> list[float]:
        """Like `all_move`, but a table rests after a few moves; then all play on at the same moment."""
        resting = asyncio.create_task(self._rest(since))
        try:
            return await self.all_move(since, within)
        finally:
            resting.cancel()
            for table in self.tables:
                table.play_on()

    async def _rest(self, since: list[int]) -> None:
        while True:
            for table, version in zip(self.tables, since, strict=True):
                if table.version >= version + MOVES:
                    table.rest()
            await asyncio.sleep(0.02)

    async def all_move(
        self, since: list[int], within: float = PATIENCE, tables: Sequence[int] | None = None
    ) -> list[float]:
        """Wait until every table, or those with these numbers, is past these versions; return the seconds
        that each has taken."""
        began, took = time.monotonic(), [0.0] * len(since)
        waiting = set(range(len(since)) if tables is None else tables)
        while waiting and time.monotonic() < began + within:
            for number in [each for each in waiting if self.tables[each].version > since[each]]:
                took[number] = time.monotonic() - began
                waiting.discard(number)
            for ended in (playing for playing in self._playing if playing.done()):
                ended.result()  # a client that has found a mistake
            await asyncio.sleep(0.02)
        for number in waiting:
            took[number] = within
        return took

    def moves(self) -> list[float]:
        """Return the Unix times of the commits of all commands."""
        return [float(at) for _, _, command_id, at in self._log() if command_id is not None]

    def _log(self) -> list[tuple[Any, ...]]:
        return self.stack.query(
            "SELECT match_id::text, seq, command_id, extract(epoch from pg_xact_commit_timestamp(xmin)) "
            "FROM games_event ORDER BY match_id, seq"
        )

    def refusals(self) -> Counter[str]:
        return Counter(
            error["code"] for table in self.tables for guest in table.guests for error in guest.errors
        )

    def findings(self) -> Findings:
        """Compare the log of every match with what its people had been promised when it was read."""
        found = Findings(refusals=self.refusals())
        promised = {id(person): dict(person.promised) for table in self.tables for person in table.people}
        log: dict[str, list[tuple[Any, ...]]] = {}
        for match, *event in self._log():
            log.setdefault(match, []).append(tuple(event))
        for table in self.tables:
            events = log[table.match]
            if [seq for seq, _, _ in events] != list(range(1, len(events) + 1)):
                found.disordered.append(f"{table.match}: a gap")
            times = Counter(command_id for _, command_id, _ in events if command_id)
            stored = {command_id: (seq, at) for seq, command_id, at in events if command_id}
            found.doubled += [command_id for command_id, number in times.items() if number > 1]
            for seat, (person, guest) in enumerate(zip(table.people, table.guests, strict=True)):
                found.acknowledged += len(promised[id(person)])
                seqs = []
                for command_id, version in promised[id(person)].items():
                    name = f"{seat}:{command_id}"
                    if name not in stored:
                        found.missing.append(name)
                        continue
                    seq, at = stored[name]
                    seqs.append(seq)
                    if seq > version:
                        found.disordered.append(f"{name}: acknowledged as {version}, stored as {seq}")
                    if at is None or float(at) > guest.acked_at[command_id]:
                        found.early.append(name)
                if seqs != sorted(seqs):
                    found.disordered.append(f"{table.match}: seat {seat}")
        return found
