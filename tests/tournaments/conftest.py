"""A club of twelve, an organiser, and a clock that the tests move on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.play import live
from ludopoli.accounts.models import User
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.models import Event

NAMES = (
    "Anna", "Bruno", "Carla", "Dario", "Elena", "Fulvio", "Gina", "Ivo", "Lia", "Mario", "Nora", "Olga",
)  # fmt: skip


@pytest.fixture
def _nothing_kept() -> Iterator[None]:
    """Each test's database starts empty, so what this process remembers of matches must too."""
    live.forget_all()
    yield
    live.forget_all()


@pytest.fixture
def club(db: None, _nothing_kept: None) -> list[User]:
    return User.objects.bulk_create(User(username=name, password="!") for name in NAMES)


@pytest.fixture
def organiser(club: list[User]) -> User:
    return User.objects.create(username="Ugo", password="!")


NewEvening = Callable[..., Evening]


@pytest.fixture
def evening(organiser: User) -> NewEvening:
    """A tournament on Thursday: `evening(quiet=False, …)`, registration open, three hours to go.

    Unless it has another format it is a Svizzero of two rounds of a deal each.
    """

    def made(**fields: Any) -> Evening:
        now = timezone.now()
        short = {} if "format" in fields else {"rounds": 2, "deals": 1}
        options = {
            "name": "Torneo del giovedì",
            "game": "tressette",
            "rules": {"preset": "classico"},
            "players": 4,
            "format": "swiss",
            "settings": {**short, **fields.pop("settings", {})},
            "starts_at": now + timedelta(hours=3),
            "break_seconds": 60,
            "pace": 0.0,
            **fields,
        }
        event = actions.create_event(organiser, now=now, **options)
        assert isinstance(event, Event), event
        return Evening(event, organiser, now)

    return made
