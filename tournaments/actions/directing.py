"""Actions of a director during play: clocks, seats, announcements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.fairplay import bans, publishing
from games.models import Match
from games.play import actions as play
from ludocards.bots import slips
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle, tie_parts
from tournaments.actions import seats
from tournaments.actions.checking import (
    NOTHING_SEEN,
    check_places,
    check_reason,
    check_seen,
    check_telling,
    member_reference,
    one_line,
)
from tournaments.actions.entries import Named, check_double, check_entrant_name, check_licences_of
from tournaments.actions.holding import check_event_capability, event_action
from tournaments.formats import catalog
from tournaments.formats.catalog import CannotDraw
from tournaments.models import (
    GONE,
    Announcement,
    Entry,
    Event,
    ForbiddenPairing,
    Round,
    TournamentTable,
)
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import collecting, pairing, round_steps, seen_deals, sequencer
from tournaments.running.pairing import NotPrepared
from tournaments.selectors import member_name

LONGEST_TEXT = 500
MOST_MINUTES = 24 * 60
NUDGES_EVERY = timedelta(minutes=1)

TableStatus = TournamentTable.Status


# ---- clocks


@event_action(EventCapability.DIRECT)
def start_event(by: User, event: Event, now: datetime | None = None) -> Event:
    """Begin now instead of at the announced time. If check-in has not opened, everybody counts as present.

    Refused if it would end at once because too few are there for a table.
    """
    now = now or timezone.now()
    if event.started_at is not None:
        raise ActionRefused("not_startable")
    changed = ("registers_at", "starts_at", "check_in_minutes")
    event.keep_announced(*changed)
    event.registers_at, event.starts_at = min(event.registers_at, now), now
    if event.status != Event.Status.CHECK_IN:
        event.check_in_minutes = 0
    event.save(update_fields=["announced", *changed])
    sequencer.take_step(event, now)
    if event.is_real and event.started_at is None:  # nothing else begins it there
        sequencer.begin_event(event, now)
        sequencer.take_step(event, now)
    if event.status == Event.Status.CANCELLED:
        raise ActionRefused("too_few")
    return event


@event_action(EventCapability.DIRECT)
def pause_event(by: User, event: Event, reason: str = "", now: datetime | None = None) -> Event:
    """Pause the event: nobody can play, and no clock runs at any table."""
    now = now or timezone.now()
    check_reason(by, reason, needed=False)
    if event.status != Event.Status.RUNNING:
        raise ActionRefused("not_startable")
    if event.paused_at is not None:
        raise ActionRefused("already_paused")
    event.paused_at = now
    event.save(update_fields=["paused_at"])
    for match in _playing(event):
        play.stop_match(match, now)
    happened(event, happenings.PAUSED, by=by, reason=reason, now=now)
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def resume_event(by: User, event: Event, now: datetime | None = None) -> Event:
    """Resume the event where it stood: time limits and starts move by the length of the pause."""
    now = now or timezone.now()
    if event.paused_at is None:
        raise ActionRefused("not_paused")
    stood, event.paused_at = now - event.paused_at, None
    event.save(update_fields=["paused_at"])
    sequencer.postpone_event(event, stood)
    for match in _playing(event):
        play.go_on_match(match, now)
    happened(event, happenings.RESUMED, by=by, now=now)
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def extend_round(
    by: User, event: Event, minutes: int, reason: str = "", now: datetime | None = None
) -> Round:
    """Extend the round in play, or postpone a round that is paired but has not begun.

    Where rounds overlap, the event stays open longer.
    """
    now = now or timezone.now()
    check_reason(by, reason, needed=False)
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise ActionRefused("bad_minutes", most=MOST_MINUTES)
    round_ = event.rounds.exclude(status=Round.Status.OVER).order_by("number").last()
    if round_ is None:
        raise ActionRefused("no_round")
    more = timedelta(minutes=minutes)
    if event.closes_at is not None:
        event.closes_at += more
        event.save(update_fields=["closes_at"])
        happened(event, happenings.OPEN_LONGER, by=by, reason=reason, now=now, minutes=minutes)
        return round_
    if round_.status == Round.Status.DRAWN and not event.is_real:
        round_.starts_at += more
    elif round_.ends_at is None:
        raise ActionRefused("no_limit")
    else:
        round_.ends_at += more
    round_.save(update_fields=["starts_at", "ends_at"])
    happened(event, happenings.EXTENDED, round_, by=by, reason=reason, now=now, minutes=minutes)
    sequencer.take_step(event, now)
    return round_


@event_action(EventCapability.DIRECT)
def start_round(by: User, event: Event, now: datetime | None = None, *, number: int | None = None) -> Round:
    """Begin the next round, which is paired: on the site before the break ends, at real tables whenever
    everybody sits there. Refused if it is another than the one with this `number`."""
    now = now or timezone.now()
    round_ = _drawn(event)
    if number is not None and round_.number != number:
        raise ActionRefused("round_begun" if round_.number > number else "no_round")
    if event.paused_at is not None:
        raise ActionRefused("already_paused")
    round_.starts_at = now
    round_.save(update_fields=["starts_at"])
    if event.is_real:  # nothing else begins it there
        state = chronicle.read_chronicle(event)
        if round_steps.open_line_ups(state, round_, now, of_all=True):
            state = chronicle.read_chronicle(event)
        round_steps.begin_round(state, round_, now)
    sequencer.take_step(event, now)
    round_.refresh_from_db()
    return round_


# ---- seats


@event_action(EventCapability.DIRECT)
def swap_entries(
    by: User,
    table: TournamentTable,
    place: int,
    other: TournamentTable,
    other_place: int,
    reason: str,
    now: datetime | None = None,
) -> Round:
    """Swap two entries of a round in which nobody has scored.

    On the site a round that had begun begins again, with other deals: people have seen theirs.
    """
    event = table.round.event
    round_ = _unscored(event)
    check_reason(by, reason)
    if {table.round_id, other.round_id} != {round_.pk}:
        raise ActionRefused("round_begun")
    both = {each.pk: each for each in round_.tables.select_related("table")}
    one, two = both[table.pk], both[other.pk]
    check_places(two, other.seen_places)
    if not (0 <= place < len(one.places) and 0 <= other_place < len(two.places)):
        raise ActionRefused("no_place")
    mine, theirs = one.places[place], two.places[other_place]
    if mine == theirs:
        raise ActionRefused("same_entry")
    change = {mine: theirs, theirs: mine}
    now = now or timezone.now()
    if round_.status == Round.Status.PLAYING and not event.is_real:
        round_steps.draw_anew(event, round_, now, _with_swapped(event, change))
        round_ = event.rounds.get(number=round_.number)
        happened(
            event, happenings.ENTRIES_SWAPPED, round_, by=by, reason=reason, now=now, one=mine, other=theirs
        )
        return round_
    concerned = [each for each in both.values() if change.keys() & {*each.places}]
    for each in concerned:
        each.places = [change.get(number, number) for number in each.places]
    seats.seat_again(event, concerned)
    happened(event, happenings.ENTRIES_SWAPPED, round_, by=by, reason=reason, now=now, one=mine, other=theirs)
    return round_


def pair_anew(by: User, event: Event, reason: str, now: datetime | None = None) -> Round:
    """Pair a round anew until somebody scores in it, for example after an entry has come or left.

    Refused as `event_changes` if the event changes while the pairings are computed.
    """
    now = now or timezone.now()
    check_event_capability(by, event, EventCapability.DIRECT)
    _unscored(event)
    pairing.prepare_round(event.pk, again=True)
    try:
        return _redraw(by, event, reason, now)
    except NotPrepared as error:
        raise ActionRefused("event_changes") from error


@event_action(EventCapability.DIRECT)
def _redraw(by: User, event: Event, reason: str, now: datetime) -> Round:
    round_ = _unscored(event)
    check_reason(by, reason)
    try:
        with transaction.atomic():
            round_steps.draw_anew(event, round_, now)
    except CannotDraw as cannot:
        raise ActionRefused(cannot.code) from cannot
    happened(event, happenings.ROUND_PAIRED_AGAIN, round_, by=by, reason=reason, now=now)
    return event.rounds.get(number=round_.number)


@event_action(EventCapability.DIRECT)
def substitute_member(
    by: User,
    entry: Entry,
    place: int,
    who: User | Named | str,
    reason: str,
    *,
    seen: Mapping[str, str] = NOTHING_SEEN,
    homonym: bool = False,
    unlicensed: bool = False,
    now: datetime | None = None,
) -> Entry:
    """Replace a member by a person or by the bot of a policy, at once, even in the middle of a match.

    Refused as `changed_meanwhile` if somebody else is in the place by now than was `seen` there (`name-0`),
    and as `possible_double` and `licence_not_valid` as by `enter_members`.
    """
    event = entry.event
    check_reason(by, reason)
    member = event.members.filter(entry=entry, place=place).select_related("entry", "user").first()
    if member is None:
        raise ActionRefused("no_place")
    if member.entry.status in GONE:
        raise ActionRefused("entry_gone")
    check_seen(seen, f"name-{place}", member_name(member))
    if isinstance(who, User):
        if event.members.filter(user=who).exists():
            raise ActionRefused("already_entered", name=who.username)
        seat = (member.entry.number, place)
        seen_deals.check_unseen(who, event, seat)
        bans.check_not_banned(who)
    elif isinstance(who, Named):
        check_entrant_name(by, event, who)
        seen_deals.check_named_unseen(who.name, who.card, event)
    elif event.is_real:
        raise ActionRefused("no_bots")
    elif not all(slips.is_known(each.game, who) for each in tie_parts.parts_of_event(event)):
        raise ActionRefused("bad_member")
    if isinstance(who, Named) and not event.is_real:
        raise ActionRefused("no_person")
    if not homonym:
        check_double(event, [who], member)
    if not unlicensed:
        check_licences_of(event, [who])
    before = member_reference(member.user, member.bot)
    seats.take_over(event, member, who, now, here=True, let_in=True, in_rated=True)
    happened(
        event, happenings.SUBSTITUTED, member, by=by, reason=reason, now=now,
        place=place, who=member_reference(member.user, member.bot), before=before,
        first_round=member.first_round,
    )  # fmt: skip
    return member.entry


@event_action(EventCapability.DIRECT)
def forbid_pairing(
    by: User, event: Event, one: Entry, other: Entry, reason: str = "", now: datetime | None = None
) -> ForbiddenPairing:
    """Forbid a pairing: these two entries do not meet, if it can be avoided."""
    check_reason(by, reason, needed=False)
    if one.pk == other.pk or {one.event_id, other.event_id} != {event.pk}:
        raise ActionRefused("same_entry")
    first, second = sorted([one, other], key=lambda entry: entry.number)
    made, is_new = ForbiddenPairing.objects.get_or_create(event=event, one=first, other=second)
    if is_new:
        happened(
            event, happenings.PAIRING_FORBIDDEN, by=by, reason=reason, now=now,
            one=first.number, other=second.number,
        )  # fmt: skip
    return made


@event_action(EventCapability.DIRECT)
def allow_pairing(by: User, event: Event, one: Entry, other: Entry, now: datetime | None = None) -> Event:
    """Lift a forbidden pairing."""
    first, second = sorted([one, other], key=lambda entry: entry.number)
    gone, _ = ForbiddenPairing.objects.filter(event=event, one=first, other=second).delete()
    if gone:
        happened(event, happenings.PAIRING_ALLOWED, by=by, now=now, one=first.number, other=second.number)
    return event


# ---- messages


@event_action(EventCapability.DIRECT)
def nudge_table(by: User, table: TournamentTable, now: datetime | None = None) -> TournamentTable:
    """Ask the players of a table in play to go on; at most once in `NUDGES_EVERY`."""
    now = now or timezone.now()
    event = table.round.event
    if table.status != TableStatus.PLAYING or table.table is None:
        raise ActionRefused("table_over")
    lately = event.log.filter(what=happenings.NUDGED.what, at__gt=now - NUDGES_EVERY)
    if happenings.facts_of(table) in lately.values_list("facts", flat=True):
        raise ActionRefused("nudged")
    happened(event, happenings.NUDGED, table, by=by, now=now)
    return table


@event_action(EventCapability.DIRECT)
def publish_announcement(by: User, event: Event, text: Any, now: datetime | None = None) -> Announcement:
    """Publish an announcement to all players and on the page."""
    tidy = one_line(text, LONGEST_TEXT)
    if not tidy:
        raise ActionRefused("bad_text", most=LONGEST_TEXT)
    publishing.check_may_publish(by)
    check_telling(event)
    made = Announcement.objects.create(event=event, by=by, text=tidy)
    happened(event, happenings.ANNOUNCED, made, by=by, now=now)
    return made


# ---- shared
WOULD_PLAY = (Entry.Status.ASKED, Entry.Status.REGISTERED, Entry.Status.CHECKED_IN)


def _playing(event: Event) -> list[Any]:
    playing = TournamentTable.objects.filter(round__event=event, table__match__status=Match.Status.PLAYING)
    return list(playing.order_by("pk").values_list("table__match", flat=True))


def _drawn(event: Event) -> Round:
    """Return the round that is paired but has not begun."""
    latest = event.rounds.order_by("number").last()
    if latest is None or latest.status == Round.Status.OVER:
        raise ActionRefused("no_round")
    if latest.status != Round.Status.DRAWN:
        raise ActionRefused("round_begun")
    return latest


def _unscored(event: Event) -> Round:
    """Return the latest round, if it is paired and nobody has scored in it."""
    latest = event.rounds.order_by("number").last()
    if latest is None or latest.status == Round.Status.OVER:
        raise ActionRefused("no_round")
    if latest.status == Round.Status.PLAYING:
        if catalog.FORMATS[event.format].flows:
            raise ActionRefused("round_begun")
        if collecting.has_scores(event, latest):
            raise ActionRefused("round_scored")
    return latest


def _with_swapped(event: Event, change: Mapping[int, int]) -> catalog.HistoryRound:
    """Return the pairings of the latest round with entries in each other's places."""
    drawn = chronicle.read_chronicle(event).history().rounds[-1].round
    tables = (
        replace(each, places=tuple(change.get(number, number) for number in each.places))
        for each in drawn.tables
    )
    return replace(drawn, tables=tuple(tables))
