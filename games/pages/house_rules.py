"""House rules: saving them from the form that opens a table, copying those of others, deleting them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games import texts
from games.models import HouseRules
from games.pages.forms import OpenTableForm
from games.pages.lobby import bad_form, form_data, form_for, lobby_page
from games.pages.view_helpers import Fields, action, flag_of, refused
from games.play import actions, selectors
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.guests import guest_for
from ludopoli.accounts.models import User
from ludopoli.http import error_pages
from ludopoli.http.refusals import REFUSALS


@action
def save_rules(request: HttpRequest, fields: Fields) -> HttpResponse:
    """Save the rules of the form under a name; with `change` they replace the house rules that were
    chosen."""
    game = fields.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        return refused(request, Refused("no_game", "there is no such game"))
    form = form_for(request, game, form_data(request, fields), saving=True)
    if not form.is_valid():
        return bad_form(request, form)
    saved = _save(request, form, change=flag_of(fields, "change"))
    if isinstance(saved, Refused) and not error_pages.wants_json(request):
        form.add_error("name", texts.refusal(saved))
        return lobby_page(request, form, status=REFUSALS[saved.code].status)
    return _kept(request, saved)


def _save(request: HttpRequest, form: OpenTableForm, *, change: bool) -> HouseRules | Refused:
    name, house = actions.tidy_name(form.cleaned_data["name"]), form.house
    if isinstance(name, Refused):
        return name
    if not change:
        return actions.save_rules(guest_for(request), game=form.game_name, name=name, rules=form.rules)
    if house is None:
        return _no_house_rules()
    if isinstance(owner := _owner(request, house), Refused):
        return owner
    return actions.change_rules(owner, house, name=name, rules=form.rules)


@action
def keep_house(request: HttpRequest, fields: Fields, house: str) -> HttpResponse:
    """Copy house rules that somebody has shared."""
    found = selectors.house_rules(house)
    if found is None:
        return refused(request, _no_house_rules(), back="lobby")
    return _kept(
        request,
        actions.keep_rules(guest_for(request), game=found.game, name=found.name, rules=found.rules),
    )


@action
def keep_rules(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Copy the house rules of a table."""
    found = selectors.access_table(request.user, code)
    if not selectors.may_see(request.user, found):
        return refused(request, Refused("not_watchable", "this table may not be watched"), back="lobby")
    if not found.rules_name:
        return refused(request, _no_house_rules())
    return _kept(
        request,
        actions.keep_rules(guest_for(request), game=found.game, name=found.rules_name, rules=found.rules),
    )


@action
def delete_rules(request: HttpRequest, fields: Fields, house: str) -> HttpResponse:
    found = selectors.house_rules(house)
    if found is None:
        return refused(request, _no_house_rules(), back="lobby")
    if isinstance(owner := _owner(request, found), Refused):
        return refused(request, owner, back="lobby")
    if isinstance(deleted := actions.delete_rules(owner, found), Refused):
        return refused(request, deleted, back="lobby")
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True})
    messages.success(request, _("“%(name)s” deleted.") % {"name": found.name})
    return redirect(f"{reverse('lobby')}?gioco={found.game}#apri")


def _no_house_rules() -> Refused:
    return Refused("no_house_rules", "there are no such house rules")


def _owner(request: HttpRequest, house: HouseRules) -> User | Refused:
    """The signed-in person, if these house rules are theirs."""
    if isinstance(request.user, User) and house.owner_id == request.user.pk:
        return request.user
    return Refused("not_your_rules", "these house rules are somebody else's")


def _kept(request: HttpRequest, result: HouseRules | Refused) -> HttpResponse:
    """The form with the house rules filled in, or the refusal."""
    if isinstance(result, Refused):
        return refused(request, result, back="lobby")
    url = result.get_absolute_url()
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True, "code": result.code, "url": url})
    messages.success(request, _("“%(name)s” is among your house rules.") % {"name": result.name})
    return redirect(url)
