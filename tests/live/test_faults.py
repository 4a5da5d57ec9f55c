"""Faults that a match survives: power cuts, lost doorbells, downtime."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.live.installations import installation
from tests.live.persistent import Persistent, check_log, reached_by
from tests.live.player import Player, at_table, converged
from tests.live.stack import Full, Process, Stack

KILLS = 3

RETRIED = 40.0
"""Seconds in which another worker must play the turn of a dead one: 3 until it is missed, 1 until the sweep,
then the choice; the rest is for busy machines. The queue alone would redeliver it after 120."""


async def test_random_kills_lose_nothing_acknowledged(stack: Stack) -> None:
    """SIGKILL to every process, again and again, while two people and two bots play."""
    [table] = stack.seed(people=2, rules={"preset": "classico", "match_end": {"deals": 4}})
    async with AsyncExitStack() as everybody:
        people = [
            Persistent(player, seat) for seat, player in enumerate(await at_table(stack, everybody, table))
        ]
        playing = [asyncio.create_task(person.play()) for person in people]
        rng = random.Random(7)
        killed_at = []
        for _ in range(KILLS):
            reached = max(person.player.have for person in people) + 15
            await people[0].player.until(
                lambda reached=reached: max(person.player.have for person in people) >= reached, 120
            )
            await asyncio.sleep(rng.uniform(0.0, 0.15))
            await asyncio.to_thread(stack.kill)
            killed_at.append(reached_by(stack, table))
            await asyncio.to_thread(stack.start)
        await asyncio.wait_for(asyncio.gather(*playing), 240)
    assert killed_at[-1] < reached_by(stack, table), "the match went on"
    check_log(stack, table, people)


def test_a_worker_killed_while_thinking_costs_one_retry(full: Full) -> None:
    """It is killed while its *maestro* thinks; the other worker plays this turn once, and goes on."""
    with full.another_worker() as worker:
        match, version = stopped_while_thinking(full, worker)
        worker.kill()
        turns = played_on(full, match, version)
    assert turns.count(version) == 1, "played once"
    assert turns == sorted(set(turns)), "and so was every other turn"


def test_a_worker_that_is_restarted_finishes_its_turn(full: Full) -> None:
    """Nothing has to be asked for again: what it has not begun goes back into the queue."""
    with full.another_worker() as worker:
        match, version = stopped_while_thinking(full, worker)
        worker.send_signal(signal.SIGTERM)
        worker.send_signal(signal.SIGCONT)
        worker.wait()
        assert full.call("tests.live.seed:thinker", match=match)[0] > version
        played_on(full, match, version)
    assert full.query(f"SELECT * FROM failures_failure WHERE subject = '{match}'") == []


def stopped_while_thinking(full: Full, worker: Process) -> tuple[str, int]:
    """Return a match whose *maestro* this worker was thinking for when it was stopped, and the version."""
    full.call("ludocards.bots.registry:warm_up")  # compiles the search once for all processes
    match = full.call("tests.live.seed:bots_alone", level="maestro")
    deadline = time.monotonic() + 120
    while True:
        assert time.monotonic() < deadline, "the second worker never got a turn"
        version, pid = full.call("tests.live.seed:thinker", match=match)
        if pid != worker.pid:
            continue
        worker.send_signal(signal.SIGSTOP)
        if full.call("tests.live.seed:thinker", match=match) == [version, pid]:
            return match, version  # stopped before it has played its turn
        worker.send_signal(signal.SIGCONT)


def played_on(full: Full, match: str, version: int) -> list[int]:
    """Wait until a match has gone on for twenty turns, and return the versions at which its commands came."""
    began = time.monotonic()
    while full.call("tests.live.seed:thinker", match=match)[0] == version:
        assert time.monotonic() < began + RETRIED
        time.sleep(0.05)
    while full.call("tests.live.seed:thinker", match=match)[0] < version + 20:
        assert time.monotonic() < began + 2 * RETRIED, "the table goes on"
        time.sleep(0.05)
    full.call("tests.live.seed:abort", matches=[match])
    sql = f"SELECT command_id FROM games_event WHERE match_id = '{match}' ORDER BY seq"
    return [int(command_id.rpartition(":")[2]) for (command_id,) in full.query(sql) if command_id]


async def test_everybody_converges_although_three_doorbells_in_ten_are_lost(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with installation(request, "full", tmp_path, DJANGO_SETTINGS_MODULE="tests.live.lossy") as stack:
        [table] = stack.seed(people=4, rules={"preset": "classico", "match_end": {"deals": 1}}, watchers=1)
        async with AsyncExitStack() as everybody:
            players = await at_table(stack, everybody, table)
            pings = asyncio.create_task(ping_all(players))
            people = [Persistent(player, seat) for seat, player in enumerate(players[:4])]
            await asyncio.wait_for(asyncio.gather(*(person.play() for person in people)), 240)
            await converged(players)
            pings.cancel()
            assert [player.is_over() for player in players] == [True] * 5
            assert len({json.dumps(player.view["sheet"]) for player in players}) == 1
        check_log(stack, table, people)


async def ping_all(players: list[Player]) -> None:
    while True:
        await asyncio.sleep(0.2)
        for player in players:
            await player.send({"t": "ping", "have": player.have, "rev": 0, "chat": 0})


async def test_downtime_is_added_to_a_running_clock(stack: Stack) -> None:
    [table] = stack.seed(people=2, rules={"preset": "classico"}, move_seconds=30)
    async with AsyncExitStack() as everybody:
        anna, _ = await at_table(stack, everybody, table)
        await anna.until(lambda: anna.state.get("clock"))
        left, seen_at = anna.state["clock"]["left_ms"], time.monotonic()
        await asyncio.sleep(1.5)
        await asyncio.to_thread(stack.kill)
        await asyncio.sleep(6)
        await asyncio.to_thread(stack.start)
        anna.state = {}
        await anna.open()
        await anna.until(
            lambda: any(event["kind"] == "paused" for event in anna.events) or anna.state.get("clock")
        )
        await anna.ask({"t": "resume", "have": None}, "state")
        since = 1000 * (time.monotonic() - seen_at)
        lost = left - anna.state["clock"]["left_ms"]
        assert lost < since - 5000, "the clock stood still for the six seconds in which nobody could play"
        assert anna.state["view"]["to_act"], "whoever was on turn still is"
