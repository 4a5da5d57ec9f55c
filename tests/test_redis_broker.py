"""The broker of the full mode refuses and lists what is no message, and its worker goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from celery import signals
from kombu import Connection, Consumer, Queue
from redis import Redis

from ludopoli.failures.models import Failure
from ludopoli.site.celery import app
from ludopoli.site.operations import queues
from ludopoli.work import redis_broker
from tests import servers

LONG = 20.0

GARBAGE = {
    "bytes": b"\xff\xfe",
    "no JSON": b"{nonsense",
    "too deep": b"[" * 200_000,
    "too large": b"[" + b"1," * redis_broker.LARGEST + b"1]",
    "a list": b"[1, 2]",
    "null": b"null",
    "no properties": b"{}",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with servers.redis() as url:
        yield url


@pytest.fixture
def redis(url: str) -> Iterator[Redis]:
    with Redis.from_url(url) as client:
        yield client
        client.flushdb()


def message(body: Any) -> str:
    """A message as Celery sends it, with this text as its body."""
    delivery = {"exchange": "", "routing_key": "celery"}
    properties = {"delivery_tag": repr(body), "delivery_info": delivery}
    kind = {"content-type": "application/json", "content-encoding": "utf-8"}
    return json.dumps({"body": body, "headers": {}, "properties": properties, **kind})


def receive(url: str, redis: Redis, *contents: bytes | str) -> list[Any]:
    """Return the arguments that a worker receives which finds these contents in its queue."""
    received: list[Any] = []

    def handle(found: Any) -> None:
        received.append(found.payload[0])
        if found.payload[0] == ["break"]:
            raise LookupError("what Celery does with a strange header")
        found.ack()

    for content in contents:
        redis.lpush("celery", content)
    with Connection(url) as connection, Consumer(connection, Queue("celery"), on_message=handle):
        for _ in contents:
            connection.drain_events(timeout=LONG)
    assert (redis.llen("celery"), redis.hlen("unacked")) == (0, 0), "nothing comes again"
    return received


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_the_next_message_is_received_after_garbage(db: None, url: str, redis: Redis, content: bytes) -> None:
    assert receive(url, redis, content, message('[["next"], {}, {}]')) == [["next"]]
    assert [(each.work, each.attempts, each.due_at) for each in Failure.objects.all()] == [
        ("message", 1, None)
    ]


@pytest.mark.parametrize("body", ["", "5", "[]", '["a", {}, {}]', "nonsense", 5])
def test_a_body_without_arguments_is_refused(db: None, url: str, redis: Redis, body: Any) -> None:
    assert receive(url, redis, message(body), message('[["next"], {}, {}]')) == [["next"]]
    assert Failure.objects.get().work == "message"


def test_a_message_that_cannot_be_handled_is_refused(db: None, url: str, redis: Redis) -> None:
    contents = message('[["break"], {}, {}]'), message('[["next"], {}, {}]')
    assert receive(url, redis, *contents) == [["break"], ["next"]]
    assert Failure.objects.get().error.startswith("builtins.LookupError")


def test_the_full_mode_uses_it() -> None:
    with app.connection_for_read(url="rediss://localhost/") as connection:
        assert issubclass(connection.get_transport_cls(), redis_broker.Transport)


def test_an_unknown_task_is_listed(db: None) -> None:
    signals.task_unknown.send(sender=None, message=None, exc=KeyError("sold"), name="games.sold", id="1")
    assert [(each.work, each.subject) for each in Failure.objects.all()] == [("unknown task", "games.sold")]


def test_wrong_arguments_are_listed_and_the_periodic_task_goes_on(db: None) -> None:
    sweep = app.tasks["tournaments.tasks.sweep"]
    with pytest.raises(TypeError):
        sweep(1, nonsense=2)
    assert [(each.work, each.subject) for each in Failure.objects.all()] == [("arguments", sweep.name)]


def test_garbage_has_no_age(redis: Redis) -> None:
    for content in GARBAGE.values():
        redis.rpush("celery", content)
        assert queues.read_queues(redis)[0].age == 0
