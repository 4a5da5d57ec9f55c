"""The tables of a club: those that are open, the form that opens one, and the club's house rules."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import house_rules, selectors
from clubs import tables as actions
from clubs.models import Club, Member
from clubs.pages.view_helpers import club_action_view, club_where, redirect_with_message
from clubs.roles import Capability
from games import texts
from games.models import HouseRules
from games.pages.forms import HOUSE, OpenTableForm
from games.pages.listing import tables_html
from games.pages.view_helpers import Fields, asked_public_game, game_choices, text_of, usual_game
from games.play import selectors as play
from ludocards.engine.registry import GAMES
from ludopoli.accounts.access import account_of, with_account
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refused_forms import refusals_in, status_of


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def club_tables_page(request: HttpRequest, club: str) -> HttpResponse:
    found, own = club_where(request, club)
    sent = request.POST if request.method == "POST" else None
    public, house = asked_public_game(request), play.house_rules(request.GET.get("casa", ""))
    linked = house.game if house else public.game if public else ""
    asked = linked if sent is None else sent.get("game", "")
    game = asked if asked in GAMES else usual_game(request)
    chosen = HOUSE + house.code if house else public.presets[0] if public else ""
    known = selectors.house_rules_of_clubs([found])
    houses = [*(each for each in known if each.game == game), *play.house_choices(request.user, game)]
    players = request.GET.get("giocatori")
    form = OpenTableForm(game, sent, houses=houses, chosen=chosen, reserved=True, players=players)
    if sent is not None and form.is_valid():
        with refusals_in(form):
            return redirect(
                "table", actions.open_club_table(account_of(request), found, **form.arguments).code
            )
    context: dict[str, Any] = {
        "club": found,
        "may": own.may,
        "cards": tables_html(request, selectors.live_club_tables(found)),
        "form": form,
        "games": game_choices(form.public_code, lambda code: f"{request.path}?gioco={code}#apri"),
        "opens": reverse("club-tables", args=[found.code]),
        "houses": [(each, texts.house_summary(each.game, each.rules)) for each in known],
        "mine": _to_give(request, own, known),
    }
    return render(request, "clubs/tables.html", context, status=status_of(form))


def _to_give(request: HttpRequest, own: Member, known: list[HouseRules]) -> list[HouseRules]:
    """The reader's own house rules, which a director may give to the club, but for those that it has."""
    if not own.may[Capability.EDIT_CLUB]:
        return []
    mine = HouseRules.objects.filter(owner=request.user.pk)
    return [each for each in mine if not any(_is_same(each, given) for given in known)]


def _is_same(one: HouseRules, other: HouseRules) -> bool:
    return (one.game, one.name, one.rules) == (other.game, other.name, other.rules)


@club_action_view
def rules_act(request: HttpRequest, fields: Fields, club: Club, name: str) -> HttpResponse:
    """Give the club house rules, or take some away."""
    me, code = account_of(request), text_of(fields, "house")
    back = show_refusals_on(request, reverse("club-tables", args=[club.code]) + "#regole")
    if name == "add":
        house_rules.add_rules(me, club, play.house_rules(code))
        return redirect_with_message(request, _("The club now has these house rules."), back)
    removed = house_rules.remove_rules(me, club, code)
    said = _("The club no longer has “%(name)s”. Anyone who has saved these rules still has them.")
    return redirect_with_message(request, said % {"name": removed.name}, back)
