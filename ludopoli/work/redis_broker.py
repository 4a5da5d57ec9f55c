"""The broker of the full mode: a message that is none, or no task, ends no worker.

Kombu hands whatever is in a queue to the event loop of the worker, which an exception ends. Here such a
message is refused: it leaves the queue, and Celery's signal `task_rejected` announces it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty
from typing import Any

from celery.signals import task_rejected
from kombu.transport import redis
from kombu.utils.json import loads
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

LARGEST = 1024**2
"""The most bytes of a message that is parsed; those of the site have some thousands."""


class Channel(redis.Channel):
    connection_errors: tuple[type[Exception], ...]
    _flush_brpop_reauth: Callable[[], None]
    _queue_cycle: Any

    def _brpop_read(self, **options: Any) -> bool:
        try:
            answer = self.client.parse_response(self.client.connection, "BRPOP", **options)
        except self.connection_errors:
            self.client.connection.disconnect()
            raise
        finally:
            self._in_poll = None
            self._flush_brpop_reauth()
        if not answer:
            raise Empty
        key, content = answer
        queue = key.decode().rsplit(self.sep, 1)[0]
        self._queue_cycle.rotate(queue)
        with self._refusing(queue):
            if len(content) > LARGEST:
                raise ValueError(f"a message of {len(content)} bytes")
            self.connection._deliver(loads(content.decode()), queue)
        return True

    def basic_consume(  # type: ignore[override]  # its parent's stub has other defaults
        self, queue: str, no_ack: bool, callback: Callable[[Any], object], *rest: Any, **options: Any
    ) -> Any:
        def receive(message: Any) -> None:
            with self._refusing(queue, message):
                _check_arguments(message.payload)
                callback(message)

        return super().basic_consume(queue, no_ack, callback if no_ack else receive, *rest, **options)

    @contextmanager
    def _refusing(self, queue: str, message: Any = None) -> Iterator[None]:
        """Refuse a message that cannot be handled, unless Redis is away."""
        try:
            yield
        except (OSError, RedisError):
            raise
        except Exception as why:
            log.exception("A message in %s is refused", queue)
            if message is not None and not message.acknowledged:
                message.reject()
            task_rejected.send(sender=self, message=message, exc=why)


def _check_arguments(payload: Any) -> None:
    arguments, named, _embedded = payload
    if not (isinstance(arguments, list) and isinstance(named, dict)):
        raise TypeError("the body has no arguments")


class Transport(redis.Transport):
    Channel = Channel
