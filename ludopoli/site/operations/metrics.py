"""The metrics of this process and of the whole site, in the text format of Prometheus.

Every process has figures of its own, and Prometheus asks each: web processes at `/metrics`, workers at
`METRICS_PORT` of this machine. Only web processes publish the state of the site, which is the same in all.
"""

from __future__ import annotations

import asyncio
import functools
import hmac
import math
import os
import threading
import time
from collections.abc import Iterator, Mapping
from http.server import ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any

from celery.signals import worker_ready
from django.conf import settings
from django.db import connection, connections
from django.db.models import Count, Min, Q
from django.db.models.functions import Now
from django.utils import timezone
from prometheus_client import CollectorRegistry, MetricsHandler, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from games.models import Match, Pulse
from ludopoli.base import measures
from ludopoli.failures.models import Failure
from ludopoli.site.operations import backups, heartbeats, queues
from ludopoli.text import times
from ludopoli.webhooks.models import Delivery

KEPT = 5.0
"""Seconds for which the state of the site is reused."""

TICK = 0.25
"""Seconds between two measurements of the event loop."""

HERE = "127.0.0.1"


class Site(Collector):
    """The state of the whole site, read from the database and Redis."""

    def describe(self) -> list[Any]:
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        playing = Match.objects.filter(status=Match.Status.PLAYING).aggregate(
            all=Count("pk"), bots=Count("pk", filter=Q(bot_due_at__lt=Now())), due=Min("bot_due_at")
        )
        yield _gauge("ludopoli_matches_playing", "matches in play", playing["all"])
        yield _gauge("ludopoli_bots_overdue", "matches in which a bot should have played", playing["bots"])
        pulse = Pulse.objects.first()
        age = (times.measure_clock() - pulse.at).total_seconds() if pulse else 0.0
        yield _gauge("ludopoli_pulse_age_seconds", "since the latest pulse of a web process", age)
        silence = {name: age.total_seconds() for name, age in heartbeats.heartbeat_ages().items()}
        yield _gauges("ludopoli_heartbeat_age_seconds", "since a part was at work", "part", silence)
        waiting = Delivery.objects.filter(status=Delivery.Status.WAITING).count()
        yield _gauge("ludopoli_deliveries_waiting", "webhooks on their way", waiting)
        given_up = Failure.objects.filter(due_at=None).count()
        yield _gauge("ludopoli_failures_given_up", "work that needs the staff", given_up)
        yield from _queues()
        yield _backup_age()


def _backup_age() -> GaugeMetricFamily:
    """Without a sample where no backups are made: nothing has made the folder."""
    family = GaugeMetricFamily("ludopoli_backup_age_seconds", "since the latest good backup was made")
    if settings.BACKUP_FOLDER.is_dir():
        made = [each.made_at for each in backups.list_backups(settings.BACKUP_FOLDER)]
        family.add_metric([], (timezone.now() - max(made)).total_seconds() if made else math.inf)
    return family


def _queues() -> Iterator[GaugeMetricFamily]:
    if settings.EMBEDDED:
        return
    try:
        with queues.broker_client() as client:
            found = queues.read_queues(client)
    except RedisError:
        found = []
    yield _gauge("ludopoli_redis_up", "Redis answers", float(bool(found)))
    lengths, ages = ({each.name: each.length for each in found}, {each.name: each.age for each in found})
    yield _gauges("ludopoli_queue_messages", "messages that wait for a worker", "queue", lengths)
    yield _gauges("ludopoli_queue_age_seconds", "the oldest message of a queue", "queue", ages)


class Pool(Collector):
    """This process's pool of connections to PostgreSQL."""

    def describe(self) -> list[Any]:
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        pool = getattr(connections["default"], "pool", None)
        stats = pool.get_stats() if pool else {}
        states = {name: stats.get(f"pool_{name}", 0) for name in ("size", "available")}
        states["waiting"] = stats.get("requests_waiting", 0)
        yield _gauges("ludopoli_pool_connections", "connections to the database", "state", states)


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)


def _gauges(name: str, text: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for value, amount in values.items():
        family.add_metric([value], amount)
    return family


def site() -> CollectorRegistry:
    """Return a registry of the state of the site."""
    registry = CollectorRegistry()
    for collector in (Site(), Pool()):
        registry.register(collector)
    return registry


_read_at = float("-inf")
_read = b""
_reading = asyncio.Lock()


async def metrics_exposition() -> bytes:
    """Return the metrics of this process, and those of the site, which are reused for `KEPT` seconds."""
    global _read, _read_at
    async with _reading:
        if time.monotonic() - _read_at > KEPT:
            _read = await asyncio.to_thread(_of_the_site)
            _read_at = time.monotonic()
    return generate_latest() + _read


def _of_the_site() -> bytes:
    try:
        return generate_latest(site())
    finally:
        connection.close()


def may_read_metrics(scope: dict[str, Any]) -> bool:
    """Return whether a request for the metrics has the token or, if there is none, comes from this machine.

    A request that a proxy has passed on counts as coming from elsewhere.
    """
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        sent = headers.get(b"authorization", b"")
        return hmac.compare_digest(sent, f"Bearer {settings.METRICS_TOKEN}".encode())
    host = (scope.get("client") or ("",))[0]
    is_passed_on = any(name.startswith((b"x-forwarded-", b"forwarded")) for name in headers)
    return not is_passed_on and bool(host) and ip_address(host).is_loopback


@functools.cache
def watch_loop(loop: asyncio.AbstractEventLoop) -> asyncio.Task[None]:
    """Measure the delay of the event loop, as long as it runs."""
    return loop.create_task(_watch())


async def _watch() -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        measures.LOOP_DELAY.observe(max(0.0, time.perf_counter() - began - TICK))


@worker_ready.connect(dispatch_uid="metrics")
def serve_of_worker(**_others: object) -> ThreadingHTTPServer | None:
    """Start the HTTP server of a worker, which only answers Prometheus, if it has a port for it."""
    port = os.environ.get("METRICS_PORT")
    if not port or settings.EMBEDDED:
        return None
    server = ThreadingHTTPServer((os.environ.get("METRICS_HOST", HERE), int(port)), _OfWorker)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server


class _OfWorker(MetricsHandler):
    """The metrics of a worker, for the same readers as those of a web process."""

    def do_GET(self) -> None:
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in self.headers.items()]
        if may_read_metrics({"client": self.client_address, "headers": headers}):
            super().do_GET()
        else:
            self.send_error(404)
