"""Checks shared by several actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.fairplay import publishing
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.http.throttle import shared_bucket
from tournaments import texts
from tournaments.models import Event

LONGEST_REASON, LONGEST_NAME = 300, 40

NOT_REAL = Refused("not_real", "its tables are on the site")

MOST_ENTRIES = 2000
"""The most entries of an event; there is a limit because each person entered by name is a new account."""


TOLD_AT_ONCE, SECONDS_EACH = 10, 60
"""The limit of what directors tell all players of an event: so much at once, then once in so many seconds."""


def refuse_telling(event: Event) -> Refused | None:
    """Count what is told to all players of an event, and refuse too much of it."""
    told = shared_bucket(("told", event.pk), 1 / SECONDS_EACH, TOLD_AT_ONCE)
    return None if told.take() else Refused("throttled", "all players hear of it: wait a little")


def line(text: Any, most: int) -> str | None:
    """Return a text as one line of readable characters, or None if it is not one."""
    if not isinstance(text, str):
        return None
    tidy = " ".join(text.split())
    return tidy if tidy.isprintable() and len(tidy) <= most else None


def refuse_reason(by: User, reason: Any, *, needed: bool = True) -> Refused | None:
    """Refuse a reason that may not be published, or not by this person.

    Reasons from the list are not free text, so a muted person may give them.
    """
    if reason == "" and not needed:
        return None
    if not line(reason, LONGEST_REASON):
        return Refused("reason_needed", "say why", {"most": LONGEST_REASON})
    refused = publishing.refuse(by)
    if refused is None or refused.code != "silenced":
        return refused
    if reason in texts.listed_reasons():
        return None
    return replace(refused, details={**refused.details, "reasons": [str(each) for each in texts.REASONS]})


def entry_name(by: User, name: Any) -> str | Refused:
    """Return the name of an entry in its stored form, which may be empty, or its refusal."""
    tidy = line(name, LONGEST_NAME)
    if tidy is None:
        return Refused("bad_name", "such a name is not possible", {"most": LONGEST_NAME})
    return (tidy and publishing.refuse_name(by, tidy)) or tidy


def called(user: User | None, bot: str = "") -> int | str:
    """Return the log's reference to a member: a person's id, since names change, or a bot's policy.

    People entered by name are nobody in the log, which is kept for longer than their names.
    """
    return (bot or NOBODY) if user is None else user.pk


NOBODY = 0
"""No person has this id."""
