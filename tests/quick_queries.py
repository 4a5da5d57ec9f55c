"""Django's queries with less work to compile them: what a test asks, hundreds of tests ask alike.

Compiling a statement takes longer than executing it, in a small database in memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX, SQLiteCursorWrapper
from django.db.models.expressions import Col

KEPT_STATEMENTS = 1_000
"""The statements that SQLite keeps prepared for a connection; with 128 it prepares a third of them again."""

_cursor: Any = SQLiteCursorWrapper

_convert_query = _cursor.convert_query


def use_quick_queries() -> None:
    """Compile the queries of this process so; before the first connection to the database."""
    Col.__hash__ = _hash_of_column  # type: ignore[assignment, method-assign]
    _cursor.convert_query = _convert_once
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["cached_statements"] = KEPT_STATEMENTS


def _hash_of_column(column: Col) -> int:
    """Hash a selected column by its names.

    Django hashes all columns of a query that has an order, by the signature of their constructor: a fifth of
    the time to compile it.
    """
    return hash((column.alias, column.target.column))


@lru_cache(maxsize=4_000)
def _with_question_marks(statement: str) -> str:
    return FORMAT_QMARK_REGEX.sub("?", statement).replace("%%", "%")


def _convert_once(cursor: SQLiteCursorWrapper, statement: str, *, param_names: Any = None) -> str:
    """Write a statement as SQLite wants it; Django does so at every execution, in 2 % of the time."""
    if param_names is None:
        return _with_question_marks(statement)
    return _convert_query(cursor, statement, param_names=param_names)
