"""The world to be protected, with the process's memory reset before every test."""

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
    """Forget rates, matches and events."""
    forget_rates()
    live.forget_all()
    fragments._kept.clear()


def forget_rates() -> None:
    """Forget rates, so that the next request is its reader's first, but not matches and events."""
    cache.clear()
    throttle._shared.clear()


@pytest.fixture
def world(db: None) -> World:
    return build()
