"""The list of federations, and the pages of one: about it, and its form for its organisers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import access, federations, selectors
from clubs.models import Affiliation, Club, Federation
from clubs.pages.federation_forms import (
    AskForClubForm,
    FederationForm,
    InviteClubForm,
    NewOrganiserForm,
)
from clubs.pages.view_helpers import redirect_with_message
from clubs.roles import Capability
from games.pages.view_helpers import Fields, action_view, text_of
from ludopoli.accounts import people
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.models import User
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import refusals_in, status_of

A_PAGE = 50
"""The number of federations on a page."""


@require_safe
def federations_page(request: HttpRequest) -> HttpResponse:
    page = Paginator(selectors.all_federations(), A_PAGE).get_page(request.GET.get("pagina"))
    return render(request, "clubs/federations.html", {"page": page})


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def new_federation_page(request: HttpRequest) -> HttpResponse:
    form = FederationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = federations.create_federation(account_of(request), **form.cleaned_data)
            messages.success(request, _("Federation created. Invite its clubs."))
            return redirect(made)
    return render(request, "clubs/federation_form.html", {"form": form}, status=status_of(form))


@require_safe
@never_cache
def federation_page(request: HttpRequest, federation: str) -> HttpResponse:
    found = access.access_federation(federation)
    organises = federations.is_organiser(request.user, found)
    owned = _owned_clubs(request)
    rows = selectors.affiliations_of(found)
    act = "federation-act"
    context: dict[str, Any] = {
        "federation": found,
        "organises": organises,
        "organisers": found.organisers.order_by("username"),
        "owned": {each.pk for each in owned},
        "members": [
            each
            for each in rows
            if each.status == Affiliation.Status.MEMBER and (organises or not each.club.private)
        ],
        "open": [
            each
            for each in rows
            if each.status != Affiliation.Status.MEMBER and (organises or each.club in owned)
        ],
    }
    if organises:
        context["invite"] = InviteClubForm().at(request, reverse(act, args=[found.slug, "invite"]))
        context["new_organiser"] = NewOrganiserForm().at(
            request, reverse(act, args=[found.slug, "add-organiser"])
        )
    known = {each.club_id for each in rows}
    free = [each for each in owned if each.pk not in known and not each.private]
    if free:
        context["ask"] = AskForClubForm(free).at(request, reverse(act, args=[found.slug, "ask"]))
    return render(request, "clubs/federation.html", context)


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def change_federation_page(request: HttpRequest, federation: str) -> HttpResponse:
    found = organised_federation(request, federation)
    form = FederationForm(request.POST if request.method == "POST" else None, found)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            changed = federations.change_federation(account_of(request), found, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect(changed)
    context = {"form": form, "federation": found}
    return render(request, "clubs/federation_form.html", context, status=status_of(form))


def federation_action_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view for POSTs about the federation in the address, by people with an account."""

    @login_required
    @with_account
    @action_view
    @wraps(view)
    def wrapped(request: HttpRequest, fields: Fields, federation: str, **kwargs: Any) -> HttpResponse:
        try:
            found = access.access_federation(federation)
        except Http404:
            raise ActionRefused("no_federation") from None
        return view(request, fields, found, **kwargs)

    return wrapped


@federation_action_view
def act_on_federation(
    request: HttpRequest, fields: Fields, federation: Federation, name: str
) -> HttpResponse:
    """Do one of the federation's verbs: let a club in or out, give or take the office, delete it."""
    me, said = account_of(request), _("Saved.")
    page = show_refusals_on(request, federation.get_absolute_url())
    match name:
        case "ask":
            federations.ask_to_affiliate(me, named_club(fields), federation)
        case "invite":
            federations.invite_club(me, federation, named_club(fields))
        case "end":
            federations.end_affiliation(me, federation, named_club(fields))
        case "add-organiser":
            federations.add_organiser(me, federation, _person(fields))
        case "remove-organiser":
            federations.remove_organiser(me, federation, _person(fields))
        case _:
            federations.delete_federation(me, federation)
            said = _("%(name)s has been deleted.") % {"name": federation.name}
            return redirect_with_message(request, said, reverse("federations"))
    return redirect_with_message(request, said, page)


def organised_federation(request: HttpRequest, slug: str) -> Federation:
    """Return a federation that the reader organises, or refuse them."""
    found = access.access_federation(slug)
    if not federations.is_organiser(request.user, found):
        raise PermissionDenied
    return found


def _owned_clubs(request: HttpRequest) -> list[Club]:
    own = selectors.own_memberships(request.user)
    return [each.club for each in own if access.has_capability(each, Capability.ADMINISTER)]


def named_club(fields: Fields) -> Club:
    """Return the club that a form names, by its code or by the address of its page."""
    found = access.find_club(text_of(fields, "club").rstrip("/").rpartition("/")[2])
    if found is None:
        raise ActionRefused("no_club", field="club")
    return found


def _person(fields: Fields) -> User:
    found = people.find_person(text_of(fields, "name"))
    if found is None:
        raise ActionRefused("no_person")
    return found
