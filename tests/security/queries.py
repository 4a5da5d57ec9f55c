"""The queries of a piece of code, to ask them again without the code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

Rows = list[tuple[Any, ...]]
"""The result of a query."""


@dataclass
class Queries:
    """A wrapper of statements that keeps the queries, to ask them again."""

    asked: list[tuple[str, Any]] = field(default_factory=list)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, *more: Any) -> Any:
        if sql.startswith("SELECT"):
            self.asked.append((sql, params))
        return execute(sql, params, *more)

    def results(self) -> list[Rows]:
        found = []
        with connection.cursor() as cursor:
            for sql, params in self.asked:
                cursor.execute(sql, params)
                found.append(cursor.fetchall())
        return found
