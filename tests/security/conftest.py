"""The world to be protected; nothing is remembered of the test before."""

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
    settings.WHITENOISE_AUTOREFRESH = True  # every client would otherwise look at every static file first
    forget()
    yield
    forget()


def forget() -> None:
    """Of rates, matches and events."""
    forget_rates()
    live.forget_all()
    fragments._kept.clear()


def forget_rates() -> None:
    """The next request is its reader's first. What the process knows of matches and events it knows still."""
    cache.clear()
    throttle._shared.clear()


@pytest.fixture
def world(db: None) -> World:
    return build()
