"""One action at a time: an action locks its event, and checks that the person has the right."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access
from tournaments.actions.checking import check_places
from tournaments.models import LONGEST_ID, SENT_ID, Claim, Entry, Event, SentAct, TournamentTable
from tournaments.outlets.happenings import lock_event
from tournaments.roles import EventCapability

P = ParamSpec("P")
R = TypeVar("R")
About = TypeVar("About", Event, Entry, TournamentTable, Claim)

GONE = {"Entry": "entry_gone", "TournamentTable": "event_changes", "Claim": "event_changes"}
"""The codes with which actions on what is not there any more are refused; an event does not go away."""


LASTING = {
    EventCapability.ADMINISTER: {*Event.Status},
    EventCapability.RULE: {Event.Status.FINISHED},
    EventCapability.COLLECT: {Event.Status.FINISHED, Event.Status.CANCELLED},
}
"""When a capability can still be used after the event is over: results are ruled on after the last round, and
fees are settled, or given back."""


def check_event_capability(by: User, event: Event, capability: EventCapability) -> None:
    """Refuse a person who may not do this in an event now."""
    if not access.has_event_capability(by, event, capability):
        raise ActionRefused("not_organiser" if capability == EventCapability.ADMINISTER else "not_director")
    if event.is_over and event.status not in LASTING.get(capability, ()):
        raise ActionRefused("event_over")


def event_action(
    needed: EventCapability | None = None,
) -> Callable[[Callable[Concatenate[User, About, P], R]], Callable[Concatenate[User, About, P], R]]:
    """Decorate an action on an event, or on an entry, a table or a claim of it, which is read afresh.

    The event is locked until the action has ended; a person without the capability is refused, and as
    `places_changed` whoever saw others at a table. If none is `needed`, the action itself checks what a
    player may do.
    """

    def holds(
        act: Callable[Concatenate[User, About, P], R],
    ) -> Callable[Concatenate[User, About, P], R]:
        _by, what, *_others = signature(act).parameters.values()
        gone = GONE.get(str(what.annotation), "")

        @wraps(act)
        def on_the_held(user: User, about: About, /, *args: P.args, **kwargs: P.kwargs) -> R:
            with transaction.atomic():
                event = lock_event(_event_of(about))
                if needed:
                    check_event_capability(user, event, needed)
                try:
                    now = _in_held(event, about)
                except ObjectDoesNotExist:
                    raise ActionRefused(gone) from None
                return act(user, now, *args, **kwargs)

        return on_the_held

    return holds


def carry_out_once(event: Event, sent_as: str, act: Callable[[], object]) -> None:
    """Carry out an act, unless one that was sent with the same id has been; without an id, always.

    A console that was without network sends what its director has entered until it hears an answer.
    """
    if not sent_as:
        act()
        return
    check_id(sent_as)
    with transaction.atomic():
        lock_event(event.pk)
        if SentAct.objects.get_or_create(event=event, sent_as=sent_as)[1]:
            act()


def check_id(sent_as: str) -> None:
    """Refuse what is no id of a sender's."""
    if sent_as and not re.fullmatch(SENT_ID, sent_as):
        raise ActionRefused("bad_sent_id", most=LONGEST_ID)


def _event_of(about: Event | Entry | TournamentTable | Claim) -> int:
    match about:
        case Event():
            return about.pk
        case TournamentTable():
            return about.round.event_id
        case _:
            return about.event_id


def _in_held(event: Event, about: About) -> About:
    """Return the current state of the object, linked to this event instance."""
    match about:
        case Event():
            return event
        case Entry():
            return event.entries.get(pk=about.pk)
        case Claim():
            return event.claims.select_related("table__round", "by").get(pk=about.pk)
        case TournamentTable():
            table = TournamentTable.objects.select_related("round", "table").get(pk=about.pk)
            table.round.event = event
            check_places(table, about.seen_places)
            return table
