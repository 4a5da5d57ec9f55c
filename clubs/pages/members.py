"""The list of members, what its directors do with each, and reading a list from a file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import access, actions, chat, claims, lines, roles, roster, selectors
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.pages.forms import ListForm, MemberForm
from clubs.pages.view_helpers import (
    club_action_view,
    club_where,
    counts_of,
    preview_context,
    redirect_with_message,
    sent_list,
)
from clubs.roles import Capability
from clubs.roster import RosterLine
from games.pages.view_helpers import Fields, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.base.lookups import number_of
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import status_of
from ludopoli.text import table_files
from ludopoli.text.table_files import FileKind

A_PAGE = 100
"""The number of members on a page."""

LONGEST_SEARCH = 40


@login_required
@with_account
@never_cache
@require_safe
def members_page(request: HttpRequest, club: str) -> HttpResponse:
    found, own = club_where(request, club)
    text = request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH].strip()
    manages = own.may[Capability.MANAGE_MEMBERS]
    ids = selectors.member_ids_by_name(found, text, manages=manages)
    page = Paginator(ids, A_PAGE).get_page(request.GET.get("pagina"))
    people = selectors.members_of(found).in_bulk(page.object_list)
    context = {
        "club": found,
        "may": own.may,
        "q": text,
        "page": page,
        "lines": [(people[pk], _change_form(request, found, people[pk]) if manages else None) for pk in page],
        "form": MemberForm(found).at(request, reverse("club-act", args=[found.code, "add"])),
        "unowned": manages and found.members.filter(user=None).exists(),
        "asking": selectors.requests_with_lines(found) if manages else [],
        "roles": [(role, roles.ROLES[role].label) for role in roles.assignable_roles()],
    }
    return render(request, "clubs/members.html", context)


@require_safe
@login_required
@with_account
@never_cache
def line_suggestions(request: HttpRequest, club: str) -> HttpResponse:
    """The members without an account whom the text `q` may mean, for directors who type who somebody is."""
    found, _own = club_where(request, club, Capability.MANAGE_MEMBERS)
    text = request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH]
    return JsonResponse({"people": [{"text": each} for each in selectors.unowned_lines(found, text)]})


def _change_form(request: HttpRequest, club: Club, member: Member) -> MemberForm:
    return MemberForm(club, member).at(
        request, reverse("member-act", args=[club.code, member.number, "change"])
    )


@require_safe
@login_required
@with_account
@never_cache
def members_file(request: HttpRequest, club: str, kind: FileKind) -> HttpResponse:
    """The list of members as a file, for directors; `roster` reads it again."""
    found, _own = club_where(request, club, Capability.MANAGE_MEMBERS)
    return table_files.file_response(kind, f"ludopoli-soci-{found.code}", selectors.member_sheet(found))


@club_action_view
def act_on_member(request: HttpRequest, fields: Fields, club: Club, number: int, name: str) -> HttpResponse:
    """Accept, remove or change one member, give them a role, or say which line of the list they are."""
    me, said = account_of(request), _("Saved.")
    back = show_refusals_on(request, reverse("club-members", args=[club.code]))
    if name not in ("claim", "dismiss"):
        actions.check_capability(access.membership_of(me, club), Capability.MANAGE_MEMBERS)
    member = access.member_of(club, number)
    if member is None:
        raise ActionRefused("no_member")
    match name:
        case "accept":
            line = lines.find_unowned(club, text_of(fields, "line"))
            claims.accept_member(me, member, number_of(text_of(fields, "asked")), line)
            said = _("Accepted.")
        case "offer":
            if (line := lines.find_unowned(club, text_of(fields, "line"))) is None:
                raise ActionRefused("nobody_named")
            offered = claims.offer_line(me, member, line)
            said = _("They are asked.") if offered.line_offered else said
        case "claim":
            back = show_refusals_on(request, reverse("club-member", args=[club.code, number]))
            claimed = claims.claim_line(me, member)
            said = _("The directors are asked.") if claimed.asks_for else _("It is yours now.")
        case "dismiss":
            claims.dismiss_line(me, member)
        case "remove":
            actions.remove_member(me, member)
            said = _("Taken off the list.")
        case "mute" | "unmute":
            chat.mute_member(me, member, muted=name == "mute")
        case "role":
            actions.set_role(me, member, text_of(fields, "role"))
        case _:
            described = {key: text_of(fields, key) for key in ("name", "card", "category") if key in fields}
            actions.change_member(me, member, **described)
    return redirect_with_message(request, said, back)


@accept_bodies(2 * LARGEST)
@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def roster_page(request: HttpRequest, club: str) -> HttpResponse:
    """Read a list of members from a file: a form, then a preview of every line, then the list is stored."""
    found, own = club_where(request, club, Capability.MANAGE_MEMBERS)
    form = ListForm(*(request.POST, request.FILES) if request.method == "POST" else ())
    context: dict[str, Any] = {"club": found, "may": own.may, "form": form}
    if request.method != "POST":
        return render(request, "clubs/roster.html", context)
    try:
        text = sent_list(request)
        if "confirm" in request.POST:
            return _stored(request, found, actions.import_members(account_of(request), found, text))
        read = roster.read_roster(text, found, found.members.all())
    except ActionRefused as why:
        form.add_error("file", str(why))
        return render(request, "clubs/roster.html", context, status=status_of(form))
    return render(request, "clubs/roster.html", {**context, "text": text, **preview_context(read)})


def _stored(request: HttpRequest, club: Club, stored: list[RosterLine]) -> HttpResponse:
    said = _("%(new)d new members, %(changed)d changed; %(wrong)d lines were left out.")
    messages.success(request, said % counts_of(stored))
    return redirect("club-members", club.code)
