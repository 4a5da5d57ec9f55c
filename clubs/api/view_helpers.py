"""Helpers of the API views of clubs: look-ups by address."""

from __future__ import annotations

from rest_framework.request import Request

from clubs import access, actions
from clubs.models import Club, Member
from ludopoli.api.auth import asker
from ludopoli.api.models import Scope
from ludopoli.http.refusals import REFUSALS, ActionRefused

OWN = {"GET": Scope.READ}
PLAY = {"POST": Scope.PLAY}
ORGANISE = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), Scope.ORGANISE)

TAGS = ["clubs"]

codes = REFUSALS.statuses

DIRECTS, OWNS = codes("not_club_director"), codes("not_club_owner")


def club_of(request: Request, club: str) -> Club:
    return access.access_club(request.user, club)[0]


def of_member(request: Request, club: str) -> Club:
    """Return a club to which the account belongs; raise a problem if it does not."""
    return _with_right(request, club, actions.check_member)


def directed(request: Request, club: str) -> Club:
    """Return a club that the account directs; raise a problem if it does not."""
    return _with_right(request, club, actions.check_director)


def _with_right(request: Request, club: str, right: actions.Right) -> Club:
    asker(request)
    found, own = access.access_club(request.user, club)
    right(own)
    return found


def member_of(request: Request, club: str, member: int) -> Member:
    """Return a member of a club that the account directs; raise a problem if there is none."""
    found = access.member_of(directed(request, club), member)
    if found is None:
        raise ActionRefused("no_member")
    return found
