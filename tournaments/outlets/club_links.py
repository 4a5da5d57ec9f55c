"""The address of a private club's calendar for calendar programs: signed for one member, as long as they are
one."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

from clubs import access
from clubs.models import Club, Member
from clubs.roles import Capability
from ludopoli.accounts.models import User


def calendar_token(member: Member) -> str:
    """Return the end of a member's own address of the calendar: of this line with this account."""
    return _signer(member.club).sign(f"{member.number}-{member.user_id}")


def open_club_link(code: str, token: str) -> tuple[Club, User] | None:
    """Return the club and the member whose address this is; None if it is nobody's, or no longer.

    Older addresses name no account: they open a line without a name, which never had another one.
    """
    club = access.find_club(code)
    if club is None:
        return None
    try:
        number, _dash, account = _signer(club).unsign(token).partition("-")
    except BadSignature:
        return None
    lines = club.members.filter(number=number, role__may=Capability.PARTICIPATE)
    member = (
        (lines.filter(user=int(account)) if account else lines.filter(name="")).select_related("user").first()
    )
    return (club, member.user) if member and member.user else None


def _signer(club: Club) -> Signer:
    """A new link for joining ends these addresses, too."""
    return Signer(salt=f"club calendar {club.pk} {club.secret}")
