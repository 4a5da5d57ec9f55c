"""The roles in an event are one table, and everything else asks it for a capability."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.functional import lazystr

from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.sources import ROOT
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import access, actions, roles, selectors
from tournaments.models import EventOfficer
from tournaments.roles import EventCapability, EventRole

SCORER = EventRole(
    lazystr("segnapunti"),
    frozenset({EventCapability.LOOK, EventCapability.RULE}),
    lazystr("Scrivi i punti."),
    lazystr("Non scrivi più i punti."),
    lazystr("%(who)s scrive i punti"),
    lazystr("%(who)s non scrive più i punti"),
)

RIGHTS_OF_A_ROLE = re.compile(
    rf"""\brole\b\w*["']?\]?\s*(==|!=|\bin\b|\bnot\ in\b)\s*[\[({{"']+({"|".join(roles.ROLES)})["']"""
)


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def hall(evening: NewEvening, club: list[User], monkeypatch: pytest.MonkeyPatch) -> Evening:
    """An evening at real tables whose first round is played, where the table of roles has one more."""
    monkeypatch.setattr(roles, "ROLES", {**roles.ROLES, "scorer": SCORER})
    tonight = evening(venue="real", settings={"rounds": 2, "deals": 1})
    tonight.pairs(club)
    tonight.start()
    return tonight


def test_a_role_is_offered_and_given_once_it_is_in_the_table(hall: Evening, club: list[User]) -> None:
    desk, organiser = reverse("console", args=[hall.event.code]), browser(hall.organiser)
    assert '<option value="scorer">segnapunti</option>' in organiser.get(desk).content.decode()
    add = reverse("console-act", args=[hall.event.code, "add-director"])
    organiser.post(add, {"name": "Nora", "role": "scorer"})
    officer = EventOfficer.objects.get(event=hall.event)
    assert (officer.user.username, officer.role, officer.get_role_display()) == (
        "Nora",
        "scorer",
        "segnapunti",
    )
    page = organiser.get(desk).content.decode()
    assert "segnapunti</span>" in page
    assert "Nora scrive i punti" in page, "in the log"
    nora = browser(officer.user)
    assert "Scrivi i punti." in nora.get(reverse("notices")).content.decode()
    actions.add_director(hall.organiser, hall.event, officer.user)
    assert EventOfficer.objects.get(event=hall.event).role == roles.ORDINARY
    assert "You are one of its directors now." in nora.get(reverse("notices")).content.decode()
    assert organiser.post(add, {"name": "Nora", "role": "organiser"}).status_code == 422


def test_a_role_does_what_its_capabilities_allow_and_no_more(hall: Evening, club: list[User]) -> None:
    nora, table = club[10], hall.tables(1)[0]
    actions.add_director(hall.organiser, hall.event, nora, "scorer")
    actions.enter_scores(nora, table, {table.labels[0]: [8, 3]}, now=hall.now)
    assert browser(nora).get(reverse("console", args=[hall.event.code])).status_code == 200
    assert nora in access.people_with(hall.event, EventCapability.LOOK)
    assert [*selectors.own_events(nora)] == [hall.event]
    with refused("not_director"):
        actions.cancel_event(nora, hall.event, "Piove", now=hall.now)
    with refused("not_organiser"):
        actions.add_director(nora, hall.event, club[11])
    with refused("no_role"):
        actions.add_director(hall.organiser, hall.event, club[11], "organiser")
    actions.remove_director(hall.organiser, hall.event, nora)
    with refused("not_director"):
        actions.enter_scores(nora, hall.tables(1)[1], {table.labels[0]: [8, 3]}, now=hall.now)


def test_a_role_that_only_a_newer_version_knows_is_announced_as_the_ordinary_one(
    hall: Evening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    actions.add_director(hall.organiser, hall.event, club[10], "scorer")
    monkeypatch.undo()
    page = browser(club[10]).get(reverse("notices")).content.decode()
    assert "You are one of its directors now." in page


def test_a_stranger_has_no_capability(hall: Evening, club: list[User]) -> None:
    for each in EventCapability:
        assert not access.has_event_capability(club[11], hall.event, each)
        assert access.has_event_capability(hall.organiser, hall.event, each)
        assert hall.organiser in access.people_with(hall.event, each)
        assert club[11] not in access.people_with(hall.event, each)


def test_the_roles_that_are_given_without_a_word_are_those_of_the_table() -> None:
    assert {roles.ORGANISER, roles.ORDINARY} <= roles.ROLES.keys()
    assert roles.event_roles_with(EventCapability.ADMINISTER) == [roles.ORGANISER]
    assert roles.ORDINARY in dict(roles.role_choices())
    assert roles.ORGANISER not in dict(roles.role_choices())


def test_nothing_but_the_table_knows_what_a_role_may_do() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in [*(ROOT / "tournaments").rglob("*.py"), *(ROOT / "templates/tournaments").rglob("*.html")]
        for line in path.read_text(encoding="utf-8").splitlines()
        if RIGHTS_OF_A_ROLE.search(line)
    ]
    assert not found
