"""Helpers of the pages of clubs: the club in the address, and responses to forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect

from clubs import access, csv_lists
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.refusals import REFUSALS
from games import texts
from games.pages.view_helpers import Fields, action
from ludocards.engine.game import Refused
from ludopoli.accounts.access import with_account
from ludopoli.http import error_pages, refused_forms


def sent_list(request: HttpRequest) -> str | Refused:
    """Return the text of a list: that of the file, or of the preview that is confirmed."""
    if file := request.FILES.get("file"):
        data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            return csv_lists.TOO_LARGE
        return csv_lists.decoded(data)
    return request.POST.get("text", "")


def club_action(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view for POSTs about the club in the address, by people with an account."""

    @login_required
    @with_account
    @action
    @wraps(view)
    def wrapped(request: HttpRequest, fields: Fields, club: str, **kwargs: Any) -> HttpResponse:
        try:
            found, _own = access.access_club(request.user, club)
        except Http404:
            return error_pages.answer(request, *REFUSALS.problem("no_club"))
        return view(request, fields, found, **kwargs)

    return wrapped


def of_member(request: HttpRequest, code: str) -> tuple[Club, Member]:
    """Return a club and the reader's line in it, or refuse a person who is not a member."""
    club, own = access.access_club(request.user, code)
    if own is None or not access.belongs(own):
        raise PermissionDenied
    return club, own


def directed(request: HttpRequest, code: str) -> Club:
    """Return a club, or refuse a person who does not direct it."""
    club, own = access.access_club(request.user, code)
    if not access.manages(own):
        raise PermissionDenied
    return club


def problem(refused: Refused) -> tuple[int, str, str]:
    """Return the status, the code and the text of a refusal."""
    return texts.problem(refused, table=REFUSALS)


def add_problem(form: Form, refused: Refused) -> int:
    """Put a refusal beside the field that it names, or above the form; return its status."""
    status, _code, message = problem(refused)
    field = refused.details.get("field")
    form.add_error(field if isinstance(field, str) and field in form.fields else None, message)
    return status


def answered(request: HttpRequest, result: Any, said: str, go: str, back: str = "") -> HttpResponse:
    """Redirect to a page with a message, after a refusal to `back` if that is another; programs get the
    outcome as JSON."""
    if isinstance(result, Refused):
        status, code, message = problem(result)
        if error_pages.wants_json(request):
            return JsonResponse({"code": code, "message": message}, status=status)
        messages.error(request, message)
        refused_forms.keep(request, request.POST, message, code)
        return redirect(back or go)
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True, "url": go})
    if said:
        messages.success(request, said)
    return redirect(go)
