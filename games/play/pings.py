"""Answering pings: what is new at the tables is read from the database together, for all pings of a moment.

Thousands of sockets that wait for somebody's card ping every ten seconds, and hardly ever is there anything
new.
"""

from __future__ import annotations

import asyncio

from games.models import Table
from games.play import prepared_sql
from games.play.prepared_sql import News
from ludopoli.work.threads import in_thread

PAUSE = 0.02
"""Seconds after an answer in which further questions gather. A client that only pings must get more answers
in a second than `FRAMES_PER_SECOND`, or it would never be throttled."""

MAX_TABLES_PER_QUERY = 500
"""The most tables that one query looks up."""


_asked: list[tuple[int, asyncio.Future[News]]] = []
_reader: asyncio.Task[None] | None = None


async def news_of_table(table_id: int) -> News:
    """Return what is stored now, or a moment later.

    Raises `Table.DoesNotExist`, and what the database raises.
    """
    global _reader
    loop = asyncio.get_running_loop()
    future: asyncio.Future[News] = loop.create_future()
    _asked.append((table_id, future))
    if _reader is None or _reader.done() or _reader.get_loop() is not loop:
        _reader = loop.create_task(_read())
    return await future


async def _read() -> None:
    while _asked:
        group = [(table, future) for table, future in _asked[:MAX_TABLES_PER_QUERY] if not future.done()]
        del _asked[:MAX_TABLES_PER_QUERY]
        if not group:
            continue  # their sockets have gone
        found: dict[int, News] = {}
        trouble: Exception = Table.DoesNotExist()
        try:
            found = await in_thread(prepared_sql.news_of, list({table for table, _ in group}))
        except Exception as error:
            trouble = error
        for table, future in group:
            if future.done():
                continue  # its socket has gone
            if table in found:
                future.set_result(found[table])
            else:
                future.set_exception(trouble)
        await asyncio.sleep(PAUSE)
