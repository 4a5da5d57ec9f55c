"""Who may look on while the deals of an event are played: what games ask of its tables (`games.watching`)."""

from __future__ import annotations

from games import watching
from games.models import Table, Vantage
from games.watching import Leave
from ludopoli.accounts.models import User
from tournaments import access
from tournaments.models import Event, TournamentTable


@watching.register
def leave(user: User, table: Table) -> Leave | None:
    """Nobody who plays in it or has played; who directs goes everywhere."""
    found = TournamentTable.objects.filter(table=table).select_related("round__event").first()
    if found is None:
        return None
    event = found.round.event
    if event.members.filter(user=user).exists():
        return Leave(may=False)
    if access.directs(user, event):
        return Leave(free=True)
    return Leave(hand=event.onlookers.filter(pk=user.pk).exists())


def has_watched(user: User, event: Event) -> bool:
    """Whether somebody has looked on at deals of the event that are being played still."""
    closed = Vantage.objects.filter(user=user, boards__opened_at=None)
    return closed.filter(boards__in=event.rounds.values("boards")).exists()
