"""Worlds that a process makes once by actions, and then loads as rows for each test."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from copy import deepcopy
from functools import partial, wraps
from typing import Any, Generic, ParamSpec, TypeVar

from django.core.cache import cache
from django.db import connection, transaction

from games.play import live
from tests.chance import CHANCE
from tournaments.pages import fragments

P = ParamSpec("P")
T = TypeVar("T")

Rows = dict[str, list[tuple[Any, ...]]]
"""The rows of all tables, by the name of the table."""

RowCounts = tuple[tuple[str, int], ...]
"""The number of rows that each table has ever had, by the name of the table."""

OLDEST = 600
"""The seconds after which a world is made anew, since its times are those of its making."""


class Snapshot(Generic[T]):
    """The result of a function, and the rows that it has stored."""

    def __init__(self, name: str, make: Callable[[], T]) -> None:
        before = _all_rows()
        with transaction.atomic(), CHANCE.named(name):
            self.made_at = time.monotonic()
            self.made = make()
            after = _all_rows()
            transaction.set_rollback(True)
        self.added = {name: [row for row in rows if row not in before[name]] for name, rows in after.items()}

    def load(self) -> T:
        """Store the rows, and return a copy of what was made.

        The caches may hold another test's pages of events with the same codes.
        """
        live.empty_cache()
        fragments._kept.clear()
        cache.clear()
        with connection.cursor() as cursor:
            for name, rows in self.added.items():
                if rows:
                    places = ", ".join(["%s"] * len(rows[0]))
                    cursor.executemany(f'INSERT INTO "{name}" VALUES ({places})', rows)
        return deepcopy(self.made)


_taken: dict[Hashable, Snapshot[Any]] = {}


def made_once(key: Hashable, make: Callable[[], T]) -> T:
    """Return what `make` makes in an empty database, made once in a process for each key."""
    taken = _taken.get(key)
    if taken is None or time.monotonic() - taken.made_at > OLDEST:
        taken = _taken[key] = Snapshot(_name(key), make)
    return taken.load()


def made_first(before: RowCounts, key: Hashable, make: Callable[[], T]) -> T:
    """Like `made_once`, if the test has stored nothing since `before`; otherwise just make it."""
    return made_once((before, key), make) if rows_so_far() == before else make()


def from_snapshot(make: Callable[P, T]) -> Callable[P, T]:
    """Decorate a fixture: it is made once in a process, as long as the fixtures before it stored as much."""

    @wraps(make)
    def load(*args: P.args, **kwargs: P.kwargs) -> T:
        return made_once((make.__module__, make.__qualname__, rows_so_far()), partial(make, *args, **kwargs))

    return load


def _name(key: Hashable) -> str:
    """Return the same name for a key in every process."""
    if isinstance(key, tuple):
        return " ".join(map(_name, key))
    return getattr(key, "__qualname__", repr(key))


def rows_so_far() -> RowCounts:
    """Return the number of rows that each table has ever had."""
    with connection.cursor() as cursor:
        return tuple(cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall())


def _all_rows() -> Rows:
    with connection.cursor() as cursor:
        return {
            name: cursor.execute(f'SELECT * FROM "{name}"').fetchall()
            for name in connection.introspection.table_names(cursor)
        }
