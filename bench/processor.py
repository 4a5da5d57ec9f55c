"""The processor time and the memory of the processes of an installation, read from `/proc`."""

from __future__ import annotations

import os
from pathlib import Path

import psycopg
from redis import Redis

from tests.live.stack import Full, Stack

TICK = 1 / os.sysconf("SC_CLK_TCK")


def seconds(process: int) -> float:
    """Return the processor seconds that a process has used, with those of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return TICK * sum(int(field) for field in fields[11:15])


def memory(process: int) -> int:
    """Return the resident bytes of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def of_stack(stack: Stack) -> dict[str, float]:
    """Return the processor seconds that each part of an installation has used so far.

    Installations that share a database server or a Redis get the sum of all.
    """
    web = [process.pid for process in stack.processes[: stack.web_processes]]
    others = [process.pid for process in stack.processes[stack.web_processes :]]
    used = {"web": sum(map(seconds, web))}
    if isinstance(stack, Full):
        with Redis.from_url(stack.env["REDIS_URL"]) as client:
            broker = client.info("server")["process_id"]
        used |= {
            "workers": sum(map(seconds, others)),
            "PostgreSQL": of_postgres(stack.database_url),
            "Redis": seconds(broker),
        }
    return used


def of_postgres(url: str) -> float:
    """Return the processor seconds that the server of a database has used so far."""
    with psycopg.connect(url) as connection:
        return _with_children(_parent(connection.info.backend_pid))


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def _with_children(process: int) -> float:
    total = seconds(process)
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        try:
            total += seconds(int(child))
        except FileNotFoundError:  # it has ended, and counts with its parent
            continue
    return total
