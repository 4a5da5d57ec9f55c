"""The world to be protected; nothing is remembered of the test before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from games import live
from ludopoli import throttle
from tests.security.world import World, build


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # every client would otherwise look at every static file first
    forget()
    yield
    forget()


def forget() -> None:
    """Of rates and matches."""
    cache.clear()
    throttle._shared.clear()
    live.forget_all()


@pytest.fixture
def world(db: None) -> World:
    return build()
