"""Every write to the chat of a club: lines, and what its directors remove."""

from __future__ import annotations

from django.utils import timezone

from clubs import access
from clubs.actions import check_capability, club_action, is_muted, set_muted
from clubs.models import Club, ClubMessage, Member
from clubs.roles import Capability
from games.play.actions import chat_line
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused

KEPT = 2000
"""The number of lines that a club's chat keeps."""


def add_chat_line(by: User, club: Club, text: str) -> ClubMessage:
    """Add a line to the chat; the oldest goes when there are too many."""
    check_capability(access.membership_of(by, club), Capability.PARTICIPATE)
    if is_muted(club, by):
        raise ActionRefused("club_muted")
    line = chat_line(by, text)
    said = ClubMessage.objects.create(club=club, user=by, text=line)
    oldest = club.messages.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1].first()
    if oldest is not None:
        club.messages.filter(pk__lte=oldest).delete()
    return said


def remove_line(by: User, club: Club, line: int) -> ClubMessage:
    """Remove a line: a director any, a member their own. A second time changes nothing."""
    found = club.messages.select_related("user").filter(pk=line).first()
    if found is None:
        raise ActionRefused("no_line")
    own = access.membership_of(by, club)
    if not (
        access.has_capability(own, Capability.MODERATE_CHAT)
        or (access.is_member(own) and found.user_id == by.pk)
    ):
        raise ActionRefused("not_club_director")
    if found.removed_at is None:
        found.text, found.removed_by, found.removed_at = "", by, timezone.now()
        found.save(update_fields=["text", "removed_by", "removed_at"])
    return found


@club_action(Capability.MANAGE_MEMBERS)
def mute_member(by: User, member: Member, *, muted: bool) -> Member:
    """Mute a member in the club's chat, or unmute them; directors are never muted.

    It is the person who is muted, with all their accounts: they stay so if they leave and join again.
    """
    if access.has_capability(member, Capability.MODERATE_CHAT):
        raise ActionRefused("directors_not_muted")
    set_muted(member, muted=muted)
    return member
