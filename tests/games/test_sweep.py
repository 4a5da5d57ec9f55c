"""The cost of the sweep, twice a second, in a club that has played for years."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection

from games.models import Seat
from games.play import sweeping


def test_the_sweep_skips_scored_matches(db: None) -> None:
    """SQLite plans before it knows parameters, so the partial index needs a condition without one."""
    plans: list[str] = []

    def explained(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if 'NOT "games_match"."scored"' in sql:
            execute(f"{connection.ops.explain_query_prefix()} {sql}", params, many, context)
            plans.append(str(context["cursor"].fetchall()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        sweeping.sweep()
    [plan] = plans
    assert "match_unscored (status=? AND finished_at<?)" in plan


def test_seats_with_a_socket_are_found_without_the_others(db: None) -> None:
    if connection.vendor == "postgresql":  # it would rather read all of a table as small as this
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    for seats in (Seat.objects.filter(Seat.HAS_SOCKET), Seat.objects.filter(socket__in=["a", "b"])):
        assert "seat_socket" in seats.explain()
