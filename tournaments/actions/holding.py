"""One action at a time: an action locks its event, and checks that the person has the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from tournaments import access
from tournaments.models import Claim, Entry, Event, TournamentTable
from tournaments.outlets.journal import hold

P = ParamSpec("P")
R = TypeVar("R")
About = TypeVar("About", Event, Entry, TournamentTable, Claim)

Right = Callable[[User, Event], Refused | None]
"""Returns the refusal of a person who may not act in an event now, or None."""

GONE = {
    Entry: Refused("entry_gone", "the entry is not there any more"),
    TournamentTable: Refused("event_changes", "the round has been drawn again meanwhile"),
    Claim: Refused("event_changes", "the claim is not there any more"),
}


def anybody(by: User, event: Event) -> Refused | None:
    """Allow everybody; the action itself checks what a player may do."""
    return None


def organisers(by: User, event: Event) -> Refused | None:
    return None if access.organises(by, event) else access.NOT_ORGANISER


def directors(by: User, event: Event) -> Refused | None:
    """Allow directors, until the event is over."""
    if not access.directs(by, event):
        return access.NOT_DIRECTOR
    return Refused("event_over", "the event is over") if event.is_over else None


def referees(by: User, event: Event) -> Refused | None:
    """Allow directors until the event is archived: they can rule on results after the last round."""
    if event.status == Event.Status.FINISHED and access.directs(by, event):
        return None
    return directors(by, event)


def held(
    by: Right = anybody,
) -> Callable[[Callable[Concatenate[User, About, P], R]], Callable[Concatenate[User, About, P], R | Refused]]:
    """Decorate an action on an event, or on an entry, a table or a claim of it, which is read afresh.

    The event is locked until the action has ended; a person without the right is refused.
    """

    def holds(
        act: Callable[Concatenate[User, About, P], R],
    ) -> Callable[Concatenate[User, About, P], R | Refused]:
        @wraps(act)
        def on_the_held(user: User, about: About, /, *args: P.args, **kwargs: P.kwargs) -> R | Refused:
            with transaction.atomic():
                event = hold(_event_of(about))
                if refused := by(user, event):
                    return refused
                try:
                    now = _in_held(event, about)
                except ObjectDoesNotExist:
                    return GONE[type(about)]
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
