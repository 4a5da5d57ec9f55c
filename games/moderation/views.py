"""The pages of fair play: reporting somebody, and the moderators' desk."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.archive.finished_matches import may_know_match, reported_place
from games.models import Match
from games.moderation import cases, decisions
from games.moderation.forms import ACTIONS, LASTING, DecisionForm, ReportForm
from ludopoli.accounts import people
from ludopoli.accounts.access import account_of
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import REFUSED, refusals_in, status_of
from ludopoli.moderation import log, reports, sanctions
from ludopoli.moderation.access import is_moderator
from ludopoli.moderation.models import LONGEST_TEXT, Report, Sanction

PER_PAGE = 40

View = Callable[..., HttpResponse]


# ---- for everybody


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report_page(request: HttpRequest) -> HttpResponse:
    """Report the person `chi`, optionally for the match `partita` or the table `tavolo`; `motivo` and `testo`
    fill in the form."""
    me, asked = account_of(request), request.POST if request.method == "POST" else request.GET
    row, table = reported_place(request.user, asked.get("partita", ""), asked.get("tavolo", ""))
    name = asked.get("chi", "").strip()
    subject = people.find_person(name) if name else None
    if name and subject is None:
        raise Http404
    choices = [other for other in cases.people_of(row) if other.pk != me.pk] if row and not name else []
    proposed = {"reason": asked.get("motivo", ""), "text": asked.get("testo", "")[:LONGEST_TEXT]}
    form = ReportForm(request.POST if request.method == "POST" else None, initial=proposed)
    if request.method == "POST":
        if subject is None:
            form.add_error(None, _("Say who you mean."))
        elif form.is_valid():
            sent = {"match": str(row.pk) if row else "", "table": table}
            with refusals_in(form):
                reports.report_person(
                    me, subject, form.cleaned_data["reason"], form.cleaned_data["text"], **sent
                )
                thanks = _("Thank you: a moderator will look at it. %(name)s will not learn who reported it.")
                messages.success(request, thanks % {"name": subject.username})
                return redirect(_back(request))
    context = {
        "form": form,
        "subject": subject,
        "choices": choices,
        "match": row,
        "table": table,
        "next": asked.get("next", ""),
    }
    return render(request, "moderation/report.html", context, status=status_of(form))


@login_required
@require_POST
def confirm_notice(request: HttpRequest, number: int) -> HttpResponse:
    """Note that the reader has read a notice of the moderators."""
    if not sanctions.confirm_sanction(account_of(request), number):
        raise Http404
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else reverse("lobby")


# ---- for moderators


def moderator_only(view: View) -> View:
    """Limit a view to staff with the permission; others get a 403."""

    @wraps(view)
    @never_cache
    @login_required
    def wrapped(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not is_moderator(request.user):
            raise PermissionDenied
        return view(request, **kwargs)

    return wrapped


@moderator_only
@require_GET
def queue_page(request: HttpRequest) -> HttpResponse:
    """The open reports, or the closed ones (`stato=chiuse`), filtered by reason (`motivo`)."""
    reason, closed = request.GET.get("motivo", ""), request.GET.get("stato") == "chiuse"
    reason = reason if reason in Report.Reason.values else ""
    page = Paginator(reports.report_queue(reason=reason, closed=closed), PER_PAGE).get_page(
        request.GET.get("p")
    )
    kept = {"motivo": reason, "stato": "chiuse" if closed else ""}

    def link(**changed: str) -> str:
        return f"?{urlencode({name: text for name, text in {**kept, **changed}.items() if text})}"

    context = {
        "page": page,
        "closed": closed,
        "when": _("Decided") if closed else _("Waiting for"),
        "states": [(_("Waiting"), link(stato=""), not closed), (_("Decided"), link(stato="chiuse"), closed)],
        "reasons": [
            (pgettext("reports", "All"), link(motivo=""), not reason),
            *((each.label, link(motivo=each.value), each == reason) for each in Report.Reason),
        ],
        "earlier": link(p=str(page.previous_page_number())) if page.has_previous() else "",
        "later": link(p=str(page.next_page_number())) if page.has_next() else "",
        "now": timezone.now(),
    }
    return render(request, "moderation/queue.html", context)


@moderator_only
@require_http_methods(["GET", "POST"])
def case_page(request: HttpRequest, number: int) -> HttpResponse:
    found = get_object_or_404(Report.objects.select_related("reporter", "subject"), pk=number)
    row = cases.match_of(found)
    here = reverse("moderation-case", args=[number])
    context = {
        "report": found,
        "talk": cases.table_talk(found.table, found.at, found.at) if found.table else [],
    }
    return _room(request, here, cases.people_concerned(found, row), row, found, context)


@moderator_only
@require_http_methods(["GET", "POST"])
def moderated_person_page(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(User, username=name)
    here = reverse("moderation-person", args=[name])
    return _room(request, here, [found], None, None, {"title": found.username})


@moderator_only
@require_http_methods(["GET", "POST"])
def moderated_match_page(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    row = get_object_or_404(Match.objects.select_related("table"), pk=match)
    here = reverse("moderation-match", args=[match])
    end = row.finished_at or timezone.now()
    talk = cases.table_talk(row.table.code, row.started_at, end) if may_know_match(request.user, row) else []
    context = {"title": _("A match"), "talk": talk}
    return _room(request, here, cases.people_of(row), row, None, context)


@moderator_only
@require_GET
def decisions_page(request: HttpRequest) -> HttpResponse:
    """The log of all decisions, with their authors and reasons."""
    page = Paginator(log.latest_acts(), PER_PAGE).get_page(request.GET.get("p"))
    return render(request, "moderation/log.html", {"page": page})


def _room(
    request: HttpRequest,
    here: str,
    concerned: Sequence[User],
    row: Match | None,
    found: Report | None,
    context: dict[str, Any],
) -> HttpResponse:
    """The page of a case; a POST takes a decision."""
    status = 200
    if request.method == "POST":
        try:
            _decide(request, concerned, row, found)
        except ActionRefused as refused:
            status, context["problem"] = REFUSED, str(refused)
        else:
            messages.success(request, _("Done, and recorded in the log."))
            return redirect(here)
    now = timezone.now()
    context |= {
        "match": row,
        "dossiers": [cases.dossier_of(each, now) for each in concerned],
        "actions": ACTIONS.items(),
        "lasting": [(name, text) for name, (text, _for) in LASTING.items()],
        "sent": request.POST,
        "now": now,
    }
    return render(request, "moderation/case.html", context, status=status)


def _decide(request: HttpRequest, concerned: Sequence[User], row: Match | None, found: Report | None) -> None:
    me, what, reason = account_of(request), request.POST.get("action", ""), request.POST.get("reason", "")
    if what == "dismiss" and found is not None:
        decisions.dismiss_report(me, found, reason)
    elif what == "annul" and row is not None:
        decisions.annul_match(me, row.pk, reason, report=found)
    elif what == "restore" and row is not None:
        decisions.restore_match(me, row.pk, reason)
    elif what == "lift":
        number = number_of(request.POST.get("sanction"))
        ids = [each.pk for each in concerned]
        theirs = Sanction.objects.select_related("user").filter(user__in=ids)
        sanction = theirs.filter(pk=number).first() if number is not None else None
        if sanction is None:
            raise ActionRefused("not_in_force")
        decisions.lift_by(me, sanction, reason)
    else:
        _impose(request, me, concerned, found)


def _impose(request: HttpRequest, me: User, concerned: Sequence[User], found: Report | None) -> None:
    form = DecisionForm(request.POST)
    if not form.is_valid():
        raise ActionRefused("bad_decision")
    sent = form.cleaned_data
    whom = next((each for each in concerned if each.pk == sent["person"]), None)
    if whom is None:
        raise ActionRefused("not_in_this_case")
    lasting = LASTING[sent["lasting"]][1]
    until = None if lasting is None else timezone.now() + lasting
    if sent["action"] == "warn":
        decisions.warn_person(me, whom, sent["reason"], report=found)
    elif sent["action"] == "ban":
        decisions.ban_person(me, whom, sent["reason"], until, report=found)
    elif until is None:
        raise ActionRefused("mute_for_good")
    else:
        decisions.mute_person(me, whom, sent["reason"], until, report=found)
