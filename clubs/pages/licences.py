"""The licences of a federation for its organisers: what they do with each, and with lists in files."""

from __future__ import annotations

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

from clubs import federations, licence_lists, selectors
from clubs.csv_lists import LARGEST
from clubs.licences import licence_status
from clubs.models import Club, Federation, Licence
from clubs.pages.federation_forms import (
    HolderForm,
    LicenceForm,
    LicenceListForm,
    NewLicenceForm,
    read_licence,
)
from clubs.pages.federations import federation_action_view, named_club, organised_federation
from clubs.pages.view_helpers import counts_of, preview_context, redirect_with_message, sent_list
from games.pages.view_helpers import Fields, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import status_of
from ludopoli.text import table_files, zones
from ludopoli.text.table_files import FileKind

A_PAGE = 50
"""The number of licences on a page."""

LONGEST_SEARCH = 40


@login_required
@with_account
@never_cache
@require_safe
def licences_page(request: HttpRequest, federation: str) -> HttpResponse:
    """The licences, for the organisers alone: the page has the years of birth."""
    found = organised_federation(request, federation)
    text = request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH].strip()
    page = Paginator(selectors.find_licences(found, text), A_PAGE).get_page(request.GET.get("pagina"))
    clubs = selectors.clubs_of_federation(found)
    context = {
        "federation": found,
        "q": text,
        "page": page,
        "lines": [_licence_line(request, found, each, clubs) for each in page],
        "form": NewLicenceForm(clubs).at(request, reverse("licence-act", args=[found.slug, "issue"])),
        "has_clubs": bool(clubs),
    }
    return render(request, "clubs/licences.html", context)


def _licence_line(
    request: HttpRequest, federation: Federation, licence: Licence, clubs: list[Club]
) -> dict[str, Any]:
    change, move = (reverse("licence-act", args=[federation.slug, name]) for name in ("change", "move"))
    return {
        "licence": licence,
        "status": licence_status(licence, zones.site_day()),
        "change": LicenceForm(licence).at(request, change),
        "move": HolderForm(clubs, licence).at(request, move),
    }


@federation_action_view
def act_on_licence(request: HttpRequest, fields: Fields, federation: Federation, name: str) -> HttpResponse:
    """Issue a licence, or change, move or withdraw the one that is named."""
    me, said = account_of(request), _("Saved.")
    page = show_refusals_on(request, reverse("federation-licences", args=[federation.slug]))
    number, person = text_of(fields, "licence"), text_of(fields, "person")
    match name:
        case "issue":
            federations.issue_licence(me, federation, named_club(fields), person, **read_licence(fields))
            said = _("Licence issued.")
        case "change":
            federations.change_licence(me, federation, number, **read_licence(fields))
        case "move":
            federations.move_licence(me, federation, number, named_club(fields), person)
        case _:
            federations.withdraw_licence(me, federation, number)
            said = _("Licence withdrawn.")
    return redirect_with_message(request, said, page)


@accept_bodies(2 * LARGEST)
@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def licence_list_page(request: HttpRequest, federation: str) -> HttpResponse:
    """Read a list of licences from a file: a form, then a preview of every line, then the list is stored."""
    found = organised_federation(request, federation)
    form = LicenceListForm(*(request.POST, request.FILES) if request.method == "POST" else ())
    context: dict[str, Any] = {"federation": found, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "clubs/licence_list.html", context, status=status_of(form))
    season = form.cleaned_data["valid_from"], form.cleaned_data["valid_until"]
    try:
        text = sent_list(request)
        if "confirm" in request.POST:
            lines = federations.import_licences(account_of(request), found, text, season)
            said = _("%(new)d new licences, %(changed)d renewed or changed; %(wrong)d lines were left out.")
            messages.success(request, said % counts_of(lines))
            return redirect("federation-licences", found.slug)
        lines = licence_lists.read_licences(text, found, season)
    except ActionRefused as why:
        form.add_error("file", str(why))
        return render(request, "clubs/licence_list.html", context, status=status_of(form))
    return render(request, "clubs/licence_list.html", {**context, "text": text, **preview_context(lines)})


@require_safe
@login_required
@with_account
@never_cache
def licences_file(request: HttpRequest, federation: str, kind: FileKind) -> HttpResponse:
    """The licences as a file, which `licence_list_page` reads again."""
    found = organised_federation(request, federation)
    return table_files.file_response(kind, f"ludopoli-tessere-{found.slug}", selectors.licence_sheet(found))
