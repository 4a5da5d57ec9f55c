"""The checks behind `/readyz`: cheap, never run twice at the same time, and their outcomes are reused."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.db import connection

from ludopoli.site.operations import heartbeats, pending_migrations, queues
from ludopoli.sockets import draining

log = logging.getLogger(__name__)

OK, NO_ANSWER = "ok", "no answer"

KEPT = 2.0
"""Seconds for which an outcome is reused, so that frequent requests cost nothing."""

LIMIT = 3.0
"""Seconds after which a check counts as failed."""


class Check:
    """A condition, checked in a thread of its own, so that a hanging check delays nothing else."""

    def __init__(self, condition: Callable[[], str]) -> None:
        self._condition = condition
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._latest: Future[str] | None = None
        self._at = 0.0

    async def outcome(self) -> str:
        """Return "ok", or what is wrong."""
        if self._latest is None or (self._latest.done() and time.monotonic() - self._at > KEPT):
            self._latest, self._at = self._pool.submit(self._run), time.monotonic()
        try:
            async with asyncio.timeout(LIMIT):
                return await asyncio.shield(asyncio.wrap_future(self._latest))
        except TimeoutError:
            return NO_ANSWER

    def _run(self) -> str:
        try:
            return self._condition() or OK
        except Exception as failure:
            log.warning("%s failed: %s", self._condition.__name__, type(failure).__name__)
            return NO_ANSWER
        finally:
            connection.close()


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def redis() -> str:
    with queues.broker_client() as client:
        client.ping()
    return ""


def worker() -> str:
    return heartbeats.describe_silence(heartbeats.PLAY, heartbeats.heartbeat_ages())


_migrated = False


def migrations() -> str:
    """Return how many migrations are not applied; once none is missing, they are not checked again."""
    global _migrated
    if not _migrated:
        if missing := pending_migrations.count_pending():
            return f"{missing} not applied"
        _migrated = True
    return ""


CONDITIONS = [database, migrations, worker, *([] if settings.EMBEDDED else [redis])]
_checks = {condition.__name__: Check(condition) for condition in CONDITIONS}


async def readiness_report() -> dict[str, str]:
    """Return the outcome of every check; a process that is about to end needs none."""
    if draining.has_begun():
        return {"process": "restarting"}
    outcomes = await asyncio.gather(*(check.outcome() for check in _checks.values()))
    return dict(zip(_checks, outcomes, strict=True))
