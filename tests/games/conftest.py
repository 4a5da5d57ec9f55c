"""People and tables for the tests of games, without sockets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Table
from games.play import actions, live
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.text import times
from tests.games.playing import play_on
from tests.snapshots import made_first, rows_so_far


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Empty the process's cache of matches, since each test's database starts empty."""
    live.empty_cache()
    yield
    live.empty_cache()


@pytest.fixture
def people(db: None) -> list[User]:
    """People who have played before, so that they have no first deal and their clocks run."""
    names = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    return [User.objects.create_user(name, password=None, is_new=False) for name in names]


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("Anna", "anna@example.org")


@pytest.fixture
def vito(db: None) -> User:
    return User.objects.create_user("Vito", "vito@example.org")


@pytest.fixture
def match(people: list[User], django_capture_on_commit_callbacks: Any) -> Callable[..., Match]:
    """A match that has begun: `match(people=4, players=4, move_seconds=20, …)`."""

    def begin(seated: int = 4, players: int = 4, **options: Any) -> Match:
        settings = {
            "game": "tressette",
            "rules": {"preset": "classico"},
            "move_seconds": 20,
            "bank_seconds": 60,
            "pace": 0.0,
            **options,
        }
        table = actions.open_table(people[0], players=players, **settings)
        for seat in range(1, seated):
            actions.take_seat(people[seat], table, seat)
        if seated < players:
            actions.fill_with_bots(people[0], table)
        table.refresh_from_db()
        assert table.match is not None
        return table.match

    return begin


@pytest.fixture
def quick(people: list[User]) -> Callable[..., Table]:
    """A quick game of Anna's with three bots: `quick(joinable=False)`."""

    def begin(**options: Any) -> Table:
        rules = {"preset": "classico", "match_end": {"deals": 3}}
        settings = {"game": "tressette", "rules": rules, "players": 4, "pace": 0, "joinable": True}
        table = actions.quick_game(people[0], **{**settings, **options})
        return Table.objects.select_related("match").get(pk=table.pk)

    return begin


@pytest.fixture
def finished(match: Callable[..., Match]) -> Callable[..., Match]:
    """A match of one deal, played out: `finished(watchable=False, private=True)`.

    It is played once in a process for the same options, if the test has stored nothing before.
    """
    before = rows_so_far()

    def finish(**options: Any) -> Match:
        def play() -> Match:
            row = match(**{"rules": {"preset": "classico", "match_end": {"deals": 1}}, **options})
            play_on(row)
            row.refresh_from_db()
            assert row.status == Match.Status.FINISHED
            return row

        return made_first(before, repr(options), play)

    return finish


@pytest.fixture
def readers(people: list[User]) -> dict[str, Client]:
    """The clients of a player, of another person, and of an anonymous reader."""
    clients = {"player": Client(), "another": Client(), "nobody": Client()}
    clients["player"].force_login(people[1])
    clients["another"].force_login(people[4])
    return clients


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset all rate limits."""
    monkeypatch.setattr(throttle, "_shared", OrderedDict())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """A clock that stands still; its only element is the time."""
    at = [timezone.now()]
    monkeypatch.setattr(times, "now", lambda: at[0])
    return at
