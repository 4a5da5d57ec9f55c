"""What people play at once with bots: the deal of the day, with its page and the result as a picture to
share, and a tournament alone."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.archive import pictures
from games.pages.view_helpers import Fields, action_response, action_view, text_of, usual_game
from ludocards.words.lessons import lessons_of
from ludopoli.accounts.guests import guest_for
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.pictures import picture_response
from ludopoli.text import zones
from tournaments import actions, deal_of_the_day
from tournaments.deal_of_the_day import DayResult


@require_safe
@never_cache
def deal_of_the_day_page(request: HttpRequest) -> HttpResponse:
    """Today's deal: the way to it, or what the reader has made of it, to share."""
    day = zones.site_day()
    result = deal_of_the_day.day_result(request.user, day)
    link = request.build_absolute_uri(request.path)
    game, (rules, _players) = deal_of_the_day.game_of_day(day), deal_of_the_day.rules_of_day(day)
    end = timezone.localtime(deal_of_the_day.end_of_day(day))
    context: dict[str, Any] = {
        "game": game,
        "preset": rules["preset"],
        "company": _company(*deal_of_the_day.company_of_day(day)),
        "end": "" if end.time() == time() else date_format(end, "TIME_FORMAT"),
        "has_lessons": bool(lessons_of(game)),
        "usual": usual_game(request),
        "result": result,
        "waits": result is None and deal_of_the_day.waits_for_result(request.user, day),
        "link": link,
    }
    if result:
        context["sentence"] = f"{_sentence(result)} {link}"
    return render(request, "tournaments/deal_of_the_day.html", context)


@action_view
def play_view(request: HttpRequest, _fields: Fields) -> HttpResponse:
    """Go to one's table with today's deal; a visitor becomes a guest."""
    show_refusals_on(request, reverse("deal-of-the-day"))
    mine = actions.play_deal_of_the_day(guest_for(request))
    if mine is None or mine.table is None:
        return redirect("deal-of-the-day")
    return action_response(request, mine.table)


@action_view
def play_with_bots_view(request: HttpRequest, fields: Fields) -> HttpResponse:
    """Go to one's table in a tournament with bots, which begins at once; a visitor becomes a guest."""
    show_refusals_on(request, reverse("calendar"))
    event = actions.play_with_bots(guest_for(request), text_of(fields, "game"))
    return redirect("event-table", event.code)


@require_safe
@never_cache
def result_picture(request: HttpRequest) -> HttpResponse:
    """The reader's own result as a picture, without a card of the deal."""
    result = deal_of_the_day.day_result(request.user, zones.site_day())
    if result is None:
        raise Http404
    names = {0: request.user.get_username()}
    sides = [" – ".join(names.get(seat) or texts.bot_name(-seat) for seat in side) for side in result.sides]
    rows = [*zip(sides, map(texts.format_figure, result.scores), strict=True)]
    return picture_response(
        request,
        lambda: pictures.list_svg(_title(result), _day(), rows, _standing(result)),
        cache_control="private, no-store",
    )


def _company(beside: int, against: int) -> str:
    """With whom and against whom a person plays."""
    others = ngettext("against a bot", "against %(n)d bots", against) % {"n": against}
    if beside:
        return _("Your partner is a bot, and you play %(against)s.") % {"against": others}
    return _("You play %(against)s.") % {"against": others}


def _title(result: DayResult) -> str:
    return _("The deal of the day, %(game)s") % {"game": texts.game_name(result.event.game)}


def _standing(result: DayResult) -> str:
    """The place among all who have played."""
    if result.place is None:
        return _("Not in the standings: bots played for you")
    if result.players == 1:
        return _("The first result of today")
    return _("Place %(place)d of %(players)d") % {"place": result.place, "players": result.players}


def _sentence(result: DayResult) -> str:
    """The result in a line, without a card."""
    return f"Ludopoli. {_title(result)}, {_day()}: {_outcome(result)}. {_standing(result)}."


def _outcome(result: DayResult) -> str:
    """Victory or defeat, with the score."""
    said = (
        _("won %(score)s")
        if result.lead > 0
        else _("lost %(score)s")
        if result.lead < 0
        else _("tied %(score)s")
    )
    return said % {"score": result.score}


def _day() -> str:
    """Today in words; Italian writes months in lower case, Django does not."""
    said = date_format(zones.site_day(), "j F")
    return said.lower() if get_language() == "it" else said
