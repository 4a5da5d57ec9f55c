"""Texts that others see: who may publish one, and which words a name may have."""

from __future__ import annotations

from games.fairplay import bans
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.base import words
from ludopoli.base.times import utc
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction


def refuse(person: User) -> Refused | None:
    """Why somebody may publish nothing: a ban, or `silenced` with the reason and until when."""
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
    """Why a name is possible for nobody: `bad_words`."""
    return (
        None if words.is_clean(name) else Refused("bad_words", "this has a word in it that is not used here")
    )


def refuse_name(person: User, name: str) -> Refused | None:
    """Why somebody may not give a name."""
    return refuse_words(name) or refuse(person)
