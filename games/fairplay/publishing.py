"""Texts that others see: whether a person may publish one, and which words names may not have."""

from __future__ import annotations

from games.fairplay import bans
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.text import word_filter
from ludopoli.text.times import utc


def refuse(person: User) -> Refused | None:
    """Check that a person may publish texts; refused as by a ban, or as `silenced`, with the reason and the
    end."""
    if refused := bans.refuse_barred(person):
        return refused
    mute = sanctions.in_force(person, Sanction.Kind.MUTE)
    if mute is None:
        return None
    assert mute.until is not None, mute
    return Refused(
        "silenced", "a moderator has muted this account", {"until": utc(mute.until), "reason": mute.reason}
    )


def refuse_words(name: str) -> Refused | None:
    """Check the words of a name; refused as `bad_words`."""
    return (
        None
        if word_filter.is_clean(name)
        else Refused("bad_words", "this has a word in it that is not used here")
    )


def refuse_name(person: User, name: str) -> Refused | None:
    """Check that a person may publish this name."""
    return refuse_words(name) or refuse(person)
