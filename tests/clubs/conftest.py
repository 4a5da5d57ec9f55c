"""A club, its owner Rosalia, and a few people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs import actions
from clubs.models import Club, Member
from ludopoli.accounts.models import User
from ludopoli.base import throttle


@pytest.fixture(autouse=True)
def _nobody_has_written_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_shared", OrderedDict())


Named = Callable[[str], User]


@pytest.fixture
def named(db: None) -> Named:
    """The account of this name, made when it is first asked for."""
    return lambda name: User.objects.get_or_create(username=name, defaults={"password": "!"})[0]


@pytest.fixture
def rosalia(named: Named) -> User:
    return named("Rosalia")


@pytest.fixture
def club(rosalia: User) -> Club:
    made = actions.create_club(
        rosalia, name="Circolo Garibaldi", place="Lecce", categories=["prima", "seconda"]
    )
    assert isinstance(made, Club), made
    return made


def joined(person: User, club: Club, card: str = "") -> Member:
    member = actions.join(person, club, club.secret, card)
    assert isinstance(member, Member), member
    return member


def listed(club: Club, by: User, name: str, **fields: Any) -> Member:
    member = actions.add_member(by, club, name, **fields)
    assert isinstance(member, Member), member
    return member


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client
