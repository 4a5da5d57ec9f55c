"""Helper of the views that change an event: the response to a form."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from ludopoli.http import error_pages
from tournaments.models import Event


def redirect_to_event(request: HttpRequest, event: Event, said: str = "", back: str = "") -> HttpResponse:
    """Redirect to `back`, or else the event's page, with a message; programs get the outcome as JSON."""
    back = back or event.get_absolute_url()
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True, "url": back})
    messages.success(request, said)
    return redirect(back)
