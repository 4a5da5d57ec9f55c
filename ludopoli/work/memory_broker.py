"""The broker of the embedded mode: queues in memory that wake their workers.

Kombu's own looks for messages at fixed intervals: often, and an idle site is never idle, or seldom, and bots
are late.
"""

from __future__ import annotations

import threading
import time
from queue import Empty
from typing import Any

from kombu.transport import memory


class Changes:
    """A count of what may let a worker take a message, for which it can wait."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = threading.Condition()

    def add(self) -> None:
        with self._changed:
            self.count += 1
            self._changed.notify_all()

    def wait(self, since: int, seconds: float | None) -> bool:
        """Return whether there are more than `since`, after at most so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self.count != since, seconds)


changes = Changes()


class Channel(memory.Channel):
    def _put(self, queue: str, message: Any, **options: Any) -> None:
        super()._put(queue, message, **options)
        changes.add()

    def _put_fanout(
        self, exchange: str, message: Any, routing_key: str | None = None, **options: Any
    ) -> None:
        super()._put_fanout(exchange, message, routing_key, **options)
        changes.add()

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        """Make room for the next message of a worker that holds as many as it may."""
        super().basic_ack(delivery_tag, multiple)
        changes.add()


class Transport(memory.Transport):
    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Deliver the next message. Raises `TimeoutError` if none comes within so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            seen = changes.count
            try:
                self.cycle.get(self._deliver, timeout=timeout)  # type: ignore[union-attr]  # made by its parent
                return
            except Empty:
                left = None if end is None else end - time.monotonic()
                if not changes.wait(seen, left):
                    raise TimeoutError from None
