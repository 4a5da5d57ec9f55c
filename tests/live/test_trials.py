"""Every part of an installation fails, while people, clocks and bots play at many tables."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest

from tests.live.room import Room
from tests.live.trials import Site, site, trials

SEED = 1
TABLES = 5
"""One of each kind."""

WITHIN = 45.0
"""The seconds to wait for all tables on a busy machine; `bench/trials.py` has the promised ones."""


@pytest.fixture(scope="module")
def whole(empty: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("var"), empty) as running:
        yield running


async def test_nothing_acknowledged_is_lost_whatever_fails(whole: Site) -> None:
    rng, faults = random.Random(SEED), whole.faults()
    async with asyncio.timeout(360), Room(whole.stack, rng, TABLES) as room:
        report = await trials(whole, room, rng, len(faults), WITHIN)
    print(report)
    assert report.took.keys() == faults.keys()
    assert not report.findings.defects
    assert report.longest < WITHIN, "every table has moved again after every fault"
    assert report.findings.acknowledged > len(faults)


async def test_a_web_process_that_hangs_is_replaced(whole: Site) -> None:
    """Its people go on in another; those of the other do not notice."""
    rng, urls = random.Random(SEED), whole.stack.urls
    alternately = cycle((urls, urls[::-1]))
    room = Room(whole.stack, rng, TABLES, addresses=lambda _: next(alternately))
    async with asyncio.timeout(300), room:
        whole.supervisor.killed.clear()
        hanging = whole.stack.processes[0]
        others = [number for number, table in enumerate(room.tables) if table.urls[0] != urls[0]]
        whole.supervisor.is_patient = True  # until the others have shown that they play on
        hanging.send_signal(signal.SIGSTOP)
        assert max(await room.all_move(room.versions(), WITHIN, others)) < WITHIN
        whole.supervisor.is_patient = False
        await asyncio.to_thread(hanging.wait)
        assert max(await room.all_move(room.versions(), WITHIN)) < WITHIN
        assert whole.supervisor.killed == [0]
        findings = room.findings()
    assert not findings.defects


async def test_bots_play_on_after_all_workers_and_beat_have_hung(whole: Site) -> None:
    async with asyncio.timeout(300), Room(whole.stack, random.Random(SEED), TABLES) as room:
        await room.all_move(room.versions(), WITHIN)  # what a test before has ended is replaced
        whole.supervisor.killed.clear()
        hanging = whole.stack.processes[2:]
        for process in hanging:
            process.send_signal(signal.SIGSTOP)
        for process in hanging:
            await asyncio.to_thread(process.wait)
        assert max(await room.all_move(room.versions(), WITHIN)) < WITHIN
        assert sorted(whole.supervisor.killed) == [2, 3, 4]
        findings = room.findings()
    assert not findings.defects


async def test_people_play_on_while_redis_is_in_a_black_hole(whole: Site) -> None:
    rng = random.Random(SEED)
    async with asyncio.timeout(300), Room(whole.stack, rng, TABLES) as room:
        people = [number for number, table in enumerate(room.tables) if not table.has_bots]
        with whole.hole.open():
            for _ in range(3):
                took = await room.all_move(room.versions(), WITHIN, people)
                assert max(took) < WITHIN
        assert max(await room.all_move(room.versions(), WITHIN)) < WITHIN
        findings = room.findings()
    assert people
    assert not findings.defects


async def test_a_full_disk_refuses_until_there_is_room(whole: Site) -> None:
    if whole.disk is None:
        pytest.skip("only root can mount a small disk")
    async with asyncio.timeout(300), Room(whole.stack, random.Random(SEED), TABLES) as room:
        await room.all_move(room.versions(), WITHIN)  # what a test before has ended is replaced
        running = [process.pid for process in whole.stack.processes]
        filler = whole.disk / "filler"
        fill(filler)
        await room.tables[0].guests[0].until(lambda: room.refusals()["disk_full"], WITHIN)
        filler.unlink()
        assert max(await room.all_move(room.versions(), WITHIN)) < WITHIN
        findings = room.findings()
    assert not findings.defects
    assert [process.pid for process in whole.stack.processes] == running


def fill(path: Path) -> None:
    """Write a file until the disk has no room."""
    with path.open("wb", buffering=0) as file:
        for block in (2**20, 2**12):
            with suppress(OSError):
                while file.write(bytes(block)) == block:
                    pass
