"""What happens after something is stored."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as NoRedis

log = logging.getLogger(__name__)

P = ParamSpec("P")

AWAY = (OperationalError, NoRedis)
"""What is raised while Redis cannot be reached: sweeps and pings make good what was not told."""


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function when the transaction is stored. If it fails that is logged, and the answer stands."""
    name = getattr(function, "__qualname__", repr(function))

    def call() -> None:
        try:
            function(*args, **kwargs)
        except AWAY as away:
            log.warning("%s could not be done, Redis is away: %s", name, away)

    call.__qualname__ = name
    transaction.on_commit(call, robust=True)
