"""Checks that a copy of the database is whole: its tables, its rows, and some matches, which the referee
replays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections

from games.archive import finished_matches
from games.models import Match
from games.play import event_log
from ludocards.engine import referee

ALIAS = "copy"

SAMPLE = 20
"""The number of finished matches of a copy that the referee replays, and of those with a packed log."""


class Damaged(Exception):
    """A copy is damaged or incomplete; the message says in what way."""


@contextmanager
def open_database(database: dict[str, Any]) -> Iterator[str]:
    """Open another database beside our own; yield its alias."""
    connections.databases[ALIAS] = connections.configure_settings({"default": {}, ALIAS: database})[ALIAS]
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.databases[ALIAS]


def row_counts(alias: str) -> dict[str, int]:
    """The number of rows of every table."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        found = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            found[table] = cursor.fetchone()[0]
    return found


def check_copy(alias: str, expected: dict[str, int]) -> int:
    """Check a copy, and return the number of matches that the referee has replayed. Raises `Damaged`."""
    connection = connections[alias]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            if (outcome := cursor.fetchone()[0]) != "ok":
                raise Damaged(f"the file is damaged: {outcome}")
    connection.check_constraints()
    found = row_counts(alias)
    if different := sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name)):
        name = different[0]
        raise Damaged(f"{name} has {found.get(name)} rows instead of {expected.get(name)}")
    return replay_matches(alias)


def replay_matches(alias: str) -> int:
    """Let the referee replay the latest finished matches, and the latest of those whose logs are packed.

    Return their number. Raises `Damaged` if it refuses one.
    """
    finished = Match.objects.using(alias).filter(status=Match.Status.FINISHED).order_by("-finished_at")
    finished = finished.select_related("table__boards")
    rows = {*finished[:SAMPLE], *finished.filter(packed_log__isnull=False)[:SAMPLE]}
    for row in rows:
        document = finished_matches.match_document(row, event_log.read_events(row.pk, using=alias))
        report = referee.judge_record(json.dumps(document))
        if report.status:
            raise Damaged(f"the referee refuses match {row.pk}")
    return len(rows)
