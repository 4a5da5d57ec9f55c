"""Fixtures for people with accounts, and for clients signed in as them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.play import live
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from tests.proofs import PASSWORD

SignedIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    """Clear the rate limits and matches of the previous test; use a fast password hasher."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    throttle._shared.clear()
    live.empty_cache()
    yield
    live.empty_cache()


@pytest.fixture
def rosalia(db: None) -> User:
    return User.objects.create_user("Rosalia", "rosalia@example.org", PASSWORD)


@pytest.fixture
def calogero(db: None) -> User:
    return User.objects.create_user("Calogero", "calogero@example.org", PASSWORD)


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create(username="Ospite 1234", is_guest=True)


@pytest.fixture
def signed_in() -> SignedIn:
    """A client of a person who has just given their password."""

    def sign_in(person: User) -> Client:
        client = Client()
        client.post("/account/accedi/", {"login": person.username, "password": PASSWORD})
        assert client.session["_auth_user_id"] == str(person.pk)
        client.get("/account/")  # shows the greeting, so that it is not pending
        return client

    return sign_in
