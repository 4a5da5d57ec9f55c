"""Helper of the views that change an event: the response to a form."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from ludocards.engine.game import Refused
from ludopoli.http import error_pages, refused_forms
from tournaments import texts
from tournaments.models import Event


def answered(request: HttpRequest, event: Event, result: Any, said: str = "", back: str = "") -> HttpResponse:
    """Redirect to `back`, or else the event's page, with a message; programs get the outcome as JSON."""
    back = back or event.get_absolute_url()
    if isinstance(result, Refused):
        status, code, message = texts.problem(result, event.game)
        if error_pages.wants_json(request):
            return JsonResponse({"code": code, "message": message}, status=status)
        messages.error(request, message)
        refused_forms.keep(request, request.POST, message, code)
    elif error_pages.wants_json(request):
        return JsonResponse({"ok": True, "url": back})
    else:
        messages.success(request, said)
    return redirect(back)
