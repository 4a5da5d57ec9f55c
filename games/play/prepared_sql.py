"""The SQL of a move and of a ping, compiled once.

Django compiles a statement anew for every call, which took more than half of a move's time. Values still go
through the fields in both directions, so that each database gets its own form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model

from games.models import Event, Match, Message, Table

M = TypeVar("M", bound=Model)

EVENT_FIELDS = tuple(field.name for field in Event._meta.concrete_fields if not field.primary_key)


def lock_match(match_id: UUID) -> int | None:
    """Lock a match until the end of the transaction; returns its version, or None if there is none."""
    key = Match._meta.pk.get_db_prep_value(match_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(_lock_statement(connection.features.has_select_for_update), [key])
        found = cursor.fetchone()
    return None if found is None else int(found[0])


def read_match(match_id: UUID) -> Match | None:
    """A match with its table, in one query; None if there is none."""
    key = Match._meta.pk.get_db_prep_value(match_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(_match_statement(), [key])
        found = cursor.fetchone()
    if found is None:
        return None
    width = len(Match._meta.concrete_fields)
    match, match.table = _made(Match, found[:width]), _made(Table, found[width:])
    return match


def events_between(match_id: UUID, after: int, last: int) -> Iterator[Event]:
    """The events of a match after version `after`, up to version `last`, in order."""
    key = Match._meta.pk.get_db_prep_value(match_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(_events_statement(), [key, after, last])
        found = cursor.fetchall()
    return (_made(Event, values) for values in found)


def append_events(events: Sequence[Event]) -> None:
    """Insert events. Raises `IntegrityError` if a seq or a command id is there already."""
    with connection.cursor() as cursor:
        cursor.executemany(_insert_statement(), [_values(event, EVENT_FIELDS) for event in events])


def update_match(row: Match, fields: tuple[str, ...]) -> None:
    """Write the named fields of a match."""
    with connection.cursor() as cursor:
        cursor.execute(_update_statement(fields), _values(row, (*fields, "id")))


def moves_at_once() -> bool:
    """Return whether this database can store a move by one statement."""
    return bool(connection.features.has_select_for_update)


def move_match(row: Match, fields: tuple[str, ...], events: Sequence[Event]) -> bool:
    """Append events to a match and write the named fields, by one statement.

    Returns False, and has changed nothing, if the stored match is not at the version before the first event,
    or already has the command of that event.
    """
    first, columns = events[0], [_values(event, EVENT_FIELDS) for event in events]
    match, name = _values(first, ("match", "command_id"))
    with connection.cursor() as cursor:
        cursor.execute(
            _move_statement(fields, len(events)),
            [*_values(row, (*fields, "id")), first.seq - 1, match, name, *chain.from_iterable(columns)],
        )
        return bool(cursor.rowcount)


def news_of(table_id: int, seated: bool) -> tuple[int, int, int]:
    """A table's revision, the version of its match, and the newest id of the reader's chat; 0 for none."""
    with connection.cursor() as cursor:
        cursor.execute(_news_statement(seated), [table_id])
        revision, version, line = cursor.fetchone()
    return revision, version or 0, line or 0


@cache
def _news_statement(seated: bool) -> str:
    matches, tables, messages = (model._meta.db_table for model in (Match, Table, Message))
    room = "IS NOT NULL" if seated else "IS NULL"
    return (
        f"SELECT {tables}.revision, {matches}.version, (SELECT MAX({messages}.id) FROM {messages} "
        f"WHERE {messages}.table_id = {tables}.id AND {messages}.seat {room}) "
        f"FROM {tables} LEFT JOIN {matches} ON {matches}.id = {tables}.match_id WHERE {tables}.id = %s"
    )


@cache
def _match_statement() -> str:
    matches, tables = Match._meta.db_table, Table._meta.db_table
    return (
        f"SELECT {_columns(Match)}, {_columns(Table)} FROM {matches} "
        f"INNER JOIN {tables} ON {tables}.id = {matches}.table_id WHERE {matches}.id = %s"
    )


@cache
def _events_statement() -> str:
    return (
        f"SELECT {_columns(Event)} FROM {Event._meta.db_table} "
        "WHERE match_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
    )


def _columns(model: type[Model]) -> str:
    return ", ".join(f"{model._meta.db_table}.{field.column}" for field in model._meta.concrete_fields)


@cache
def _lock_statement(can_lock: bool) -> str:
    return f"SELECT version FROM {Match._meta.db_table} WHERE id = %s" + " FOR UPDATE" * can_lock


@cache
def _insert_statement() -> str:
    columns = [field.column for field in _fields(Event, EVENT_FIELDS)]
    places = ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {Event._meta.db_table} ({', '.join(columns)}) VALUES ({places})"


@cache
def _update_statement(fields: tuple[str, ...]) -> str:
    columns = ", ".join(f"{field.column} = %s" for field in _fields(Match, fields))
    return f"UPDATE {Match._meta.db_table} SET {columns} WHERE id = %s"


@cache
def _move_statement(fields: tuple[str, ...], events: int) -> str:
    log, happened = Event._meta.db_table, _fields(Event, EVENT_FIELDS)
    columns = ", ".join(field.column for field in happened)
    places = ", ".join(f"%s::{field.db_type(connection)}" for field in happened)
    return (
        f"WITH moved AS ({_update_statement(fields)} AND version = %s AND NOT EXISTS "
        f"(SELECT FROM {log} WHERE match_id = %s AND command_id = %s) RETURNING id) "
        f"INSERT INTO {log} ({columns}) SELECT happened.* FROM moved, "
        f"(VALUES {', '.join([f'({places})'] * events)}) AS happened"
    )


@cache
def _fields(model: type[Model], names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(model._meta.get_field(name) for name in names)


def _made(model: type[M], values: Sequence[Any]) -> M:
    """Make an instance of a row read with all columns, in the order of the fields."""
    read = list(values)
    for place, expression, converters in _converted(model):
        for convert in converters:
            read[place] = convert(read[place], expression, connection)
    return model.from_db(connection.alias, [field.attname for field in model._meta.concrete_fields], read)


@cache
def _converted(model: type[Model]) -> list[tuple[int, Any, list[Callable[..., Any]]]]:
    """The columns whose values must be converted to Python: index, expression, converters."""
    columns = [field.get_col(model._meta.db_table) for field in model._meta.concrete_fields]
    converters = [
        [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        for column in columns
    ]
    return [
        (place, column, found)
        for place, (column, found) in enumerate(zip(columns, converters, strict=True))
        if found
    ]


def _values(row: Model, names: tuple[str, ...]) -> list[Any]:
    fields = _fields(type(row), names)
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
