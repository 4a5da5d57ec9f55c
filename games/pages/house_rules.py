"""House rules: saving them from the form that opens a table, copying those of others, deleting them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import HouseRules
from games.pages.forms import OpenTableForm
from games.pages.lobby import bad_form, form_data, form_for, form_page_of, lobby_page
from games.pages.view_helpers import Fields, action_view, flag_of
from games.play import actions, selectors
from ludocards.engine.registry import GAMES
from ludopoli.accounts.guests import guest_for
from ludopoli.accounts.models import User
from ludopoli.http import error_pages, refused_forms
from ludopoli.http.refusals import ActionRefused


@action_view
def save_rules_view(request: HttpRequest, fields: Fields) -> HttpResponse:
    """Save the rules of the form under a name; with `change` they replace the house rules that were
    chosen."""
    game = fields.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        raise ActionRefused("no_game")
    form = form_for(request, game, form_data(request, fields), saving=True)
    if not form.is_valid():
        return bad_form(request, form)
    try:
        saved = _save(request, form, change=flag_of(fields, "change"))
    except ActionRefused as why:
        if error_pages.wants_json(request):
            raise
        form.add_error("name", str(why))
        return lobby_page(request, form, status=refused_forms.REFUSED)
    back = form_page_of(request, fields) or reverse("lobby")
    players = form.unusual_players
    url = f"{back}?casa={saved.code}{f'&giocatori={players}' if players else ''}#apri"
    changed = _("“%(name)s” is changed. People and clubs that have saved the former rules still have those.")
    return _kept(request, saved, url, changed if flag_of(fields, "change") else "")


def _save(request: HttpRequest, form: OpenTableForm, *, change: bool) -> HouseRules:
    name, house = actions.tidy_name(form.cleaned_data["name"]), form.house
    if not change:
        return actions.save_rules(guest_for(request), game=form.game_name, name=name, rules=form.rules)
    if house is None:
        raise ActionRefused("no_house_rules")
    return actions.change_rules(_owner(request, house), house, name=name, rules=form.rules)


@action_view
def keep_house(request: HttpRequest, fields: Fields, house: str) -> HttpResponse:
    """Copy house rules that somebody has shared."""
    found = _found(house)
    return _kept(
        request,
        actions.copy_rules(guest_for(request), game=found.game, name=found.name, rules=found.rules),
    )


@action_view
def keep_rules_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Copy the house rules of a table."""
    found = selectors.access_table(request.user, code)
    may_see = selectors.may_see_rules(request.user, found)
    if may_see and not found.rules_name:
        raise ActionRefused("no_house_rules")
    error_pages.show_refusals_on(request, reverse("lobby"))
    if not may_see:
        raise ActionRefused("not_watchable")
    return _kept(
        request,
        actions.copy_rules(guest_for(request), game=found.game, name=found.rules_name, rules=found.rules),
    )


@action_view
def delete_rules_view(request: HttpRequest, fields: Fields, house: str) -> HttpResponse:
    found = _found(house)
    actions.delete_rules(_owner(request, found), found)
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True})
    messages.success(request, _("“%(name)s” deleted.") % {"name": found.name})
    return redirect(f"{reverse('lobby')}?gioco={found.game}#apri")


def _found(code: str) -> HouseRules:
    house = selectors.house_rules(code)
    if house is None:
        raise ActionRefused("no_house_rules")
    return house


def _owner(request: HttpRequest, house: HouseRules) -> User:
    """The signed-in person, if these house rules are theirs."""
    if isinstance(request.user, User) and house.owner_id == request.user.pk:
        return request.user
    raise ActionRefused("not_your_rules")


def _kept(request: HttpRequest, kept: HouseRules, url: str = "", said: str = "") -> HttpResponse:
    """The form with the house rules filled in; `url` is that of another page with the form than the lobby."""
    url = url or kept.get_absolute_url()
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True, "code": kept.code, "url": url})
    said = said or _("“%(name)s” is among your house rules.")
    messages.success(request, said % {"name": kept.name})
    return redirect(url)
