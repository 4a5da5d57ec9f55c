"""The forms for the dates of a club. Its calendar, which has its tournaments too, is in `tournaments`."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import access, dates
from clubs.models import Club, Date, Member
from clubs.pages.forms import DateForm
from clubs.pages.view_helpers import club_action_view, club_where, redirect_with_message
from clubs.roles import Capability
from games.pages.view_helpers import Fields
from ludopoli.accounts.access import account_of, with_account
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refused_forms import refusals_in, status_of


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def new_date_page(request: HttpRequest, club: str) -> HttpResponse:
    found, own = club_where(request, club, Capability.ORGANISE_EVENTS)
    form = DateForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            dates.add_dates(account_of(request), found, **form.cleaned_data)
            return _saved(request, found)
    return _page(request, form, own)


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def change_date_page(request: HttpRequest, club: str, number: int) -> HttpResponse:
    found, own = club_where(request, club, Capability.ORGANISE_EVENTS)
    date = access.access_date(found, number)
    form = DateForm(request.POST or None, date=date)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            dates.change_date(account_of(request), found, number, **form.cleaned_data)
            return _saved(request, found)
    return _page(request, form, own, date)


@club_action_view
def delete_date_view(request: HttpRequest, fields: Fields, club: Club, number: int) -> HttpResponse:
    calendar = show_refusals_on(request, reverse("club-calendar", args=[club.code]))
    dates.delete_date(account_of(request), club, number)
    return redirect_with_message(request, _("Removed from the calendar."), calendar)


def _saved(request: HttpRequest, club: Club) -> HttpResponse:
    messages.success(request, _("Added to the calendar."))
    return redirect("club-calendar", club.code)


def _page(request: HttpRequest, form: DateForm, own: Member, date: Date | None = None) -> HttpResponse:
    context = {"form": form, "club": own.club, "may": own.may, "date": date}
    return render(request, "clubs/date.html", context, status=status_of(form))
