"""The API of games and tables: the same reads and writes as the pages and the socket."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import actions, frames, live, selectors, texts
from games.api import shapes
from games.engine.catalog import GAMES
from games.engine.game import Command, Refused
from games.models import Match, Message, Table
from games.statuses import STATUSES
from ludopoli.accounts.models import User
from ludopoli.api.errors import Problem
from ludopoli.api.models import Scope, Token
from ludopoli.api.paging import ByCursor

PLAY = {"POST": Scope.PLAY}
MOST_EVENTS = 500


def refuse(refused: Refused, game: str | None = None, **more: Any) -> Problem:
    """The problem for what an action refused."""
    return Problem(STATUSES.get(refused.code, 409), refused.code, texts.refusal(refused, game), **more)


def body(shape: type[shapes.Shape[Any]], request: Request) -> dict[str, Any]:
    """What was sent, checked."""
    sent = shape(data=request.data)
    sent.is_valid(raise_exception=True)
    checked: dict[str, Any] = sent.validated_data
    return checked


def asker(request: Request) -> User:
    """Who asks, where the scope has made sure that it is somebody."""
    assert isinstance(request.user, User)
    return request.user


@method_decorator(conditional_page, name="dispatch")
class Reading(APIView):
    """Answers carry an ETag; who has the same already gets 304."""


# ---- games


def _game(name: str) -> dict[str, Any]:
    game, words = GAMES[name], texts.of(name)
    return {
        "name": name,
        "label": str(words.name),
        "about": str(words.about),
        "deck": game.deck.name,
        "players": list(game.players),
        "presets": [
            {
                "name": preset,
                "label": str(words.presets[preset].name),
                "about": str(words.presets[preset].about),
                "values": texts.preset_values(name, preset),
            }
            for preset in game.presets
        ],
        "options": [
            {
                "name": option.name,
                "label": str(words.options[option.name].label),
                "hint": str(words.options[option.name].hint),
                "choices": [
                    {"value": choice, "label": words.options[option.name].choice(choice)}
                    for choice in option.choices
                ],
            }
            for option in game.options
        ],
    }


class Games(Reading):
    @extend_schema(responses={200: shapes.GameShape(many=True)}, tags=["games"])
    def get(self, request: Request) -> Response:
        """The games with their presets and every option."""
        return Response([_game(name) for name in GAMES])


class OneGame(Reading):
    @extend_schema(responses={200: shapes.GameShape}, tags=["games"])
    def get(self, request: Request, game: str) -> Response:
        """One game."""
        if game not in GAMES:
            raise Problem(404, "no_game", str(texts.REFUSALS["no_game"]))
        return Response(_game(game))


# ---- tables


class Me(Reading):
    scopes = {"GET": Scope.READ}

    @extend_schema(responses={200: shapes.MeShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """Who you are to this server."""
        if not request.user.is_authenticated:
            raise Problem(401, "sign_in", str(texts.REFUSALS["sign_in"]))
        user = asker(request)
        scopes = request.auth.scopes if isinstance(request.auth, Token) else Scope.values
        tables = [seat.table.code for seat in selectors.seats_held(user)]
        return Response(
            {"name": user.username, "guest": user.is_guest, "scopes": list(scopes), "tables": tables}
        )


class Tables(Reading):
    scopes = PLAY

    @extend_schema(
        parameters=[
            OpenApiParameter("game", enum=list(GAMES)),
            OpenApiParameter("free", bool, description="only tables with a free seat"),
        ],
        responses={200: shapes.LobbyTableShape(many=True)},
        tags=["tables"],
    )
    def get(self, request: Request) -> Response:
        """The public tables that are open or playing."""
        game = request.query_params.get("game")
        if game is not None and game not in GAMES:
            raise Problem(400, "no_game", str(texts.REFUSALS["no_game"]))
        free = request.query_params.get("free", "false").lower() in ("true", "1")
        listed = selectors.lobby(game=game, free_only=free)
        return Response(shapes.LobbyTableShape(listed, many=True).data)

    @extend_schema(request=shapes.OpenTable, responses={201: OpenApiResponse(dict)}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Open a table and sit on its first seat."""
        wanted = body(shapes.OpenTable, request)
        game = GAMES[wanted["game"]]
        wanted.setdefault("rules", {"preset": next(iter(game.presets))})
        wanted.setdefault("players", game.players[0])
        if wanted["move_seconds"] is None and not wanted["private"]:
            raise refuse(Refused("clock_needed", "without a clock only at a private table"))
        opened = actions.open_table(asker(request), **wanted)
        if isinstance(opened, Refused):
            raise refuse(opened, wanted["game"])
        return Response(selectors.table_frame(opened, request.user), status=201)


def table_to_see(request: Request, code: str) -> Table:
    """A table that this reader may watch."""
    found = selectors.access_table(request.user, code)
    if not selectors.may_watch(request.user, found) and found.status != Table.Status.OPEN:
        raise refuse(Refused("not_watchable", "this table may not be watched"))
    return found


class OneTable(Reading):
    @extend_schema(responses={200: OpenApiResponse(dict)}, tags=["tables"])
    def get(self, request: Request, code: str) -> Response:
        """A table: its rules, its seats, its match."""
        return Response(selectors.table_frame(table_to_see(request, code), request.user))


class AtTable(APIView):
    """Something done at a table, answered with the table as it is then."""

    scopes = PLAY

    def done(self, request: Request, result: Table | Refused) -> Response:
        if isinstance(result, Refused):
            raise refuse(result)
        table = Table.objects.select_related("match").get(pk=result.pk)
        return Response(selectors.table_frame(table, request.user))


TABLE_ANSWER = {200: OpenApiResponse(dict)}


class Sit(AtTable):
    @extend_schema(request=shapes.SeatShape, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Take a seat. When the table is full the match begins."""
        table = selectors.access_table(request.user, code)
        seat = body(shapes.SeatShape, request).get("seat")
        if seat is None:
            seat = table.seats.filter(user=None, bot="").values_list("number", flat=True).first()
        if seat is None:
            raise refuse(Refused("no_free_seat", "every seat is taken"))
        return self.done(request, actions.sit(asker(request), table, seat))


class Leave(AtTable):
    @extend_schema(request=None, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Get up. During a match a bot plays on for you."""
        return self.done(request, actions.leave(asker(request), selectors.access_table(request.user, code)))


class Bots(AtTable):
    @extend_schema(request=None, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Put bots on the free seats."""
        table = selectors.access_table(request.user, code)
        return self.done(request, actions.fill_with_bots(asker(request), table))


class RemoveBot(AtTable):
    @extend_schema(request=shapes.OneSeat, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Free a seat that a bot holds."""
        table = selectors.access_table(request.user, code)
        seat = body(shapes.OneSeat, request)["seat"]
        return self.done(request, actions.remove_bot(asker(request), table, seat))


class Rematch(AtTable):
    @extend_schema(request=shapes.Wants, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Ask for another match, or take it back."""
        table = selectors.access_table(request.user, code)
        wants = body(shapes.Wants, request)["wants"]
        return self.done(request, actions.want_rematch(asker(request), table, wants))


class Messages(Reading):
    scopes = PLAY

    @extend_schema(responses={200: shapes.MessageShape(many=True)}, tags=["tables"])
    def get(self, request: Request, code: str) -> Response:
        """The latest lines of the chat: the players' if you sit here, else the spectators'."""
        table = table_to_see(request, code)
        seated = selectors.seat_of(request.user, table) is not None
        return Response(selectors.messages(request.user, table.pk, seated))

    @extend_schema(request=shapes.Line, responses={201: shapes.MessageShape}, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Say something."""
        table = table_to_see(request, code)
        said = actions.say(asker(request), table, body(shapes.Line, request)["text"])
        if isinstance(said, Refused):
            raise refuse(said)
        return Response(_line(said), status=201)


def _line(said: Message) -> dict[str, Any]:
    return {"id": said.pk, "name": said.name, "seat": said.seat, "text": said.text, "at": said.at}


# ---- matches


def _match(row: Match) -> dict[str, Any]:
    return {
        "id": row.pk,
        "table": row.table.code,
        "game": row.game,
        "rules": row.rules,
        "players": [
            {
                "name": player["name"] if not player["bot"] else texts.bot_name(seat),
                "bot": bool(player["bot"]),
            }
            for seat, player in enumerate(row.players)
        ],
        "status": row.status,
        "version": row.version,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "results": [
            {"seat": each.seat, "side": each.side, "score": each.score, "place": each.place}
            for each in row.results.all()
        ],
    }


def visible_matches(user: Any) -> QuerySet[Match]:
    """The matches that somebody may look at."""
    mine = Q(results__user=user) if user.is_authenticated else Q(pk__in=[])
    return Match.objects.filter(Q(table__watchable=True, table__private=False) | mine).distinct()


class ByStart(ByCursor):
    ordering = ("-started_at", "-id")


class Matches(ListAPIView[Match]):
    pagination_class = ByStart
    serializer_class = shapes.MatchShape

    @extend_schema(
        parameters=[
            OpenApiParameter("game", enum=list(GAMES)),
            OpenApiParameter("player", description="somebody's name"),
            OpenApiParameter("status", enum=Match.Status.values),
        ],
        responses={200: shapes.MatchShape(many=True)},
        tags=["matches"],
    )
    def get(self, request: Request) -> Response:
        """Matches, the latest first."""
        rows = visible_matches(request.user).select_related("table").prefetch_related("results")
        asked = {name: request.query_params.get(name) for name in ("game", "player", "status")}
        if asked["game"]:
            rows = rows.filter(game=asked["game"])
        if asked["status"]:
            rows = rows.filter(status=asked["status"])
        if asked["player"]:
            rows = rows.filter(results__user__username__iexact=asked["player"].replace("\x00", ""))
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.MatchShape([_match(row) for row in page], many=True).data)


def match_to_see(request: Request, match: uuid.UUID) -> tuple[live.Live, int | None]:
    """A match that this reader may watch, and his seat at it."""
    try:
        now = live.load(match)
    except Match.DoesNotExist:
        raise refuse(Refused("no_match", "there is no such match")) from None
    seat = now.row.seat_of(request.user.pk)
    over = now.row.status != Match.Status.PLAYING
    hidden = (
        isinstance(selectors.eyes_of(request.user, now.row), Refused) if over else not now.row.table.watchable
    )
    if seat is None and hidden:
        raise refuse(Refused("not_watchable", "this table may not be watched"))
    return now, seat


class OneMatch(Reading):
    @extend_schema(responses={200: shapes.MatchShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """A match and, when it is over, its results."""
        now, _seat = match_to_see(request, match)
        return Response(_match(now.row))


def _state(now: live.Live, seat: int | None) -> dict[str, Any]:
    state = frames.state(now, seat, timezone.now())
    del state["t"]
    return state


class State(Reading):
    @extend_schema(responses={200: shapes.StateShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """The match as you may know it now, and what you may do."""
        return Response(_state(*match_to_see(request, match)))


class Events(Reading):
    @extend_schema(
        parameters=[OpenApiParameter("since", int, description="the version that you have")],
        responses={200: shapes.EventsShape},
        tags=["matches"],
    )
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """What happened after `since`, as you may know it; at most 500 at a time."""
        now, seat = match_to_see(request, match)
        asked = request.query_params.get("since", "0")
        since = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 0
        newer = selectors.events_since(match, since)[:MOST_EVENTS]
        events = [{"seq": seq, **event.shown_to(seat)} for seq, event in newer]
        return Response({"version": now.version, "events": events})


class Commands(APIView):
    scopes = PLAY

    @extend_schema(request=shapes.CommandShape, responses={200: shapes.AcceptedShape}, tags=["matches"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Do something, once. A stale command is refused together with the state as it is."""
        sent = body(shapes.CommandShape, request)
        now, seat = match_to_see(request, match)
        if seat is None:
            raise refuse(Refused("not_seated", "you do not sit at this table"))
        command = Command.from_json(sent["command"])
        if isinstance(command, Refused):
            raise refuse(command, now.row.game)
        answer = actions.submit(match, seat, command, sent["id"], sent["version"])
        if isinstance(answer, Refused):
            stale = answer.code in ("stale", "too_late", "match_over")
            more = {"state": _state(live.load(match), seat)} if stale else {}
            raise refuse(answer, now.row.game, **more)
        return Response({"version": answer.version})


class Back(APIView):
    scopes = PLAY

    @extend_schema(request=None, responses={200: shapes.AcceptedShape}, tags=["matches"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """You are back: the bot that played for you stops."""
        _now, seat = match_to_see(request, match)
        if seat is None:
            raise refuse(Refused("not_seated", "you do not sit at this table"))
        answer = actions.take_back(match, seat)
        if isinstance(answer, Refused):
            raise refuse(answer)
        return Response({"version": answer.version})


class Record(Reading):
    @extend_schema(responses={200: OpenApiResponse(dict)}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """A finished match as a record."""
        found = selectors.access_replay(request.user, match)
        if isinstance(found, Refused):
            raise refuse(found)
        return Response(selectors.record_of(match))
