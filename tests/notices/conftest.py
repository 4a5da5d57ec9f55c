"""People who get notices, with mail addresses, their friends, and a table that waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from games.models import Table
from games.play import actions, live
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http import throttle

OpenTable = Callable[..., Table]
RULES: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache.clear()
    throttle._shared.clear()
    live.empty_cache()
    yield
    live.empty_cache()


def account(name: str) -> User:
    person = User.objects.create_user(name, f"{name.lower()}@example.org")
    EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    return person


@pytest.fixture
def rosalia(db: None) -> User:
    return account("Rosalia")


@pytest.fixture
def calogero(db: None) -> User:
    return account("Calogero")


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create(username="Ospite 1234", is_guest=True)


@pytest.fixture
def open_table(db: None) -> OpenTable:
    """A table of tressette whose host is the person: `open_table(rosalia, private=True)`."""

    def make(host: User, **changed: Any) -> Table:
        table = actions.open_table(host, **{**RULES, **changed})
        return table

    return make


def friends(one: User, other: User) -> None:
    people.befriend(one, other)
    people.befriend(other, one)


def page_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client
