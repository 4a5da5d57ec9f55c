"""An evening at real tables as a file for another site, and the page that reads such a file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import selectors as clubs
from clubs.csv_lists import LARGEST
from clubs.models import Club
from ludopoli.accounts.access import account_of, with_account
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import status_of
from tournaments import actions
from tournaments.console.fields import SELECT, choice_field
from tournaments.console.view_helpers import directed_event_or_refuse
from tournaments.evenings import evening_files
from tournaments.evenings.evening_changes import EveningChanges
from tournaments.scores.amounts import format_amount, table_score


class EveningForm(forms.Form):
    """The file of an evening, and the club whose evening it becomes."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        widget=forms.FileInput({**SELECT, "accept": ".json, application/json", "required": True}),
    )
    club = choice_field(
        gettext_lazy("For a club"),
        (),
        required=False,
        help_text=gettext_lazy(
            "Members are recognised by their membership number, and appear with their accounts."
        ),
    )

    def __init__(self, own: Collection[Club], *sent: Any) -> None:
        super().__init__(*sent)
        if own:
            names = [(each.code, str(each)) for each in own]
            self.fields["club"].choices = [("", pgettext("club", "None")), *names]  # type: ignore[attr-defined]
        else:
            del self.fields["club"]


@require_safe
@login_required
@never_cache
def evening_download(request: HttpRequest, event: str) -> HttpResponse:
    """The evening as a file, once it was played to the end."""
    held = directed_event_or_refuse(request, event)
    if not evening_files.has_file(held):
        raise Http404
    return HttpResponse(
        json.dumps(evening_files.evening_document(held), ensure_ascii=False),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="ludopoli-{held.code}.json"'},
    )


@accept_bodies(2 * LARGEST)
@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def bring_evening(request: HttpRequest) -> HttpResponse:
    """Bring an evening from the file of another site."""
    me = account_of(request)
    own = {each.code: each for each in clubs.clubs_to_organise_for(me)}
    form = EveningForm(own.values(), *(request.POST, request.FILES) if request.method == "POST" else ())
    if request.method != "POST":
        return render(request, "tournaments/console/bring.html", {"form": form})
    sent = request.FILES.get("file")
    data = sent.read(LARGEST + 1) if sent else request.POST.get("text", "").encode()
    club = own.get(request.POST.get("club", ""))
    try:
        made = actions.import_evening(me, data, club, confirmed="confirm" in request.POST)
    except ActionRefused as why:
        form.add_error("file", str(why))
        return render(request, "tournaments/console/bring.html", {"form": form}, status=status_of(form))
    if isinstance(made, EveningChanges):
        context = {"changes": made, "rows": [*_rows(made)], "text": data.decode()}
        return render(request, "tournaments/console/renew.html", context)
    messages.success(request, _("The evening has been imported."))
    return redirect(made)


def _rows(changes: EveningChanges) -> Iterator[tuple[str, str, str]]:
    """Yield what changes, as it is here and in the file."""
    for name in changes.names:
        yield _("Entry %(entry)d: people") % {"entry": name.entry}, name.before or "–", name.after or "–"
    for score in changes.scores:
        at = {"round": score.round, "table": score.table, "row": score.row}
        what = _("Round %(round)d, table %(table)d, row %(row)d") % at
        yield what, table_score(score.before or ()) or "–", table_score(score.after or ()) or "–"
    for place in changes.places:
        what = _("Entry %(entry)d: place and points") % {"entry": place.entry}
        yield what, _ranked(*place.before), _ranked(*place.after)


def _ranked(place: int | None, score: int | None) -> str:
    return "–" if place is None or score is None else f"{place} ({format_amount(score)})"
