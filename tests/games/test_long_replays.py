"""A match of a thousand deals takes seconds to play again: an address may not ask for it again and again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games import match_pages
from games.models import Match

SHOWN = ("/partita/{}/", "/partita/{}/incorporata/", "/partita/{}/record.json")


@pytest.mark.parametrize("address", SHOWN)
def test_short_matches_are_hardly_felt_and_a_long_one_leaves_nothing(
    address: str, finished: Callable[..., Match], fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_pages, "EVENTS_AT_ONCE", 1_000)
    monkeypatch.setattr(match_pages, "EVENTS_PER_SECOND", 0)
    row, reader = finished(), Client()
    path = address.format(row.pk)
    assert [reader.get(path).status_code for _ in range(5)] == [200] * 5
    Match.objects.filter(pk=row.pk).update(version=900)
    refused = reader.get(path)
    assert refused.status_code == 429
    assert refused["Retry-After"]


def test_a_match_longer_than_all_that_is_kept_can_be_seen_by_who_has_asked_for_nothing(
    finished: Callable[..., Match], fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_pages, "EVENTS_AT_ONCE", 20)
    monkeypatch.setattr(match_pages, "EVENTS_PER_SECOND", 0)
    row = finished()
    assert row.version > 20
    assert Client().get(f"/partita/{row.pk}/").status_code == 200
    assert Client().get(f"/partita/{row.pk}/").status_code == 429
