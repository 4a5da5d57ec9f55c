"""The page of open challenges, received and sent, and the answers to them."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.models import Challenge
from games.pages.view_helpers import Fields, action_response, action_view
from games.people import challenges
from ludopoli.accounts.access import account_of
from ludopoli.accounts.models import User
from ludopoli.http import error_pages


@never_cache
@login_required
@require_safe
def challenges_page(request: HttpRequest) -> HttpResponse:
    context = {
        "to_me": [_shown(each) for each in challenges.challenges_to_answer(account_of(request))],
        "by_me": [_shown(each) for each in challenges.challenges_awaiting_reply(account_of(request))],
    }
    return render(request, "games/challenges.html", context)


@login_required
@action_view
def accept_challenge_view(request: HttpRequest, fields: Fields, challenge: uuid.UUID) -> HttpResponse:
    """Accept a challenge, and go to the table."""
    error_pages.show_refusals_on(request, reverse("challenges"))
    return action_response(request, challenges.accept_challenge(account_of(request), challenge))


@login_required
@action_view
def decline_challenge_view(request: HttpRequest, fields: Fields, challenge: uuid.UUID) -> HttpResponse:
    return _answer(request, challenges.decline_challenge, challenge, _("You have declined."))


@login_required
@action_view
def withdraw_challenge_view(request: HttpRequest, fields: Fields, challenge: uuid.UUID) -> HttpResponse:
    return _answer(request, challenges.withdraw_challenge, challenge, _("Challenge withdrawn."))


def _answer(
    request: HttpRequest, act: Callable[[User, uuid.UUID], object], challenge: uuid.UUID, said: str
) -> HttpResponse:
    page = error_pages.show_refusals_on(request, reverse("challenges"))
    act(account_of(request), challenge)
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True})
    messages.success(request, said)
    return redirect(page)


def _shown(challenge: Challenge) -> dict[str, object]:
    table = challenge.table
    return {
        "id": challenge.pk,
        "table": table,
        "called": texts.title_of_rules(table.game, table.rules["preset"], table.rules_name),
        "challenger": challenge.challenger,
        "challenged": challenge.challenged,
        "at": challenge.at,
        "until": challenge.at + challenges.ANSWER_TIME,
        "ends": texts.rules_summary(table.game, table.rules)[:1],
    }
