"""The world of the tests of security; the process's caches are cleared before each test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from games.play import live
from ludopoli.base import throttle
from tests.security.world import World, build
from tournaments.pages import fragments


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # otherwise every client would scan all static files first
    forget()
    yield
    forget()


def forget() -> None:
    """Clear the cached rates, matches and events."""
    forget_rates()
    live.forget_all()
    fragments._kept.clear()


def forget_rates() -> None:
    """Reset only the rates, so that the next request counts as the first."""
    cache.clear()
    throttle._shared.clear()


@pytest.fixture
def world(db: None) -> World:
    return build()
