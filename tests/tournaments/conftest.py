"""A club of twelve, an organiser, and a clock that the tests move on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.play import live
from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.snapshots import made_first, made_once, rows_so_far
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.pages import fragments

Begun = tuple[list[User], Evening]
"""A club and its event."""

NAMES = (
    "Anna", "Bruno", "Carla", "Dario", "Elena", "Fulvio", "Gina", "Ivo", "Lia", "Mario", "Nora", "Olga",
)  # fmt: skip


@pytest.fixture
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Empty the process's caches of matches and events: each test's database starts empty, and many begin
    with copies of one event."""
    monkeypatch.setattr(fragments, "_kept", {})
    live.empty_cache()
    yield
    live.empty_cache()


@pytest.fixture(scope="module")
def shared() -> Begun | None:
    """An evening that is begun once for all tests of a file; each gets a copy."""
    return None


Begin = Callable[[Evening, list[User]], object]
"""A function that begins an evening with a club."""


def four_pairs(tonight: Evening, club: list[User]) -> None:
    """Begin an evening of four pairs, with its first round in play."""
    tonight.pairs(club)
    tonight.start()


@pytest.fixture
def begin() -> Begin:
    """The function that begins `tonight`, unless it is `shared`."""
    return four_pairs


@pytest.fixture
def settings_of_tonight() -> dict[str, Any]:
    return {}


@pytest.fixture
def copied(
    request: pytest.FixtureRequest,
    db: None,
    _nothing_kept: None,
    shared: Begun | None,
    begin: Begin,
    settings_of_tonight: dict[str, Any],
) -> Begun | None:
    if shared is None and "tonight" in request.fixturenames:
        key = (begin, *settings_of_tonight.items())
        return made_once(key, partial(club_and_evening, begin, **settings_of_tonight))
    return deepcopy(shared)


@pytest.fixture
def club(copied: Begun | None) -> list[User]:
    return twelve() if copied is None else copied[0]


@pytest.fixture
def organiser(club: list[User], copied: Begun | None) -> User:
    return ugo() if copied is None else copied[1].organiser


def twelve() -> list[User]:
    return User.objects.bulk_create(User(username=name, password="!") for name in NAMES)


def ugo() -> User:
    return User.objects.create(username="Ugo", password="!")


NewEvening = Callable[..., Evening]


@pytest.fixture
def evening(organiser: User) -> NewEvening:
    """A tournament on Thursday, with registration open and three hours to go: `evening(quiet=False, …)`."""
    return partial(on_thursday, organiser)


@pytest.fixture
def begun_evening(club: list[User], evening: NewEvening) -> NewEvening:
    """A tournament of pairs of the club, in its first round: `begun_evening(3, round_minutes=30, …)`.

    It is made once in a process for the same options, if the test has stored nothing before.
    """
    before = rows_so_far()

    def begin(pairs: int = 4, **fields: Any) -> Evening:
        def make() -> Evening:
            tonight = evening(**fields)
            tonight.pairs(club, pairs)
            tonight.start()
            return tonight

        return made_first(before, (pairs, repr(fields)), make)

    return begin


@pytest.fixture
def tonight(copied: Begun) -> Evening:
    """The `shared` evening, or else one that `begin` has begun: four pairs in their first round."""
    return copied[1]


def on_thursday(organiser: User, **fields: Any) -> Evening:
    """Make an evening; by default a Svizzero of two rounds with a deal each."""
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
    return Evening(event, organiser, now)


def club_and_evening(begin: Begin, **fields: Any) -> Begun:
    """Make a club of twelve and an evening, and begin it."""
    club, tonight = twelve(), on_thursday(ugo(), **fields)
    begin(tonight, club)
    return club, tonight


def begun(lasting: Lasting, begin: Begin, **fields: Any) -> Begun:
    """Make a club of twelve and an evening that `begin` begins, for all tests of a file."""
    with lasting():
        made = club_and_evening(begin, **fields)
    live.empty_cache()
    return made
