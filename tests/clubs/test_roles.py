"""A club's roles are one table, and everything else asks it for a capability."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazystr

from clubs import access, actions, chat, dates, roles, selectors
from clubs.api import shapes
from clubs.models import Club, Member
from clubs.roles import Capability, ClubRole
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.clubs.conftest import Named, client_of, joined
from tests.refusals import refused
from tests.sources import ROOT, SCRIPTS

SECRETARY = ClubRole(lazystr("segreteria"), frozenset({Capability.PARTICIPATE, Capability.MANAGE_MEMBERS}))
HERALD = ClubRole(lazystr("araldo"), frozenset({Capability.PARTICIPATE, Capability.ORGANISE_EVENTS}))

RIGHTS_OF_A_ROLE = re.compile(
    rf"""role\w*["']?\]?\s*(==|!=|=|:|\bin\b|\bnot\ in\b)\s*[\[({{"']+({"|".join(roles.ROLES)})["']"""
)
NOT_RIGHTS = re.compile(r"@with_example\(|^    role=\"member\",$")
"""Examples in the document of the API."""


def sources() -> Iterator[Path]:
    """Everything that could know a role, but for the table itself and what is stored."""
    for app in ("clubs", "games", "tournaments", "ludopoli", "practice", "analysis"):
        for path in (ROOT / app).rglob("*.py"):
            if "migrations" not in path.parts and path != ROOT / "clubs" / "roles.py":
                yield path
    yield from (ROOT / "templates").rglob("*.html")
    yield from SCRIPTS


@pytest.fixture
def herald(monkeypatch: pytest.MonkeyPatch, club: Club, named: Named) -> Member:
    """A member of the club, where the table has one more role."""
    monkeypatch.setattr(roles, "ROLES", {**roles.ROLES, "herald": HERALD})
    return joined(named("Calogero"), club)


def page_of(person: User, name: str, club: Club) -> str:
    return client_of(person).get(reverse(name, args=[club.code])).content.decode()


def test_a_role_is_offered_and_given_once_it_is_in_the_table(
    herald: Member, club: Club, rosalia: User, named: Named
) -> None:
    assert '<option value="herald" >' in re.sub(r"\s+", " ", page_of(rosalia, "club-members", club))
    act = reverse("member-act", args=[club.code, herald.number, "role"])
    client_of(rosalia).post(act, {"role": "herald"})
    herald.refresh_from_db()
    assert (herald.role, herald.has_office) == ("herald", True)
    assert herald in selectors.members_of(club)
    notice = Notice.objects.get(kind="club_role")
    assert notice.facts["role"] == "herald"
    assert "araldo" in client_of(named("Calogero")).get(reverse("notices")).content.decode()


def test_a_role_does_what_its_capabilities_allow_and_no_more(
    herald: Member, club: Club, rosalia: User, named: Named
) -> None:
    actions.set_role(rosalia, herald, "herald")
    me, soon = named("Calogero"), timezone.now() + timedelta(days=3)
    [announced] = dates.add_dates(me, club, title="Cena", starts_at=soon)
    assert announced.by == me
    assert [*selectors.clubs_to_organise_for(me)] == [club]
    assert reverse("new-club-date", args=[club.code]) in page_of(me, "club-calendar", club)
    with refused("not_club_director"):
        actions.change_club(me, club, name="Altro")
    with refused("not_club_director"):
        actions.accept_request(me, herald)
    with refused("not_club_owner"):
        actions.delete_club(me, club)
    assert me not in selectors.club_directors(club)
    page = page_of(me, "club", club)
    assert reverse("new-event") in page
    assert reverse("change-club", args=[club.code]) not in page
    assert reverse("club-act", args=[club.code, "renew-link"]) not in page
    assert reverse("club-act", args=[club.code, "delete"]) not in page
    assert chat.mute_member(rosalia, herald, muted=True).muted, "only moderators are never muted"
    director = joined(named("Turiddu"), club)
    actions.set_role(rosalia, director, "director")
    with refused("not_club_owner"):
        actions.remove_member(named("Turiddu"), herald)


def test_a_role_that_only_manages_members_directs_nothing_and_inherits_no_club(
    monkeypatch: pytest.MonkeyPatch, club: Club, rosalia: User, named: Named
) -> None:
    monkeypatch.setattr(roles, "ROLES", {**roles.ROLES, "list_secretary": SECRETARY})
    nora, turiddu = joined(named("Nora"), club), joined(named("Turiddu"), club)
    actions.set_role(rosalia, nora, "list_secretary")
    actions.set_role(rosalia, turiddu, "director")
    nora.refresh_from_db()
    assert (nora.role, nora.get_role_display()) == ("list_secretary", "segreteria")
    actions.add_member(named("Nora"), club, "Peppe")
    assert selectors.club_directors(club) == [rosalia, named("Turiddu")]
    actions.withdraw_everywhere(rosalia)
    assert club.owners == [named("Turiddu")]


def test_a_role_that_only_a_newer_version_knows_reads_as_that_of_a_plain_member(
    herald: Member, club: Club, rosalia: User, named: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions.set_role(rosalia, herald, "herald")
    monkeypatch.setattr(
        roles, "ROLES", {code: role for code, role in roles.ROLES.items() if code != "herald"}
    )
    herald.refresh_from_db()
    assert (herald.role, herald.has_office) == (roles.ORDINARY, False)
    assert access.is_member(herald)
    assert not access.has_capability(herald, Capability.ORGANISE_EVENTS)
    assert herald in selectors.members_of(club)
    assert [*selectors.clubs_to_organise_for(named("Calogero"))] == []
    assert "Calogero" in page_of(rosalia, "club-members", club)
    assert client_of(named("Calogero")).get(reverse("notices")).status_code == 200


def test_a_new_role_needs_no_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roles, "ROLES", {**roles.ROLES, "herald": HERALD})
    field = Member._meta.get_field("role")
    assert "herald" in dict(field.choices or ())
    assert field.deconstruct()[3]["choices"] is roles.club_role_choices


def test_a_stranger_has_no_capability_and_a_request_gives_none(club: Club, named: Named) -> None:
    asking = actions.ask_to_join(named("Calogero"), club)
    for own in (None, asking):
        assert not any(access.capabilities_of(own).values())
        assert not any(access.has_capability(own, each) for each in Capability)


def test_the_roles_that_are_given_at_the_door_are_those_of_the_table() -> None:
    assert {roles.FOUNDER, roles.ORDINARY, roles.ASKING} <= roles.ROLES.keys()
    assert roles.FOUNDER in roles.roles_with(Capability.ADMINISTER), "a club always has an owner"
    assert roles.ORDINARY in roles.assignable_roles()
    assert roles.ASKING not in roles.assignable_roles()
    owners = {*roles.roles_with(Capability.ADMINISTER)}
    assert owners <= {*roles.roles_with(Capability.MANAGE_MEMBERS)}, "roles are given on the list of members"
    assert owners <= {*roles.roles_with(Capability.DIRECT)}, "the owners are named on the club's page"


def test_the_database_and_the_api_know_the_roles_of_the_table() -> None:
    field = Member._meta.get_field("role")
    assert [code for code, _label in field.choices or ()] == [*roles.ROLES]
    shown: list[Any] = [shape().fields["role"] for shape in (shapes.ClubMemberShape, shapes.ClubShape)]
    assert [[*each.choices] for each in shown] == [[*roles.ROLES]] * 2
    sent: Any = shapes.ChangeMember().fields["role"]
    assert [*sent.choices] == roles.assignable_roles()


def test_nothing_but_the_table_knows_what_a_role_may_do() -> None:
    found = []
    for path in sources():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if RIGHTS_OF_A_ROLE.search(line) and not NOT_RIGHTS.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number} {line.strip()}")
    assert not found


def test_templates_ask_for_capabilities_that_there_are() -> None:
    asked = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for tag in re.findall(r"{% (?:el)?if .*?%}", path.read_text(encoding="utf-8"))
        for name in re.findall(r"\bmay\.(\w+)", tag)
    }
    assert asked == {*Capability} - {Capability.DIRECT}
