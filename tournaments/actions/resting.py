"""Asking to sit out rounds that are not paired yet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle
from tournaments.actions.events import MOST_ROUNDS
from tournaments.actions.holding import check_event_capability, event_action
from tournaments.models import Entry
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability


@event_action()
def ask_byes(by: User, entry: Entry, rounds: Sequence[int], now: datetime | None = None) -> Entry:
    """Set the rounds in which an entry sits out at its wish; those that are paired already stay.

    One of its people asks, or a director does for them.
    """
    event = entry.event
    if event.is_over or not entry.members.filter(user=by, left=None, accepted=True).exists():
        check_event_capability(by, event, EventCapability.DIRECT)
    if not entry.plays:
        raise ActionRefused("entry_gone")
    if not chronicle.takes_asked_byes(event):
        raise ActionRefused("no_asked_byes")
    paired = event.rounds.count()
    coming = sorted({*rounds})
    if any(not paired < each <= MOST_ROUNDS for each in coming):
        raise ActionRefused("bad_byes")
    entry.byes_asked = [each for each in entry.byes_asked if each <= paired] + coming
    entry.save(update_fields=["byes_asked"])
    said = ", ".join(map(str, coming)) or "–"
    happened(event, happenings.BYES_ASKED, entry, by=by, now=now or timezone.now(), rounds=said)
    return entry
