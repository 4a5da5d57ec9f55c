"""Entering everybody on a list at once, at real tables."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from clubs.roster import LineOutcome
from games.fairplay import publishing
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import club_lines
from tournaments.actions.checking import MOST_ENTRIES
from tournaments.actions.entries import Named, entrants_of, member_columns, takes_late
from tournaments.actions.holding import event_action
from tournaments.entering import entry_lists
from tournaments.entering.entry_lists import EntryLine, ListedPerson
from tournaments.models import GONE, Entry, Event, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import lineup, seen_deals, sequencer


@event_action(EventCapability.DIRECT)
def import_entries(
    by: User, event: Event, text: str, homonyms: Container[int] = (), now: datetime | None = None
) -> list[EntryLine]:
    """Enter the lines of a list that are new, all at once; return all lines, with what each did.

    `homonyms` are the lines whose people are others than those of the same name who are in.
    """
    now = now or timezone.now()
    publishing.check_may_publish(by)
    lines = read_list(event, text, homonyms)
    new = [each for each in lines if each.outcome == LineOutcome.NEW]
    if not new:
        return lines
    running = event.started_at is not None
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number,
            name=line.name,
            status=Entry.Status.CHECKED_IN if running else Entry.Status.REGISTERED,
            joined=event.rounds.count() if running else 0,
        )
        for number, line in enumerate(new, start=last + 1)
    )
    members = [
        Member(event=event, entry=entry, place=place, here=running, **_columns(person))
        for entry, line in zip(entries, new, strict=True)
        for place, person in enumerate(line.people)
    ]
    club_lines.link_members(event, members)
    Member.objects.bulk_create(members)
    if running:
        lineup.measure_strength(
            event, list(event.entries.filter(number__gt=last).prefetch_related("members"))
        )
    happened(event, happenings.LISTED, by=by, now=now, entries=len(new))
    sequencer.take_step(event, now)
    return lines


def read_list(event: Event, text: str, homonyms: Container[int] = ()) -> list[EntryLine]:
    """Return what each line of a list would do."""
    if not event.is_real:
        raise ActionRefused("not_real")
    if event.started_at is not None and not takes_late(event):
        raise ActionRefused("late_closed")
    least = entrants_of(event)
    most = event.most_members
    room = (event.capacity or MOST_ENTRIES) - event.entries.exclude(status__in=GONE).count()
    return entry_lists.read_entry_list(
        text, event, least, most, room, seen_deals.takers_of_deals(event), homonyms
    )


def _columns(person: ListedPerson) -> dict[str, object]:
    """Return the columns of a member; the club's number and category stay with an account, too."""
    named = {
        **member_columns(Named(person.name, person.card, person.category)), "club_line": person.line
    }  # fmt: skip
    return {**named, "name": "", "user": person.user} if person.user is not None else named
