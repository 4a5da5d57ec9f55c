"""A pool of threads for synchronous work started from the event loop.

`database_sync_to_async` runs the calls of all sockets of a process in one thread and checks the connection
around each call. The threads here keep their connections open. SQLite allows one writer, so it gets one
thread: several would wait for each other's locks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from ludopoli.base import measures

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 4, thread_name_prefix="live")
_writer = _pool if connection.vendor == "sqlite" else ThreadPoolExecutor(1, thread_name_prefix="writer")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function` in a thread with a database connection of its own."""
    return await asyncio.wrap_future(_started(_pool, function, args, kwargs))


def in_writer(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
    """Start `function` like `in_thread`, in a thread that nothing else keeps waiting: the other threads wait
    for locks."""
    return asyncio.wrap_future(_started(_writer, function, args, kwargs))


def start_in_thread(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Like `in_thread`, without waiting for the end."""
    _started(_pool, function, args, kwargs)


def _started(
    pool: ThreadPoolExecutor,
    function: Callable[..., T],
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> Future[T]:
    return pool.submit(copy_context().run, _guarded, time.perf_counter(), function, args, kwargs)


def _guarded(
    asked: float, function: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]
) -> T:
    """Call the function; retry once over a new connection if the database has dropped the open one."""
    measures.THREAD_WAIT.observe(time.perf_counter() - asked)
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        if connection.connection is not None and connection.is_usable():
            raise
        connection.close()
        return function(*args, **kwargs)
