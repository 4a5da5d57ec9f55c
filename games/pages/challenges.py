"""The page of open challenges, received and sent, and the answers to them."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.models import Challenge
from games.pages.view_helpers import Fields, action, done, refused
from games.people import challenges
from ludocards.engine.game import Refused
from ludopoli.accounts.access import account_of
from ludopoli.http import error_pages


@never_cache
@login_required
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    context = {
        "to_me": [_shown(each) for each in challenges.open_to(account_of(request))],
        "by_me": [_shown(each) for each in challenges.open_by(account_of(request))],
    }
    return render(request, "games/challenges.html", context)


@login_required
@action
def accept(request: HttpRequest, fields: Fields, challenge: uuid.UUID) -> HttpResponse:
    """Accept a challenge, and go to the table."""
    return done(request, challenges.accept(account_of(request), challenge), back="challenges")


@login_required
@action
def decline(request: HttpRequest, fields: Fields, challenge: uuid.UUID) -> HttpResponse:
    return _over(request, challenges.decline(account_of(request), challenge), _("You have declined."))


@login_required
@action
def withdraw(request: HttpRequest, fields: Fields, challenge: uuid.UUID) -> HttpResponse:
    return _over(
        request, challenges.withdraw(account_of(request), challenge), _("The challenge has been withdrawn.")
    )


def _over(request: HttpRequest, answered: Challenge | Refused, said: str) -> HttpResponse:
    if isinstance(answered, Refused):
        return refused(request, answered, back="challenges")
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True})
    messages.success(request, said)
    return redirect("challenges")


def _shown(challenge: Challenge) -> dict[str, object]:
    table = challenge.table
    return {
        "id": challenge.pk,
        "table": table,
        "game": texts.game_name(table.game),
        "rules": table.rules_name or texts.preset_name(table.game, table.rules["preset"]),
        "challenger": challenge.challenger,
        "challenged": challenge.challenged,
        "at": challenge.at,
    }
