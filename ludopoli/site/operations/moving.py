"""From the embedded mode to PostgreSQL: every row of every table, compared one by one.

Rows are first staged in a schema of their own, batch by batch, so that an interrupted move goes on after the
last batch. The tables of the site are filled from there in one transaction, after which the schema is gone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, models, transaction

from games.models import Pulse
from ludopoli.site.operations import copies
from ludopoli.site.operations.copies import Damaged

AT_ONCE = 500
"""The number of rows that are read and written at a time."""

STAGE = "ludopoli_move"
"""The schema of the target that holds the rows of an unfinished move."""


def tables() -> list[type[models.Model]]:
    """Return the models of all tables of the site, including those of many-to-many relations."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]


def find_differing_tables(alias: str) -> list[str]:
    """Return the tables of this version that a database lacks, or has with other columns."""
    with connections[alias].cursor() as cursor:
        there = set(connections[alias].introspection.table_names(cursor))

        def differs(table: str, columns: list[str]) -> bool:
            if table not in there:
                return True
            cursor.execute(f"SELECT * FROM {connections[alias].ops.quote_name(table)} LIMIT 0")
            return {name for name, *_ in cursor.description} != {*columns}

        return [table for table, *columns in _columns_of_models() if differs(table, columns)]


def move_database(target: str) -> dict[str, int]:
    """Copy everything to the migrated database `target`, and return its rows by table.

    If it is interrupted, the tables of the target stay as they were, and the next call goes on from there.
    Raises `Damaged` if a row differs or breaks a constraint; the next run then starts anew.
    """
    moved = tables()
    with connections[target].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext(%s))", [STAGE])
        _prepare(cursor)
        for model in moved:
            _stage(model, target, cursor)
        try:
            return _put_in_place(moved, target, cursor)
        except (Damaged, IntegrityError) as why:
            cursor.execute(f"DROP SCHEMA {STAGE} CASCADE")
            raise Damaged(str(why)) from None


def _prepare(cursor: Any) -> None:
    """Keep the rows that are staged already, unless the site has run or has been upgraded since."""
    source = [*_columns_of_models(), *Pulse.objects.values_list("at")]
    state = hashlib.sha256(repr(source).encode()).hexdigest()
    cursor.execute("SELECT obj_description(to_regnamespace(%s), 'pg_namespace')", [STAGE])
    if cursor.fetchone()[0] != state:
        with transaction.atomic(using=cursor.db.alias):
            cursor.execute(f"DROP SCHEMA IF EXISTS {STAGE} CASCADE")
            cursor.execute(f"CREATE SCHEMA {STAGE}")
            cursor.execute(f"COMMENT ON SCHEMA {STAGE} IS '{state}'")


def _stage(model: type[models.Model], target: str, cursor: Any) -> None:
    """Copy the rows of a table that are not staged yet; each batch is a transaction."""
    there, fields = connections[target], model._meta.concrete_fields
    table = there.ops.quote_name(model._meta.db_table)
    columns = _columns(model, target)
    marks = ", ".join(["%s"] * len(fields))
    cursor.execute(f"CREATE TABLE IF NOT EXISTS {STAGE}.{table} (LIKE {table})")
    cursor.execute(f"SELECT count(*) FROM {STAGE}.{table}")
    [staged] = cursor.fetchone()
    for rows in _batches(_rows(model, DEFAULT_DB_ALIAS, staged)):
        with transaction.atomic(using=target):
            cursor.executemany(
                f"INSERT INTO {STAGE}.{table} ({columns}) VALUES ({marks})",
                [
                    [
                        field.get_db_prep_save(value, there)
                        for field, value in zip(fields, row[1:], strict=True)
                    ]
                    for row in rows
                ],
            )


def _put_in_place(moved: list[type[models.Model]], target: str, cursor: Any) -> dict[str, int]:
    """Replace the rows of the target by those staged, compare each, and return their number by table."""
    quote = connections[target].ops.quote_name
    with transaction.atomic(using=target):
        cursor.execute(f"TRUNCATE {', '.join(quote(model._meta.db_table) for model in moved)}")
        for model in moved:
            table, columns = quote(model._meta.db_table), _columns(model, target)
            cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {STAGE}.{table}")
        for sql in connections[target].ops.sequence_reset_sql(no_style(), moved):
            cursor.execute(sql)
        rows = {model._meta.db_table: _compare(model, target) for model in moved}
        connections[target].check_constraints()
        copies.replay_matches(target)
        cursor.execute(f"DROP SCHEMA {STAGE} CASCADE")
    return rows


def _columns_of_models() -> list[tuple[str, ...]]:
    """Return each table of this version with its columns."""
    return [
        (model._meta.db_table, *(field.column for field in model._meta.concrete_fields)) for model in tables()
    ]


def _columns(model: type[models.Model], target: str) -> str:
    quote = connections[target].ops.quote_name
    return ", ".join(quote(field.column) for field in model._meta.concrete_fields)


def _rows(model: type[models.Model], alias: str, start: int = 0) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in the order of their keys, without the first `start`.

    Text keys are sorted in Python, because each database orders letters in its own way.
    """
    names = [field.attname for field in model._meta.concrete_fields]
    key: Any = model._meta.pk
    while key.remote_field:
        key = key.target_field
    found = model._base_manager.using(alias).order_by("pk").values_list("pk", *names)
    if isinstance(key, models.CharField):
        return islice(sorted(found.iterator(AT_ONCE), key=lambda row: str(row[0])), start, None)
    return found[start:].iterator(AT_ONCE)


def _batches(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


def _compare(model: type[models.Model], target: str) -> int:
    """Compare every row of a table, and return their number."""
    number = 0
    for ours, theirs in zip_longest(_rows(model, DEFAULT_DB_ALIAS), _rows(model, target)):
        if ours != theirs:
            raise Damaged(f"{model._meta.label}: row {(ours or theirs)[0]} differs")
        number += 1
    return number
