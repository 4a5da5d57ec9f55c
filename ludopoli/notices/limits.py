"""The limits of mails and pushes: to one person or device, and within that for what other people do.

Nobody else can use up the mails that say that it is one's turn, or that a tournament begins.
"""

from __future__ import annotations

from ludopoli.http.throttle import shared_bucket
from ludopoli.notices.models import Notice

AN_HOUR = 10
"""The most in an hour; further notices are only on the page."""

BY_OTHERS, BY_ONE = 6, 3
"""The most of these about what others do, and about what one person does."""


def count_notice(channel: str, to: int, notice: Notice) -> bool:
    """Count a mail or a push to a person or device; return False beyond a limit."""
    limits: list[tuple[tuple[object, ...], int]] = [((channel, to), AN_HOUR)]
    if notice.actor_id is not None:
        limits = [((channel, to, notice.actor_id), BY_ONE), ((channel, to, "others"), BY_OTHERS), *limits]
    return all(shared_bucket(who, most / 3600, most).take() for who, most in limits)
