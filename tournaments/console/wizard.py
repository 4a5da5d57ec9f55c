"""Creating and changing a tournament: the form, and its summary while it is filled in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.models import User
from ludopoli.http.refused_forms import status_of
from tournaments import actions
from tournaments.console import summary
from tournaments.console.forms import EventForm
from tournaments.console.view_helpers import directed_event_or_refuse
from tournaments.models import Event, EventTemplate, Series

EARLIER = 6
"""The events of a club that can be held again, on the page for a new one."""


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def new_event_page(request: HttpRequest) -> HttpResponse:
    """Create a tournament."""
    club = request.GET.get("circolo", "")
    form = EventForm(account_of(request), request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        with form.refusals():
            made = _saved(form, account_of(request))
            messages.success(request, _("The tournament has been announced. Share its link."))
            return redirect("console", made.code)
    held_for = form.clubs.get(club)
    templates = EventTemplate.objects.filter(club=held_for, club__isnull=False).select_related("event")
    return _page(request, form, earlier=_earlier(held_for), club=held_for, templates=templates)


def _earlier(club: Club | None) -> QuerySet[Event]:
    """Return the latest events of a club, which are templates for another one."""
    return Event.objects.filter(club=club, club__isnull=False).order_by("-starts_at")[:EARLIER]


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def change_event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Change a tournament, as far as it can still change."""
    held = directed_event_or_refuse(request, event)
    form = EventForm(account_of(request), request.POST or None, event=held)
    if request.method == "POST" and form.is_valid():
        with form.refusals():
            _saved(form, account_of(request))
            messages.success(request, _("Changes saved."))
            return redirect("console", event)
    return _page(request, form, event=held)


@login_required
@with_account
@require_POST
def describe_event(request: HttpRequest) -> HttpResponse:
    """Render only the summary, for the form that is being filled in."""
    form = EventForm(account_of(request), request.POST)
    return render(
        request, "tournaments/console/_summary.html", {"summary": _summary(form), "why": form.trouble}
    )


def _page(request: HttpRequest, form: EventForm, **more: Any) -> HttpResponse:
    if form.is_bound:
        sentence = _summary(form)
    else:
        sentence = _summary(EventForm(account_of(request), _as_sent(form), event=form.event))
    context = {"form": form, "summary": sentence, "why": form.trouble if form.is_bound else "", **more}
    return render(request, "tournaments/console/wizard.html", context, status=status_of(form))


def _as_sent(form: EventForm) -> dict[str, Any]:
    """Return the data that an untouched form would send."""
    return {name: form[name].value() for name in form.fields if form[name].value() is not None}


def _summary(form: EventForm) -> str:
    form.is_valid()
    return summary.of_form(form)


def _saved(form: EventForm, user: User) -> Event:
    series, division = _series(form, user)
    if form.event is None:
        return actions.create_event(user, **form.arguments, series=series, division=division)
    changes = form.changes
    if (form.event.series, form.event.division) != (series, division):
        changes |= {"series": series, "division": division}
    return actions.change_event(user, form.event, **changes) if changes else form.event


def _series(form: EventForm, user: User) -> tuple[Series | None, int | None]:
    """Return the chosen series and the number of the division; None for all divisions."""
    if name := form.cleaned_data["new_series"]:
        return actions.create_series(user, name=name), None
    return form.own_series.get(form.cleaned_data["series"], (None, None))
