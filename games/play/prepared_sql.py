"""The SQL of a move and of a ping, compiled once.

Django compiles a statement anew for every call, which took more than half of a move's time. Values still go
through the fields in both directions, so that each database gets its own form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import orjson
import psycopg
from django.db import connection, transaction
from django.db.models import Model

from games.models import Event, Match, Message, Table

M = TypeVar("M", bound=Model)

EVENT_FIELDS = tuple(field.name for field in Event._meta.concrete_fields if not field.primary_key)


def lock_match_row(match_id: UUID) -> int | None:
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


def move_matches(moves: Sequence[tuple[Match, Sequence[Event]]], fields: tuple[str, ...]) -> set[UUID]:
    """Append events to matches and write the named fields of these, in one commit.

    Returns the ids of the matches that were moved. The others are unchanged: the stored match is not at the
    version before its first event, or already has the command of that event, or another transaction holds it.
    """
    if connection.features.has_select_for_update_skip_locked:
        return _moved_by_one_statement(moves, fields)
    with transaction.atomic(), connection.cursor() as cursor:
        return {row.pk for row, events in moves if _is_moved(cursor, row, fields, events)}


def _moved_by_one_statement(
    moves: Sequence[tuple[Match, Sequence[Event]]], fields: tuple[str, ...]
) -> set[UUID]:
    rows = [
        {**_as_json(row, ("id", *fields)), "first": events[0].seq, "command_id": events[0].command_id}
        for row, events in moves
    ]
    happened = [_as_json(event, EVENT_FIELDS) for _, events in moves for event in events]
    values = [orjson.dumps(each, option=orjson.OPT_NON_STR_KEYS).decode() for each in (rows, happened)]
    with connection.cursor() as cursor:
        # Django's own writes values into the statement, so it would be another one, and planned, every time.
        cursor.cursor = psycopg.Cursor(connection.connection)
        cursor.execute(_moves_statement(fields), values)
        return {moved for (moved,) in cursor.fetchall()}


def _is_moved(cursor: Any, row: Match, fields: tuple[str, ...], events: Sequence[Event]) -> bool:
    [first, *_] = events
    unused = _values(first, ("match", "command_id"))
    cursor.execute(_move_statement(fields), [*_values(row, (*fields, "id")), first.seq - 1, *unused])
    if cursor.rowcount:
        append_events(events)
    return bool(cursor.rowcount)


class News(NamedTuple):
    """The latest of a table, of its match, and of the chats of its players and its spectators; 0 for none."""

    revision: int
    version: int
    players_line: int
    spectators_line: int


def news_of(tables: Sequence[int]) -> dict[int, News]:
    """Read the latest of tables, by the id of the table; one that has been deleted is left out."""
    with connection.cursor() as cursor:
        cursor.execute(_news_statement(len(tables)), tables)
        return {table: News(*(each or 0 for each in found)) for table, *found in cursor.fetchall()}


@cache
def _news_statement(count: int) -> str:
    matches, tables, messages = (model._meta.db_table for model in (Match, Table, Message))
    lines = ", ".join(
        f"(SELECT MAX(id) FROM {messages} WHERE table_id = {tables}.id AND seat {room})"
        for room in ("IS NOT NULL", "IS NULL")
    )
    return (
        f"SELECT {tables}.id, {tables}.revision, {matches}.version, {lines} "
        f"FROM {tables} LEFT JOIN {matches} ON {matches}.id = {tables}.match_id "
        f"WHERE {tables}.id IN ({', '.join(['%s'] * count)})"
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
def _move_statement(fields: tuple[str, ...]) -> str:
    return (
        f"{_update_statement(fields)} AND version = %s AND NOT EXISTS "
        f"(SELECT 1 FROM {Event._meta.db_table} WHERE match_id = %s AND command_id = %s)"
    )


@cache
def _moves_statement(fields: tuple[str, ...]) -> str:
    """Move all matches of a JSON array that are free, and append the events of another to those.

    Rows that others hold are skipped: waiting for one would delay all, and could end in a deadlock.
    """
    matches, log = Match._meta.db_table, Event._meta.db_table
    written = ", ".join(f"{field.column} = moves.{field.column}" for field in _fields(Match, fields))
    columns = ", ".join(field.column for field in _fields(Event, EVENT_FIELDS))
    return f"""
        WITH moves AS MATERIALIZED (
            SELECT * FROM jsonb_to_recordset(%s::jsonb)
            AS moves({_types(Match, ("id", *fields))}, first integer, command_id text)
        ), free AS MATERIALIZED (
            SELECT {matches}.id FROM {matches} JOIN moves USING (id)
            WHERE {matches}.version = moves.first - 1 AND NOT EXISTS (
                SELECT FROM {log} WHERE match_id = moves.id AND command_id = moves.command_id
            )
            FOR UPDATE OF {matches} SKIP LOCKED
        ), moved AS (
            UPDATE {matches} SET {written} FROM moves JOIN free USING (id)
            WHERE {matches}.id = moves.id AND {matches}.version = moves.first - 1 RETURNING {matches}.id
        ), appended AS (
            INSERT INTO {log} ({columns}) SELECT happened.* FROM moved
            JOIN jsonb_to_recordset(%s::jsonb) AS happened({_types(Event, EVENT_FIELDS)})
            ON happened.match_id = moved.id
        )
        SELECT id FROM moved
    """


def _types(model: type[Model], names: tuple[str, ...]) -> str:
    return ", ".join(f"{field.column} {field.db_type(connection)}" for field in _fields(model, names))


def _as_json(row: Model, names: tuple[str, ...]) -> dict[str, Any]:
    return {field.column: getattr(row, field.attname) for field in _fields(type(row), names)}


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
