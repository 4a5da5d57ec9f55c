"""Work that a thread does again and again, whatever fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.db import connection

log = logging.getLogger(__name__)

LONGEST_PAUSE = 3.0
"""The longest pause after a failure, in seconds: bots and clocks go on with the first success."""


def run_forever(name: str, do: Callable[[], object], every: float) -> None:
    """Call `do` with pauses of `every` seconds, longer ones after failures, which are logged."""
    failures, pause = 0, every
    while True:
        try:
            do()
            failures, pause = 0, every
        except Exception:
            failures, pause = failures + 1, min(2 * pause, LONGEST_PAUSE)
            log.exception("%s failed, %s times in a row", name, failures)
            connection.close()
        time.sleep(pause)
