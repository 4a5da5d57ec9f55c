"""Every write to the chat of a club: lines, and what its directors remove."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from clubs import access
from clubs.actions import directors, held, is_muted, set_muted
from clubs.models import Club, ClubMessage, Member
from games.play.actions import line_of
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User

KEPT = 2000
"""The number of lines that a club's chat keeps."""

NO_LINE = Refused("no_line", "there is no such line")


def say(by: User, club: Club, text: Any) -> ClubMessage | Refused:
    """Add a line to the chat; the oldest goes when there are too many."""
    own = access.membership(by, club)
    if own is None or not access.belongs(own):
        return Refused("not_club_member", "only members can do this")
    if is_muted(club, by):
        return Refused("club_muted", "a director has muted them")
    line = line_of(by, text)
    if isinstance(line, Refused):
        return line
    said = ClubMessage.objects.create(club=club, user=by, text=line)
    oldest = club.messages.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1].first()
    if oldest is not None:
        club.messages.filter(pk__lte=oldest).delete()
    return said


def remove_line(by: User, club: Club, line: int) -> ClubMessage | Refused:
    """Remove a line: a director any, a member their own. A second time changes nothing."""
    found = club.messages.select_related("user").filter(pk=line).first()
    if found is None:
        return NO_LINE
    own = access.membership(by, club)
    if not (access.manages(own) or (access.belongs(own) and found.user_id == by.pk)):
        return Refused("not_club_director", "only directors remove lines of others")
    if found.removed_at is None:
        found.text, found.removed_by, found.removed_at = "", by, timezone.now()
        found.save(update_fields=["text", "removed_by", "removed_at"])
    return found


@held(directors)
def mute(by: User, member: Member, *, muted: bool) -> Member | Refused:
    """Mute a member in the club's chat, or unmute them; directors are never muted.

    It is the person who is muted, with all their accounts: they stay so if they leave and join again.
    """
    if member.role in access.MANAGERS:
        return Refused("directors_not_muted", "directors are not muted")
    set_muted(member, muted=muted)
    return member
