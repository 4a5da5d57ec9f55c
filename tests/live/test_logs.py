"""The log of a running site, read line by line: it can be followed, and it keeps secrets."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack

from tests.live.player import at_table
from tests.live.stack import Stack
from tests.operations.test_health import ask

OURS = "followed-by-us"


async def test_the_log_of_a_match_is_json_without_secrets(full: Stack) -> None:
    before = len(full.log())
    [table] = full.seed(people=2, rules={"preset": "classico", "match_end": {"deals": 1}})
    secret = "/api/v1/shared/" + "s" * 43
    for path in (secret, "/nowhere/?address=anna@example.org"):
        _status, headers, _body = await asyncio.to_thread(ask, full, path, **{"X-Request-ID": OURS})
        assert headers["X-Request-ID"] == OURS
    async with AsyncExitStack() as everybody:
        players = await at_table(full, everybody, table)
        await asyncio.gather(*(player.play_along(random.Random(seat)) for seat, player in enumerate(players)))
    lines = full.log()[before:]
    entries = [json.loads(line) for line in lines.splitlines() if line.startswith('{"time"')]
    assert {entry["logger"] for entry in entries if entry["trace"] == OURS} >= {"django.request"}
    session = table["cookies"][0].partition("=")[2]
    for hidden in (session, "s" * 43, "anna@example.org", *table["names"]):
        assert hidden not in lines
    for hidden in ("'hand'", '"hand"', '"seed"', "'seed'"):
        assert hidden not in lines
