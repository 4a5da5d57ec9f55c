"""The rows that are stored only for a time: how long, why, and their deletion at night, in small steps.

Every model of the site is in one of the three tables here; `docs/reference/retention.md` shows them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Q, QuerySet

from ludopoli.accounts import privacy
from ludopoli.failures import retrying
from ludopoli.site.operations import heartbeats

BATCH = 200
"""The most rows that one statement deletes, since play waits for its lock in the embedded mode."""

STEP_SECONDS = 10.0
"""The time that one step may begin batches. Beat asks for a step every minute of the hours before dawn."""

FINISHED = "retention"
"""The name of the heartbeat that is stored when nothing is left to delete."""

NIGHT = timedelta(hours=12)
"""The time after the last deletion for which steps do nothing."""

LATE = timedelta(days=2)
"""The time for which a row may wait for its deletion while all is well: one night may be missed."""

Delete = Callable[[str, "QuerySet[Any]"], bool]
"""Deletes rows; takes the name under which failures are noted, and returns whether all rows are gone."""


def delete_rows(work: str, rows: QuerySet[Any]) -> bool:
    return retrying.attempt_work(work, "", rows.delete)


def delete_people(work: str, rows: QuerySet[Any]) -> bool:
    """Make ghosts of people, each in a transaction; one that fails stops no other."""
    done = [retrying.attempt_work(work, who.pk, partial(privacy.delete_person, who)) for who in rows]
    return all(done)


@dataclass(frozen=True, slots=True)
class Retention:
    """Rows of a model that are deleted a time after the moment in their column `since`.

    `only` selects them, and `which` says so in words.
    """

    model: str
    since: str
    kept: timedelta
    why: str
    which: str = "all"
    only: Q = field(default_factory=Q)
    delete: Delete = delete_rows

    @property
    def work(self) -> str:
        return f"retention {self.model}"

    def due(self, now: datetime) -> QuerySet[Any]:
        """Return the rows that have been kept long enough."""
        rows = apps.get_model(self.model)._base_manager.filter(self.only)
        return rows.filter(**{f"{self.since}__lt": now - self.kept})


def days(count: int) -> timedelta:
    return timedelta(days=count)


RETENTIONS = (
    Retention(
        "accounts.User",
        "last_login",
        timedelta(seconds=settings.SESSION_COOKIE_AGE),
        "the cookie, their only way back, has ended",
        "guests who have not come back (as if they had deleted an account)",
        Q(is_guest=True, is_named=False, deleted_at=None),
        delete_people,
    ),
    Retention("admin.LogEntry", "action_time", days(730), "the staff sees who changed what"),
    Retention("api.KeptAnswer", "made_at", days(1), "a program that has not received the answer asks again"),
    Retention("api.AppGrant", "used_at", days(180), "an app that is used renews it"),
    Retention("api.Token", "expires_at", days(30), "its owner sees why a program stopped"),
    Retention(
        "clubs.Scorepad",
        "changed_at",
        days(90),
        "nobody may come back to it, and its link may be lost",
        "those of no club that no account has claimed",
        Q(club=None, seats=None),
    ),
    Retention(
        "failures.Failure",
        "last_at",
        days(180),
        "the staff can find out why; work that is still wanted is tried anew",
        "work given up",
        Q(due_at=None),
    ),
    Retention("games.Challenge", "at", days(90), "both see what was asked and answered"),
    Retention("games.Happening", "at", days(7), "a program that was away catches up"),
    Retention("games.Invitation", "at", days(1), "it asks somebody to come now"),
    Retention(
        "games.Message",
        "at",
        days(180),
        "a moderator reads what a report is about",
        "the chat of closed tables",
        Q(table__status="closed"),
    ),
    Retention(
        "games.Vantage", "boards__opened_at", days(1), "the deals are open: there is nothing left to betray"
    ),
    Retention(
        "moderation.Report",
        "closed_at",
        days(730),
        "a moderator sees earlier reports about the same person",
        "decided ones",
    ),
    Retention("moderation.Sighting", "at", days(30), "two accounts of one person are noticed at a table"),
    Retention("notices.Notice", "at", days(90), "a person who was away finds them"),
    Retention(
        "tournaments.SentAct",
        "event__finished_at",
        days(30),
        "a console that was offline sends its acts once more",
    ),
    Retention("webhooks.Delivery", "made_at", days(30), "the owner of a webhook sees what failed, and why"),
)
"""The rows that are deleted by their age, by model."""

ENDING = {
    "accounts.WaitingMail": "when it is sent, or after three days: its links have ended",
    "accounts.RefusedAddress": "when the address is confirmed again, or with it",
    "account.EmailConfirmation": "never stored: links are signed",
    "clubs.ClubMessage": "until the club's chat has 2,000 newer lines",
    "games.Seat": "with its table; the digest of the address goes when the person gets up",
    "games.Visit": "40 seconds after a person has left the lobby",
    "games.Word": "until the step that applies it",
    "notices.Device": "with the session or token that added it, or when its push service does not know it",
    "notices.Push": "until it is sent, or not worth it",
    "sessions.Session": "until it has ended, and a minute: a guest's a year after the last use",
    "tournaments.Member": "as an event's page states, people without an account lose their name",
    "usersessions.UserSession": "with its session",
}
"""The models whose rows end otherwise than by their age at night, and when."""

FILES = {
    "`BACKUP_FOLDER`": "the latest fourteen backups (`--keep` of `ludopoli-backup.service`)",
    "`var/archive`": "the public archive: a month's file until it is made again",
    "`var/mails`": "mails, where no mail server is set: until they are removed by hand",
    "`STATIC_ROOT`": "the static files of the latest ten versions, for pages that are still open",
    "the logs": "as long as systemd's journal keeps them (`SystemMaxUse`, `MaxRetentionSec`)",
}
"""The files that are kept outside the database, and how long."""

STAYING = {
    "a match as it was played; a deleted person is a ghost in it": (
        "games.Annulled", "games.Boards", "games.Event", "games.Ladder", "games.Match", "games.PackedLog",
        "games.Rating", "games.Result", "games.Review", "games.ReviewedDeal", "games.Standing", "games.Table",
    ),
    "an event as it was played; a deleted person is a ghost in it": (
        "tournaments.Announcement", "tournaments.Claim", "tournaments.DealOfTheDay", "tournaments.Entry",
        "tournaments.Event", "tournaments.Event_onlookers", "tournaments.EventOfficer",
        "tournaments.FeePayment", "tournaments.ForbiddenPairing", "tournaments.Invitee",
        "tournaments.LogEntry", "tournaments.Penalty", "tournaments.Phase", "tournaments.Round",
        "tournaments.ScoreEntry", "tournaments.Series", "tournaments.TournamentTable",
    ),
    "a club's own, until it deletes it": (
        "clubs.Affiliation", "clubs.Club", "clubs.Club_muted_people", "clubs.Club_removed_people",
        "clubs.ClubRules", "clubs.ClubTable", "clubs.Date", "clubs.Federation", "clubs.Federation_organisers",
        "clubs.Licence", "clubs.Member", "tournaments.EventTemplate",
    ),
    "an account's own, until its owner deletes it or the account": (
        "account.EmailAddress", "accounts.Tie", "accounts.User_groups", "accounts.User_user_permissions",
        "analysis.Branch", "analysis.Comment", "analysis.Study", "api.RegisteredApp", "clubs.ScorepadSeat",
        "games.HouseRules", "games.Share", "games.SoloResult", "mfa.Authenticator", "notices.Mailbox",
        "notices.Switch",
        "practice.Attempt", "practice.Mistake", "practice.PuzzleRating", "practice.StepDone",
        "practice.StudiedMatch", "webhooks.Webhook",
    ),
    "what moderators have decided, for the next decision; sanctions go with the account": (
        "moderation.Act", "moderation.Sanction",
    ),
    "not about people": (
        "api.SigningKey", "auth.Group", "auth.Group_permissions", "auth.Permission",
        "contenttypes.ContentType", "games.Epoch", "games.Pulse", "notices.PushKey", "operations.Heartbeat",
        "practice.Daily", "practice.Puzzle",
    ),
}  # fmt: skip
"""The models whose rows stay for ever, by the reason."""


def delete_due_rows(now: datetime, seconds: float = STEP_SECONDS) -> None:
    """Delete rows that are due for some seconds, unless everything has been deleted this night.

    A batch that fails is tried again after a growing pause (`ludopoli/failures`), and delays no other model.
    """
    last = heartbeats.heartbeat_ages().get(FINISHED)
    until = time.monotonic() + seconds
    if last is not None and last < NIGHT:
        return
    done = [_delete_due(each, now, until) for each in RETENTIONS]
    if all(done):
        heartbeats.note_heartbeat(FINISHED)


def _delete_due(kind: Retention, now: datetime, until: float) -> bool:
    """Delete due rows of one kind in batches, until a moment of the monotonic clock; return whether none is
    left."""
    while time.monotonic() < until:
        resting = retrying.resting_subjects(retrying.known_failures()[kind.work], now)
        if "" in resting:
            return False
        due = kind.due(now).exclude(pk__in=resting)
        batch = [*due.values_list("pk", flat=True)[:BATCH]]
        if not batch:
            return not resting
        if not kind.delete(kind.work, due.filter(pk__in=batch)):
            return False
    return False
