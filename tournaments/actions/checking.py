"""What more than one action looks at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.fairplay import publishing
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from tournaments import texts

LONGEST_REASON, LONGEST_NAME = 300, 40

MOST_ENTRIES = 2000
"""In any event; one entered by name is a row for good."""


def line(text: Any, most: int) -> str | None:
    """One line of readable characters, or None if it is not."""
    if not isinstance(text, str):
        return None
    tidy = " ".join(text.split())
    return tidy if tidy.isprintable() and len(tidy) <= most else None


def refuse_reason(by: User, reason: Any, *, needed: bool = True) -> Refused | None:
    """Why this is no reason that may be published, or none that they may publish.

    A reason from the list is no talk, so the muted may give it.
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
    """The name of an entry as it is kept; it may be empty."""
    tidy = line(name, LONGEST_NAME)
    if tidy is None:
        return Refused("bad_name", "such a name is not possible", {"most": LONGEST_NAME})
    return (tidy and publishing.refuse_name(by, tidy)) or tidy


def called(user: User | None, bot: str = "") -> int | str:
    """How the log keeps somebody: a person by his id, since names change and people go."""
    return bot if user is None else user.pk
