"""The database and Redis."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import connection
from django.utils import timezone
from redis.exceptions import RedisError

from games.models import Match
from ludopoli.base import sealing
from ludopoli.site.operations import backups, readiness
from ludopoli.site.operations import queues as broker
from ludopoli.site.operations.doctor.findings import Finding, defect, fine, warning

OLDEST_POSTGRESQL, OLDEST_REDIS = 14, (6, 2)

OLDEST_BACKUP, OLDEST_TRIAL = timedelta(hours=36), timedelta(days=10)

CONNECTIONS = 20
"""The connections that a process of the site may need."""

DRIFT = 0.5
"""Seconds by which the clock of this machine may differ from the database's."""

PATIENCE = {broker.PLAY: 15.0}
"""Seconds that the oldest message may wait in the queue of bots and clocks."""
PATIENCE_OTHERWISE = 600.0

SAMPLES = 50
"""The number of rows whose sealed texts are opened as a test."""

NEARLY_FULL = 0.9


def examine_database() -> Iterator[Finding]:
    yield from _postgresql() if connection.vendor == "postgresql" else _sqlite()


def _shown(*names: str) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(names)])
        return dict(cursor.fetchall())


def _postgresql() -> Iterator[Finding]:
    shown = _shown("server_version", "synchronous_commit", "fsync", "max_connections")
    version = shown["server_version"]
    if int(version.split(".")[0]) < OLDEST_POSTGRESQL:
        yield defect(f"PostgreSQL {version} is too old.", f"Upgrade to {OLDEST_POSTGRESQL} or newer.")
    for name in ("synchronous_commit", "fsync"):
        if shown[name] == "off":
            yield defect(
                f"{name} is off: a power cut loses acknowledged moves.",
                f"Set {name} = on in postgresql.conf.",
            )
    needed = CONNECTIONS * (settings.PROCESSES + 4)
    if int(shown["max_connections"]) < needed:
        yield warning(
            f"max_connections is {shown['max_connections']}; {settings.PROCESSES} web processes with their "
            f"workers may need {needed}.",
            f"Set max_connections = {max(200, needed)} in postgresql.conf.",
        )
    yield fine(f"PostgreSQL {version}")


def _sqlite() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
        cursor.execute("PRAGMA quick_check(1)")
        outcome = cursor.fetchone()[0]
    if outcome != "ok":
        yield defect(
            f"The file of the database is damaged: {outcome}", "Restore a backup: `manage.py restore`."
        )
    if mode != "wal":
        yield warning(f"The journal is {mode}, not wal.", "Put LUDOPOLI_VAR on a local disk.")
    yield fine(f"SQLite, {settings.DATABASES['default']['NAME']}")


def examine_migrations() -> Iterator[Finding]:
    missing = readiness.migrations()
    yield defect(f"Migrations: {missing}.", "Run `manage.py migrate`.") if missing else fine("all applied")


def examine_backups() -> Iterator[Finding]:
    folder, now = settings.BACKUP_FOLDER, timezone.now()
    good = backups.list_backups(folder)
    if not good:
        yield warning(f"There is no backup in {folder}.", "Let `manage.py backup` run every night.")
        return
    if now - good[-1].made_at > OLDEST_BACKUP:
        days = (now - good[-1].made_at).days
        yield defect(f"The last good backup is {days} days old.", "See `journalctl -u ludopoli-backup`.")
    if connection.vendor == "postgresql" and not any(
        each.tried_at and now - each.tried_at < OLDEST_TRIAL for each in good
    ):
        yield warning(
            "No backup was restored as a trial for ten days.",
            "Set BACKUP_SCRATCH_URL, or run `manage.py backup --check FILE --scratch URL`.",
        )
    yield from (
        warning(f"{each.name} has failed its check.", "Find out why, then remove it with its description.")
        for each in sorted(folder.glob(f"ludopoli-*{backups.DAMAGED}"))
        if ".json" not in each.name
    )
    yield fine(f"{len(good)} backups in {folder}, the last one of {good[-1].made_at:%Y-%m-%d %H:%M} UTC")


def examine_clock() -> Iterator[Finding]:
    if connection.vendor == "sqlite":
        yield fine("the database has the clock of this machine")
        return
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        drift = abs(float(cursor.fetchone()[0]) - (before + time.time()) / 2)
    text = f"this machine and the database differ by {drift:.2f} s"
    if drift > DRIFT:
        yield defect(text, "Let both machines follow NTP (chrony, systemd-timesyncd).")
    else:
        yield fine(text)


def examine_secrets() -> Iterator[Finding]:
    """Test whether the key opens sealed texts: the seeds of matches in play, and second factors."""
    samples = [
        *Match.objects.filter(status=Match.Status.PLAYING).values_list("snapshot", flat=True)[:SAMPLES],
        *Authenticator.objects.order_by("-pk").values_list("data", flat=True)[:SAMPLES],
    ]
    sealed = sealing.SEALED.findall(json.dumps(samples))
    lost = sum(not _opens(text) for text in sealed)
    if lost:
        yield defect(
            f"SECRET_KEY does not open {lost} of {len(sealed)} sealed texts.",
            "Put the former key into SECRET_KEY_FALLBACKS: see 'Another key' in docs/deploy.md.",
        )
    else:
        yield fine(f"the key opens {len(sealed)} of {len(sealed)} sealed texts")


def _opens(text: str) -> bool:
    try:
        sealing.unseal_text(text)
    except sealing.KeyLost:
        return False
    return True


def examine_redis() -> Iterator[Finding]:
    if settings.EMBEDDED:
        yield fine("not needed in the embedded mode")
        return
    try:
        with broker.broker_client() as client:
            info: dict[str, Any] = client.info()
    except RedisError as failure:
        yield defect(
            f"Redis does not answer: {type(failure).__name__}",
            "Start it (`systemctl start redis-server`), or correct REDIS_URL.",
        )
        return
    version = info["redis_version"]
    if tuple(map(int, version.split(".")[:2])) < OLDEST_REDIS:
        yield defect(f"Redis {version} is too old.", "Upgrade to 6.2 or newer.")
    used, most = info["used_memory"], info.get("maxmemory", 0)
    if most and used > NEARLY_FULL * most:
        yield defect(
            f"Redis uses {used / most:.0%} of its memory: queues will be refused.",
            "Raise maxmemory, or find the queue that grows.",
        )
    if most and info.get("maxmemory_policy", "noeviction") != "noeviction":
        yield warning(
            f"maxmemory-policy is {info['maxmemory_policy']}: Redis may drop queued work.",
            "Set maxmemory-policy noeviction.",
        )
    yield fine(f"Redis {version}")


def examine_queues() -> Iterator[Finding]:
    if settings.EMBEDDED:
        yield fine("in the memory of the one process")
        return
    try:
        with broker.broker_client() as client:
            found = broker.read_queues(client)
    except RedisError:
        yield defect("cannot be read", "Cure Redis first.")
        return
    for queue in found:
        text = f"{queue.name}: {queue.length} messages, the oldest {queue.age:.0f} s old"
        if queue.age > PATIENCE.get(queue.name, PATIENCE_OTHERWISE):
            yield defect(text, "Its worker is dead or too slow: see 'workers'; start it, or add another.")
        else:
            yield fine(text)
