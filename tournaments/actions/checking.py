"""What more than one action looks at."""

from __future__ import annotations

from typing import Any

from games.engine.game import Refused
from ludopoli.accounts.models import User
from tournaments import access
from tournaments.models import Event

LONGEST_REASON, LONGEST_NAME = 300, 40


def refuse_director(by: User, event: Event) -> Refused | None:
    """Why somebody may not direct the event now."""
    if not access.directs(by, event):
        return access.NOT_DIRECTOR
    return Refused("event_over", "the event is over") if event.is_over else None


def line(text: Any, most: int) -> str | None:
    """One line of readable characters, or None if it is not."""
    if not isinstance(text, str):
        return None
    tidy = " ".join(text.split())
    return tidy if tidy.isprintable() and len(tidy) <= most else None


def refuse_reason(reason: Any) -> Refused | None:
    if line(reason, LONGEST_REASON):
        return None
    return Refused("reason_needed", "say why", {"most": LONGEST_REASON})


def called(user: User | None, bot: str = "") -> int | str:
    """How the log keeps somebody: a person by his id, since names change and people go."""
    return bot if user is None else user.pk
