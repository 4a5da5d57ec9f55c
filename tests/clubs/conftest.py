"""A club, its owner Rosalia, and a few people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client

from clubs import actions, federations
from clubs.models import Club, Federation, Licence, Member
from games.play.sockets import Socket
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.sockets.sessions import SessionStore
from tests.communicator import PatientCommunicator
from tests.snapshots import from_snapshot


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
@from_snapshot
def club(rosalia: User) -> Club:
    made = actions.create_club(
        rosalia, name="Circolo Garibaldi", place="Lecce", categories=["prima", "seconda"]
    )
    return made


def joined(person: User, club: Club, card: str = "") -> Member:
    """Join by the link; whoever says that a line of the list is theirs is believed by an owner."""
    member = actions.join_by_link(person, club, club.secret, card)
    return actions.accept_request(club.owners[0], member) if member.is_asking else member


def listed(club: Club, by: User, name: str, **fields: Any) -> Member:
    member = actions.add_member(by, club, name, **fields)
    return member


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


async def socket_of(consumer: type[Socket], address: str, code: str, person: User) -> PatientCommunicator:
    """Open a socket about what a code names, in a session of the person."""
    client = await sync_to_async(client_of)(person)
    session = SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)
    socket = PatientCommunicator(consumer.as_asgi(), address)
    where = {"url_route": {"kwargs": {"code": code}}}
    socket.scope |= {"user": person, "session": session, "cookies": {}, **where}
    assert (await socket.connect())[0]
    return socket


def federated(organiser: User, *clubs: Club, **fields: Any) -> Federation:
    """A federation to which these clubs belong by the consent of their owners."""
    made = federations.create_federation(
        organiser, **{"name": "Federazione Salentina", "slug": "salento", **fields}
    )
    for club in clubs:
        federations.invite_club(organiser, made, club)
        federations.ask_to_affiliate(club.owners[0], club, made)
    return made


def licensed(federation: Federation, line: Member, number: str, **fields: Any) -> Licence:
    """Give a line of a club's list a licence for the years 2020 to 2039."""
    organiser = federation.organisers.get()
    days = {"valid_from": date(2020, 1, 1), "valid_until": date(2039, 12, 31)}
    person = line.card or line.shown
    return federations.issue_licence(organiser, federation, line.club, person, number=number, **days | fields)
