"""Everything that can happen in an event, and what each outlet makes of it.

An action names what has happened once (`happened`). A row here says how it reads in the log, whose pages the
doorbell reaches, and which notices and news of the feed it causes. A new happening is a new row.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeVar

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.base.lookups import Lookup
from tournaments import roles
from tournaments.models import Claim, Entry, Event, LogEntry, Member, Round, TournamentTable
from tournaments.outlets import bulletins, doorbell, feed, notices
from tournaments.outlets.doorbell import (
    Concerned,
    concerns_entry,
    concerns_everybody,
    concerns_moved,
    concerns_newcomers,
    concerns_nobody,
    concerns_resting,
    concerns_table,
)

About = TypeVar("About")

NOBODY = 0
"""Stands for people entered by name, who are nobody in the log: it is kept for longer than their names."""


class HappeningKind(Generic[About]):
    """One kind of happening, about an event or about an object in it.

    `what` is its name in the log, which is stored, and `text` its line there, with the facts as values. The
    notices and the news of the feed that it causes are its `outlets`, in their order. `in_calendar` are those
    that change the event in calendar files.
    """

    def __init__(
        self,
        what: str,
        text: str | Promise,
        *outlets: Callable[[LogEntry, About], None],
        concerns: Callable[[Event, About], Concerned] = concerns_everybody,
        in_calendar: bool = False,
    ) -> None:
        self.what, self.text, self.outlets = what, text, outlets
        self.concerns, self.in_calendar = concerns, in_calendar


_locked = Lookup(lambda: Event.objects.select_for_update(of=("self",)).select_related("organiser"), "pk")


def lock_event(event_id: int) -> Event:
    """Lock an event until the transaction ends, and return its current state: only its holder changes it.

    Code that also locks a match must lock its event first.
    """
    return _locked.get(event_id)


def happened(
    event: Event,
    happening: HappeningKind[About],
    about: About | None = None,
    *,
    by: User | None = None,
    reason: str = "",
    now: datetime | None = None,
    **facts: Any,
) -> None:
    """Log a change of an event that the caller holds, ring its pages, and send its notices and news.

    The facts of the log are those of what it is `about` in the event, and `facts`.
    """
    event.revision += 1
    Event.objects.filter(pk=event.pk).update(revision=event.revision)
    logged = LogEntry.objects.create(
        event=event, at=now or timezone.now(), by=by, what=happening.what, reason=reason,
        facts={**facts_of(about), **facts},
    )  # fmt: skip
    subject: Any = event if about is None else about
    after_commit(doorbell.ring_event, event.pk, event.revision, happening.concerns(event, subject))
    for outlet in happening.outlets:
        outlet(logged, subject)


def facts_of(about: object) -> dict[str, int]:
    """Return the facts of the log that say which object of an event a happening is about."""
    match about:
        case Entry() | Round():
            return {type(about).__name__.lower(): about.number}
        case Member():
            return facts_of(about.entry)
        case TournamentTable():
            return {"round": about.round.number, "table": about.number}
        case Claim():
            return {**facts_of(about.table), "claim": about.number}
        case User():
            return {"who": about.pk}
    return {}


OfEvent, OfPerson, OfClaim = HappeningKind[Event], HappeningKind[User], HappeningKind[Claim]
OfEntry, OfMember = HappeningKind[Entry], HappeningKind[Member]
OfRound, OfTable = HappeningKind[Round], HappeningKind[TournamentTable]

# ---- the event

CREATED = OfEvent(
    "created",
    _("The tournament was announced"),
    notices.notify_club,
    feed.publish_news(bulletins.INVITATION),
)
CREATED_FURTHER = OfEvent(CREATED.what, CREATED.text)
"""A further one of several that were announced together."""
CHANGED = OfEvent("changed", _("Changed: %(fields)s"), in_calendar=True)
RESCHEDULED = OfEvent(CHANGED.what, CHANGED.text, notices.notify_of_new_start, in_calendar=True)
CANCELLED = OfEvent(
    "cancelled",
    _("The tournament was cancelled"),
    feed.publish_cancellation,
    feed.publish_news(bulletins.CANCELLATION),
    notices.notify_of_cancellation,
    in_calendar=True,
)
TOO_FEW_CAME = OfEvent(
    "too_few", _("Too few came: the tournament was cancelled"), *CANCELLED.outlets, in_calendar=True
)
REGISTRATION_OPENED = OfEvent("registration", _("Registration was opened"))
CHECK_IN_OPENED = OfEvent("check_in", _("Check-in was opened"))
STARTED = OfEvent(
    "started", _("The tournament began, with %(entries)s entries"), feed.publish_start, in_calendar=True
)
FINISHED = OfEvent(
    "finished",
    _("The tournament is over"),
    feed.publish_finish,
    feed.publish_news(bulletins.STANDINGS),
    notices.notify_of_end,
)
NAMES_FORGOTTEN = OfEvent("names_forgotten", _("The names of people who are not on any list were forgotten"))
ARCHIVED = OfEvent("archived", _("The tournament went to the archive"))
PAUSED = OfEvent("paused", _("The tournament was stopped"))
RESUMED = OfEvent("resumed", _("The tournament goes on"), in_calendar=True)
DOWNTIME = OfEvent(
    "downtime",
    _("Nobody could play for %(seconds)s seconds: everything moves back by as much"),
    in_calendar=True,
)
LENGTH_CHANGED = OfEvent(
    "length", _("Rounds of the tournament: %(rounds)s instead of %(was)s"), in_calendar=True
)
DEALS_CHANGED = OfEvent("deals", _("Rounds that had not begun have %(deals)s deals instead of %(was)s"))
CLOSED = OfEvent("closed", _("No new tables are made any more"), in_calendar=True)
REOPENED = OfEvent(
    "reopened",
    _("Registration was opened again: the pairings were undone"),
    notices.notify_of_new_start,
    in_calendar=True,
)
OPEN_LONGER = OfEvent("open_longer", _("Open for %(minutes)s minutes more"), in_calendar=True)
ANNOUNCED = HappeningKind(
    "announced", _("The directors made an announcement"), notices.notify_of_announcement
)
IMPORTED = OfEvent("imported", _("The evening was imported from another site"))
RENEWED = OfEvent(
    "renewed",
    _(
        "A newer version of the evening was imported (changes of names: %(names)s, of scores: "
        "%(scores)s, of places: %(places)s, of other things: %(others)s)"
    ),
)

# ---- its people

DIRECTOR_ADDED = OfPerson(
    "director", roles.ROLES[roles.ORDINARY].given_in_log, partial(notices.notify_director, directs=True)
)
DIRECTOR_REMOVED = OfPerson(
    "no_director", roles.ROLES[roles.ORDINARY].taken_in_log, partial(notices.notify_director, directs=False)
)
INVITED = OfPerson("invited", _("%(who)s was invited"), notices.notify_invited)
UNINVITED = OfPerson("uninvited", _("The invitation of %(who)s was withdrawn"))
HANDS_SHOWN = OfPerson("hands_shown", _("%(who)s may see a hand while it is played"))
HANDS_HIDDEN = OfPerson("hands_hidden", _("%(who)s may no longer see a hand"))

# ---- entries

ENTERED_BY_DIRECTOR = OfEntry("entered", _("Entry %(entry)s was added"), concerns=concerns_newcomers)
ENTERED = OfEntry(
    ENTERED_BY_DIRECTOR.what,
    ENTERED_BY_DIRECTOR.text,
    notices.notify_asked_people,
    feed.publish_entry,
    concerns=concerns_newcomers,
)
LISTED = OfEvent("listed", _("%(entries)s entries were added from a list"))
PARTNER_ACCEPTED = OfEntry("accepted", _("Entry %(entry)s: the partner accepted"), concerns=concerns_entry)
PARTNER_DECLINED = OfMember("declined", _("Entry %(entry)s: the partner declined"), notices.notify_of_decline)
PLACE_DECLINED = OfEntry(PARTNER_DECLINED.what, PARTNER_DECLINED.text, notices.notify_left_alone)
MEMBER_ASKED = OfMember(
    "member_asked", _("Entry %(entry)s asked somebody to join the team"), notices.notify_asked_partner
)
REPRESENTS_CLUB = OfEntry("represents", _("Entry %(entry)s changed the club for which it plays"))
LINED_UP = OfEntry("lined_up", _("Entry %(entry)s changed its line-up"))
LINK_RENEWED = OfEntry("link_renewed", _("Entry %(entry)s has a new seat link"))
CHECKED_IN = OfEntry("checked_in", _("Entry %(entry)s has checked in"), concerns=concerns_entry)
WITHDRAWN = OfEntry("withdrawn", _("Entry %(entry)s withdrew"))
PARTNER_LEFT = OfEntry("left_partner", _("Entry %(entry)s: one partner withdrew"), notices.notify_left_alone)
PARTNER_SOUGHT = OfMember(
    "seeks_partner", _("Entry %(entry)s looks for a partner"), notices.notify_of_offered_place
)
RETURNED = OfEntry("returned", _("Entry %(entry)s is back"))
REINSTATED = OfEntry("reinstated", _("Entry %(entry)s was put back"))
REMOVED = OfEntry("removed", _("Entry %(entry)s was taken out"), notices.notify_of_removal)
NAMES_CORRECTED = OfEntry("names_corrected", _("Entry %(entry)s: names were corrected"))
NAME_FORGOTTEN = OfEntry(
    "name_forgotten", _("Entry %(entry)s: a person without an account was forgotten at their wish")
)
SUBSTITUTED = OfMember(
    "substituted", _("Entry %(entry)s: %(who)s took the place of %(before)s"), notices.notify_substitute
)
PLACE_TAKEN = OfMember(SUBSTITUTED.what, SUBSTITUTED.text, notices.notify_of_partner_found)
PAIR_FORMED = OfEntry("paired", _("Entry %(entry)s: the pair was drawn by lot"))
BYES_ASKED = OfEntry("byes_asked", _("Entry %(entry)s asked to sit out these rounds: %(rounds)s"))
FEE_TAKEN = OfEntry("fee_taken", _("Entry %(entry)s: the fee was taken"), concerns=concerns_nobody)
FEE_RETURNED = OfEntry("fee_returned", _("Entry %(entry)s: the fee was given back"), concerns=concerns_nobody)
FEES_TAKEN = OfEvent("fees_taken", _("The fees of all who had not paid were taken"), concerns=concerns_nobody)
SEEDED = OfEvent("seeded", _("The seeds were put in order"))
PAIRING_FORBIDDEN = OfEvent("forbidden", _("Entries %(one)s and %(other)s do not meet"))
PAIRING_ALLOWED = OfEvent("allowed", _("Entries %(one)s and %(other)s may meet again"))

# ---- rounds

ROUND_PAIRED = OfRound(
    "drawn",
    _("Round %(round)s was paired"),
    feed.publish_pairing,
    feed.publish_news(bulletins.PAIRINGS),
    notices.notify_of_round,
    concerns=concerns_moved,
)
ENTRIES_CLOSED = OfRound(ROUND_PAIRED.what, ROUND_PAIRED.text, *ROUND_PAIRED.outlets)
"""A round was paired, and from now on nobody can enter any more."""
ROUND_PAIRED_AGAIN = OfRound("redrawn", _("Round %(round)s was paired again"))
ENTRIES_SWAPPED = OfRound("swapped", _("Round %(round)s: entries %(one)s and %(other)s have changed places"))
LINE_UPS_OPENED = OfTable("line_ups_open", _("Round %(round)s, table %(table)s: the line-ups were opened"))
ROUND_BEGAN = OfRound("round_began", _("Round %(round)s began"), concerns=concerns_nobody)
EXTENDED = OfRound("extended", _("Round %(round)s has %(minutes)s minutes more"))
ROUND_OVER = OfRound(
    "round_over",
    _("Round %(round)s is over"),
    feed.publish_round_end,
    feed.publish_news(bulletins.STANDINGS),
    concerns=concerns_resting,
)
DEALS_TAKEN = OfEvent("deals_taken", _("A director took the deals of all rounds to print them"))
DEALS_SEEN = OfEvent("deals_seen", _("The deals of round %(round)s were seen"))
DEALT_ANEW = OfRound(
    "dealt_anew", _("Round %(round)s has other deals, because the former ones had been seen")
)

# ---- tables

TABLE_OVER = OfTable("table_over", _("Round %(round)s, table %(table)s is over"), concerns=concerns_table)
PLAYED_ON = OfTable(
    "played_on", _("Round %(round)s, table %(table)s is level and plays on"), concerns=concerns_table
)
TABLE_ABORTED = OfTable("broken_off", _("Round %(round)s, table %(table)s was stopped early"))
SCORES_ENTERED = OfTable(
    "scored", _("Round %(round)s, table %(table)s: scores were entered"), concerns=concerns_table
)
SCORES_WRITTEN = OfTable(
    "written", _("Round %(round)s, table %(table)s: scores from entry %(entry)s"), concerns=concerns_table
)
SCORES_CONFIRMED = OfTable(
    "scores_confirmed",
    _("Round %(round)s, table %(table)s: the scores of one side were confirmed"),
    concerns=concerns_table,
)
SCORES_CORRECTED = OfTable("scores_corrected", _("Round %(round)s, table %(table)s: scores were corrected"))
ADJUSTED = OfTable("adjusted", _("Round %(round)s, table %(table)s: the result was set"))
RESTS = OfTable("rests", _("Round %(round)s, table %(table)s is not played: those left there sit out"))
ROUND_MISSED = OfTable(
    "round_missed", _("Round %(round)s, table %(table)s: entry %(entry)s misses the round")
)
RESTING_SEATED = OfTable(
    "resting_seated", _("Round %(round)s, table %(table)s: entry %(entry)s, which sat out, plays there")
)
PART_BEGAN = OfTable(
    "part_began", _("Round %(round)s, table %(table)s: part %(part)s begins"), concerns=concerns_table
)
PART_FORFEITED = OfTable(
    "part_forfeited", _("Round %(round)s, table %(table)s: entry %(entry)s forfeits part %(part)s")
)
PART_PLAYED = OfTable(
    "part_played", _("Round %(round)s, table %(table)s: part %(part)s counts as it is played")
)
PENALISED = OfTable("penalised", _("Round %(round)s, table %(table)s: points were taken away"))
ANNULLED = OfTable("annulled", _("Round %(round)s, table %(table)s was annulled"))
RESTORED = OfTable("restored", _("Round %(round)s, table %(table)s counts as played"))
DEAL_ANNULLED = OfTable("deal_annulled", _("Round %(round)s, table %(table)s: deal %(deal)s was annulled"))
DEAL_RESTORED = OfTable("deal_restored", _("Round %(round)s, table %(table)s: deal %(deal)s counts again"))
NUDGED = OfTable("nudged", _("Round %(round)s, table %(table)s was asked to speed up"), notices.notify_nudged)
CLAIMED = OfClaim(
    "claimed",
    _("Round %(round)s, table %(table)s: a director was called"),
    notices.notify_of_claim,
    feed.publish_claim,
)
CLAIM_ACCEPTED = OfClaim(
    "claim_accepted", _("Round %(round)s, table %(table)s: the call was upheld"), notices.notify_of_answer
)
CLAIM_REJECTED = OfClaim(
    "claim_rejected", _("Round %(round)s, table %(table)s: the call was rejected"), notices.notify_of_answer
)

ALL = [each for each in globals().values() if isinstance(each, HappeningKind)]
