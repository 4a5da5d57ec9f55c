"""Texts that others see: whether a person may publish one, and which words names may not have."""

from __future__ import annotations

from games.fairplay import bans
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.text import word_filter
from ludopoli.text.times import format_utc


def check_may_publish(person: User) -> None:
    """Refuse a person who is barred, or muted: as `silenced`, with the reason and the end."""
    bans.check_barred(person)
    mute = sanctions.in_force(person, Sanction.Kind.MUTE)
    if mute is not None:
        assert mute.until is not None, mute
        raise ActionRefused("silenced", until=format_utc(mute.until), reason=mute.reason)


def check_words_of_name(name: str) -> None:
    """Refuse a name with a word of the filter, as `bad_words`."""
    if not word_filter.is_clean(name):
        raise ActionRefused("bad_words")


def check_published_name(person: User, name: str) -> None:
    """Refuse a name as `check_words_of_name` does, and a person as `check_may_publish` does."""
    check_words_of_name(name)
    check_may_publish(person)
