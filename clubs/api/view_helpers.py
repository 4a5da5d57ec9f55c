"""Helpers of the API views of clubs: look-ups by address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework.request import Request

from clubs import access, actions
from clubs.models import Club, Member
from clubs.roles import Capability
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.http.refusals import ActionRefused

OWN = {"GET": Scope.READ}
JOIN = {"POST": Scope.JOIN}
MANAGE = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), Scope.MANAGE)

TAGS = ["clubs"]


def club_of_request(request: Request, club: str) -> Club:
    return access.access_club(request.user, club)[0]


def club_or_problem(request: Request, club: str, capability: Capability = Capability.PARTICIPATE) -> Club:
    """Return a club in which the account has a capability; raise a problem if it does not."""
    requesting_account(request)
    found, own = access.access_club(request.user, club)
    actions.check_capability(own, capability)
    return found


def managed_member(request: Request, club: str, member: int) -> Member:
    """Return a member of a club whose list the account manages; raise a problem if there is none."""
    return listed_member(club_or_problem(request, club, Capability.MANAGE_MEMBERS), member)


def listed_member(club: Club, number: int) -> Member:
    """Return the member with a number on the list of a club; raise a problem if there is none."""
    found = access.member_of(club, number)
    if found is None:
        raise ActionRefused("no_member")
    return found


@contextmanager
def refusals_as_sent() -> Iterator[None]:
    """Name the field of a refusal as the API does."""
    try:
        yield
    except ActionRefused as why:
        if why.details.get("field") != "place":
            raise
        raise ActionRefused(why.code, why.sentence, **{**why.details, "field": "location"}) from None
