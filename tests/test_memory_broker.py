"""The broker of the embedded mode: messages arrive at once, and nobody looks for them meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from kombu import Connection, Consumer, Exchange, Queue

from ludopoli.site.celery import app
from ludopoli.work import memory_broker

LONG = 20.0


@pytest.fixture
def connection() -> Iterator[Connection]:
    with Connection("memory://localhost/") as opened:
        assert isinstance(opened.transport, memory_broker.Transport)
        yield opened


@pytest.fixture
def queue() -> Queue:
    name = uuid4().hex
    return Queue(name, Exchange(name), routing_key=name)


def send(queue: Queue, *bodies: str) -> None:
    with Connection("memory://localhost/") as connection:
        for body in bodies:
            connection.Producer().publish(
                body, exchange=queue.exchange, routing_key=queue.routing_key, declare=[queue]
            )


def test_the_site_uses_it_in_the_embedded_mode() -> None:
    with app.connection_for_read(url="memory://localhost/") as connection:
        assert isinstance(connection.transport, memory_broker.Transport)


def test_a_message_wakes_a_waiting_worker_which_has_not_looked_meanwhile(
    connection: Connection, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, found = [], []
    drain = memory_broker.Channel.drain_events

    def counted(channel: Any, *arguments: Any, **options: Any) -> Any:
        looked.append(channel)
        return drain(channel, *arguments, **options)

    monkeypatch.setattr(memory_broker.Channel, "drain_events", counted)
    with Consumer(connection, queue, callbacks=[lambda body, _message: found.append(body)], no_ack=True):
        began = time.monotonic()
        sender = threading.Timer(0.5, send, (queue, "ciao"))
        sender.start()
        connection.drain_events(timeout=LONG)
        took = time.monotonic() - began
        sender.join()
    assert found == ["ciao"]
    assert took < LONG / 2
    assert len(looked) <= 3 * len({*looked}), "once before it waits, and once for each change"


def test_without_a_message_the_wait_ends_in_time(connection: Connection, queue: Queue) -> None:
    with Consumer(connection, queue):
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=0.1)
        assert 0.1 <= time.monotonic() - began < LONG


def test_a_worker_that_holds_as_many_as_it_may_gets_the_next_when_it_has_done_one(
    connection: Connection, queue: Queue
) -> None:
    held: list[Any] = []
    with Consumer(connection, queue, callbacks=[lambda _body, message: held.append(message)]) as consumer:
        consumer.qos(prefetch_count=1)
        send(queue, "one", "two")
        connection.drain_events(timeout=LONG)
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=0.1)
        threading.Timer(0.2, held[0].ack).start()
        connection.drain_events(timeout=LONG)
    assert [message.decode() for message in held] == ["one", "two"]
