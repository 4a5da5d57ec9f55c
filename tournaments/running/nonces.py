"""The nonces with which the people of an event influence its deals: 32 random bytes each, from their
browsers.

They are fixed at the pairing of the first round, and their digest is part of the names of its boards, from
which the seeds of all deals follow. `docs/tournaments.md` specifies every byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from games.play import actions as play
from ludopoli.http.refusals import ActionRefused
from tournaments.models import Entry, Event, Member


def check_nonce(nonce: str) -> None:
    """Refuse a malformed nonce; an empty one is allowed."""
    if nonce and not play.is_nonce(nonce):
        raise ActionRefused("bad_nonce")


def add_nonce(event: Event, member: Member, nonce: str) -> None:
    """Store a member's nonce; a first one is never replaced. The caller holds the event."""
    if nonce and event.nonces_at is None and not member.nonce:
        member.nonce = nonce
        member.save(update_fields=["nonce"])


def fix_nonces(event: Event, now: datetime) -> None:
    """Fix the nonces of an event: later ones do not count."""
    if event.nonces_at is None:
        event.nonces_at = now
        event.save(update_fields=["nonces_at"])


def nonces_digest(entries: Iterable[Entry]) -> str:
    """Return the SHA-256 of all nonces (the entries need their members prefetched); empty if there are
    none."""
    added = [
        entry.number.to_bytes(4, "big") + bytes([member.place]) + bytes.fromhex(member.nonce)
        for entry in sorted(entries, key=lambda each: each.number)
        for member in sorted(entry.members.all(), key=lambda each: each.place)
        if member.nonce
    ]
    return hashlib.sha256(b"".join(added)).hexdigest() if added else ""
