"""The threads for synchronous work of the event loop.

`database_sync_to_async` runs the calls of all sockets of a process in one thread and checks the
connection around each call. Here a few threads keep their connections open. SQLite has one writer, so it gets
one thread, and no thread waits for another's lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 4, thread_name_prefix="live")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function` in a thread with a database connection of its own."""
    return await asyncio.get_running_loop().run_in_executor(_pool, _guarded, function, args, kwargs)


def _guarded(function: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
    """Try again over a new connection, once, if the database has dropped the kept one."""
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        if connection.connection is not None and connection.is_usable():
            raise
        connection.close()
        return function(*args, **kwargs)
