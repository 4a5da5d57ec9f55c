"""Seats that share a connection: all see a notice, nobody is refused, and it is forgotten in thirty days."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Seat, Table
from games.play import actions, selectors
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.moderation import sightings
from ludopoli.moderation.models import Report, Sighting

HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
RULES: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


def seated(people: list[User], **options: Any) -> Table:
    table = actions.open_table(people[0], **{**RULES, **options})
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], table, seat)
    return Table.objects.select_related("match").get(pk=table.pk)


def arrive(table: Table, user: User, address: str) -> None:
    actions.note_socket_open(table, user, f"socket {user.pk}", is_new=True, address=address)


def is_warned(table: Table, reader: User) -> bool:
    frame = selectors.table_frame(Table.objects.select_related("match").get(pk=table.pk), reader)
    assert HOME not in str(frame)
    return bool(frame["same_address"])


def test_shared_addresses_are_announced_and_the_match_is_noted_once(people: list[User]) -> None:
    table = seated(people)
    for user, address in zip(people, [HOME, ELSEWHERE, HOME, "203.0.113.10"], strict=True):
        arrive(table, user, address)
    assert all(is_warned(table, reader) for reader in people)
    for user in people:
        arrive(table, user, HOME if user in (people[0], people[2]) else ELSEWHERE)
    noted = Report.objects.filter(reporter=None)
    assert {report.subject for report in noted} == {people[2], people[3]}
    assert {report.match for report in noted} == {str(table.match_id)}
    assert noted.count() == 2, "each once"
    assert table.match is not None
    assert table.match.rated, "nothing is refused"


def test_four_addresses_raise_no_notice(people: list[User]) -> None:
    table = seated(people)
    for number, user in enumerate(people):
        arrive(table, user, f"203.0.113.{number}")
    assert not is_warned(table, people[0])
    assert not Report.objects.exists()


@pytest.mark.parametrize("options", [{"private": True}, {"casual": True}])
def test_shared_addresses_do_not_matter_at_unrated_tables(
    people: list[User], options: dict[str, Any]
) -> None:
    table = seated(people, **options)
    for user in people:
        arrive(table, user, HOME)
    assert not is_warned(table, people[0])
    assert not Report.objects.exists()


def test_a_household_counts_as_one_address_and_localhost_as_none() -> None:
    assert sightings.address_digest("2001:db8::1") == sightings.address_digest("2001:db8::2")
    assert sightings.address_digest("2001:db8::1") != sightings.address_digest("2001:db8:0:1::1")
    assert [sightings.address_digest(each) for each in ("127.0.0.1", "::1", "", "nonsense")] == [""] * 4
    assert HOME not in sightings.address_digest(HOME)


def test_the_key_of_the_site_is_in_the_digest(settings: Any) -> None:
    before = sightings.address_digest(HOME)
    settings.SECRET_KEY = "another"
    assert sightings.address_digest(HOME) != before


def test_getting_up_removes_the_address(people: list[User]) -> None:
    table = actions.open_table(people[0], **RULES)
    arrive(table, people[0], HOME)
    assert Seat.objects.get(table=table, number=0).address == sightings.address_digest(HOME)
    actions.leave_table(people[0], table)
    assert not Seat.objects.exclude(address="").exists()


def test_addresses_are_exported_and_erased(people: list[User]) -> None:
    sightings.note_sighting(people[0], sightings.address_digest(HOME))
    [seen] = privacy.export_person(people[0])["moderation"]["seen_from"]
    assert seen["digest"] == sightings.address_digest(HOME)
    privacy.delete_person(people[0])
    assert not Sighting.objects.exists()
