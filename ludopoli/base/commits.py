"""Function calls that wait for the commit of the current transaction."""

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

REDIS_ERRORS = (OperationalError, NoRedis, SlowRedis, OutOfMemoryError)
"""The errors when Redis cannot be reached, does not answer in time, or is full. After a commit they may be
ignored: sweepers and pings make up for the lost messages."""


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function after the transaction commits. If it fails, the error is logged and not raised: the
    transaction is stored already, so the response must not report a failure."""
    name = getattr(function, "__qualname__", repr(function))

    def call() -> None:
        try:
            function(*args, **kwargs)
        except REDIS_ERRORS as error:
            log.warning("%s could not be done, Redis is away: %s", name, error)

    call.__qualname__ = name
    transaction.on_commit(call, robust=True)
