"""Events of clubs for the directors' programs: on the streams of their accounts, and by webhooks."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Member
from clubs.roles import Capability
from games.play import feed
from ludopoli.accounts.models import User
from ludopoli.webhooks import kinds

kinds.register_webhook_kinds(
    club_asked=_("somebody asks to join a club that you direct"),
    club_joined=_("somebody joins a club that you direct"),
    club_left=_("somebody leaves a club that you direct, or is removed"),
    club_line=_("somebody is linked, or asks to be, to a name on the list of a club that you direct"),
)


def publish_request(member: Member) -> None:
    _publish(member.club, "club_asked", member.number, member.user)


def publish_joining(member: Member) -> None:
    _publish(member.club, "club_joined", member.number, member.user)


def publish_leaving(club: Club, number: int, who: User | None) -> None:
    """Publish that an account is no member any more; None if it is being deleted."""
    _publish(club, "club_left", number, who)


LINE_WAYS = ("claimed", "offered", "joined", "refused", "taken")
"""The outcomes of a claim to a line of the list, or of a director's question; `taken`: the line has become
somebody else's."""


def publish_line(member: Member, line: int, how: str) -> None:
    """Publish, as one of `LINE_WAYS`, what a member and the directors say of a line with this number."""
    _publish(member.club, "club_line", member.number, member.user, line=line, how=how)


def _publish(club: Club, kind: str, number: int, who: User | None, **more: Any) -> None:
    directors = club.members.filter(role__may=Capability.MANAGE_MEMBERS, user__isnull=False)
    people = [pk for pk in directors.values_list("user", flat=True) if pk is not None]
    facts = {"club": club.code, "name": club.name, "member": number, **more}
    feed.publish_happening(people, kind, {**facts, "who": who.username if who is not None else None})
