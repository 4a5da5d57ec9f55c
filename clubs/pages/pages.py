"""The list of clubs, and the pages of one: about it, joining it, its leaderboard and its form."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import access, actions, scorepads, selectors
from clubs.models import Club
from clubs.pages.forms import CardForm, ClubForm, NewClubForm
from clubs.pages.view_helpers import club_action_view, club_where, redirect_with_message
from clubs.roles import Capability
from games.pages.people import leaderboard_context
from games.pages.view_helpers import Fields, flag_of, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.models import User
from ludopoli.base.lookups import or_404
from ludopoli.http.action_forms import ActionForm
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import REFUSALS
from ludopoli.http.refused_forms import refusals_in, status_of
from ludopoli.text.qr import qr_code

A_PAGE = 30
"""The number of clubs on a page of the list."""

LONGEST_SEARCH = 60


@require_safe
def clubs_page(request: HttpRequest) -> HttpResponse:
    text = request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH].strip()
    context = {
        "q": text,
        "page": Paginator(selectors.public_clubs(text), A_PAGE).get_page(request.GET.get("pagina")),
        "own": selectors.own_memberships(request.user),
    }
    return render(request, "clubs/clubs.html", context)


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def new_club_page(request: HttpRequest) -> HttpResponse:
    form = NewClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = actions.create_club(account_of(request), **form.cleaned_data)
            messages.success(request, _("Club created. Invite its members with the link."))
            return redirect(made)
    return render(request, "clubs/form.html", {"form": form}, status=status_of(form))


@require_safe
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    found, own = access.access_club(request.user, club)
    context: dict[str, Any] = {
        "club": found,
        "own": own,
        "may": access.capabilities_of(own),
        "directors": selectors.club_directors(found),
        "people": selectors.members_of(found).count(),
        "affiliations": selectors.affiliations_of_club(
            found, administers=access.has_capability(own, Capability.ADMINISTER)
        ),
    }
    if access.has_capability(own, Capability.MANAGE_MEMBERS):
        path = reverse("club-invitation", args=[found.code, found.secret])
        link = request.build_absolute_uri(path)
        context |= {
            "asking": selectors.requests_to_answer(found).count(),
            "link": link,
            "picture": qr_code(link),
        }
    return render(request, "clubs/club.html", context)


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def change_club_page(request: HttpRequest, club: str) -> HttpResponse:
    found, own = club_where(request, club, Capability.EDIT_CLUB)
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(found)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            changed = actions.change_club(account_of(request), found, **form.fields_of_club())
            messages.success(request, _("Saved."))
            return redirect(changed)
    context = {"form": form, "club": found, "own": own}
    return render(request, "clubs/form.html", context, status=status_of(form))


@never_cache
def invitation_page(request: HttpRequest, club: str, secret: str) -> HttpResponseBase:
    """The page that the link for joining opens; POST joins."""
    found = or_404(access.invited_to(club, secret), str(REFUSALS["bad_link"]))
    if request.method == "POST":
        return _join(request, found, secret)
    own = access.membership_of(request.user, found)
    if access.is_member(own):
        return redirect(found)
    has_lines = found.members.filter(user=None).exists()
    context = {
        "club": found,
        "people": selectors.members_of(found).count(),
        "directors": selectors.club_directors(found),
        "with_account": isinstance(request.user, User) and not request.user.is_guest,
        "form": (CardForm() if has_lines else ActionForm()).at(request, request.path),
    }
    return render(request, "clubs/invitation.html", context)


@login_required
@with_account
def _join(request: HttpRequest, club: Club, secret: str) -> HttpResponse:
    show_refusals_on(request, request.path)
    joined = actions.join_by_link(account_of(request), club, secret, request.POST.get("card", ""))
    if not access.is_member(joined):
        return redirect_with_message(
            request, _("Your request has been sent to the directors."), reverse("clubs")
        )
    return redirect_with_message(
        request, _("Welcome to %(club)s.") % {"club": club.name}, club.get_absolute_url()
    )


@login_required
@with_account
@require_safe
def club_leaderboard(request: HttpRequest, club: str) -> HttpResponse:
    """The leaderboards among the members."""
    found, own = club_where(request, club)
    context = {
        "club": found,
        "may": access.capabilities_of(own),
        "real": scorepads.played_in(found),
        **leaderboard_context(request, selectors.member_account_ids(found)),
    }
    return render(request, "clubs/leaderboard.html", context)


@login_required
@with_account
@require_safe
@never_cache
def club_export(request: HttpRequest, club: str) -> HttpResponse:
    """Everything the club owns as one file, for its owners."""
    found, _own = club_where(request, club, Capability.ADMINISTER)
    response = JsonResponse(
        selectors.export_club(found), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="ludopoli-circolo-{found.code}.json"'
    return response


@club_action_view
def act_on_club(request: HttpRequest, fields: Fields, club: Club, name: str) -> HttpResponse:
    """Do one of the club's verbs: join or leave it, renew its link, put somebody on its list, delete it."""
    me, named = account_of(request), {"club": club.name}
    page = show_refusals_on(request, club.get_absolute_url())
    match name:
        case "ask":
            actions.ask_to_join(me, club)
            return redirect_with_message(request, _("Your request has been sent to the directors."), page)
        case "leave":
            actions.leave_club(me, club)
            return redirect_with_message(request, _("You have left %(club)s.") % named, reverse("clubs"))
        case "add":
            described = {field: text_of(fields, field) for field in ("name", "card", "category")}
            members = show_refusals_on(request, reverse("club-members", args=[club.code]))
            actions.add_member(me, club, **described, homonym=flag_of(fields, "homonym"))
            return redirect_with_message(request, _("Added to the list."), members)
        case "renew-link":
            actions.renew_joining_link(me, club)
            return redirect_with_message(
                request, _("The link has been replaced; the former one no longer works."), page
            )
        case _:
            actions.delete_club(me, club)
            return redirect_with_message(request, _("%(club)s has been deleted.") % named, reverse("clubs"))
