"""Deals of real tables that directors see before they are played; the log says who has."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access, chronicle
from tournaments.actions.holding import event_action
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.models import Event, Round, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import nonces, seating, seen_deals

MOST_COMING = 20
"""The rounds whose deals can be seen, where nobody knows yet how many there will be."""


@event_action(EventCapability.DIRECT)
def take_deals(by: User, event: Event, now: datetime | None = None) -> Event:
    """Let a director who does not play print the deals of rounds that are not paired yet.

    The deals follow from the nonces, too. Before the first pairing nobody knows who will have added one, so
    from now on they follow from the secret alone. The director cannot enter any more.
    """
    now = now or timezone.now()
    _check(by, event)
    if event.nonces_at is None:
        event.members.update(nonce="")
        nonces.fix_nonces(event, now)
    happened(event, happenings.DEALS_TAKEN, by=by, now=now)
    return event


@event_action()
def look_at_deals(by: User, event: Event, number: int) -> TournamentTable:
    """Return a table with the deals of a round, which are those of all its tables, to a director.

    Rounds that are not paired yet are for directors who have taken the deals. If they may still be played,
    the director must not play, and from now on can take no seat where they are.
    """
    if not access.has_event_capability(by, event, EventCapability.LOOK):
        raise ActionRefused("not_director")
    state = chronicle.read_chronicle(event)
    table = next(iter(state.tables.get(number, ())), None) or _coming(state, number, by)
    if table is None or table.round.boards is None:
        raise ActionRefused("no_round")
    if table.round.boards.opened_at is None:
        _check(by, event)
        seen_deals.log_seen_hands(by, event, number, table.round.boards)
    return table


def _coming(state: Chronicle, number: int, by: User) -> TournamentTable | None:
    """Return a table as a round that is not paired yet will have it, for whoever has taken the deals."""
    event = state.event
    last = state.rounds_in_all if event.started_at else state.settings.get("rounds")
    is_coming = len(state.rounds) < number <= (last or MOST_COMING) and not event.is_over
    if not is_coming or not seen_deals.has_taken(by, event):
        return None
    round_ = Round(event=event, number=number, boards=seating.coming_boards(state, number))
    any_places = catalog.HistoryTable((0,) * event.players)
    labels = catalog.deal_labels(state.format, state.settings, event.draw_seed, number, any_places)
    return TournamentTable(round=round_, labels=list(labels))


def _check(by: User, event: Event) -> None:
    if not event.is_real:
        raise ActionRefused("not_real")
    if not chronicle.read_chronicle(event).has_boards:
        raise ActionRefused("no_boards")
    if seen_deals.plays_in(by, event):
        raise ActionRefused("plays_here", name=by.username)
    return None
