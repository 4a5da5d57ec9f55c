"""Helpers of the pages of clubs: the club in the address, and responses to forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect

from clubs import access, csv_lists
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.roles import Capability
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
