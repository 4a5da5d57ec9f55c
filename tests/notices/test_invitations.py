"""Inviting people to a table, and notices that somebody has sat down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Invitation, Table
from games.notices import notify_friends
from games.play import actions, selectors
from ludopoli.accounts import people, privacy
from ludopoli.accounts.models import User
from ludopoli.accounts.named_guests import create_named_guest
from ludopoli.notices import mails, notifying
from tests.notices.conftest import OpenTable, account, friends, page_of
from tests.refusals import refused

JSON = {"Accept": "application/json"}


def urls(person: User) -> list[str]:
    return [notice.url for notice in notifying.inbox_of(person)]


# ---- inviting


def test_an_invitation_leads_to_a_seat_at_a_private_table(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    table = open_table(rosalia, private=True)
    assert actions.invite_to_table(rosalia, table, "calogero") == calogero
    assert urls(calogero) == [f"/tavolo/{table.code}/"]
    client = page_of(calogero)
    assert client.get(urls(calogero)[0]).status_code == 200
    assert client.post(f"/tavolo/{table.code}/siediti/", {}, headers=JSON).json()["ok"]
    assert selectors.seat_of(calogero, table) == 1


def test_one_open_invitation_per_table_and_person(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    table = open_table(rosalia)
    vito = account("Vito")
    actions.take_seat(vito, table, 1)
    assert actions.invite_to_table(rosalia, table, "Calogero") == calogero
    with refused("already_invited"):
        actions.invite_to_table(rosalia, table, "Calogero")
    with refused("already_invited"):
        actions.invite_to_table(vito, table, "Calogero")
    assert actions.invite_to_table(rosalia, open_table(rosalia), "Calogero") == calogero
    Invitation.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert actions.invite_to_table(vito, table, "Calogero") == calogero
    assert notifying.unread_count(calogero.pk) == 2


def test_whoever_blocks_a_person_hears_no_more_of_their_invitation(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    actions.invite_to_table(rosalia, open_table(rosalia), "Calogero")
    vito = account("Vito")
    actions.invite_to_table(vito, open_table(vito), "Calogero")
    people.block(calogero, rosalia)
    assert notifying.unread_count(calogero.pk) == 1
    mails.send_due_mails(timezone.now() + timedelta(minutes=2))
    [message] = mail.outbox
    assert "Vito" in message.body


def test_blocked_people_see_no_difference(rosalia: User, calogero: User, open_table: OpenTable) -> None:
    table = open_table(rosalia)
    vito = account("Vito")
    people.block(calogero, rosalia)
    client = page_of(rosalia)
    for expected in (200, 409):
        answers = [
            client.post(
                f"/tavolo/{table.code}/invita/", {"name": name}, content_type="application/json", headers=JSON
            )
            for name in ("Calogero", "Vito")
        ]
        assert [answer.status_code for answer in answers] == [expected, expected]
        first, second = (answer.content.decode() for answer in answers)
        assert first.replace("Calogero", "Vito") == second
    assert urls(calogero) == []
    assert len(urls(vito)) == 1


def test_refused_invitations_give_their_reason(
    rosalia: User, calogero: User, guest: User, open_table: OpenTable
) -> None:
    table = open_table(rosalia)
    vito = account("Vito")
    actions.take_seat(vito, table, 1)
    for name in ("Nessuno", "", None, 7, "a\0b", ["Calogero"]):
        with refused("no_person"):
            actions.invite_to_table(rosalia, table, name)
    with refused("yourself"):
        actions.invite_to_table(rosalia, table, "rosalia")
    with refused("sits_here"):
        actions.invite_to_table(rosalia, table, "Vito")
    with refused("not_seated"):
        actions.invite_to_table(calogero, table, "Ospite 1234")
    actions.fill_with_bots(rosalia, table)
    with refused("match_running"):
        actions.invite_to_table(rosalia, table, "Calogero")
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OVER)
    with refused("no_free_seat"):
        actions.invite_to_table(rosalia, table, "Calogero")
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    with refused("table_closed"):
        actions.invite_to_table(rosalia, table, "Calogero")
    assert not Invitation.objects.exists()


def test_a_guest_invites_and_is_invited(rosalia: User, guest: User, open_table: OpenTable) -> None:
    assert actions.invite_to_table(guest, open_table(guest), "Rosalia") == rosalia
    assert actions.invite_to_table(rosalia, open_table(rosalia), "Ospite 1234") == guest


def test_invitations_are_throttled(rosalia: User, open_table: OpenTable) -> None:
    table = open_table(rosalia)
    for number in range(10):
        account(f"Persona {number}")
        assert isinstance(actions.invite_to_table(rosalia, table, f"Persona {number}"), User)
    account("Vito")
    with refused("too_many_invitations"):
        actions.invite_to_table(rosalia, table, "Vito")


def test_refusals_of_invitations_are_worded(rosalia: User, calogero: User, open_table: OpenTable) -> None:
    table = open_table(rosalia)
    client = page_of(rosalia)
    address = f"/tavolo/{table.code}/invita/"
    answer = client.post(address, {"name": "Nessuno"}, headers={**JSON, "Accept-Language": "en"})
    assert answer.status_code == 404
    assert answer.json() == {"code": "no_person", "message": "Nobody here has this name."}
    assert client.post(address, {"name": "Calogero"})["Location"] == f"/tavolo/{table.code}/"
    assert client.get(address, headers=JSON).status_code == 405
    assert page_of(calogero).post(address, {"name": "Rosalia"}, headers=JSON).status_code == 403


def test_friends_who_might_join_are_offered(rosalia: User, calogero: User, open_table: OpenTable) -> None:
    table = open_table(rosalia)
    for name in ("Anna", "Bruno", "Zita"):
        friends(rosalia, account(name))
    bruno, zita = User.objects.get(username="Bruno"), User.objects.get(username="Zita")
    open_table(zita).seats.filter(user=zita).update(socket="here", touched_at=timezone.now())
    actions.take_seat(bruno, table, 1)
    actions.invite_to_table(rosalia, table, "Anna")
    client = page_of(rosalia)
    address = f"/tavolo/{table.code}/amici/"
    with CaptureQueriesContext(connection) as queries:
        offered = client.get(address, headers=JSON).json()["people"]
    assert [(each["name"], each["there"], each["invited"]) for each in offered] == [
        ("Zita", True, False),
        ("Anna", False, True),
    ]
    assert len(queries) <= 8  # session, person, table, seat, three for who is around, people
    assert page_of(calogero).get(address, headers=JSON).status_code == 403


def test_invitations_are_exported_and_deleted_with_an_account(
    rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    table = open_table(rosalia)
    actions.invite_to_table(rosalia, table, "Calogero")
    [kept] = privacy.export_person(rosalia)["games"]["invitations"]
    assert kept["person__username"] == "Calogero"
    privacy.delete_person(calogero)
    assert not Invitation.objects.exists()


# ---- somebody sits down


@pytest.fixture
def near(rosalia: User, calogero: User) -> list[User]:
    """A friend of Rosalia and a follower of hers."""
    friends(rosalia, calogero)
    vito = account("Vito")
    people.follow(vito, rosalia)
    return [calogero, vito]


def plays(person: User) -> list[str]:
    return [notice.url for notice in notifying.inbox_of(person) if notice.kind == "plays"]


def test_friends_and_followers_are_notified_when_a_player_sits_down(
    rosalia: User, near: list[User], open_table: OpenTable
) -> None:
    table = open_table(rosalia)
    notify_friends(rosalia.pk, table.pk)
    assert [plays(person) for person in near] == [[f"/tavolo/{table.code}/"]] * 2
    notify_friends(rosalia.pk, open_table(rosalia).pk)
    assert [len(plays(person)) for person in near] == [1, 1]


@pytest.mark.parametrize("first", ["invited", "announced"])
def test_an_invited_friend_gets_one_notice(
    first: str, rosalia: User, calogero: User, open_table: OpenTable
) -> None:
    friends(rosalia, calogero)
    table = open_table(rosalia)
    hearing = {
        "announced": lambda: notify_friends(rosalia.pk, table.pk),
        "invited": lambda: actions.invite_to_table(rosalia, table, "Calogero"),
    }
    for each in sorted(hearing, key=lambda each: each != first):
        hearing[each]()
    unread = notifying.inbox_of(calogero).filter(read_at=None, kind__in=["invited", "plays"])
    assert [notice.kind for notice in unread] == ["invited"]


def test_seated_and_blocked_people_get_no_notice(
    rosalia: User, near: list[User], open_table: OpenTable
) -> None:
    friend, follower = near
    table = open_table(rosalia)
    actions.take_seat(friend, table, 1)
    people.block(rosalia, follower)
    notify_friends(rosalia.pk, table.pk)
    assert [plays(person) for person in near] == [[], []]


def test_sitting_down_notifies_only_from_public_tables(
    rosalia: User,
    calogero: User,
    guest: User,
    open_table: OpenTable,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    enqueued: list[tuple[int, int]] = []
    friends(rosalia, calogero)
    monkeypatch.setattr(notify_friends, "delay", lambda *ids: enqueued.append(ids))
    with django_capture_on_commit_callbacks(execute=True):
        public, private = open_table(rosalia), open_table(rosalia, private=True)
        actions.take_seat(calogero, public, 1)
        actions.take_seat(calogero, private, 1)
        actions.take_seat(guest, public, 2)
        actions.take_seat(account("Vito"), public, 3)  # a stranger to everybody
    assert enqueued == [(rosalia.pk, public.pk), (calogero.pk, public.pk)]


def test_a_match_closed_to_spectators_is_not_announced(
    rosalia: User, near: list[User], open_table: OpenTable
) -> None:
    table = open_table(rosalia, watchable=False)
    actions.fill_with_bots(rosalia, table)
    notify_friends(rosalia.pk, table.pk)
    assert [plays(person) for person in near] == [[], []]


def test_a_guest_is_found_without_the_sign(rosalia: User, open_table: OpenTable) -> None:
    giulia = create_named_guest("Giulia")
    assert actions.invite_to_table(rosalia, open_table(rosalia), "giulia") == giulia
