"""The world of the tests of security; the process's caches are cleared before each test."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import cache
from django.test import override_settings
from django.utils import timezone

import ludopoli.site.asgi  # noqa: F401  # before another module chooses Twisted's reactor
from games.models import Seat, Table
from games.play import live
from ludopoli.http import throttle
from tests.conftest import Lasting
from tests.security.world import World, build
from tournaments.pages import fragments

HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = HASHERS
    settings.WHITENOISE_AUTOREFRESH = True  # otherwise every client would scan all static files first
    forget()
    yield
    forget()


@pytest.fixture
def bare_requests(caplog: pytest.LogCaptureFixture) -> None:
    """Spare thousands of requests the records of refusals, which no test reads."""
    caplog.set_level(logging.ERROR, "django.request")


def forget() -> None:
    """Clear the cached rates, matches and events."""
    forget_rates()
    live.empty_cache()
    fragments._kept.clear()


def forget_rates() -> None:
    """Reset only the rates, so that the next request counts as the first."""
    cache.clear()
    throttle._shared.clear()


@pytest.fixture(scope="module")
def built(lasting: Lasting) -> World:
    """The world, built once for all tests of a file; each gets a copy."""
    with lasting(), override_settings(PASSWORD_HASHERS=HASHERS):
        return build()


@pytest.fixture
def world(db: None, built: World) -> World:
    """A copy of the world in which people have just touched their pages, however long the file has taken."""
    Seat.objects.exclude(touched_at=None).update(touched_at=timezone.now())
    Table.objects.filter(seats__in=Seat.objects.filter(Seat.HAS_SOCKET)).update(changed_at=timezone.now())
    return deepcopy(built)
