"""Home, the lobby, and the ways to a seat from there: opening a table, a quick game, finding a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.models import Seat, Table
from games.pages import listing
from games.pages.forms import HOUSE, OPTION, OpenTableForm
from games.pages.live_lobby import MAX_OWN_TABLES, MAX_PEOPLE, table_to_fill
from games.pages.tables import show_table
from games.pages.view_helpers import (
    Fields,
    Unreadable,
    action_response,
    action_view,
    asked_game,
    asked_public_game,
    flag_of,
    game_choices,
    text_of,
    usual_game,
)
from games.people import challenges, profiles, solo
from games.play import actions, lobby, online, selectors
from games.play.lobby import LobbyTable, SiteCounts
from games.play.online import Around
from ludocards.bots.levels import DEFAULT_POLICY, LEVELS
from ludocards.bots.registry import POLICIES
from ludocards.engine.registry import GAMES
from ludocards.words.texts import Text, option_key
from ludopoli.accounts.guests import guest_for
from ludopoli.accounts.models import User
from ludopoli.base.decks import cards_of_deck
from ludopoli.http import error_pages, refused_forms
from ludopoli.http.refusals import REFUSALS, ActionRefused

TABLES_ON_HOME = 4

CHOOSES = ("variante", "casa", "privato", "sfida")
"""The fields of the lobby's address that choose something in the form, which is then unfolded."""

SWITCHES = {"watchable": True, "private": False, "casual": False}
"""The check boxes of the form, with their values where a JSON body leaves them out. In the data of a form
itself, a missing box means no."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game on the home page."""

    code: str
    name: str
    players: str
    """The numbers of players that the game's first preset admits, in words."""
    about: Text
    others: list[tuple[int, str, str, str, Text]]
    """The other ways to play at once. Each has a number of players, the preset for them, its name, the number
    in words, and a line about the preset."""


def _other_ways(code: str) -> list[tuple[int, str, str, str, Text]]:
    """Return the presets other than that for the game's first number of players, each once."""
    game = GAMES[code]
    # Several numbers may share a preset: reversed, so that the first of them is the one that stays.
    players_by_preset = {game.preset_for(players): players for players in reversed(game.players)}
    return [
        (
            players,
            preset,
            texts.game_name(code, preset),
            texts.players_phrase((players,)),
            texts.texts_of_game(code).presets[preset].about,
        )
        for preset, players in players_by_preset.items()
        if preset != game.preset_for(game.players[0])
    ]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table at which the reader sits."""

    table: Table
    is_own_turn: bool
    """True if the match waits for the reader."""
    is_alone: bool
    """True if the reader plays there with bots alone, and can end the match by leaving."""
    has_left: bool
    """True if the reader has got up, and a bot plays on until they come back."""


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    tables = lobby.lobby_tables(limit=listing.MOST_TABLES)
    by_name = Counter(texts.game_name(table.game, table.preset) for table in tables)
    usual = usual_game(request)
    families = [
        [
            GameCard(
                code,
                texts.game_name(code),
                texts.players_phrase(GAMES[code].players_of(next(iter(GAMES[code].presets)))),
                texts.texts_of_game(code).about,
                _other_ways(code),
            )
            for code in sorted(games, key=lambda code: code != usual)
        ]
        for games in sorted(texts.games_by_family().values(), key=lambda games: usual not in games)
    ]
    level, earned = solo.suggested_and_earned(request.user, usual)
    return render(
        request,
        "home.html",
        {
            "families": families,
            "menu": [
                [(each, by_name[each.name]) for card in family for each in texts.public_games(card.code)]
                for family in families
            ],
            "usual": usual,
            "shuffle_promise": actions.opening_ticket(),
            "levels": LEVELS.values(),
            "level": level,
            "earned": earned,
            "showcase": cards_of_deck(GAMES[usual].deck.name),
            "cards": listing.tables_html(request, tables[:TABLES_ON_HOME]),
            "table_count": len(tables),
            "has_more": len(tables) > TABLES_ON_HOME,
            "own_tables": _own_tables(selectors.seats_held(request.user)),
        },
    )


@require_safe
def lobby_view(request: HttpRequest) -> HttpResponse:
    """The list of tables, and the form that opens one.

    The address may choose a preset (`variante`), house rules (`casa`) or a private table (`privato`) in the
    form, and name somebody who is challenged to play at the new table (`sfida`). Without a choice the form
    begins with the preset that the reader played last.
    """
    house_code = request.GET.get("casa", "")
    house = selectors.house_rules(house_code) if house_code else None
    if house_code and house is None:
        messages.error(request, str(REFUSALS["no_house_rules"]))
    public = asked_public_game(request)
    game = house.game if house else public.game if public else usual_game(request)
    preset = request.GET.get("variante") or (public.presets[0] if public else _last_preset(request, game))
    form = form_for(request, game, chosen=HOUSE + house.code if house else preset)
    return lobby_page(request, form, status=404 if house_code and house is None else 200)


def _last_preset(request: HttpRequest, game: str) -> str:
    """Return the preset of the last match of a game that the reader has finished, if there is one."""
    if not isinstance(request.user, User):
        return ""
    last = profiles.last_rules(request.user, game, GAMES[game].presets)
    return last[0] if last else ""


@require_safe
def table_list(request: HttpRequest) -> HttpResponse:
    """The list of tables as HTML, with which a page without a socket refreshes its own. For the lobby the
    counts and the people around follow it."""
    wanted = listing.wanted_list(request.GET)
    tables = listing.shared_tables(wanted, get_language())
    page = render_to_string("games/_tables.html", _list_context(request, wanted, tables))
    if "n" not in request.GET:  # only the home page limits the number of tables, and shows nothing else
        held = selectors.seats_held(request.user)
        page += render_to_string(
            "games/_counts.html", _counts_context(request, held, listing.shared_counts())
        )
        page += render_to_string(
            "games/_around.html", _around_context(request, held, listing.shared_people())
        )
    return HttpResponse(page)


def lobby_page(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    taken = selectors.seats_taken(request.user)
    held = [seat for seat in taken if not selectors.has_got_up(seat)]
    wanted = listing.wanted_list(request.GET)
    tables = lobby.lobby_tables(wanted.tables, wanted.free_only, wanted.limit)
    challenged = request.GET.get("sfida") or request.POST.get("challenged", "")
    context = {
        **_list_context(request, wanted, tables),
        **_around_context(request, held, online.people_around()),
        **_counts_context(request, held, lobby.site_counts()),
        "has_room": any(
            table.attended
            and (table.free or table.joinable)
            and request.user.get_username() not in table.people
            for table in tables
        ),
        "wait": listing.shared_waits(asked_game(request) or next(iter(GAMES))),
        "clocks": form.fields["clock"].choices,  # type: ignore[attr-defined]
        "level": DEFAULT_POLICY,
        "form": form,
        "is_opening": form.is_bound or any(name in request.GET for name in CHOOSES),
        "filters": game_choices(
            wanted.game or None, partial(_link, wanted.free_only), _link(wanted.free_only)
        ),
        "games": game_choices(
            form.public_code,
            lambda code: f"{_link(False, code, challenged, private=request.GET.get('privato', ''))}#apri",
        ),
        "challenged": challenged,
        "opens": form_page_of(request, request.POST),
        "own_tables": _own_tables(taken),
    }
    return render(request, "games/lobby.html", context, status=status)


def _own_tables(held: list[Seat]) -> list[OwnTable]:
    """Return the reader's tables whose match is not over, those where it is their turn first.

    At most `MAX_OWN_TABLES`, and beyond these only tables that the reader plays at with bots alone.
    """
    open_seats = _unfinished(held)
    alone = selectors.tables_alone_with_bots(open_seats)
    found = [
        OwnTable(seat.table, selectors.is_own_turn(seat), seat.table_id in alone, selectors.has_got_up(seat))
        for seat in open_seats
    ]
    found.sort(key=lambda each: (each.has_left, not each.is_own_turn))
    return [*found[:MAX_OWN_TABLES], *(each for each in found[MAX_OWN_TABLES:] if each.is_alone)]


def _unfinished(held: list[Seat]) -> list[Seat]:
    return [seat for seat in held if seat.table.status != Table.Status.OVER]


def _link(free: bool, game: str = "", challenged: str = "", private: str = "") -> str:
    """Return the address of the lobby with these filters; `challenged` names somebody who is to play at the
    table that its form opens, and `private` makes that a private one."""
    query = {"gioco": game, "posti": "liberi" if free else "", "sfida": challenged, "privato": private}
    query = {name: value for name, value in query.items() if value}
    return reverse("lobby") + (f"?{urlencode(query)}" if query else "")


def _list_context(
    request: HttpRequest, wanted: listing.WantedList, tables: Sequence[LobbyTable]
) -> dict[str, Any]:
    """Return what the templates show of the listed tables and of the filters."""
    return {
        "cards": listing.tables_html(request, tables),
        "game": wanted.game,
        "free_only": wanted.free_only,
        "filtered": wanted.is_filtered,
        "query": request.GET.urlencode(),
    }


def _counts_context(request: HttpRequest, held: list[Seat], counts: SiteCounts) -> dict[str, Any]:
    """Return what the templates show of the counts, and of the tables of a reader with these seats."""
    reader = request.user.pk
    return {
        "counts": lobby.count_others(counts, {reader: held})[reader],
        "own_tables": _unfinished(held),
    }


def _around_context(request: HttpRequest, held: list[Seat], around: Around) -> dict[str, Any]:
    """Return what the templates show of the people around, whom the reader can invite to a table of their
    own that has room."""
    people = online.people_for(request.user, around)
    asks_to = table_to_fill(held, request.user.pk)
    return {
        "around": listing.people_html(request, people[:MAX_PEOPLE], asks_to),
        "more_around": len(people[MAX_PEOPLE:]),
    }


# ---- to a seat


@action_view
def open_table_view(request: HttpRequest, fields: Fields) -> HttpResponse:
    game = fields.get("game", next(iter(GAMES)))
    if not isinstance(game, str) or game not in GAMES:
        raise ActionRefused("no_game")
    form = form_for(request, game, form_data(request, fields))
    if not form.is_valid():
        return bad_form(request, form)
    try:
        user, challenged = guest_for(request), text_of(fields, "challenged")
        with transaction.atomic():
            table = actions.open_table(user, **form.arguments)
            if challenged and not user.is_guest:
                challenges.challenge_person(user, table, challenged)
        return action_response(request, table)
    except ActionRefused as why:
        if error_pages.wants_json(request):
            raise
        form.add_error(None, str(why))
        return lobby_page(request, form, status=refused_forms.REFUSED)


@action_view
def quick_game_view(request: HttpRequest, fields: Fields) -> HttpResponse:
    """Open a table of a `game` and begin at once, with bots at the other seats. A page leads back to
    such a match of the reader that is not over.

    `game-2` names a game and the number of its players; `preset` is used if it admits that number. A `short`
    match has as few deals as the game allows.
    """
    error_pages.show_refusals_on(request, reverse("home"))
    wanted = fields.get("game", next(iter(GAMES)))
    game, _dash, number = wanted.partition("-") if isinstance(wanted, str) else ("", "", "")
    if game not in GAMES:
        raise ActionRefused("no_game")
    players = next((n for n in GAMES[game].players if str(n) == number), GAMES[game].players[0])
    preset = text_of(fields, "preset")
    if preset not in GAMES[game].presets or players not in GAMES[game].players_of(preset):
        preset = GAMES[game].quick_preset or GAMES[game].preset_for(players)
    level = fields.get("level", DEFAULT_POLICY)
    if not isinstance(level, str) or level not in LEVELS:
        raise ActionRefused("no_level")
    if level not in POLICIES[game]:  # the page has one choice of levels for all games
        level = DEFAULT_POLICY
    rules = GAMES[game].shortest(preset) if flag_of(fields, "short") else {"preset": preset}
    joinable = not flag_of(fields, "alone")
    wanted = (game, rules, players, level, joinable)
    same = None if error_pages.wants_json(request) else _match_alone(request, wanted)
    if same:
        messages.info(request, _("This match is open already. To begin another one, leave it first."))
        return show_table(request, same)
    started = actions.quick_game(
        guest_for(request),
        game=game,
        rules=rules,
        players=players,
        level=level,
        joinable=joinable,
        ticket=text_of(fields, "ticket"),
        nonce=text_of(fields, "nonce"),
    )
    if error_pages.wants_json(request):
        return action_response(request, started)
    return show_table(request, started)


def _match_alone(request: HttpRequest, wanted: tuple[Any, ...]) -> Table | None:
    """Return the reader's table in play with bots alone, of the wanted game, rules, number of players and
    level, and open to others or not, if there is one."""
    own = [each.table for each in _own_tables(selectors.seats_held(request.user)) if each.is_alone]
    return next((table for table in own if _as_asked(table) == wanted), None)


def _as_asked(table: Table) -> tuple[Any, ...]:
    level = table.seats.exclude(bot="").values_list("bot", flat=True).first()
    return table.game, table.rules, table.players, level, table.joinable


@require_safe
@never_cache
def promise_shuffle(request: HttpRequest) -> HttpResponse:
    """Return a commitment to the shuffle of a table whose match will begin as it opens. The page opens the
    table with the ticket and a nonce of its own."""
    return JsonResponse(actions.opening_ticket())


@action_view
def find_seat_view(request: HttpRequest, fields: Fields) -> HttpResponse:
    """Find a seat at a table of a `game` (a public one, or a code of the engine) with a `clock`, among people
    of `similar` rating, with `friends`. If no table will do, one is opened with bots of the level `bots`."""
    code = text_of(fields, "game")
    public = texts.public_game(code)
    wish = actions.Wish(
        game=public.game if public else code,
        presets=public.presets if public else (),
        clock=text_of(fields, "clock"),
        similar=flag_of(fields, "similar"),
        friends=flag_of(fields, "friends"),
    )
    bots, nonce = text_of(fields, "bots"), text_of(fields, "nonce")
    return action_response(request, actions.find_seat(guest_for(request), wish, bots=bots, nonce=nonce))


# ---- the form


def form_for(
    request: HttpRequest, game: str, data: Fields | None = None, *, chosen: str = "", saving: bool = False
) -> OpenTableForm:
    """Return the form that opens a table. It offers the reader's house rules, and any others that `chosen` or
    the data name."""
    names = [chosen, *(str((data or {}).get(name, "")) for name in ("preset", "base"))]
    codes = [name.removeprefix(HOUSE) for name in names if name.startswith(HOUSE)]
    houses = selectors.house_choices(request.user, game, codes)
    return OpenTableForm(
        game,
        data,
        houses=houses,
        chosen=chosen,
        saving=saving,
        players=request.GET.get("giocatori"),
        private="privato" in request.GET,
    )


def form_page_of(request: HttpRequest, fields: Fields) -> str:
    """Return the address of the page whose form was sent (`back`), if it is another than the lobby."""
    back = text_of(fields, "back")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return back if is_ours and back.startswith("/") else ""


def form_data(request: HttpRequest, fields: Fields) -> Fields:
    """Return the data of the form. The values of a JSON body are turned into what a form would have sent."""
    if fields is request.POST:
        return fields
    rules = fields.get("rules", {})
    if not isinstance(rules, dict):
        raise Unreadable
    data: dict[str, Any] = {
        name: flag_of(fields, name) if name in fields else default for name, default in SWITCHES.items()
    }
    for name in ("preset", "players", "clock", "name"):
        if fields.get(name) is not None:
            data[name] = str(fields[name])
    if "preset" in rules:
        data["preset"] = str(rules["preset"])
    # A program has seen no page, so its options are relative to the preset that it names.
    data["base"] = data.get("preset", "")
    return {
        **data,
        **{OPTION + str(name): option_key(value) for name, value in rules.items() if name != "preset"},
    }


def bad_form(request: HttpRequest, form: OpenTableForm) -> HttpResponse:
    if error_pages.wants_json(request):
        errors = {
            name.removeprefix(OPTION): [str(error) for error in found] for name, found in form.errors.items()
        }
        status, code, message = REFUSALS.problem("bad_form", next(iter(errors.values()))[0])
        return JsonResponse({"code": code, "message": message, "errors": errors}, status=status)
    return lobby_page(request, form, status=refused_forms.REFUSED)
