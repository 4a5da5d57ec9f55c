"""Accounts for the tests of moderation, one of them a moderator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client

from games.play import live
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.moderation.models import GROUP


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache.clear()
    throttle._shared.clear()
    live.empty_cache()
    yield
    live.empty_cache()


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(name, password=None) for name in ["Anna", "Bruno", "Carla", "Dario"]]


@pytest.fixture
def anna(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def bruno(people: list[User]) -> User:
    return people[1]


@pytest.fixture
def moderator(db: None) -> User:
    person = User.objects.create_user("Marta", password=None, is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    return person


def as_person(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
