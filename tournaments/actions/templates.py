"""The templates of a club: the set-up of its events under names, from which others begin (`again`)."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from clubs import access as clubs
from clubs.actions import check_capability
from clubs.models import LONGEST_NAME, Club
from clubs.roles import Capability
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments.actions.checking import one_line
from tournaments.models import Event, EventTemplate

MOST_TEMPLATES = 30
"""The most templates of a club."""


def save_template(by: User, event: Event, name: Any) -> EventTemplate:
    """Save the set-up of an event as a template of its club."""
    if event.club is None:
        raise ActionRefused("no_club_template")
    with transaction.atomic():
        club = _locked(by, event.club)
        tidy = _checked(club, name)
        if EventTemplate.objects.filter(club=club).count() >= MOST_TEMPLATES:
            raise ActionRefused("many_templates", most=MOST_TEMPLATES)
        return EventTemplate.objects.create(club=club, name=tidy, event=event)


def rename_template(by: User, template: EventTemplate, name: Any) -> EventTemplate:
    with transaction.atomic():
        club = _locked(by, template.club)
        template.name = _checked(club, name, template)
        template.save(update_fields=["name"])
        return template


def delete_template(by: User, template: EventTemplate) -> None:
    """Delete a template; the event stays."""
    with transaction.atomic():
        _locked(by, template.club)
        template.delete()


def _locked(by: User, club: Club) -> Club:
    """Lock a club, if the person may hold events for it."""
    check_capability(clubs.membership_of(by, club), Capability.ORGANISE_EVENTS)
    return Club.objects.select_for_update().get(pk=club.pk)


def _checked(club: Club, name: Any, own: EventTemplate | None = None) -> str:
    """Return a name that no other template of the club has."""
    tidy = one_line(name, LONGEST_NAME)
    if not tidy:
        raise ActionRefused("bad_template_name", most=LONGEST_NAME)
    same = EventTemplate.objects.filter(club=club, name__iexact=tidy)
    if same.exclude(pk=0 if own is None else own.pk).exists():
        raise ActionRefused("template_known", name=tidy)
    return tidy
