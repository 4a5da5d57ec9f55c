"""Helpers of the API views of analyses: look-ups, the rate limit, and refusals as problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rest_framework.request import Request

from analysis import access, boards, reading_limit
from analysis.access import OpenedDeal, ReceivedDeal
from analysis.boards import Board, BoardLine
from analysis.refusals import REFUSALS
from games import texts
from ludocards.engine.game import Refused
from ludopoli.api.models import Scope
from ludopoli.http.problems import Problem
from ludopoli.http.throttle import address_block, client_address

OWN = {"GET": Scope.READ}
PLAY = {"POST": Scope.PLAY}
TAGS = ["analysis"]


codes = REFUSALS.statuses

SHUT = codes("no_match", "not_watchable", "match_running", "boards_closed", "not_shared", "no_study")
OF_RECORD = codes("no_record")
LINE = codes(
    "no_such_deal", "no_position", "long_line", "deal_over", "bad_command", "not_your_turn", "not_in_hand"
)

Done = TypeVar("Done")
Named = TypeVar("Named", OpenedDeal, ReceivedDeal)


def done(result: Done | Refused, game: str | None = None) -> Done:
    """Return a result; raise a problem if it was refused."""
    if isinstance(result, Refused):
        raise Problem(*texts.problem(result, game, REFUSALS), details=result.details)
    return result


def dealt(request: Request, sent: Mapping[str, Any]) -> OpenedDeal | ReceivedDeal:
    """The deal that a body names, charged to the rate limit: of a match here, or of a record."""
    if "sent" in sent:
        return charged(request, done(access.of_record(sent["sent"])))
    return opened(request, sent)


def opened(request: Request, sent: Mapping[str, Any]) -> OpenedDeal:
    """A deal of a match here that a body names, charged to the rate limit."""
    if "study" in sent:
        found = access.of_study(request.user, sent["study"])
    elif "shared" in sent:
        found = access.of_share(sent["shared"], sent["deal"])
    elif "match" in sent:
        found = access.of_match(request.user, sent["match"], sent["deal"])
    else:
        found = Refused("no_match", "name a match, a shared link or a study")
    return charged(request, done(found))


def asker_of(request: Request) -> str:
    """The unit that shares places in the line of questions: an account, or all guests at one address."""
    user = request.user
    if user.is_authenticated and not user.is_guest:
        return f"account-{user.pk}"
    return f"address-{address_block(client_address(request._request))}"


def charged(request: Request, found: Named) -> Named:
    if not reading_limit.may_open(request._request, found):
        raise Problem(*REFUSALS.problem("throttled"))
    return found


def board_of(found: OpenedDeal | ReceivedDeal) -> Board:
    return done(found.board())


def line_of(sent: Mapping[str, Any]) -> BoardLine:
    return BoardLine(sent["start"], done(boards.read_actions(sent["actions"])))
