"""Who may look on while the deals of an event are played: what games ask of its tables (`play.watching`)."""

from __future__ import annotations

from django.db.models import Min, QuerySet

from games.models import Table, Vantage
from games.play import watching
from games.play.watching import Leave
from ludopoli.accounts.models import User
from ludopoli.accounts.people import behind
from tournaments import access, selectors
from tournaments.models import Event, LogEntry, TournamentTable


@watching.register
def leave(user: User, table: Table) -> Leave | None:
    """Nobody who plays in it or has played, until a substitute came too; who directs goes everywhere."""
    found = TournamentTable.objects.filter(table=table).select_related("round__event").first()
    if found is None:
        return None
    event = found.round.event
    if event.members.filter(user__in=behind(user)).exists() or _replaced(event, user).exists():
        return Leave(may=False)
    if access.directs(user, event):
        return Leave(free=True)
    return Leave(hand=event.onlookers.filter(pk=user.pk).exists())


def has_watched(user: User, event: Event, seat: tuple[int, int] | None = None) -> bool:
    """Whether somebody has seen something of deals of the event that are being played still.

    He has looked on, directed, or played until another took his place. Who goes back to his own `seat`, by
    the entry's number and the place, has seen no more there than he will.
    """
    closed = selectors.closed_rounds(event)
    if Vantage.objects.filter(user__in=behind(user), boards__in=closed.values("boards")).exists():
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


def _replaced(event: Event, user: User) -> QuerySet[LogEntry]:
    """The lines of the log that say that another plays for him."""
    people = [*behind(user).values_list("pk", flat=True)]
    return event.log.filter(what="substituted", facts__before__in=people)
