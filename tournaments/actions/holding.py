"""One action at a time: an action locks its event, and checks that the person has the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access
from tournaments.models import Claim, Entry, Event, TournamentTable
from tournaments.outlets.happenings import hold

P = ParamSpec("P")
R = TypeVar("R")
About = TypeVar("About", Event, Entry, TournamentTable, Claim)

Right = Callable[[User, Event], None]
"""A check that raises `ActionRefused` for a person who may not act in an event now."""

GONE = {
    Entry: "entry_gone",
    TournamentTable: "event_changes",
    Claim: "event_changes",
}
"""The codes with which actions on what is not there any more are refused."""


def allow_organisers(by: User, event: Event) -> None:
    if not access.is_organiser(by, event):
        raise ActionRefused("not_organiser")


def allow_directors(by: User, event: Event) -> None:
    """Allow directors, until the event is over."""
    if not access.is_director(by, event):
        raise ActionRefused("not_director")
    if event.is_over:
        raise ActionRefused("event_over")


def allow_referees(by: User, event: Event) -> None:
    """Allow directors until the event is archived: they can rule on results after the last round."""
    if event.status == Event.Status.FINISHED and access.is_director(by, event):
        return None
    return allow_directors(by, event)


def event_action(
    by: Right | None = None,
) -> Callable[[Callable[Concatenate[User, About, P], R]], Callable[Concatenate[User, About, P], R]]:
    """Decorate an action on an event, or on an entry, a table or a claim of it, which is read afresh.

    The event is locked until the action has ended; a person without the right is refused. Without `by` the
    action itself checks what a player may do.
    """

    def holds(
        act: Callable[Concatenate[User, About, P], R],
    ) -> Callable[Concatenate[User, About, P], R]:
        @wraps(act)
        def on_the_held(user: User, about: About, /, *args: P.args, **kwargs: P.kwargs) -> R:
            with transaction.atomic():
                event = hold(_event_of(about))
                if by is not None:
                    by(user, event)
                try:
                    now = _in_held(event, about)
                except ObjectDoesNotExist:
                    raise ActionRefused(GONE[type(about)]) from None
                return act(user, now, *args, **kwargs)

        return on_the_held

    return holds


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
            return table
