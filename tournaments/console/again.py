"""The page that announces a tournament again, on one evening or on several, with exceptions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import access as clubs
from clubs.access import access_club
from clubs.actions import check_capability
from clubs.roles import Capability
from ludopoli.accounts.access import account_of, with_account
from ludopoli.http.refusals import ActionRefused
from tournaments import access, actions
from tournaments.console.fields import moment_field, whole_number_field
from tournaments.models import Event


class RepetitionForm(forms.Form):
    """When it begins the first time, how often it is held, and how far apart."""

    starts_at = moment_field(gettext_lazy("Begins"), required=False)
    times = whole_number_field(gettext_lazy("How many evenings"), 1, actions.MOST_TIMES)
    weeks = whole_number_field(gettext_lazy("Weeks from one to the next"), 1, actions.MOST_WEEKS_APART)


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def again_page(request: HttpRequest, event: str) -> HttpResponse:
    """Announce an event again."""
    held, me = access.access_event(request.user, event), account_of(request)
    if not actions.may_repeat(me, held):
        raise PermissionDenied
    own = None if held.club is None else clubs.membership_of(me, held.club)
    context = {"event": held, "saves": clubs.has_capability(own, Capability.ORGANISE_EVENTS)}
    return _evenings_page(request, held, context, lambda starts: actions.repeat_event(me, held, starts))


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def template_page(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Announce events from a template of a club."""
    me, (found, own) = account_of(request), access_club(request.user, club)
    check_capability(own, Capability.ORGANISE_EVENTS)
    template = access.access_template(found, number)
    held, _people = actions.set_up_of(template)
    context = {"template": template, "club": found}
    return _evenings_page(
        request, held, context, lambda starts: actions.begin_from_template(me, template, starts)
    )


def _evenings_page(
    request: HttpRequest,
    held: Event,
    context: dict[str, Any],
    announce: Callable[[list[datetime]], list[Event]],
) -> HttpResponse:
    """Propose the coming evenings, of which some can be left out, and announce them."""
    now = timezone.now()
    usual = {"starts_at": actions.coming_starts(held, now)[0], "times": 1, "weeks": 1}
    form = RepetitionForm(request.GET or None, initial=usual, auto_id="ancora-%s", label_suffix="")
    asked = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    starts = _starts(held, now, usual | asked)
    why = ""
    if request.method == "POST":
        chosen = [found for each in request.POST.getlist("when") if (found := _moment(each))]
        try:
            made = announce(chosen)
        except ActionRefused as refused:
            why = str(refused)
        else:
            messages.success(
                request,
                ngettext(
                    "%(n)d tournament has been announced. Share its link.",
                    "%(n)d tournaments have been announced.",
                    len(made),
                )
                % {"n": len(made)},
            )
            return redirect("console", made[0].code)
    context |= {"form": form, "starts": starts, "why": why}
    return render(request, "tournaments/console/again.html", context, status=422 if why else 200)


def _starts(held: Event, now: datetime, asked: dict[str, Any]) -> list[datetime]:
    """Return the evenings that are asked for, by the clocks of the site."""
    first = Event(starts_at=asked["starts_at"] - timedelta(weeks=1))
    return actions.coming_starts(first, min(now, first.starts_at), asked["times"], asked["weeks"])


def _moment(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
