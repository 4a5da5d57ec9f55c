"""Requests to every address as every role, each response summed up in a word."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern
from django.utils import timezone

from analysis import access, boards
from games.models import Match
from games.pages.view_helpers import action_view
from games.play import live
from ludocards.engine.registry import GAMES
from practice.models import Mistake, Puzzle
from tests.security.conftest import forget
from tests.security.queries import Queries
from tests.security.world import PERSONS, TOKENS, World, address, routes

NAMES = ["Anna", "Bruno", "Carla", "Dino"]

API = "api/v1/"
DOORS = {"/account/accedi/": "door", "/account/iscriviti/": "sign-up", "/account/conferma/": "again"}
"""The words for redirects of readers who must sign in, sign up or confirm their password."""

ASYNCHRONOUS = {"api/v1/me/stream/", "api/v1/matches/<uuid:match>/stream/"}
"""Addresses that cannot be requested in a transaction; `test_running.py` tests them."""


ACCESS_TABLE = Path(__file__).with_name("access.txt")
"""The table of who may open which address."""


def table() -> list[str]:
    """Return the lines of the table, with single spaces."""
    methods, text = ("GET", "POST", "PUT", "PATCH", "DELETE"), ACCESS_TABLE.read_text()
    return [" ".join(line.split()) for line in text.splitlines() if line.startswith(methods)]


def outcomes_of(role: str) -> dict[str, str]:
    """Return the words of the table for a role's GET, by route."""
    words = {}
    for line in table():
        method, path, *outcomes = line.split()
        if method == "GET":
            words[path[1:]] = dict(zip(roles(path[1:]), outcomes, strict=True)).get(role, "")
    return words


def lines() -> Iterator[tuple[str, str]]:
    """Yield every method of every address but the administration, which has a test of its own."""
    seen: set[tuple[str, str]] = set()
    for route, pattern in routes():
        for method in methods(pattern):
            if not route.startswith("admin/") and (method, route) not in seen:
                seen.add((method, route))
                yield method, route


def methods(pattern: URLPattern) -> list[str]:
    """Return the methods of an operation of the API; GET and POST for a page."""
    operations = getattr(pattern.callback, "cls", None)
    if operations is None:
        return ["GET", "POST"]
    return [name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(operations, name)]


@cache
def refused_methods() -> set[tuple[str, str]]:
    """Return the methods, with the routes of pages, that the decorators of a view refuse, whoever asks."""
    return {
        (method, route)
        for route, pattern in routes()
        for method in methods(pattern)
        if any(method not in accepted for accepted in _accepted_methods(pattern.callback))
    }


def _accepted_methods(view: Any) -> Iterator[Sequence[str]]:
    """Yield the arguments of each `require_http_methods` around a view; an `action_view` takes POSTs."""
    while isinstance(view, FunctionType):
        if view.__code__ is ACTION_VIEW:
            yield ("POST",)
        if accepted := inspect.getclosurevars(view).nonlocals.get("request_method_list"):
            yield accepted
        view = getattr(view, "__wrapped__", None)


ACTION_VIEW = action_view(lambda *_: HttpResponse()).__code__


def routes_to_read() -> Iterator[str]:
    """Yield the routes that somebody can read, but those of the account, and what differs each time."""
    for method, route in lines():
        at_random = route == "tavoli/impegno/"
        if (
            method == "GET"
            and (method, route) not in refused_methods()
            and route not in ASYNCHRONOUS
            and not at_random
            and not route.startswith("account/")
        ):
            yield route


def roles(route: str) -> Iterable[str]:
    return PERSONS + TOKENS if route.startswith(API) else PERSONS


def outcome(answer: HttpResponse) -> str:
    """Return the word for a response: `ok`, the name of a door, `there` for other redirects, or a status."""
    if answer.status_code in (301, 302, 303):
        return next((word for door, word in DOORS.items() if answer["Location"].startswith(door)), "there")
    return "ok" if answer.status_code < 300 else str(answer.status_code)


def ask(client: Client, method: str, path: str, fields: dict[str, Any]) -> HttpResponse:
    """Request pages as a browser does; send changes as a program does, so that refusals have a status."""
    plain = method == "GET" and not path.startswith(f"/{API}")
    headers = {"Accept": "text/html" if plain else "application/json"}
    as_json: dict[str, Any] = {"data": json.dumps(fields), "content_type": "application/json"}
    data: dict[str, Any]
    data = {} if method == "GET" else as_json if path.startswith(("/api/", "/tavol")) else {"data": fields}
    answer: HttpResponse = getattr(client, method.lower())(path, headers=headers, **data)
    if answer.streaming:
        answer.streaming_content = [b"".join(answer)]  # type: ignore[attr-defined]
    return answer


EVENING = "api/v1/tournaments/<str:event>/"
DESK = "tornei/<slug:event>/direzione/"
TABLE = f"{EVENING}rounds/<str:round>/tables/<str:table>/"
"""Addresses about a running tournament, which the player hosts and does not play in."""
FEDERATION = "api/v1/federations/<str:federation>/"
STEP = {"game": "tressette", "lesson": "carte", "number": 1}

PADS = ("segnapunti/", "api/v1/scorepads/")
"""Addresses of a score pad, which its link opens."""

SHARED = ("condivisa/", "api/v1/shared/")
"""Addresses that the shared link of a match opens."""

UNFOLDED = ("tornei/<slug:event>/turni/", "tornei/<slug:event>/iscritti/<")
"""Pages about that tournament that show the cards played in it."""


def values(world: World, route: str = "") -> dict[str, Any]:
    """Return the values of the parameters of addresses, by name; every object is the player's."""
    everywhere = {
        **world.owned,
        "code": world.table.code,
        "match": world.playing.pk,
        "house": world.house.code,
        "name": world.player.username,
        "token": world.token.pk,
        "game": "tressette",
        "preset": "classico",
        "page": "presa",
        "version": "of-once",
        "names": "tokens",
        "action": "segui",
        "text": "nonsense",
    }
    if route.startswith(SHARED):
        everywhere["token"] = world.owned["share"]
    if route.startswith("analisi/"):
        everywhere["token"] = world.owned["study"]
    if route.startswith(PADS):
        everywhere |= {"secret": world.owned["scorepad"], "seat": 0}
    if route.startswith((EVENING, DESK, *UNFOLDED)):
        numbers = dict.fromkeys(("round", "table", "entry", "number", "one", "claim"), 1)
        everywhere |= {
            "event": world.owned["evening"],
            "other": 2,
            "place": 0,
            "position": 0,
            "deal": "1-1",
            **numbers,
        }
    here: dict[str, dict[str, Any]] = {
        f"{DESK}fai/<act:name>/": {"name": "sospendi"},
        f"{DESK}iscritti/<int:number>/<act:name>/": {"name": "togli"},
        f"{DESK}tavoli/<int:round>/<int:number>/<act:name>/": {"name": "scambia"},
        f"{DESK}reclami/<int:number>/<act:name>/": {"name": "accogli"},
        "api/v1/people/<str:name>/against/<str:other>/": {"other": world.other.username},
        "api/v1/house-rules/<str:code>/": {"code": world.house.code},
        f"{FEDERATION}licences/<path:number>/": {"number": "F-1"},
        f"{FEDERATION}licences/<path:number>/move/": {"number": "F-1"},
        "api/v1/me/reports/<int:report>/": {"report": world.owned["own_report"]},
        "api/v1/me/notice-kinds/<str:kind>/": {"kind": "asked"},
        "api/operations/<slug:slug>/": {"slug": "games"},
        "api/v1/me/tokens/<int:token>/": {"token": world.owned["playing_token"]},
        "avvisi/basta/<str:token>/": {"token": "nonsense"},
        "circoli/<slug:club>/fai/<club_act:name>/": {"name": "rinnova-link"},
        "api/v1/clubs/<str:club>/members/<int:member>/offer/": {"member": 1},
        "circoli/<slug:club>/soci/<int:number>/": {"number": 2},
        "circoli/<slug:club>/soci/<int:number>/dimentica/": {"number": 2},
        "circoli/<slug:club>/soci/<int:number>/<member_act:name>/": {"number": 2, "name": "cambia"},
        "circoli/<slug:club>/appuntamenti/<int:number>/": {"number": 1},
        "circoli/<slug:club>/appuntamenti/<int:number>/elimina/": {"number": 1},
        "circoli/<slug:club>/chat/<club_chat_act:name>/": {"name": "scrivi"},
        "circoli/<slug:club>/regole/<club_rules_act:name>/": {"name": "aggiungi"},
        "federazioni/<slug:federation>/fai/<federation_act:name>/": {"name": "aggiungi-organizzatore"},
        "federazioni/<slug:federation>/fasi/<phase_act:name>/": {"name": "togli"},
        "federazioni/<slug:federation>/tessere/<licence_act:name>/": {"name": "ritira"},
        "tornei/serie/<slug:series>/penalita/<series_act:name>/": {"name": "togli"},
        "circoli/<slug:club>/modelli/<int:number>/": {"number": 1},
        "circoli/<slug:club>/modelli/<int:number>/<template_act:name>/": {"number": 1, "name": "elimina"},
        "tornei/<slug:event>/notizie/<bulletin:name>.png": {"name": "invito"},
        "lezioni/<slug:game>/<slug:lesson>/<int:number>/": STEP,
        "api/v1/lessons/<str:game>/<str:lesson>/<int:number>/": STEP,
        "api/v1/lessons/<str:game>/<str:lesson>/<int:number>/answer/": STEP,
        "giocate/<slug:code>/": {"code": world.owned["puzzle"]},
        "giocate/errori/<slug:code>/": {"code": world.owned["mistake"]},
        "api/v1/me/mistakes/<str:code>/": {"code": world.owned["mistake"]},
        "api/v1/me/mistakes/<str:code>/answer/": {"code": world.owned["mistake"]},
        "api/v1/puzzles/<str:code>/": {"code": world.owned["puzzle"]},
        "api/v1/puzzles/<str:code>/answer/": {"code": world.owned["puzzle"]},
        "moderazione/casi/<int:number>/": {"number": world.owned["report"]},
        "moderazione/letto/<int:number>/": {"number": world.owned["sanction"]},
        "partita/<uuid:match>/": {"match": world.over.pk},
        "partita/<uuid:match>/analisi/": {"match": world.over.pk},
        "partita/<uuid:match>/record.json": {"match": world.over.pk},
        "partita/<uuid:match>/incorporata/": {"match": world.over.pk},
        "partita/<uuid:match>/figura.png": {"match": world.over.pk},
        "api/v1/matches/<uuid:match>/record/": {"match": world.over.pk},
        "api/v1/matches/<uuid:match>/review/": {"match": world.over.pk},
        "api/v1/matches/<uuid:match>/share/": {"match": world.over.pk},
    }
    return {**everywhere, **here.get(route, {})}


def fields(world: World) -> dict[str, dict[str, Any]]:
    """Return valid bodies by route, so that a refusal is about the caller and not about a missing field."""
    seat = world.playing.seat_of(world.player.pk)
    assert seat is not None
    command = GAMES[world.playing.game].legal(live.state_of(world.playing), seat)[0]
    table = {"game": "tressette", "rules": {"preset": "classico"}}
    answer = Puzzle.objects.get(code=world.owned["puzzle"]).answers[0]
    better = Mistake.objects.get(code=world.owned["mistake"]).answers[0]
    of_match = {"match": str(world.over.pk), "deal": 0}
    [turn] = boards.choices_on_turn(GAMES[world.over.game], _dealt(world.over))
    line = {"start": 0, "actions": [{"seat": turn["seat"], **turn["commands"][0]}]}
    because = {"reason": "Così ha deciso il direttore"}
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    dinner = {"title": "Cena", "starts_at": tomorrow[:16]}
    days = {"valid_from": "2026-01-01", "valid_until": "2026-12-31"}
    licences = {"text": "licence\nF-1\n", **days}
    beside = ((world.playing.seat_of(world.player.pk) or 0) + 1) % len(world.playing.players)
    return {
        "tavoli/apri/": table,
        "tavoli/casa/": {**table, "name": "Da me"},
        "tavolo/<slug:code>/togli/": {"seat": 1},
        "tavolo/<slug:code>/accogli/": {"may": True},
        "tavolo/<slug:code>/congeda/": {"seat": 1},
        "tavolo/<slug:code>/guarda/": {"seat": 1},
        "api/v1/tables/<str:code>/watch/": {"seat": 1},
        "api/v1/tables/<str:code>/nonce/": {"commitment": "00" * 32, "nonce": "00" * 32},
        "tavolo/<slug:code>/invita/": {"name": world.other.username},
        "api/v1/tables/": table,
        "api/v1/tables/quick/": {"game": "tressette"},
        "api/v1/tables/<str:code>/remove-bot/": {"seat": 1},
        "api/v1/tables/<str:code>/join/": {"may": True},
        "api/v1/tables/<str:code>/send-away/": {"seat": 1},
        "api/v1/me/settings/": {"sorted": False},
        "api/v1/me/reports/": {"person": world.other.username, "reason": "words"},
        "api/v1/tables/<str:code>/messages/": {"text": "Buona fortuna"},
        "api/v1/matches/<uuid:match>/commands/": {
            "id": "mossa-1",
            "version": world.playing.version,
            "command": command.as_json(),
        },
        "api/v1/matches/<uuid:match>/lend/": {"seat": beside},
        "api/v1/matches/<uuid:match>/wait/": {"seat": beside},
        "api/v1/matches/<uuid:match>/propose/": {"what": "pause"},
        "api/v1/matches/<uuid:match>/answer/": {"proposal": 1, "agrees": True},
        "api/v1/house-rules/": {**table, "name": "Da me"},
        "api/v1/tournaments/": {**table, "name": "La coppa", "format": "swiss", "starts_at": tomorrow},
        "api/v1/series/": {"name": "La serie"},
        f"{DESK}iscritti/<int:number>/<act:name>/": because,
        f"{DESK}tavoli/<int:round>/<int:number>/<act:name>/": {"place": 0, "to": "2-0", **because},
        f"{DESK}reclami/<int:number>/<act:name>/": because,
        f"{EVENING}claims/": {"round": 1, "table": 1, "text": "Così no"},
        f"{EVENING}claims/<str:claim>/answer/": {"accepted": False, **because},
        "tornei/<slug:event>/reclamo/": {"table": "1-1", "text": "Così no"},
        f"{EVENING}announcements/": {"text": "Si comincia."},
        f"{EVENING}entries/add/": {"members": [{"level": "circolo"}, {"level": "circolo"}]},
        f"{EVENING}entries/<str:entry>/forget/": {"position": 0},
        f"{EVENING}entries/seeds/": {"numbers": [1, 2, 3, 4]},
        f"{EVENING}entries/<str:entry>/substitute/": {"position": 0, "level": "circolo", **because},
        f"{EVENING}extend/": {"minutes": 5},
        f"{EVENING}length/": {"rounds": 1},
        "api/v1/clubs/<str:club>/event-templates/<str:template>/again/": {
            "starts": [(timezone.now() + timedelta(days=7)).isoformat()]
        },
        f"{EVENING}again/": {"starts": [(timezone.now() + timedelta(days=7)).isoformat()]},
        f"{EVENING}forbidden/": {"one": 1, "other": 2},
        f"{EVENING}rounds/<str:round>/swap/": {
            "table": 1,
            "side": 0,
            "other_table": 2,
            "other_side": 0,
            **because,
        },
        f"{TABLE}adjust/": {"points": [1000, 1000], **because},
        f"{TABLE}penalise/": {"points": [100, 0], **because},
        f"{TABLE}annul-deal/": {"deal": "1-1", **because},
        f"{TABLE}restore-deal/": {"deal": "1-1", **because},
        f"{TABLE}forfeit-part/": {"part": 1, "side": 0, **because},
        f"{EVENING}rounds/<str:round>/unconfirmed-scores/": {"seen": 0},
        f"{TABLE}own-scores/": {"rows": [{"deal": "1-1", "scores": [8, 3]}]},
        f"{EVENING}entries/list/": {"text": "nome\nLia\n"},
        "api/v1/evenings/": {"file": "{}"},
        f"{TABLE}scores/": {"rows": [{"deal": "1-1", "scores": [8, 3]}]},
        **dict.fromkeys(
            [
                f"{EVENING}cancel/",
                f"{EVENING}redraw/",
                f"{EVENING}end/",
                f"{EVENING}reopen/",
                f"{EVENING}entries/<str:entry>/remove/",
                *(f"{TABLE}{ruling}/" for ruling in ("annul", "restore", "end", "average", "resting")),
            ],
            because,
        ),
        "federazioni/nuova/": {"name": "Da me", "slug": "da-me", "age_day": "1/1"},
        "federazioni/<slug:federation>/modifica/": {"name": "Lega", "slug": "lega", "age_day": "1/1"},
        "federazioni/<slug:federation>/fai/<federation_act:name>/": {"name": world.other.username},
        "federazioni/<slug:federation>/fasi/<phase_act:name>/": {"event": world.owned["event"]},
        "federazioni/<slug:federation>/tessere/<licence_act:name>/": {"licence": "F-1"},
        "federazioni/<slug:federation>/tessere/lista/": {**licences, "confirm": "1"},
        "api/v1/federations/": {"name": "Da me", "slug": "da-me"},
        f"{FEDERATION}licence-list/": {**licences, "store": True},
        f"{FEDERATION}licences/": {**days, "number": "F-2", "club": world.owned["club"], "person": "2"},
        f"{FEDERATION}licences/<path:number>/move/": {"club": world.owned["club"], "person": "1"},
        "circoli/nuovo/": {"name": "Da me"},
        "circoli/<slug:club>/modifica/": {"name": "Da me"},
        "circoli/<slug:club>/appuntamenti/nuovo/": {**dinner, "weeks": 1},
        "circoli/<slug:club>/appuntamenti/<int:number>/": dinner,
        "tornei/serie/<slug:series>/modifica/": {
            "name": "La lega",
            "points": "3, 2, 1",
            "missed": "nothing",
            "ties": "shared",
            "credit": "half",
            "period": "one",
            "border": "all",
            "inactive": "stay",
            "newcomers": "lowest",
        },
        "tornei/serie/<slug:series>/penalita/<series_act:name>/": {
            "who": world.player.username,
            "points": 1,
            **because,
        },
        "api/v1/series/<str:series>/penalties/": {"name": world.player.username, "points": 1, **because},
        "circoli/<slug:club>/tavoli/": {"game": "tressette"},
        "circoli/<slug:club>/chat/<club_chat_act:name>/": {"text": "Buonasera"},
        "circoli/<slug:club>/regole/<club_rules_act:name>/": {"house": world.house.code},
        "api/v1/clubs/<str:club>/tables/": table,
        "api/v1/clubs/<str:club>/messages/": {"text": "Buonasera"},
        "circoli/<slug:club>/soci/lista/": {"text": "nome\nLia Verdi\n", "confirm": "1"},
        "circoli/<slug:club>/soci/<int:number>/<member_act:name>/": {"name": "Lia Verdi"},
        "api/v1/tournaments/<str:event>/entries/<str:entry>/members/": {"name": world.other.username},
        "api/v1/tournaments/<str:event>/entries/<str:entry>/line-up/": {"positions": [0]},
        "api/v1/tournaments/<str:event>/entries/<str:entry>/club/": {"club": None},
        "api/v1/clubs/": {"name": "Da me"},
        "api/v1/clubs/<str:club>/dates/": {**dinner, "starts_at": tomorrow},
        "api/v1/clubs/<str:club>/join/": {"secret": world.owned["secret"]},
        "api/v1/clubs/<str:club>/members/": {"name": "Lia Verdi"},
        "api/v1/clubs/<str:club>/members/<int:member>/offer/": {"line": 2},
        "api/v1/clubs/<str:club>/members/list/": {"text": "nome\nLia Verdi\n", "store": True},
        "api/v1/analysis/": {**of_match, "start": 0},
        "api/v1/analysis/choice/": {**of_match, "start": 0, "seat": turn["seat"], "level": "circolo"},
        "api/v1/analysis/judgement/": {**of_match, "start": 0, "seat": turn["seat"]},
        "api/v1/analysis/solution/": {**of_match, "start": 0, "seat": turn["seat"]},
        "api/v1/studies/<str:study>/comments/": {"number": 0, "text": "Bella mano"},
        "api/v1/studies/": {**of_match, "name": "La mia"},
        "api/v1/studies/<str:study>/branches/": {**line, "name": "La mia"},
        "lezioni/<slug:game>/<slug:lesson>/<int:number>/": {"answer": "2C"},
        "api/v1/lessons/<str:game>/<str:lesson>/<int:number>/answer/": {"answers": ["2C"]},
        "segnapunti/": {"game": "tressette", "preset": "classico", "person": NAMES},
        "segnapunti/<str:secret>/scrivi/": {"id": "1", "deal": 0, "outcome": "played", "rows": "{}"},
        "segnapunti/<str:secret>/posto/": {"seat": 0},
        "api/v1/scorepads/": {**table, "names": NAMES},
        "api/v1/scorepads/<str:secret>/entries/": {
            "id": "1",
            "deal": 0,
            "outcome": "played",
            "rows": {"cards": [6, 5], "accuse": [0, 0]},
        },
        "giocate/<slug:code>/": {"answer": answer["card"]},
        "giocate/errori/<slug:code>/": {"answer": better["card"]},
        "api/v1/me/mistakes/<str:code>/answer/": {"command": better},
        "api/v1/puzzles/<str:code>/answer/": {"command": answer},
        "api/v1/challenges/": {"table": world.table.code, "to": world.staff.username},
        "amici/<tie:action>/": {"name": world.staff.username},
        "segnala/": {"chi": world.player.username, "reason": "words", "text": "Mi ha dato del brocco."},
        "moderazione/casi/<int:number>/": {"action": "dismiss", "reason": "Niente di male."},
    }


def _dealt(row: Match) -> Any:
    """The state of a match after its first deal."""
    board = access.OpenedDeal(row, 0).board()
    played = boards.play_line(board, boards.BoardLine(0))
    return played.state


class Writes:
    """A wrapper of statements that notes whether one has written to the database."""

    seen = False

    def __call__(self, execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        self.seen |= not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK"))
        return execute(sql, *arguments)


class Belongings:
    """The data of the players, which only they may change."""

    def __init__(self, world: World) -> None:
        self.world, self.queries = world, Queries()
        with connection.execute_wrapper(self.queries):
            self.before = world.belongings()
        self.results = self.queries.results()

    def assert_unchanged(self, by: str) -> None:
        if self.queries.results() != self.results:
            assert self.world.belongings() == self.before, f"changed data of others: {by}"


def found(world: World, method: str, route: str, sent: dict[str, Any], belongings: Belongings) -> list[str]:
    """Return the words for the responses to all roles; changes by one role are rolled back before the next.

    `sent` is the body. One role tries a method that the view refuses before it knows who asks.
    """
    path = address(route, values(world, route))
    words = []
    for role in roles(route):
        client = world.client(role)
        forget()
        writes = Writes()
        with transaction.atomic(), connection.execute_wrapper(writes):
            words.append(outcome(ask(client, method, path, sent)))
            if writes.seen and role not in ("player", "bot", "staff") and method != "GET":
                belongings.assert_unchanged(f"{role}, {method} {path}")
            transaction.set_rollback(True)
        if words == ["405"] and (method, route) in refused_methods():
            break
    return words
