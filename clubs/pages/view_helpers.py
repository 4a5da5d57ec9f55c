"""Helpers of the pages of clubs: the club in the address, and responses to forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Protocol

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect

from clubs import access, csv_lists
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.roles import Capability
from clubs.roster import LineOutcome
from games.pages.view_helpers import Fields, action_view
from ludopoli.accounts.access import with_account
from ludopoli.http import error_pages
from ludopoli.http.refusals import ActionRefused


def sent_list(request: HttpRequest) -> str:
    """Return the text of a list: that of the file, or of the preview that is confirmed."""
    if file := request.FILES.get("file"):
        data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ActionRefused("too_large")
        return csv_lists.decode_file(data)
    return request.POST.get("text", "")


class ReadLine(Protocol):
    """A line of a list that was read: its number in the file, what it does, or why it cannot."""

    @property
    def line(self) -> int: ...
    @property
    def outcome(self) -> LineOutcome: ...
    @property
    def problem(self) -> ActionRefused | None: ...


SHOWN = 500
"""The most lines of a list that its preview shows; those that are wrong come first."""


def preview_context(lines: Sequence[ReadLine]) -> dict[str, Any]:
    """Return what the preview of a list shows: its first lines with their problems, and what all do."""
    first = sorted(lines, key=lambda line: (line.outcome != LineOutcome.WRONG, line.line))[:SHOWN]
    return {
        "lines": [(line, line.problem or "") for line in first],
        "left": len(lines) - len(first),
        "counts": counts_of(lines),
    }


def counts_of(lines: Iterable[ReadLine]) -> dict[str, int]:
    """Return the number of lines of each outcome."""
    counts = Counter(line.outcome for line in lines)
    return {outcome.value: counts[outcome] for outcome in LineOutcome}


def club_action_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view for POSTs about the club in the address, by people with an account."""

    @login_required
    @with_account
    @action_view
    @wraps(view)
    def wrapped(request: HttpRequest, fields: Fields, club: str, **kwargs: Any) -> HttpResponse:
        try:
            found, _own = access.access_club(request.user, club)
        except Http404:
            raise ActionRefused("no_club") from None
        return view(request, fields, found, **kwargs)

    return wrapped


def club_where(
    request: HttpRequest, code: str, capability: Capability = Capability.PARTICIPATE
) -> tuple[Club, Member]:
    """Return a club and the reader's line in it, or refuse a person without a capability there."""
    club, own = access.access_club(request.user, code)
    if own is None or not access.has_capability(own, capability):
        raise PermissionDenied
    return club, own


def redirect_with_message(request: HttpRequest, said: str, go: str) -> HttpResponse:
    """Redirect to a page with a message; programs get JSON."""
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True, "url": go})
    if said:
        messages.success(request, said)
    return redirect(go)
