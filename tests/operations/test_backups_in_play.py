"""A backup that is taken while people play has every command that was acknowledged before it, once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from uuid import UUID

from tests import servers
from tests.live.player import Player, at_table
from tests.live.stack import Embedded, Full, Stack

TABLES = 2
ENDLESS = {"preset": "classico", "match_end": {"deals": 999}}
ACKNOWLEDGED = 60
"""The number of commands that are acknowledged before the backup begins."""


@contextmanager
def another_site(like: Stack, home: Path) -> Iterator[Stack]:
    """An installation in the same mode that is not running and whose database is empty."""
    home.mkdir()
    path = {"PATH": like.env["PATH"]}
    with ExitStack() as opened:
        site: Stack
        if isinstance(like, Full):
            scratch = opened.enter_context(servers.database(like.database_url))
            site = Full(home, scratch, like.env["REDIS_URL"], **path)
        else:
            site = Embedded(home, **path)
        opened.callback(site.close)
        yield site


async def play(player: Player, enough: asyncio.Event) -> None:
    """Play the first legal command whenever on turn."""
    while not enough.is_set():
        with suppress(TimeoutError):
            await player.until(lambda: player.legal or enough.is_set(), 1)
            if player.legal:
                seen = player.state
                await player.do(player.legal[0])
                await player.until(lambda seen=seen: player.state is not seen, 1)


async def test_a_backup_in_play_has_each_acknowledged_command_once(stack: Stack, tmp_path: Path) -> None:
    people: dict[tuple[UUID, int], Player] = {}
    enough = asyncio.Event()

    def acknowledged() -> set[tuple[UUID, str]]:
        return {
            (match, f"{seat}:{name}") for (match, seat), player in people.items() for name in player.acked
        }

    async with AsyncExitStack() as everybody:
        for table in stack.seed(tables=TABLES, people=4, rules=ENDLESS):
            for seat, player in enumerate(await at_table(stack, everybody, table)):
                people[UUID(table["match"]), seat] = player
        playing = [asyncio.create_task(play(player, enough)) for player in people.values()]
        await player.until(lambda: len(acknowledged()) >= ACKNOWLEDGED, 120)
        before = acknowledged()
        await asyncio.to_thread(stack.manage, "backup", str(tmp_path))
        meanwhile = acknowledged() - before
        enough.set()
        await asyncio.gather(*playing)
    assert meanwhile, "nobody waited for the backup"
    check_copy(stack, tmp_path, before)


def check_copy(site: Stack, folder: Path, acknowledged: set[tuple[UUID, str]]) -> None:
    """Restore the backup in a folder into another site, and compare the logs there."""
    [path] = [each for each in folder.iterdir() if each.suffix != ".json"]
    with another_site(site, folder / "another") as copy:
        assert "restored" in copy.manage("restore", str(path), "--other-key")
        log = copy.query("SELECT match_id, seq, command_id FROM games_event ORDER BY match_id, seq")
        versions = copy.query("SELECT id, version FROM games_match")
    stored = Counter((UUID(str(match)), name) for match, _seq, name in log if name)
    assert acknowledged <= stored.keys(), "every acknowledged command is in the copy"
    assert set(stored.values()) == {1}, "and each once"
    for match, version in versions:
        assert [seq for of, seq, _name in log if of == match] == [*range(1, version + 1)]
