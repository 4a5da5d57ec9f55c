"""From the embedded mode to PostgreSQL: every row of every table, compared one by one, in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction

from ludopoli.operations import copies
from ludopoli.operations.copies import Damaged

AT_ONCE = 500
"""The number of rows that are read and written at a time."""


def tables() -> list[type[models.Model]]:
    """Return the models of all tables of the site, including those of many-to-many relations."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]


def move(target: str) -> dict[str, int]:
    """Copy everything to the migrated database `target`, and return its rows by table.

    All of it is one transaction: whatever interrupts it leaves the target as it was, and it can be run again.
    Raises `Damaged` if a row differs.
    """
    moved = tables()
    there = connections[target]
    with transaction.atomic(using=target):
        names = ", ".join(there.ops.quote_name(model._meta.db_table) for model in moved)
        with there.cursor() as cursor:
            cursor.execute(f"TRUNCATE {names}")
            for model in moved:
                _copy(model, target, cursor)
            for sql in there.ops.sequence_reset_sql(no_style(), moved):
                cursor.execute(sql)
        for model in moved:
            _compare(model, target)
        expected = copies.counts(DEFAULT_DB_ALIAS)
        expected.pop("sqlite_sequence", None)
        copies.check(target, expected)
    return expected


def _rows(model: type[models.Model], alias: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in the order of their keys. Text keys are sorted in Python, because each
    database orders letters in its own way."""
    names = [field.attname for field in model._meta.concrete_fields]
    key: Any = model._meta.pk
    while key.remote_field:
        key = key.target_field
    found = model._base_manager.using(alias).order_by("pk").values_list("pk", *names)
    rows = found.iterator(AT_ONCE)
    return iter(sorted(rows, key=lambda row: str(row[0]))) if isinstance(key, models.CharField) else rows


def _copy(model: type[models.Model], target: str, cursor: Any) -> None:
    there, fields = connections[target], model._meta.concrete_fields
    columns = ", ".join(there.ops.quote_name(field.column) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {there.ops.quote_name(model._meta.db_table)} ({columns}) VALUES ({marks})"
    for rows in _batches(_rows(model, DEFAULT_DB_ALIAS)):
        cursor.executemany(
            sql,
            [
                [field.get_db_prep_save(value, there) for field, value in zip(fields, row[1:], strict=True)]
                for row in rows
            ],
        )


def _batches(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


def _compare(model: type[models.Model], target: str) -> None:
    for ours, theirs in zip_longest(_rows(model, DEFAULT_DB_ALIAS), _rows(model, target)):
        if ours != theirs:
            raise Damaged(f"{model._meta.label}: row {(ours or theirs)[0]} differs")
