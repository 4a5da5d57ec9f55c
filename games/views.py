"""The pages around the tables, and what a page asks of a table.

Every request that changes something is a POST, answered in the way it was asked: JSON to a program,
a page and a short message to a person. It does nothing itself: `actions` does.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import actions, replay, selectors, texts
from games.engine.catalog import GAMES
from games.engine.game import Refused
from games.forms import HOUSE, OPTION, OpenTableForm
from games.models import HouseRules, Table
from games.statuses import STATUSES
from games.texts.shapes import GameTexts, key
from ludopoli import errors
from ludopoli.accounts.guests import TooManyGuests, guest_for
from ludopoli.accounts.models import User

TABLES_ON_HOME = 4
MOST_TABLES = 60
OWN_TABLES = 3
MOST_SEATS = 100

SWITCHES = {"watchable": True, "private": False, "casual": False}
"""What a program may leave out, and what is meant then; a form's empty box means no."""

Fields = Mapping[str, Any]


# ---- pages


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as the home page offers it."""

    code: str
    texts: GameTexts
    players: str
    tables: int


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    tables = selectors.lobby(limit=MOST_TABLES)
    by_game = Counter(table.game for table in tables)
    games = [
        GameCard(code, texts.of(code), texts.players_phrase(game.players), by_game[code])
        for code, game in GAMES.items()
    ]
    first = next(iter(GAMES))
    return render(
        request,
        "home.html",
        {
            "games": games,
            "game_names": " · ".join(str(game.texts.name) for game in games),
            "showcase": [(GAMES[first].deck.name, card) for card in texts.of(first).showcase],
            "tables": tables[:TABLES_ON_HOME],
            "table_count": len(tables),
            "own_tables": selectors.seats_held(request.user)[:OWN_TABLES],
        },
    )


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The tables, and the form that opens one: with house rules filled in where the address names them."""
    asked = request.GET.get("casa", "")
    house = selectors.house_rules(asked) if asked else None
    if asked and house is None:
        messages.error(request, str(texts.REFUSALS["no_house_rules"]))
    game = house.game if house else _asked_game(request) or next(iter(GAMES))
    form = _form(request, game, chosen=house.code if house else "")
    return _lobby_page(request, form, status=404 if asked and house is None else 200)


@require_safe
def table_list(request: HttpRequest) -> HttpResponse:
    """The list alone, for the page that shows it already."""
    return render(request, "games/_live.html", _listed(request))


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    may_watch = selectors.may_watch(request.user, found)
    if not may_watch and found.status != Table.Status.OPEN:
        message = str(texts.REFUSALS["not_watchable"])
        return errors.answer(request, 403, "not_watchable", message)
    context = {
        "table": found,
        "frame": selectors.table_frame(found, request.user),
        "words": texts.page_words(found.game, found.rules),
        "may_watch": may_watch,
        "house_summary": texts.house_summary(found.game, found.rules) if found.rules_name else "",
        "has_rules": selectors.has_rules(request.user, found),
    }
    return render(request, "games/table.html", context)


@require_safe
def match_replay(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """A match that is over, card by card; `?posto=2` as it looked from the seat of that number, from 1."""
    found = selectors.access_replay(request.user, match)
    if isinstance(found, Refused):
        return _shut(request, found)
    row, eyes = found
    if (asked := request.GET.get("posto")) is not None:
        eyes = [seat for seat in eyes if str(seat + 1) == asked]
        if not eyes:
            return _shut(request, Refused("no_seat", "there is no such seat"))
    context = {
        "match": row,
        "preset": row.rules.get("preset", ""),
        "outcome": selectors.outcome(row),
        "frame": selectors.replay_frame(request.user, row, eyes),
        "words": texts.page_words(row.game, row.rules),
    }
    return render(request, "games/replay.html", context)


@require_safe
def match_record(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The record of a match that is over, as a file; it has all cards and the seeds."""
    found = selectors.access_replay(request.user, match)
    if isinstance(found, Refused):
        return _shut(request, found)
    row, eyes = found
    if not replay.sees_all(eyes, len(row.players)):
        return _shut(request, Refused("not_watchable", "not all cards of this match are open"))
    response = JsonResponse(selectors.record_of(row.pk), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="ludopoli-{row.game}-{row.pk}.json"'
    return response


def _shut(request: HttpRequest, refused: Refused) -> HttpResponse:
    """A match that is not, or not yet, to be seen again."""
    status, message = STATUSES.get(refused.code, 400), texts.refusal(refused)
    if refused.code == "no_match":
        message = _("There is no such match.")
    if errors.wants_json(request):
        return JsonResponse({"code": refused.code, "message": message}, status=status)
    titles = {
        "no_match": _("No match here"),
        "no_seat": _("No seat here"),
        "match_running": _("Not yet"),
        "not_watchable": _("Not at this table"),
    }
    context = {"status": status, "title": titles[refused.code], "message": message}
    return render(request, "error.html", context, status=status)


def _lobby_page(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    context = {
        **_listed(request),
        "form": form,
        "games": [(code, texts.game_name(code)) for code in GAMES],
        "own_tables": selectors.seats_held(request.user)[:OWN_TABLES],
    }
    return render(request, "games/lobby.html", context, status=status)


def _listed(request: HttpRequest) -> dict[str, Any]:
    """The tables that the address asks for, and how many there are in all."""
    game, free = _asked_game(request), request.GET.get("posti") == "liberi"
    asked = request.GET.get("n", "")
    limit = min(int(asked), MOST_TABLES) if asked.isdecimal() and len(asked) < 4 else MOST_TABLES
    return {
        "tables": selectors.lobby(game=game, free_only=free, limit=limit),
        "counts": selectors.counts(),
        "game": game,
        "free_only": free,
        "filtered": bool(game or free),
        "query": request.GET.urlencode(),
    }


def _asked_game(request: HttpRequest) -> str | None:
    asked = request.GET.get("gioco", "")
    return asked if asked in GAMES else None


# ---- what changes something


class Unreadable(Exception):
    """The body of a request is not what its type says."""


def action(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A POST with readable fields; every way to fail has a code and a status."""

    @wraps(view)
    def wrapped(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            message = _("This address only takes what a form sends.")
            response = errors.answer(request, 405, "method_not_allowed", message)
            response["Allow"] = "POST"
            return response
        try:
            return view(request, _fields(request), **kwargs)
        except (Unreadable, RecursionError):
            return errors.answer(request, 400, "bad_request", str(texts.REFUSALS["bad_request"]))
        except Http404:
            return errors.answer(request, 404, "no_table", str(texts.REFUSALS["no_table"]))
        except TooManyGuests as refused:
            message = str(texts.REFUSALS["too_many_guests"])
            return errors.answer(request, 429, "too_many_guests", message, retry_after=refused.retry_after)

    return wrapped


@action
def open_table(request: HttpRequest, fields: Fields) -> HttpResponse:
    game = fields.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        return _refused(request, Refused("no_game", "there is no such game"))
    form = _form(request, game, _form_data(request, fields))
    if not form.is_valid():
        return _bad_form(request, form)
    opened = actions.open_table(guest_for(request), **form.arguments)
    return _done(request, opened)


@action
def quick_game(request: HttpRequest, fields: Fields) -> HttpResponse:
    game = fields.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        return _refused(request, Refused("no_game", "there is no such game"), back="home")
    preset = next(iter(GAMES[game].presets))
    players = GAMES[game].players[0]
    started = actions.quick_game(guest_for(request), game=game, rules={"preset": preset}, players=players)
    return _done(request, started, back="home")


@action
def find_seat(request: HttpRequest, fields: Fields) -> HttpResponse:
    game = fields.get("game") or None
    if game is not None and (not isinstance(game, str) or game not in GAMES):
        return _refused(request, Refused("no_game", "there is no such game"))
    return _done(request, actions.find_seat(guest_for(request), game=game))


@action
def sit(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Take the seat that is named, or the first free one."""
    found = selectors.access_table(request.user, code)
    seat = _seat(fields) if "seat" in fields else _first_free(found)
    if isinstance(seat, Refused):
        return _refused(request, seat, back="lobby")
    seated = actions.sit(guest_for(request), found, seat)
    here = isinstance(seated, Refused) and seated.code == "already_seated"
    return _done(request, seated, back="" if here else "lobby")


@action
def leave(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    if isinstance(user := _person(request), Refused):
        return _refused(request, user, back="lobby")
    left = actions.leave(user, found)
    return _done(request, left, go="lobby", back="lobby", said=_("You have left the table."))


@action
def fill_with_bots(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    if isinstance(user := _person(request), Refused):
        return _refused(request, user)
    return _done(request, actions.fill_with_bots(user, found))


@action
def remove_bot(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    if isinstance(user := _person(request), Refused):
        return _refused(request, user)
    if isinstance(seat := _seat(fields), Refused):
        return _refused(request, seat)
    return _done(request, actions.remove_bot(user, found, seat))


@action
def invite(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Ask the person called `name` to the table."""
    found = selectors.access_table(request.user, code)
    if isinstance(user := _person(request), Refused):
        return _refused(request, user)
    invited = actions.invite(user, found, fields.get("name"))
    if isinstance(invited, Refused):
        return _refused(request, invited)
    return _done(request, found, said=_("%(name)s is invited.") % {"name": invited.username})


@require_safe
@never_cache
def friends_to_invite(request: HttpRequest, code: str) -> HttpResponse:
    """For the page of a table: the friends of who sits there and asks, whom he might invite."""
    found = selectors.access_table(request.user, code)
    if isinstance(request.user, User) and selectors.seat_of(request.user, found) is not None:
        return JsonResponse({"friends": selectors.friends_to_invite(request.user, found)})
    return _refused(request, Refused("not_seated", "you do not sit at this table"))


# ---- house rules


@action
def save_rules(request: HttpRequest, fields: Fields) -> HttpResponse:
    """The rules of the form under a name; with `change` they take the place of the house rules chosen."""
    game = fields.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        return _refused(request, Refused("no_game", "there is no such game"))
    form = _form(request, game, _form_data(request, fields), saving=True)
    if not form.is_valid():
        return _bad_form(request, form)
    saved = _save(request, form, change=bool(fields.get("change")))
    if isinstance(saved, Refused) and not errors.wants_json(request):
        form.add_error("name", texts.refusal(saved))
        return _lobby_page(request, form, status=STATUSES.get(saved.code, 400))
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
    """The house rules that somebody has passed on."""
    found = selectors.house_rules(house)
    if found is None:
        return _refused(request, _no_house_rules(), back="lobby")
    return _kept(
        request,
        actions.keep_rules(guest_for(request), game=found.game, name=found.name, rules=found.rules),
    )


@action
def keep_rules(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """The house rules that a table plays by."""
    found = selectors.access_table(request.user, code)
    if not selectors.may_see(request.user, found):
        return _refused(request, Refused("not_watchable", "this table may not be watched"), back="lobby")
    if not found.rules_name:
        return _refused(request, _no_house_rules())
    return _kept(
        request,
        actions.keep_rules(guest_for(request), game=found.game, name=found.rules_name, rules=found.rules),
    )


@action
def delete_rules(request: HttpRequest, fields: Fields, house: str) -> HttpResponse:
    found = selectors.house_rules(house)
    if found is None:
        return _refused(request, _no_house_rules(), back="lobby")
    if isinstance(owner := _owner(request, found), Refused):
        return _refused(request, owner, back="lobby")
    if isinstance(deleted := actions.delete_rules(owner, found), Refused):
        return _refused(request, deleted, back="lobby")
    if errors.wants_json(request):
        return JsonResponse({"ok": True})
    messages.success(request, _("“%(name)s” deleted.") % {"name": found.name})
    return redirect(f"{reverse('lobby')}?gioco={found.game}#apri")


def _no_house_rules() -> Refused:
    return Refused("no_house_rules", "there are no such house rules")


def _owner(request: HttpRequest, house: HouseRules) -> User | Refused:
    """Who asks, if these are his house rules."""
    if isinstance(request.user, User) and house.owner_id == request.user.pk:
        return request.user
    return Refused("not_your_rules", "these house rules are somebody else's")


def _kept(request: HttpRequest, result: HouseRules | Refused) -> HttpResponse:
    """The form with the house rules filled in, or the refusal."""
    if isinstance(result, Refused):
        return _refused(request, result, back="lobby")
    url = result.get_absolute_url()
    if errors.wants_json(request):
        return JsonResponse({"ok": True, "code": result.code, "url": url})
    messages.success(request, _("“%(name)s” is among your house rules.") % {"name": result.name})
    return redirect(url)


# ---- reading


def _form(
    request: HttpRequest, game: str, data: Fields | None = None, *, chosen: str = "", saving: bool = False
) -> OpenTableForm:
    """The form that opens a table, with the reader's house rules and those that are named by their code."""
    sent = [str((data or {}).get(name, "")) for name in ("preset", "base")]
    codes = [name.removeprefix(HOUSE) for name in sent if name.startswith(HOUSE)]
    houses = selectors.house_choices(request.user, game, [*codes, chosen])
    return OpenTableForm(game, data, houses=houses, chosen=HOUSE + chosen, saving=saving)


def _fields(request: HttpRequest) -> Fields:
    """What was sent, as a form or as a JSON object."""
    if request.content_type != "application/json":
        return request.POST
    try:
        sent = json.loads(request.body or b"{}")
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    if not isinstance(sent, dict):
        raise Unreadable
    return sent


def _form_data(request: HttpRequest, fields: Fields) -> Fields:
    """What the form reads: for a JSON body every value becomes what a form would have sent."""
    if fields is request.POST:
        return fields
    rules = fields.get("rules", {})
    if not isinstance(rules, dict):
        raise Unreadable
    data: dict[str, Any] = {name: fields.get(name, usual) for name, usual in SWITCHES.items()}
    for name in ("preset", "players", "clock", "name"):
        if fields.get(name) is not None:
            data[name] = str(fields[name])
    if "preset" in rules:
        data["preset"] = str(rules["preset"])
    # The options are measured against the preset that is meant, not one that a page has shown.
    data["base"] = data.get("preset", "")
    return {**data, **{OPTION + str(name): key(value) for name, value in rules.items() if name != "preset"}}


def _seat(fields: Fields) -> int | Refused:
    sent = fields.get("seat")
    text = str(sent) if type(sent) in (int, str) else ""
    if text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < MOST_SEATS:
        return int(text)
    return Refused("no_seat", "there is no such seat")


def _first_free(found: Table) -> int | Refused:
    free = found.seats.filter(user=None, bot="").first()
    return Refused("no_free_seat", "every seat is taken") if free is None else free.number


def _person(request: HttpRequest) -> User | Refused:
    """Who asks; without a name one sits nowhere."""
    if isinstance(request.user, User):
        return request.user
    return Refused("not_seated", "you do not sit at this table")


# ---- answering


def _done(
    request: HttpRequest, result: Table | Refused, *, go: str = "table", back: str = "", said: str = ""
) -> HttpResponse:
    """The way to the table, or the refusal."""
    if isinstance(result, Refused):
        return _refused(request, result, back=back)
    url = reverse("table", args=[result.code])
    if errors.wants_json(request):
        return JsonResponse({"ok": True, "code": result.code, "url": url})
    if said:
        messages.success(request, said)
    return redirect(url if go == "table" else go)


def _refused(request: HttpRequest, refused: Refused, *, back: str = "") -> HttpResponse:
    message = texts.refusal(refused)
    if errors.wants_json(request):
        return JsonResponse(
            {"code": refused.code, "message": message}, status=STATUSES.get(refused.code, 400)
        )
    messages.error(request, message)
    code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    return redirect("table", code) if code and not back else redirect(back or "lobby")


def _bad_form(request: HttpRequest, form: OpenTableForm) -> HttpResponse:
    if errors.wants_json(request):
        wrong = {
            name.removeprefix(OPTION): [str(error) for error in found] for name, found in form.errors.items()
        }
        message = next(iter(wrong.values()))[0]
        return JsonResponse({"code": "bad_form", "message": message, "errors": wrong}, status=400)
    return _lobby_page(request, form, status=400)
