"""Look-ups of what an address names."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
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


class Lookup(Generic[Row]):
    """A query for the row with a value in a unique field, compiled once in a process.

    Django compiles a statement anew for every call, which takes most of the time of such a query. The rows
    must be the same for everybody. Values are given as the database has them: text, or a number for an id.
    """

    def __init__(self, rows: Callable[[], QuerySet[Row]], field: str) -> None:
        self._rows, self._field = rows, field
        self._compiled: tuple[SQLCompiler, str] | None = None

    def __call__(self, value: str | int) -> Row | None:
        rows: Any = self._rows().order_by()
        kept, sql = self._compiled = self._compiled or self._compile(rows, value)
        compiler: Any = copy(kept)
        compiler.connection = connections[rows.db]
        compiler.as_sql = lambda: (sql, (value,))
        rows.query.get_compiler = lambda using: compiler
        return next(iter(rows), None)

    def _compile(self, rows: QuerySet[Row], value: str | int) -> tuple[SQLCompiler, str]:
        compiler = rows.filter(**{self._field: value}).query.get_compiler(rows.db)
        sql, [_value] = compiler.as_sql()
        compiler.connection = None  # threads have their own, and close them
        return compiler, sql


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
