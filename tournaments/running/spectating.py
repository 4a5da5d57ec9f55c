"""Spectating while the deals of an event are in play: the answer to games about its tables
(`play.spectators`)."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.models import Table
from games.play import admission, spectators
from games.play.spectators import SpectatorLeave
from ludopoli.accounts.models import User
from ludopoli.accounts.people import accounts_of_person
from ludopoli.base.lookups import Lookup
from tournaments import access
from tournaments.models import TournamentTable
from tournaments.roles import EventCapability
from tournaments.running import seen_deals

_played_at = Lookup(lambda: TournamentTable.objects.select_related("round__event__club"), "table")


@spectators.register_spectator_host
def leave(user: User, table: Table) -> SpectatorLeave | None:
    """Allow spectators of a table: none who play in the event or were replaced in it; directors
    everywhere."""
    found = _played_at(table.pk)
    if found is None:
        return None
    event = found.round.event
    if (
        event.members.filter(user__in=accounts_of_person(user)).exists()
        or seen_deals.replacements_of(event, user).exists()
    ):
        return SpectatorLeave(may=False)
    if not access.may_know(user, event):
        return SpectatorLeave(may=False)
    if access.has_event_capability(user, event, EventCapability.LOOK):
        return SpectatorLeave(free=True)
    return SpectatorLeave(hand=event.onlookers.filter(pk=user.pk).exists())


@admission.register_secrecy
def is_concealed_by_event(reader: User | AnonymousUser, table: Table) -> bool:
    """Conceal the tables of events from everybody who may not know of the event."""
    if not table.hosted:
        return False
    found = TournamentTable.objects.filter(table=table).select_related("round__event__club").first()
    return found is not None and not access.may_know(reader, found.round.event)
