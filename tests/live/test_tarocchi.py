"""The bidding of Tarocchi over real sockets: one window for all players, in whichever web process."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import uuid
from contextlib import AsyncExitStack
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from tests.live.player import PATIENCE, Player, at_table, converged
from tests.live.stack import ROOT, Stack

VADO, TENGO = {"do": "call", "call": "vado"}, {"do": "call", "call": "tengo"}
RULES = {"preset": "calatafimi", "deals": 3}
AT_ONCE = {**RULES, "bidOpenDelayMs": 0, "offerLockMs": 0}
"""Rules under which players may call without any delay."""


def offro(points: int) -> dict[str, Any]:
    return {"do": "call", "call": "offro", "points": points}


def piglio(seat: int) -> dict[str, Any]:
    return {"do": "call", "call": "piglio", "from": seat}


def seeded(stack: Stack, people: int = 3, rules: dict[str, Any] = RULES, **options: Any) -> dict[str, Any]:
    [table] = stack.seed(people=people, players=3, game="tarocchi", rules=rules, **options)
    return table


async def moment(player: Player, name: str) -> None:
    """Wait until one of the times of the bidding window in the frame is over."""
    await asyncio.sleep(player.state["bidding"][name] / 1000 + 0.05)


def said(player: Player) -> list[tuple[int, str]]:
    return [(event["seat"], event["call"]) for event in player.events if event["kind"] == "called"]


def command_of(player: Player, rng: random.Random) -> dict[str, Any] | None:
    """Return a random command of this player, if any: a call, a scarto or a card."""
    view = player.view
    if view["phase"] == "discard" and view["dealer"] == view["seat"]:
        free = [card for card in view["hand"] if card not in view["discard"]["barred"]]
        return {"do": "discard", "cards": rng.sample(free, view["discard"]["count"])}
    return rng.choice(player.legal) if player.legal else None


async def play_along(player: Player, rng: random.Random, patient: bool = False) -> None:
    """Play to the end; a patient player calls only after both others, and lets bots speak first."""

    def is_waited_for() -> bool:
        return patient and player.state.get("bidding", {}).get("bots_wait", False)

    def ready() -> bool:
        waits = patient and player.view["phase"] == "bid" and len(player.view["calls"]) < 2
        return player.is_over() or (not waits and command_of(player, rng) is not None)

    while not player.is_over():
        await player.until(lambda: ready() or is_waited_for(), 120)
        if is_waited_for():
            await player.send({"t": "listen"})
            await player.until(lambda: not is_waited_for())
            continue
        command, seen = command_of(player, rng), player.state
        if command is None:
            continue
        answer = await player.do(command)
        if answer["t"] == "error":
            assert answer["code"] in ("stale", "bidding_not_open", "offer_too_fresh", "match_over"), answer
            await asyncio.sleep(0.1)
        else:
            await player.until(lambda seen=seen: player.state is not seen)


def verify(stack: Stack, match: str) -> dict[str, Any]:
    """Return the referee's report on the record; fail if it finds any fault."""
    exported = stack.manage("record", match)
    command = [sys.executable, "-m", "ludocards.engine", "referee", "--verify"]
    done = subprocess.run(command, cwd=ROOT, input=exported, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["finished"]
    return report


async def test_calls_wait_for_the_opening_and_decisions_for_the_offer(embedded: Stack) -> None:
    slow = {"bidWindowMs": 60_000, "bidOpenDelayMs": 10_000, "offerLockMs": 6_000}
    table = seeded(embedded, rules={**RULES, **slow})
    async with AsyncExitStack() as everybody:
        anna, bruno, carla = await at_table(embedded, everybody, table)
        assert 0 < anna.state["bidding"]["open_in_ms"] <= 10_000
        assert 50_000 < anna.state["bidding"]["left_ms"] <= 60_000
        assert anna.state["clock"] is None
        early = await bruno.do(TENGO)
        assert (early["t"], early["code"]) == ("error", "bidding_not_open")
        await moment(anna, "open_in_ms")
        offered = await anna.do(offro(3))
        assert offered["t"] == "ack"
        await converged([anna, bruno, carla], offered["version"])
        assert bruno.state["bidding"]["lock_left_ms"] > 500
        for command in (TENGO, piglio(0)):
            assert (await bruno.do(command))["code"] == "offer_too_fresh"
        assert (await carla.do(VADO))["t"] == "ack", "vado decides nothing"
        await moment(bruno, "lock_left_ms")
        await bruno.ask({"t": "resume", "have": None}, "state")
        await moment(bruno, "lock_left_ms")
        taken = await bruno.do(piglio(0))
        assert taken["t"] == "ack"
        await converged([anna, bruno, carla], taken["version"])
        assert said(carla) == [(0, "offro"), (2, "vado"), (1, "piglio")]
        [closed] = [event for event in carla.events if event["kind"] == "closed"]
        assert (closed["result"], closed["why"], closed["points"]) == ("abandon", "piglio", 3)
        assert carla.view["phase"] == "bid", "the next deal"
        assert carla.state["bidding"]["open_in_ms"] > 0


@pytest.mark.parametrize("ahead", [0.0, 0.1])
async def test_of_simultaneous_piglio_and_tengo_over_two_processes_tengo_counts(
    full: Stack, ahead: float
) -> None:
    """Tengo counts whichever arrives first; with `ahead`, the piglio does."""
    table = seeded(full, rules={**AT_ONCE, "bidBatchMs": 2_000})
    async with AsyncExitStack() as everybody:
        anna, bruno, carla = await at_table(full, everybody, table)
        offered = await carla.do(offro(4))
        assert offered["t"] == "ack"
        await converged([anna, bruno, carla], offered["version"])
        takes = asyncio.create_task(anna.do(piglio(2)))
        await asyncio.sleep(ahead)
        holds = await bruno.do(TENGO)
        lost = await takes
        assert holds["t"] == "ack"
        assert lost["code"] == "stale"
        kinds = [frame["t"] for frame in anna.frames]
        assert "state" in kinds[1 : len(kinds) - kinds[::-1].index("error")], "Anna sees why"
        await converged([anna, bruno, carla], holds["version"])
        assert said(carla) == [(2, "offro"), (1, "tengo")]
        assert {player.view["contract"]["why"] for player in (anna, bruno, carla)} == {"tengo"}
        assert {player.view["phase"] for player in (anna, bruno, carla)} == {"discard"}


async def test_silence_has_the_deal_played_even_without_a_clock(embedded: Stack) -> None:
    table = seeded(embedded, rules={**AT_ONCE, "bidWindowMs": 10_000}, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        assert players[3].state["bidding"]["left_ms"] > 0, "who watches sees it too"
        answer = await players[0].do(VADO)
        assert answer["t"] == "ack", answer
        for player in players:
            await player.until(lambda player=player: player.view["phase"] == "discard")
        assert players[3].view["contract"]["why"] == "silence"
        dealer = players[players[0].view["dealer"]]
        assert dealer.legal == [], "it is chosen from the view"
        assert max(len(json.dumps(frame)) for frame in dealer.frames) < 16_000
        command = command_of(dealer, random.Random(1))
        assert command is not None
        assert (await dealer.do(command))["t"] == "ack"


async def test_three_people_play_a_match_that_the_referee_accepts(full: Stack) -> None:
    """All call as soon as they can, so that most calls meet in a batch."""
    table = seeded(full, rules=AT_ONCE, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(full, everybody, table)
        people = [play_along(player, random.Random(seat)) for seat, player in enumerate(players[:3])]
        await asyncio.wait_for(asyncio.gather(*people), 120)
        await converged(players)
        assert [player.is_over() for player in players] == [True] * 4
        public = [[{**event, "hand": None, "new": None} for event in player.events] for player in players]
        dealt = [event for event in public[3] if event["kind"] == "dealt"]
        assert len(dealt) >= 2, "who watches sees every deal"
        report = await asyncio.to_thread(verify, full, table["match"])
        assert report["totals"] == players[0].view["totals"]


async def test_bots_call_in_turn_and_their_match_ends(embedded: Stack) -> None:
    """The person calls last, so the second bot must call even though the first already has."""
    before = len(embedded.log())
    table = seeded(embedded, people=1, rules={**RULES, "bidOpenDelayMs": 1_000}, pace=0.02)
    async with AsyncExitStack() as everybody:
        [anna] = await at_table(embedded, everybody, table)
        await asyncio.wait_for(play_along(anna, random.Random(3), patient=True), 240)
        await asyncio.to_thread(verify, embedded, table["match"])
    whys = [event["why"] for event in anna.events if event["kind"] == "closed"]
    assert len(whys) == 3
    assert "silence" not in whys, "no bot missed its word"
    logged = embedded.log()[before:]
    assert "Traceback" not in logged
    assert "bot refused" not in logged


async def test_bots_alone_do_not_wait(embedded: Stack) -> None:
    table = seeded(embedded, people=1, rules={**RULES, "bidOpenDelayMs": 10_000}, pace=1.0, hosted=True)
    async with AsyncExitStack() as everybody:
        [anna] = await at_table(embedded, everybody, table)
        await asyncio.to_thread(embedded.post, f"/tavolo/{table['code']}/lascia/", table["cookies"][0])
        await anna.until(lambda: anna.is_over(), 60)
    key = embedded.key(table["match"])
    log = embedded.query(f"SELECT kind, at FROM games_event WHERE match_id = '{key}' ORDER BY seq")
    times = [(kind, at if isinstance(at, datetime) else datetime.fromisoformat(at)) for kind, at in log]
    later = [
        (called - dealt).total_seconds()
        for (kind, dealt), (after, called) in pairwise(times)
        if (kind, after) == ("dealt", "called")
    ]
    assert len(later) == 2, "in the first deal it was somebody's getting up that came first"
    assert max(later) < 9, "they do not wait for anybody to look at the cards"
    await asyncio.to_thread(verify, embedded, table["match"])


async def test_after_a_kill_during_a_batch_every_call_counts_once(stack: Stack) -> None:
    """Two calls are pending when everything is killed; one sender retries, the other never does."""
    table = seeded(stack, rules={**AT_ONCE, "bidBatchMs": 2_000})
    async with AsyncExitStack() as everybody:
        anna, bruno, carla = await at_table(stack, everybody, table)
        words = [(anna, VADO), (bruno, offro(2))]
        ids, version = [str(uuid.uuid4()) for _ in words], anna.have
        of_match = f"match_id = '{stack.key(table['match'])}'"
        asked = [
            asyncio.create_task(player.do(command, command_id, version))
            for (player, command), command_id in zip(words, ids, strict=True)
        ]
        for _ in range(20 * PATIENCE):
            if stack.query(f"SELECT COUNT(*) FROM games_word WHERE {of_match}") == [(2,)]:
                break
            await asyncio.sleep(0.05)
        await asyncio.to_thread(stack.kill)
        for answer in asked:
            with pytest.raises(ConnectionResetError):
                await answer
        assert anna.acked == bruno.acked == {}
        assert stack.query(f"SELECT seat FROM games_word WHERE {of_match} ORDER BY seat") == [(0,), (1,)], (
            "they are durable"
        )
        await asyncio.to_thread(stack.start)
        for player in (anna, bruno, carla):
            await player.open()
        again = await anna.do(VADO, ids[0], version)
        assert again["t"] == "ack"
        await carla.until(lambda: len(carla.view.get("calls", [])) == 2)
        stored = stack.query(
            f"SELECT seat, command_id FROM games_event WHERE kind = 'called' AND {of_match} ORDER BY seq"
        )
        assert stored == [(1, f"1:{ids[1]}"), (0, f"0:{ids[0]}")], "offro goes before vado"
        assert stack.query(f"SELECT COUNT(*) FROM games_word WHERE {of_match}") == [(0,)]
        assert (await bruno.do(offro(2), ids[1], version))["version"] == again["version"]
        assert (await carla.do(TENGO))["t"] == "ack"
