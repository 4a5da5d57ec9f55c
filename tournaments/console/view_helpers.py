"""Helpers of the console's views: the person, the event, and the response to a form."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from games.pages.view_helpers import Fields
from ludocards.engine.game import Refused
from ludopoli.base import errors, refused_forms
from tournaments import access, texts
from tournaments.models import Event


def directed(request: HttpRequest, code: str) -> Event:
    """Return the event, or refuse a person who does not direct it."""
    event = access.access_event(request.user, code)
    if not access.directs(request.user, event):
        raise PermissionDenied
    return event


def answered(
    request: HttpRequest, event: Event, fields: Fields, result: Any, said: str, back: str
) -> HttpResponse:
    """Redirect to the page of the form with a message; programs get the outcome as JSON."""
    if isinstance(result, Refused):
        status, code, message = texts.problem(result, event.game)
        if errors.wants_json(request):
            return JsonResponse({"code": code, "message": message}, status=status)
        messages.error(request, message)
        refused_forms.keep(request, fields, message)
    elif errors.wants_json(request):
        return JsonResponse({"ok": True, "url": back})
    else:
        messages.success(request, said)
    return redirect(back)
