"""Spectating while the deals of an event are in play: the answer to games about its tables
(`play.spectators`)."""

from __future__ import annotations

from django.db.models import Min, Q, QuerySet

from games.models import Table, Vantage
from games.play import spectators
from games.play.spectators import Leave
from ludopoli.accounts.models import User
from ludopoli.accounts.people import behind
from tournaments import access, selectors
from tournaments.models import Event, LogEntry, TournamentTable


@spectators.register
def leave(user: User, table: Table) -> Leave | None:
    """Allow spectators of a table: none who play in the event or were replaced in it; directors
    everywhere."""
    found = TournamentTable.objects.filter(table=table).select_related("round__event__club").first()
    if found is None:
        return None
    event = found.round.event
    if event.members.filter(user__in=behind(user)).exists() or _replaced(event, user).exists():
        return Leave(may=False)
    if not access.may_know(user, event):
        return Leave(may=False)
    if access.directs(user, event):
        return Leave(free=True)
    return Leave(hand=event.onlookers.filter(pk=user.pk).exists())


def has_watched(user: User, event: Event, seat: tuple[int, int] | None = None) -> bool:
    """Return whether a person may know cards of deals that are still in play.

    They have watched, directed, or played until they were replaced. A person who returns to their own `seat`
    (the number of the entry, and the place) has seen nothing there that they will not see anyway.
    """
    closed = selectors.closed_rounds(event)
    if Vantage.objects.filter(user__in=behind(user), boards__in=closed.values("boards")).exists():
        return True
    if event.is_real and has_taken_deals(user, event):
        return True
    first = closed.exclude(started_at=None).aggregate(number=Min("number"))["number"]
    if first is None:
        return False
    if any(access.directs(each, event) for each in behind(user)):
        return True
    began = event.log.filter(what="round_began", facts__round=first).earliest("pk")
    if event.log.filter(what="no_director", facts__who=user.pk, pk__gt=began.pk).exists():
        return True
    left = _replaced(event, user).filter(pk__gt=began.pk).values_list("facts", flat=True)
    return any((facts.get("entry"), facts.get("place")) != seat for facts in left)


def has_taken_deals(user: User, event: Event) -> bool:
    """Return whether a person has had deals to print before their rounds were paired."""
    return event.log.filter(what="deals_taken", by__in=behind(user)).exists()


def took_deals(event: Event) -> set[int]:
    """Return the accounts of which `has_taken_deals` is true."""
    by = User.objects.filter(pk__in=event.log.filter(what="deals_taken").values("by"))
    own = {each.owner_id or each.pk for each in by}
    return {*User.objects.filter(Q(pk__in=own) | Q(owner__in=own)).values_list("pk", flat=True)}


def _replaced(event: Event, user: User) -> QuerySet[LogEntry]:
    """Return the log entries by which the person was replaced."""
    people = [*behind(user).values_list("pk", flat=True)]
    return event.log.filter(what="substituted", facts__before__in=people)
