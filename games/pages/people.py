"""The pages about people: leaderboards, a profile, and a history of matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import texts
from games.pages import listing
from games.pages.view_helpers import ChoiceLink, asked_game, asked_public_game, game_choices, usual_game
from games.people import charts, leaderboards, profiles, standings
from games.people.ratings import matches_until_settled
from games.play import online
from games.play.online import PersonOnline
from games.templatetags.people import month
from ludopoli.accounts import people
from ludopoli.accounts.access import account_of
from ludopoli.accounts.models import User
from ludopoli.http.throttle import client_address
from ludopoli.text import zones

KEPT = ("gioco", "periodo", "amici")
"""The parameters that the links of a leaderboard or a profile keep."""

PODIUM = 3
"""The number of people above the rows of a leaderboard."""

MOST_AROUND = 6
"""The number of people around above the leaderboards; the lobby has the rest."""

LATEST = 10
"""The number of matches on a profile; the history has the rest."""


@require_safe
def site_leaderboard(request: HttpRequest) -> HttpResponse:
    """The people: those found by name or a part of it (`nome`), those around, and the leaderboards."""
    asked = request.GET.get("nome", "")
    found = asked and people.find_named(asked, User.objects.filter(is_active=True, is_guest=False))
    if found:
        return redirect("profile", found.username)
    around = online.people_for(request.user)
    me = request.user if isinstance(request.user, User) and not request.user.is_guest else None
    among = leaderboards.friends_circle(me) if me is not None and "amici" in request.GET else None
    context = {
        **leaderboard_context(request, among),
        "may_be_on_it": me is not None,
        "friendless": among is not None and len(among) == 1,
        "whose": me and _whose(request, among is not None),
        "asked": asked,
        "alike": people.people_named_like(asked, client_address(request)),
        "around": listing.people_html(request, around[:MOST_AROUND], None),
        "more_around": len(around[MOST_AROUND:]),
    }
    return render(request, "people/people.html", context)


def leaderboard_context(request: HttpRequest, among: leaderboards.Among) -> dict[str, Any]:
    """The context of a leaderboard of the game and the period in the address. Raises `BadRequest`."""
    game, period, today = _game(request), _period(request), zones.site_day()
    asked = request.GET.get("dopo", "")
    after = leaderboards.leaderboard_cursor(asked)
    if asked and after is None:
        raise BadRequest("no such page")
    if "io" in request.GET:
        after = leaderboards.cursor_around(request.user, game, period, among)
    page = leaderboards.leaderboard_rows(game, period, after, among=among)
    before, later = (
        (None, None) if period == standings.ALL else leaderboards.neighbouring_periods(period, today)
    )
    return {
        "game": game,
        "game_name": texts.names_of_game(game),
        "page": page,
        "podium": page.rows[:PODIUM] if page.first else [],
        "rows": page.rows[PODIUM:] if page.first else page.rows,
        "mine": leaderboards.own_place(request.user, game, period, among),
        "among_some": among is not None,
        "period_name": _period_name(period),
        "by_rating": period == standings.ALL,
        "minimum": None if period == standings.ALL else standings.least_matches(period),
        "games": _games(request, game),
        "periods": _periods(request, period, today),
        "earlier": before and ChoiceLink(_period_name(before), _link(request, periodo=before), False),
        "later": later and ChoiceLink(_period_name(later), _link(request, periodo=later), False),
        "next": page.after and _link(request, dopo=f"{page.after[0]}.{page.after[1]}"),
        "start": _link(request),
        "my_place": _link(request, io="1"),
    }


@require_safe
def player_page(request: HttpRequest, name: str) -> HttpResponse:
    person = profiles.access_player(name)
    ratings, played = profiles.ratings_of(person), profiles.by_game(person)
    game = _game(request, next(iter(ratings or played), None))
    period, today = _period(request), zones.site_day()
    row = profiles.standing_of(person, game, period)
    history = profiles.rating_history(person, game)
    context = {
        "person": person,
        "blocked": person.pk in people.ids_blocked_by(request.user),
        "around": _around(request, person),
        "ratings": [
            (texts.names_of_game(each), rating, matches_until_settled(rating))
            for each, rating in ratings.items()
        ],
        "played": [
            (profiles.standing_line(row, texts.names_of_game(each)), row) for each, row in played.items()
        ],
        "game": game,
        "game_name": texts.names_of_game(game),
        "games": _games(request, game),
        "period_name": _period_name(period),
        "periods": _periods(request, period, today),
        "standing": row,
        "line": row and profiles.standing_line(row),
        "tallies": profiles.named_tallies(row) if row else [],
        "charts": [charts.rating_chart(history, width) for width in (charts.WIDE, charts.NARROW) if history],
        "presets": profiles.by_preset(row),
        "partners": profiles.by_partner(person, game, period),
        "seats": profiles.by_seat(row),
        "history": profiles.match_history(person, request.user, size=LATEST),
        "against": _record_against(request, person),
    }
    return render(request, "people/profile.html", context)


def _record_against(request: HttpRequest, person: User) -> list[tuple[str, Mapping[str, Any]]]:
    """The reader's record against somebody, by game; empty if they have not met."""
    if not request.user.is_authenticated or request.user == person:
        return []
    met = profiles.crosstable_of(account_of(request), person).games
    return [(texts.names_of_game(each["game"]), each) for each in met]


def _around(request: HttpRequest, person: User) -> PersonOnline | None:
    """The person as somebody signed in finds them around."""
    found = online.people_for(request.user) if request.user.is_authenticated else []
    return next((each for each in found if each.user == person), None)


@require_safe
def matches_page(request: HttpRequest, name: str) -> HttpResponse:
    person = profiles.access_player(name)
    asked, game = request.GET.get("prima", ""), asked_public_game(request)
    before = profiles.history_cursor(asked)
    if asked and before is None:
        raise BadRequest("no such page")
    wanted = profiles.HistoryFilter(game.game, game.presets) if game else profiles.EVERYTHING
    history = profiles.match_history(person, request.user, wanted, before)
    kept = {"gioco": game.code} if game else {}
    context = {
        "person": person,
        "history": history,
        "first": before is None,
        "games": game_choices(kept.get("gioco"), lambda code: f"?gioco={code}", "?"),
        "start": f"?{urlencode(kept)}",
        "next": f"?{urlencode({**kept, 'prima': history.before})}",
    }
    return render(request, "people/matches.html", context)


def _game(request: HttpRequest, usual: str | None = None) -> str:
    """The game that the address asks for, or the usual one, or else the one that the reader plays."""
    return asked_game(request) or usual or usual_game(request)


def _period(request: HttpRequest) -> str:
    return leaderboards.period_of(request.GET.get("periodo", "sempre"), zones.site_day()) or standings.ALL


def _period_name(period: str) -> str:
    if period == standings.ALL:
        return _("all time")
    if not standings.is_month(period):
        return period
    return month(date(int(period[:4]), int(period[5:]), 1))


def _games(request: HttpRequest, game: str) -> list[list[ChoiceLink]]:
    return game_choices(game, lambda code: _link(request, gioco=code), rated=True)


def _periods(request: HttpRequest, period: str, today: date) -> list[ChoiceLink]:
    """All time, a year and a month: those that are shown, or else the current ones."""
    year = period[:4] if period != standings.ALL else f"{today:%Y}"
    of_month = period if standings.is_month(period) else f"{today:%Y-%m}"
    named = (
        (_("All time"), "sempre", standings.ALL),
        (_("Year"), year, year),
        (_("Month"), of_month, of_month),
    )
    return [ChoiceLink(name, _link(request, periodo=asked), period == meant) for name, asked, meant in named]


def _whose(request: HttpRequest, friends: bool) -> list[ChoiceLink]:
    kept = {name: request.GET[name] for name in KEPT[:-1] if name in request.GET}
    return [
        ChoiceLink(_("Everybody"), f"?{urlencode(kept)}", not friends),
        ChoiceLink(_("Friends"), f"?{urlencode({**kept, 'amici': '1'})}", friends),
    ]


def _link(request: HttpRequest, **changed: str) -> str:
    """The address of this page with its parameters, some of them changed."""
    kept = {name: request.GET[name] for name in KEPT if name in request.GET}
    return f"?{urlencode({**kept, **changed})}"
