"""Checks shared by several actions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.fairplay import publishing
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket
from tournaments import texts
from tournaments.models import Event, TournamentTable
from tournaments.outlets import happenings

LONGEST_REASON, LONGEST_NAME = 300, 40

NOTHING_SEEN: Mapping[str, str] = MappingProxyType({})
"""Of a sender who does not say what was shown."""

MOST_ENTRIES = 2000
"""The most entries of an event; there is a limit because each person entered by name is a new account."""


TOLD_AT_ONCE, SECONDS_EACH = 10, 60
"""The limit of what directors tell all players of an event: so much at once, then once in so many seconds."""


def check_telling(event: Event) -> None:
    """Count what is told to all players of an event, and refuse too much of it."""
    told = shared_bucket(("told", event.pk), 1 / SECONDS_EACH, TOLD_AT_ONCE)
    if not told.take():
        raise ActionRefused("throttled")


def one_line(text: Any, most: int) -> str | None:
    """Return a text as one line of readable characters, or None if it is not one."""
    if not isinstance(text, str):
        return None
    tidy = " ".join(text.split())
    return tidy if tidy.isprintable() and len(tidy) <= most else None


def check_reason(by: User, reason: Any, *, needed: bool = True) -> None:
    """Refuse a reason that may not be published, or not by this person.

    Reasons from the list are not free text, so a muted person may give them.
    """
    if reason == "" and not needed:
        return None
    if not one_line(reason, LONGEST_REASON):
        raise ActionRefused("reason_needed", most=LONGEST_REASON)
    try:
        publishing.check_may_publish(by)
    except ActionRefused as why:
        if why.code != "silenced":
            raise
        if reason not in texts.listed_reasons():
            raise texts.ReasonRefused(why) from None


def check_seen(seen: Mapping[str, str], field: str, now: str, sent: str | None = None) -> None:
    """Refuse as `changed_meanwhile` a field that is not `now` as it was `seen`, unless that is `sent`."""
    was = seen.get(field, now)
    if now not in (was, sent):
        raise ActionRefused("changed_meanwhile", field=field, was=was, theirs=now)


def check_places(table: TournamentTable, seen: list[int | None] | None) -> None:
    """Refuse as `places_changed` if other entries are at the places of a table than were `seen` there."""
    if seen not in (None, table.places):
        raise ActionRefused("places_changed", table=table.number)


def checked_entry_name(by: User, name: Any) -> str:
    """Return the name of an entry in its stored form, which may be empty, or its refusal."""
    tidy = one_line(name, LONGEST_NAME)
    if tidy is None:
        raise ActionRefused("bad_name", most=LONGEST_NAME)
    if tidy:
        publishing.check_published_name(by, tidy)
    return tidy


def member_reference(user: User | None, bot: str = "") -> int | str:
    """Return the log's reference to a member: a person's id, since names change, or a bot's policy.

    People entered by name are nobody in the log, which is kept for longer than their names.
    """
    return (bot or happenings.NOBODY) if user is None else user.pk
