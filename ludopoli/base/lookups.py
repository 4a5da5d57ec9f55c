"""Look-ups of what an address names, and queries that are compiled once."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler
from django.http import Http404
from django.utils.functional import Promise

Found = TypeVar("Found")
Row = TypeVar("Row", bound=Model)

CODE = re.compile(r"[a-z0-9]{1,12}")
"""The form of the codes of tables, house rules, events and series."""


LONGEST_ID = 18
"""The most digits of an id; a longer number would be refused by the database."""


def number_of(text: str | None, digits: int = LONGEST_ID) -> int | None:
    """Read a whole number in an address or a form; None for anything else, and for more digits."""
    if text is None or len(text) > digits or not (text.isascii() and text.isdecimal()):
        return None
    return int(text)


class Blank(Value):
    """The place of the value that is given at a position, from 0, to a prepared query."""

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Any:
        return "%s", (self,)


class Prepared(NamedTuple, Generic[Found]):
    """The part of a query that is known before its values are."""

    rows: QuerySet[Any, Found]
    compiler: SQLCompiler
    sql: str
    parameters: tuple[Any, ...]
    """Its values, with blanks for those that are given."""
    converters: dict[int, Any]
    """The functions that make Python's values of the database's, by the number of the column."""


class PreparedQuery(Generic[Found]):
    """A query with blanks for values, compiled once in a process.

    Django compiles a statement anew for every call, which takes most of the time of such a query. `rows`
    makes the query from a blank for each value. The rows must be the same for everybody. Values are given as
    the database has them: text, or a number for an id.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Found]]) -> None:
        self._rows = rows
        self._prepared: Prepared[Found] | None = None

    def __call__(self, *values: str | int) -> list[Found]:
        prepared = self._prepared = self._prepared or self._compile(len(values))
        rows: Any = prepared.rows.all()
        filled = tuple(
            values[each.value] if isinstance(each, Blank) else each for each in prepared.parameters
        )
        compiler: Any = copy(prepared.compiler)
        compiler.connection = connections[rows.db]
        compiler.as_sql = lambda: (prepared.sql, filled)
        compiler.get_converters = lambda _columns: prepared.converters
        rows.query.get_compiler = lambda using: compiler
        return list(rows)

    def _compile(self, count: int) -> Prepared[Found]:
        rows = self._rows(*(Blank(at) for at in range(count)))
        compiler: Any = rows.query.get_compiler(rows.db)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        compiler.connection = None  # threads have their own, and close them
        return Prepared(rows, compiler, sql, parameters, converters)


class Lookup(Generic[Row]):
    """A prepared query for the row with a value in a unique field."""

    def __init__(self, rows: Callable[[], QuerySet[Row]], field: str) -> None:
        self._find = PreparedQuery(lambda value: rows().order_by().filter(**{field: value}))

    def __call__(self, value: str | int) -> Row | None:
        return next(iter(self._find(value)), None)

    def get(self, value: str | int) -> Row:
        """Return a row that should be there. Raises `ObjectDoesNotExist`."""
        found = self(value)
        if found is None:
            raise ObjectDoesNotExist
        return found


def by_code(rows: QuerySet[Row] | Lookup[Row], code: str) -> Row | None:
    """Return the row with a code; no query if the text cannot be one."""
    if not CODE.fullmatch(code):
        return None
    return rows(code) if isinstance(rows, Lookup) else next(iter(rows.filter(code=code)), None)


def or_404(found: Found | None, missing: str | Promise = "") -> Found:
    """Return what was found. Raises `Http404` with the text for the reader if it is None."""
    if found is None:
        raise Http404(missing)
    return found
