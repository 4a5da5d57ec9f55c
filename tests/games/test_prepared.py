"""Prepared statements return the same rows as Django's queries."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.db.models import Model

from games.models import Event, Match, Table
from games.play import prepared_sql
from tests.games.playing import play_on


def stored(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_match_is_read_with_its_table(match: Callable[..., Match]) -> None:
    begun = match()
    play_on(begun, 5)
    read = prepared_sql.read_match(begun.pk)
    assert read is not None
    assert stored(read) == stored(Match.objects.get(pk=begun.pk))
    assert stored(read.table) == stored(Table.objects.get(pk=begun.table_id))
    assert not read._state.adding, "saving it updates the row"


def test_a_missing_match_is_none(db: None) -> None:
    assert prepared_sql.read_match(uuid.uuid4()) is None


def test_events_between_two_versions_come_in_order(match: Callable[..., Match]) -> None:
    begun = match()
    play_on(begun, 5)
    last = Match.objects.get(pk=begun.pk).version
    expected = Event.objects.filter(match=begun, seq__gt=2, seq__lt=last).order_by("seq")
    read = [stored(event) for event in prepared_sql.events_between(begun.pk, 2, last - 1)]
    assert read == [stored(event) for event in expected]
    assert len(read) > 3


def test_no_index_changes_with_a_move() -> None:
    changing = {"version", "snapshot", "turn_at", "deadline_at", "bot_due_at", "bank_ms"}
    indexed = {name.lstrip("-") for index in Match._meta.indexes for name in index.fields}
    assert not changing & indexed
