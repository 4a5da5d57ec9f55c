"""What the people of an event add to its deals: a number of 32 random bytes each, made by their browsers.

They are fixed when the first round is drawn, and their digest is part of the names of its boards, from which
the seeds of all deals follow. `docs/tournaments.md` has every byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from games.play import actions as play
from ludocards.engine.game import Refused
from tournaments.models import Entry, Event, Member


def refuse(nonce: str) -> Refused | None:
    """Why this cannot be added; nothing at all can."""
    return play.BAD_NONCE if nonce and not play.is_nonce(nonce) else None


def add(event: Event, member: Member, nonce: str) -> None:
    """Keep the nonce of somebody who enters an event that is held; the first one stands."""
    if nonce and event.nonces_at is None and not member.nonce:
        member.nonce = nonce
        member.save(update_fields=["nonce"])


def fix(event: Event, now: datetime) -> None:
    """From now on no other nonce counts."""
    if event.nonces_at is None:
        event.nonces_at = now
        event.save(update_fields=["nonces_at"])


def digest(entries: Iterable[Entry]) -> str:
    """SHA-256 over the nonces of all entries, read with their members; empty if there is none."""
    added = [
        entry.number.to_bytes(4, "big") + bytes([member.place]) + bytes.fromhex(member.nonce)
        for entry in sorted(entries, key=lambda each: each.number)
        for member in sorted(entry.members.all(), key=lambda each: each.place)
        if member.nonce
    ]
    return hashlib.sha256(b"".join(added)).hexdigest() if added else ""
