"""Rights in a club, and look-ups of the objects that an address names."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from clubs.models import Club, Date, Federation, Member
from clubs.roles import Capability
from ludopoli.accounts.models import User
from ludopoli.base.lookups import Lookup, PreparedQuery, by_code, or_404

Reader = User | AnonymousUser


_memberships = PreparedQuery(lambda club, user: Member.objects.filter(club=club, user=user))


def membership_of(user: Reader, club: Club) -> Member | None:
    """Return the reader's own line on the list of a club, a request to join included."""
    if user.pk is None:
        return None
    own = next(iter(_memberships(club.pk, user.pk)), None)
    if own is not None:
        own.club = club
    return own


def has_capability(member: Member | None, capability: Capability) -> bool:
    """Return whether this line of the list gives its person a capability; None is a stranger's."""
    return member is not None and member.may[capability]


def capabilities_of(member: Member | None) -> dict[str, bool]:
    """Return every capability of a reader, by name, for templates."""
    return {each.value: has_capability(member, each) for each in Capability}


def is_member(member: Member | None) -> bool:
    """Return whether this line makes its person a member: a request does not yet."""
    return has_capability(member, Capability.PARTICIPATE)


_clubs = Lookup(Club.objects.all, "code")


def find_club(code: str) -> Club | None:
    """Return the club with this code, for readers whose right is looked at elsewhere."""
    return by_code(_clubs, code)


def access_club(user: Reader, code: str) -> tuple[Club, Member | None]:
    """Return a club and the reader's own line in it. Raises `Http404`, also if the club is private and the
    reader no member."""
    club = or_404(find_club(code), _("Club not found: it may be private, or deleted."))
    own = membership_of(user, club)
    return or_404(
        club if is_member(own) or not club.private else None,
        _("Club not found: it may be private, or deleted."),
    ), own


def member_of(club: Club, number: int) -> Member | None:
    """Return the member whom an address names by number."""
    return club.members.select_related("user").filter(number=number).first()


def access_date(club: Club, number: int) -> Date:
    return or_404(
        club.dates.filter(number=number).first(),
        _("Event not found: it may have been taken off the calendar."),
    )


def invited_to(code: str, secret: str) -> Club | None:
    """Return the club that a link for joining opens."""
    return by_code(Club.objects.filter(secret=secret), code) if "\0" not in secret else None


def access_federation(slug: str) -> Federation:
    """Return the federation with this slug. Raises `Http404`."""
    return or_404(Federation.objects.filter(slug=slug).first(), _("Federation not found: check the link."))
