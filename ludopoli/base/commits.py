"""Calls after a commit."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as NoRedis
from redis.exceptions import OutOfMemoryError
from redis.exceptions import TimeoutError as SlowRedis

log = logging.getLogger(__name__)

P = ParamSpec("P")

AWAY = (OperationalError, NoRedis, SlowRedis, OutOfMemoryError)
"""The errors while Redis cannot be reached, hangs, or is full: sweepers and pings make up for the
missed messages."""


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function after the transaction commits. A failure is logged, and the response stands."""
    name = getattr(function, "__qualname__", repr(function))

    def call() -> None:
        try:
            function(*args, **kwargs)
        except AWAY as away:
            log.warning("%s could not be done, Redis is away: %s", name, away)

    call.__qualname__ = name
    transaction.on_commit(call, robust=True)
