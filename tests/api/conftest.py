"""Clients of the API, which check every answer against the document."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from games.play import live
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.http import throttle
from tests.api.document import Client


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Clear the matches and rate limits of the previous test."""
    live.empty_cache()
    cache.clear()
    throttle._shared.clear()
    yield
    live.empty_cache()


@pytest.fixture
def client_of(db: None) -> Callable[..., APIClient]:
    """A function for a client with a token: `client_of("Anna", "read")`, by default with all scopes."""

    def make(name: str, *scopes: str) -> APIClient:
        user, _made = User.objects.get_or_create(username=name)
        _token, secret = Token.make(user.pk, "prova", list(scopes or Scope.values))
        client = Client()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return make


@pytest.fixture
def anybody(db: None) -> APIClient:
    return Client()
