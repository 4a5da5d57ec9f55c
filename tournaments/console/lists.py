"""Entering people from a CSV file, after a preview of every line."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.csv_lists import LARGEST
from clubs.licences import LicenceStatus
from clubs.pages.forms import ListForm
from clubs.pages.view_helpers import counts_of, preview_context, sent_list
from ludopoli.accounts.access import account_of
from ludopoli.base.lookups import number_of
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import status_of
from ludopoli.text.table_files import FileKind
from tournaments import actions
from tournaments.console.view_helpers import directed_event_or_refuse
from tournaments.entering.door import Door
from tournaments.entering.entry_lists import EntryLine
from tournaments.entering.licence_checks import licences_in
from tournaments.models import Event
from tournaments.outlets import files

LONGEST_SEARCH = 80

PAGE = "tournaments/console/list.html"


@accept_bodies(2 * LARGEST)
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry_list(request: HttpRequest, event: str) -> HttpResponse:
    """Read entries from a file: a form, then a preview of every line, then they are entered."""
    found = directed_event_or_refuse(request, event)
    if not found.is_real:
        raise Http404
    form = ListForm(*(request.POST, request.FILES) if request.method == "POST" else ())
    context: dict[str, Any] = {"event": found, "form": form}
    if request.method != "POST":
        return render(request, PAGE, context)
    homonyms = {number_of(each, 6) or 0 for each in request.POST.getlist("homonym")}
    try:
        text = sent_list(request)
        if "confirm" in request.POST:
            entered = actions.import_entries(account_of(request), found, text, homonyms)
            return _entered(request, found, entered)
        lines = actions.read_list(found, text)
    except ActionRefused as why:
        form.add_error("file", str(why))
        return render(request, PAGE, context, status=status_of(form))
    asks = any(line.asks for line in lines)
    return render(request, PAGE, {**context, "text": text, "asks": asks, **preview_context(lines)})


@require_safe
@login_required
@never_cache
def find_people(request: HttpRequest, event: str) -> HttpResponse:
    """The members of the club whom the text `q` may mean; with `con`, beside this person."""
    found = directed_event_or_refuse(request, event)
    if not found.is_real:
        raise Http404
    text, beside = (request.GET.get(name, "").replace("\0", "")[:LONGEST_SEARCH] for name in ("q", "con"))
    people = Door(found).suggest_people(text, beside)
    return JsonResponse(
        {
            "people": [
                {
                    "text": each.text,
                    "entered": each.entered,
                    "partner": each.is_partner,
                    "licence": "" if each.licence is None else each.licence.label,
                }
                for each in people
            ]
        }
    )


@require_safe
@login_required
@never_cache
def entry_licences(request: HttpRequest, event: str) -> HttpResponse:
    """The people of a federation's event with their licences; those that are not valid come first."""
    found = directed_event_or_refuse(request, event)
    lines = sorted(licences_in(found), key=lambda each: each.status == LicenceStatus.VALID)
    wrong = sum(each.status != LicenceStatus.VALID for each in lines)
    return render(
        request, "tournaments/console/licences.html", {"event": found, "lines": lines, "wrong": wrong}
    )


@require_safe
@login_required
@never_cache
def entry_file(request: HttpRequest, event: str, kind: FileKind) -> HttpResponse:
    """The entries as a file, which `entry_list` reads again, for another evening."""
    found = directed_event_or_refuse(request, event)
    if not found.is_real:
        raise Http404
    return files.entries_file(found, kind)


def _entered(request: HttpRequest, event: Event, lines: list[EntryLine]) -> HttpResponse:
    said = _("Entered: %(new)d; already in: %(same)d; left out because they are wrong: %(wrong)d.")
    messages.success(request, said % counts_of(lines))
    return redirect("console", event.code)
