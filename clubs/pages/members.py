"""The list of members, what its directors do with each, and reading a list from a file."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import access, actions, chat, roster, selectors
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.pages.view_helpers import answered, club_action, directed, of_member, problem, sent_list
from clubs.roster import LineOutcome, RosterLine
from games.pages.view_helpers import Fields, text_of
from ludocards.engine.game import Refused
from ludopoli.accounts.access import account_of, with_account
from ludopoli.http.bodies import accepts
from ludopoli.text import table_files
from ludopoli.text.table_files import FileKind

A_PAGE = 100
"""The number of members on a page."""

LONGEST_SEARCH = 40

SHOWN = 500
"""The most lines of a list that its preview shows; those that are wrong come first."""


@login_required
@with_account
@never_cache
@require_safe
def members(request: HttpRequest, club: str) -> HttpResponse:
    found, own = of_member(request, club)
    text = request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH].strip()
    manages = access.manages(own)
    people = selectors.found(found, text, manages=manages) if text else selectors.people(found)
    context = {
        "club": found,
        "belongs": True,
        "manages": manages,
        "owns": own.role == Member.Role.OWNER,
        "q": text,
        "page": Paginator(people, A_PAGE).get_page(request.GET.get("pagina")),
        "asking": selectors.asking(found) if manages else [],
        "roles": [(role.value, role.label) for role in access.BELONGING],
    }
    return render(request, "clubs/members.html", context)


@require_safe
@login_required
@with_account
@never_cache
def table(request: HttpRequest, club: str, kind: FileKind) -> HttpResponse:
    """The list of members as a file, for directors; `roster` reads it again."""
    found = directed(request, club)
    return table_files.respond(kind, f"ludopoli-soci-{found.code}", selectors.member_sheet(found))


@club_action
def act(request: HttpRequest, fields: Fields, club: Club, number: int, name: str) -> HttpResponse:
    """Accept, remove or change one member, or give them a role."""
    me, back = account_of(request), reverse("club-members", args=[club.code])
    refused = actions.directors(access.membership(me, club))
    member = refused or access.member_of(club, number) or actions.NO_MEMBER
    if isinstance(member, Refused):
        return answered(request, member, "", back)
    match name:
        case "accept":
            return answered(request, actions.accept(me, member), _("Accepted."), back)
        case "remove":
            return answered(request, actions.remove(me, member), _("Taken off the list."), back)
        case "mute" | "unmute":
            muted = name == "mute"
            return answered(request, chat.mute(me, member, muted=muted), _("Saved."), back)
        case "role":
            changed = actions.set_role(me, member, text_of(fields, "role"))
            return answered(request, changed, _("Saved."), back)
        case _:
            described = {key: text_of(fields, key) for key in ("name", "card", "category") if key in fields}
            return answered(request, actions.change_member(me, member, **described), _("Saved."), back)


@accepts(2 * LARGEST)
@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def roster_page(request: HttpRequest, club: str) -> HttpResponse:
    """Read a list of members from a file: a form, then a preview of every line, then the list is stored."""
    found = directed(request, club)
    context: dict[str, Any] = {"club": found, "belongs": True}
    if request.method != "POST":
        return render(request, "clubs/roster.html", context)
    text = sent_list(request)
    if not isinstance(text, Refused) and "confirm" in request.POST:
        lines = actions.import_members(account_of(request), found, text)
        if not isinstance(lines, Refused):
            return _stored(request, found, lines)
        text = lines
    lines = text if isinstance(text, Refused) else roster.read(text, found, found.members.all())
    if isinstance(lines, Refused):
        status, _code, message = problem(lines)
        return render(request, "clubs/roster.html", {**context, "wrong": message}, status=status)
    counts = Counter(line.outcome for line in lines)
    first = sorted(lines, key=lambda line: (line.outcome != LineOutcome.WRONG, line.line))[:SHOWN]
    context |= {
        "text": text,
        "lines": [(line, problem(line.problem)[2] if line.problem else "") for line in first],
        "left": len(lines) - len(first),
        "counts": {outcome.value: counts[outcome] for outcome in LineOutcome},
    }
    return render(request, "clubs/roster.html", context)


def _stored(request: HttpRequest, club: Club, lines: list[RosterLine]) -> HttpResponse:
    counts = Counter(line.outcome for line in lines)
    said = _("%(new)d new members, %(changed)d changed; %(wrong)d lines were left out.")
    messages.success(request, said % {outcome.value: counts[outcome] for outcome in LineOutcome})
    return redirect("club-members", club.code)
