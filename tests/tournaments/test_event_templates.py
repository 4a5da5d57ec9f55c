"""The templates of a club: the set-up of a tournament under a name, from which others begin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs import actions as clubs
from ludopoli.accounts.models import User
from tests.clubs.conftest import joined
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import actions
from tournaments.actions.events import FIELDS
from tournaments.models import Event, EventOfficer, EventTemplate


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
@from_snapshot
def thursday(evening: NewEvening, organiser: User) -> Evening:
    """A tournament of a club, which is a template."""
    held = clubs.create_club(organiser, name="Circolo Garibaldi")
    on = evening(club=held, venue="real", format="mitchell", settings={"rounds": 3, "deals": 4})
    actions.save_template(organiser, on.event, "  Giovedì ")
    return on


def names(on: Evening) -> list[str]:
    return [*EventTemplate.objects.filter(club=on.event.club).values_list("name", flat=True)]


def test_a_tournament_begins_from_a_template(thursday: Evening) -> None:
    template = EventTemplate.objects.get()
    [made] = actions.begin_from_template(
        thursday.organiser, template, [thursday.now + timedelta(days=30)], thursday.now
    )
    assert (made.club, made.format, made.venue) == (thursday.event.club, "mitchell", "real")
    assert made.settings == thursday.event.settings


def test_a_template_has_a_name_of_its_own(thursday: Evening) -> None:
    assert names(thursday) == ["Giovedì"]
    with refused("template_known"):
        actions.save_template(thursday.organiser, thursday.event, "giovedì")
    for name in ("", " ", "x" * 200, 7):
        with refused("bad_template_name"):
            actions.save_template(thursday.organiser, thursday.event, name)
    template = EventTemplate.objects.get()
    actions.rename_template(thursday.organiser, template, "giovedì")  # its own name
    assert names(thursday) == ["giovedì"]


def test_the_list_of_templates_costs_the_same_at_any_length(
    thursday: Evening, django_assert_num_queries: Any
) -> None:
    assert thursday.event.club is not None
    desk, path = browser(thursday.organiser), f"/api/v1/clubs/{thursday.event.club.code}/event-templates/"
    desk.get(path)
    with CaptureQueriesContext(connection) as one:
        assert len(desk.get(path).json()["results"]) == 1
    for name in ("Lunedì", "Martedì"):
        actions.save_template(thursday.organiser, thursday.event, name)
    with django_assert_num_queries(len(one)):
        assert len(desk.get(path).json()["results"]) == 3


def test_a_deleted_template_leaves_its_tournament(thursday: Evening) -> None:
    actions.delete_template(thursday.organiser, EventTemplate.objects.get())
    assert names(thursday) == []
    assert Event.objects.filter(pk=thursday.event.pk).exists()


def test_a_template_survives_its_tournament(thursday: Evening, club: list[User]) -> None:
    event, held = thursday.event, thursday.event.club
    assert held is not None
    series = actions.create_series(thursday.organiser, name="Campionato", club=held)
    later = {2: event.starts_at + timedelta(days=7)}
    fields = {"series": series, "round_dates": later}
    actions.change_event(thursday.organiser, event, now=thursday.now, **fields)
    actions.add_director(thursday.organiser, event, club[1])
    event.keep_announced("break_seconds")
    event.break_seconds += 600
    event.save()
    template = EventTemplate.objects.get()
    starts = [thursday.now + timedelta(days=30)]
    [before] = actions.begin_from_template(thursday.organiser, template, starts, thursday.now)
    assert before.break_seconds == event.break_seconds - 600, "as it was announced"
    event.delete()
    template.refresh_from_db()
    desk = browser(thursday.organiser)
    new = f"{reverse('new-event')}?circolo={held.code}"
    page = reverse("template", args=[held.code, template.pk])
    assert page in desk.get(new).content.decode()
    assert "Giovedì" in desk.get(page).content.decode()
    api = f"/api/v1/clubs/{held.code}/event-templates/"
    [shown] = desk.get(api).json()["results"]
    assert shown["event"] is None
    sent = {"starts": [each.isoformat() for each in starts]}
    made = desk.post(f"{api}{template.pk}/again/", sent, "application/json").json()["results"]
    again = Event.objects.get(code=made[0]["code"])
    for name in {*FIELDS} - {"rules_name"}:
        assert getattr(again, name) == getattr(before, name), name
    officers = EventOfficer.objects.values_list("user", "role")
    assert [*officers.filter(event=again)] == [*officers.filter(event=before)] == [(club[1].pk, "director")]
    series.delete()
    template.refresh_from_db()
    [third] = actions.begin_from_template(thursday.organiser, template, starts, thursday.now)
    assert third.series is None
    with refused("not_club_director"):
        actions.begin_from_template(club[1], template, starts, thursday.now)


def test_only_those_who_hold_tournaments_for_the_club_keep_templates(
    thursday: Evening, club: list[User]
) -> None:
    held, template = thursday.event.club, EventTemplate.objects.get()
    assert held is not None
    joined(club[0], held)
    actions.add_director(thursday.organiser, thursday.event, club[1])
    for by in club[:2]:
        for act in (
            lambda by=by: actions.save_template(by, thursday.event, "Altro"),
            lambda by=by: actions.rename_template(by, template, "Altro"),
            lambda by=by: actions.delete_template(by, template),
        ):
            with refused("not_club_director"):
                act()


def test_a_tournament_without_a_club_is_no_template(evening: NewEvening) -> None:
    with refused("no_club_template"):
        on = evening()
        actions.save_template(on.organiser, on.event, "Giovedì")


def test_the_pages_save_rename_and_delete(thursday: Evening) -> None:
    desk, held = browser(thursday.organiser), thursday.event.club
    assert held is not None
    save = reverse("console-template", args=[thursday.event.code])
    answer = desk.post(save, {"name": "Giovedì"})
    assert answer.status_code == 422
    assert "already has a template Giovedì" in answer.content.decode()
    assert "Saved as the template Torneo" in desk.post(save, {"name": "Torneo"}, follow=True).content.decode()
    new = f"{reverse('new-event')}?circolo={held.code}"
    page = desk.get(new).content.decode()
    assert "Templates of the club" in page
    assert reverse("template", args=[held.code, EventTemplate.objects.earliest("pk").pk]) in page
    first, second = EventTemplate.objects.order_by("name")
    rename = reverse("template-act", args=[held.code, first.pk, "rename"])
    assert desk.post(rename, {"name": "Torneo"}).status_code == 422
    assert desk.post(rename, {"name": "Lunedì"}, follow=True).status_code == 200
    assert desk.post(reverse("template-act", args=[held.code, second.pk, "delete"])).status_code == 302
    assert names(thursday) == ["Lunedì"]
    gone = desk.post(reverse("template-act", args=[held.code, second.pk, "delete"]))
    assert "Template not found" in gone.content.decode()
