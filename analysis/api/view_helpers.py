"""Helpers of the API views of analyses: look-ups, the rate limit, and refusals as problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rest_framework.request import Request

from analysis import access, boards, reading_limit
from analysis.access import OpenedDeal, ReceivedDeal
from analysis.boards import Board, BoardLine
from ludopoli.api.models import Scope
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import address_block, client_address

OWN = {"GET": Scope.READ}
STUDY = {"POST": Scope.STUDY}
TAGS = ["analysis"]


Named = TypeVar("Named", OpenedDeal, ReceivedDeal)


def charged_deal(request: Request, sent: Mapping[str, Any]) -> OpenedDeal | ReceivedDeal:
    """The deal that a body names, charged to the rate limit: of a match here, or of a record."""
    if "sent" in sent:
        return charge_limit(request, access.deal_of_record(sent["sent"]))
    return charged_match_deal(request, sent)


def charged_match_deal(request: Request, sent: Mapping[str, Any]) -> OpenedDeal:
    """A deal of a match here that a body names, charged to the rate limit."""
    if "study" in sent:
        found = access.of_study(request.user, sent["study"])
    elif "shared" in sent:
        found = access.of_share(sent["shared"], sent["deal"])
    elif "match" in sent:
        found = access.of_match(request.user, sent["match"], sent["deal"])
    else:
        raise ActionRefused("no_match")
    return charge_limit(request, found)


def asker_of(request: Request) -> str:
    """The unit that shares places in the line of questions: an account, or all guests at one address."""
    user = request.user
    if user.is_authenticated and not user.is_guest:
        return f"account-{user.pk}"
    return f"address-{address_block(client_address(request._request))}"


def charge_limit(request: Request, found: Named) -> Named:
    if not reading_limit.may_open(request._request, found):
        raise ActionRefused("throttled")
    return found


def board_of_deal(found: OpenedDeal | ReceivedDeal) -> Board:
    return found.board()


def sent_line(sent: Mapping[str, Any]) -> BoardLine:
    return BoardLine(sent["start"], boards.read_actions(sent["actions"]))
