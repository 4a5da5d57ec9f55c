"""The tournaments' data about a person, for export and deletion."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from django.db.models import Q
from django.utils import timezone

from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.failures import retrying
from ludopoli.http.refusals import ActionRefused
from tournaments import actions
from tournaments.models import (
    OVER,
    Announcement,
    Claim,
    Entry,
    Event,
    FeePayment,
    Invitee,
    LogEntry,
    Member,
    ScoreEntry,
    Series,
)

FORGET_NAMED = "tournaments.forget_named"
FORGOTTEN_AT_ONCE = 100


def _export(person: User) -> dict[str, Any]:
    own = Q(organiser=person)
    return {
        "entered": [
            *Member.everybody.filter(Q(user=person) | Q(user=None, club_line__user=person)).values(
                "event__code", "event__name", "entry__number", "entry__name", "entry__status", "entry__place",
                "entry__score", "entry__club__code", "accepted", "here", "nonce", "card", "category",
                "first_round", "last_round",
            )
        ],
        "organised": [*Event.objects.filter(own).values("code", "name", "description", "starts_at")],
        "directed": [*person.events_run.values("code", "name")],
        "series": [*Series.objects.filter(own).values("code", "name", "description")],
        "may_see_hands": [*person.events_watched.values("code", "name")],
        "invited_to": [*Invitee.objects.filter(user=person).values("event__code")],
        "announcements": [*Announcement.objects.filter(by=person).values("event__code", "text", "at")],
        "claims": [*Claim.objects.filter(by=person).values("event__code", "text", "at", "status", "answer")],
        "scores": [*ScoreEntry.objects.filter(by=person).values("table__round__event__code", "deals", "at")],
        "fees_taken": [
            *FeePayment.objects.filter(by=person).values("event__code", "number", "amount", "at")
        ],
        "directing": [*LogEntry.objects.filter(by=person).values("event__code", "what", "reason", "at")],
    }  # fmt: skip


def _withdraw(person: User) -> None:
    """Withdraw the person from every event that is not over."""
    for event in Event.objects.filter(members__user=person).exclude(status__in=OVER):
        with suppress(ActionRefused):  # they have left it already
            actions.withdraw_from_event(person, event)


def delete_named_people() -> None:
    """Delete the people entered by name whose names are due in all their events.

    The archive keeps their games, under the names of ghosts.
    """
    open_ = Event.objects.filter(names_forgotten_at=None)
    substituted = LogEntry.objects.filter(event__in=open_, what="substituted")
    replaced = [who for who in substituted.values_list("facts__before", flat=True) if isinstance(who, int)]
    resting = retrying.resting_subjects(retrying.known_failures().get(FORGET_NAMED, {}), timezone.now())
    past = User.objects.filter(is_named=True, deleted_at=None).exclude(entered__event__in=open_)
    for person in past.exclude(pk__in=[*replaced, *map(int, resting)]).order_by("pk")[:FORGOTTEN_AT_ONCE]:
        retrying.attempt_work(FORGET_NAMED, person.pk, partial(privacy.delete_person, person))


def _forget(person: User, former: str) -> None:
    """Delete the person's relations to events. Results and rulings stay, under the account's new name."""
    Entry.objects.filter(members__user=person, name=former).update(name=person.username)
    Invitee.objects.filter(user=person).delete()
    person.events_run.clear()
    person.events_watched.clear()


register_personal_data("tournaments", PersonalData(export=_export, withdraw=_withdraw, forget=_forget))
