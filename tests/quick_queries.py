"""Django's queries with less work to compile them: what a test asks, hundreds of tests ask alike.

Compiling a statement takes longer than executing it, in a small database in memory.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX, SQLiteCursorWrapper
from django.db.models import Model
from django.db.models.expressions import BaseExpression, Col
from django.db.models.sql.compiler import SQLCompiler

KEPT_STATEMENTS = 1_000
"""The statements that SQLite keeps prepared for a connection; with 128 it prepares a third of them again."""

_compiler: Any = SQLCompiler
_expression: Any = BaseExpression
_cursor: Any = SQLiteCursorWrapper

_get_select, _get_converters = _compiler.get_select, _compiler.get_converters
_convert_query = _cursor.convert_query

_selections: dict[tuple[type[Model], str], Any] = {}
_converters: dict[int, dict[int, Any]] = {}
"""The converters of the columns of `_selections`, by the id of the list of columns."""


def use_quick_queries() -> None:
    """Compile the queries of this process so; before the first connection to the database."""
    Col.__hash__ = _hash_of_column  # type: ignore[assignment, method-assign]
    _expression.copy = _copy_of_expression
    _compiler.get_select, _compiler.get_converters = _get_select_once, _get_converters_once
    _cursor.convert_query = _convert_once
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["cached_statements"] = KEPT_STATEMENTS


def _hash_of_column(column: Col) -> int:
    """Hash a selected column by its names.

    Django hashes all columns of a query that has an order, by the signature of their constructor: a fifth of
    the time to compile it.
    """
    return hash((column.alias, column.target.column))


def _copy_of_expression(expression: Any) -> Any:
    """Copy an expression without the protocol of `pickle`, which `copy.copy` follows."""
    copied = object.__new__(type(expression))
    copied.__dict__ = {**expression.__dict__}
    copied.__dict__.pop("convert_value", None)  # bound to the original
    return copied


def _get_select_once(compiler: SQLCompiler, with_col_aliases: bool = False) -> Any:
    """Return the columns of a query, compiled once for all queries of plain rows of a model."""
    query: Any = compiler.query
    is_plain = query.default_cols and not (
        query.select_related or query.annotation_select or query.extra_select or query.deferred_loading[0]
    )
    if not is_plain or with_col_aliases or query.selected is not None or query.get_meta().parents:
        return _get_select(compiler, with_col_aliases)
    selection = query.model, query.get_initial_alias()
    if selection not in _selections:
        columns, *_ = _selections[selection] = _get_select(compiler)
        _converters[id(columns)] = _get_converters(compiler, [column for column, *_ in columns])
    return _selections[selection]


def _get_converters_once(compiler: SQLCompiler, expressions: Collection[Any]) -> Any:
    """Return the functions that make Python's values of the database's, by the number of the column."""
    selected: Any = compiler.select
    if id(selected) in _converters and len(expressions) == len(selected):
        return _converters[id(selected)]
    return _get_converters(compiler, expressions)


@lru_cache(maxsize=4_000)
def _with_question_marks(statement: str) -> str:
    return FORMAT_QMARK_REGEX.sub("?", statement).replace("%%", "%")


def _convert_once(cursor: SQLiteCursorWrapper, statement: str, *, param_names: Any = None) -> str:
    """Write a statement as SQLite wants it; Django does so at every execution, in 2 % of the time."""
    if param_names is None:
        return _with_question_marks(statement)
    return _convert_query(cursor, statement, param_names=param_names)
