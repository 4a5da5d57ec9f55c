"""Helpers of the API views of clubs: look-ups by address, and refusals as problems."""

from __future__ import annotations

from typing import TypeVar

from rest_framework.request import Request

from clubs import access, actions
from clubs.models import Club, Member
from clubs.pages.view_helpers import problem
from clubs.refusals import REFUSALS
from ludocards.engine.game import Refused
from ludopoli.api.auth import asker
from ludopoli.api.models import Scope
from ludopoli.http.problems import Problem

OWN = {"GET": Scope.READ}
PLAY = {"POST": Scope.PLAY}
ORGANISE = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), Scope.ORGANISE)

TAGS = ["clubs"]

codes = REFUSALS.statuses

DIRECTS, OWNS = codes("not_club_director"), codes("not_club_owner")

Done = TypeVar("Done")


def done(result: Done | Refused) -> Done:
    """Return the result of an action; raise a problem if it was refused."""
    if isinstance(result, Refused):
        raise Problem(*problem(result), details=result.details)
    return result


def club_of(request: Request, club: str) -> Club:
    return access.access_club(request.user, club)[0]


def of_member(request: Request, club: str) -> Club:
    """Return a club to which the account belongs; raise a problem if it does not."""
    return _with_right(request, club, actions.members)


def directed(request: Request, club: str) -> Club:
    """Return a club that the account directs; raise a problem if it does not."""
    return _with_right(request, club, actions.directors)


def _with_right(request: Request, club: str, right: actions.Right) -> Club:
    asker(request)
    found, own = access.access_club(request.user, club)
    if refused := right(own):
        done(refused)
    return found


def member_of(request: Request, club: str, member: int) -> Member:
    """Return a member of a club that the account directs; raise a problem if there is none."""
    return done(access.member_of(directed(request, club), member) or actions.NO_MEMBER)
