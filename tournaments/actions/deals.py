"""Deals of real tables that directors see before they are played; the log says who has."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from tournaments import access, chronicle
from tournaments.actions.checking import NOT_REAL
from tournaments.actions.holding import directors, held
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.models import Event, Round, TournamentTable
from tournaments.outlets.journal import write
from tournaments.running import nonces, seating, seen_deals

MOST_COMING = 20
"""The rounds whose deals can be seen, where nobody knows yet how many there will be."""


@held(directors)
def take_deals(by: User, event: Event, now: datetime | None = None) -> Event | Refused:
    """Let a director who does not play print the deals of rounds that are not paired yet.

    The deals follow from the nonces, too. Before the first pairing nobody knows who will have added one, so
    from now on they follow from the secret alone. The director cannot enter any more.
    """
    now = now or timezone.now()
    if refused := _refuse(by, event):
        return refused
    if event.nonces_at is None:
        event.members.update(nonce="")
        nonces.fix(event, now)
    write(event, seen_deals.TAKEN, by=by, now=now)
    return event


@held()
def look_at_deals(by: User, event: Event, number: int) -> TournamentTable | Refused:
    """Return a table with the deals of a round, which are those of all its tables, to a director.

    Rounds that are not paired yet are for directors who have taken the deals. If they may still be played,
    the director must not play, and from now on can take no seat where they are.
    """
    if not access.directs(by, event):
        return access.NOT_DIRECTOR
    state = chronicle.read(event)
    table = next(iter(state.tables.get(number, ())), None) or _coming(state, number, by)
    if table is None or table.round.boards is None:
        return Refused("no_round", "there are no deals of this round")
    if table.round.boards.opened_at is None:
        if refused := _refuse(by, event):
            return refused
        seen_deals.record(by, event, number, table.round.boards)
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
    labels = catalog.deals(state.format, state.settings, event.draw_seed, number, any_places)
    return TournamentTable(round=round_, labels=list(labels))


def _refuse(by: User, event: Event) -> Refused | None:
    if not event.is_real:
        return NOT_REAL
    if not chronicle.read(event).has_boards:
        return Refused("no_boards", "cards are shuffled at each table")
    if seen_deals.plays(by, event):
        return Refused("plays_here", "whoever plays sees no deals", {"name": by.username})
    return None
