"""Matches: what there is, live play, and the records."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import actions, frames, live, selectors, texts, watching
from games.api.asking import PLAY, Reading, asked_game, body, codes, refuse, tagged, unchanged
from games.api.shapes import matches as shapes
from games.engine.catalog import GAMES
from games.engine.game import Command, Refused
from games.models import Match, Result
from games.selectors import Reader
from ludopoli.api.errors import Problem
from ludopoli.api.paging import ByCursor

MOST_EVENTS = 500


def _match(row: Match, reader: Reader) -> dict[str, Any]:
    """A match for a reader; read it with its table and boards.

    How often something has happened tells of cards (an accusa is an event), so it is not there where others
    play the same deals still, except for who plays here.
    """
    hides = watching.is_closed(row.table) and row.seat_of(reader.pk) is None
    return {
        "id": row.pk,
        "table": row.table.code,
        "game": row.game,
        "rules": row.rules,
        "rules_name": row.table.rules_name,
        "rated": row.rated,
        "players": [
            {
                "name": player["name"] if not player["bot"] else texts.bot_name(seat),
                "bot": bool(player["bot"]),
            }
            for seat, player in enumerate(row.players)
        ],
        "status": row.status,
        "version": None if hides else row.version,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "results": [
            {
                "seat": each.seat,
                "side": each.side,
                "score": each.score,
                "place": each.place,
                "gain": each.gain,
            }
            for each in row.results.all()
        ],
    }


def visible_matches(user: Any) -> QuerySet[Match]:
    """The matches that somebody may look at."""
    open_to_all = Q(table__watchable=True, table__private=False)
    if not user.is_authenticated:
        return Match.objects.filter(open_to_all)
    played = Exists(Result.objects.filter(match=OuterRef("pk"), user=user))
    return Match.objects.filter(open_to_all | Q(played))


class ByStart(ByCursor):
    ordering = ("-started_at", "-id")


class Matches(Reading, ListAPIView[Match]):
    pagination_class = ByStart
    serializer_class = shapes.MatchShape
    refusals = {"GET": {"no_game": 400}}

    @extend_schema(
        parameters=[
            OpenApiParameter("game", enum=list(GAMES)),
            OpenApiParameter("status", enum=Match.Status.values),
            OpenApiParameter("rated", bool),
        ],
        responses={200: shapes.MatchShape(many=True)},
        tags=["matches"],
    )
    def get(self, request: Request) -> Response:
        """Matches, the latest first. Those of one person are at `people/{name}/matches/`."""
        rows = visible_matches(request.user).defer("snapshot").select_related("table__boards")
        asked = {name: request.query_params.get(name, "") for name in ("status", "rated")}
        if game := asked_game(request):
            rows = rows.filter(game=game)
        if asked["status"]:
            if asked["status"] not in Match.Status.values:
                raise Problem(400, "bad_request", str(texts.REFUSALS["bad_request"]))
            rows = rows.filter(status=asked["status"])
        if asked["rated"]:
            rows = rows.filter(rated=asked["rated"].lower() in ("true", "1"))
        page = self.paginate_queryset(rows.prefetch_related("results")) or []
        shown = [_match(row, request.user) for row in page]
        return self.get_paginated_response(shapes.MatchShape(shown, many=True).data)


def match_to_see(request: Request, match: uuid.UUID) -> tuple[live.Live, int | None]:
    """A match that this reader may watch, and his seat at it."""
    try:
        now = live.load(match)
    except Match.DoesNotExist:
        raise refuse(Refused("no_match", "there is no such match")) from None
    seat = now.row.seat_of(request.user.pk)
    over = now.row.status != Match.Status.PLAYING
    hidden = (
        isinstance(selectors.eyes_of(request.user, now.row), Refused)
        if over
        else not selectors.may_watch(request.user, now.row.table)
    )
    if seat is None and hidden:
        raise refuse(Refused("not_watchable", "this table may not be watched"))
    return now, seat


TO_SEE = codes("no_match", "not_watchable")


class OneMatch(Reading):
    refusals = {"GET": TO_SEE}

    @extend_schema(responses={200: shapes.MatchShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """A match and, when it is over, its results."""
        now, _seat = match_to_see(request, match)
        return Response(_match(now.row, request.user))


def _state(now: live.Live, seat: int | None) -> dict[str, Any]:
    state = frames.state(now, seat, timezone.now())
    del state["t"]
    return state


class State(Reading):
    refusals = {"GET": TO_SEE}

    @extend_schema(responses={200: shapes.StateShape}, tags=["play"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """The match as you may know it now, and what you may do."""
        return Response(_state(*match_to_see(request, match)))


class Events(Reading):
    refusals = {"GET": TO_SEE}

    @extend_schema(
        parameters=[OpenApiParameter("since", int, description="the version that you have")],
        responses={200: shapes.EventsShape},
        tags=["play"],
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
    refusals = {
        "POST": TO_SEE
        | codes(
            "not_seated", "stale", "too_late", "match_over", "bad_command", "not_your_turn", "not_in_hand"
        )
    }

    @extend_schema(request=shapes.CommandShape, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Do something, once. A stale command is refused together with the state as it is. Each game has more
        codes of its own, with the status 409."""
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
    refusals = {"POST": TO_SEE | codes("not_seated", "match_over")}

    @extend_schema(request=None, responses={200: shapes.AcceptedShape}, tags=["play"])
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
    refusals = {"GET": TO_SEE | codes("match_running", "boards_closed")}

    @extend_schema(responses={200: shapes.RecordShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """A finished match as a record."""
        found = selectors.access_replay(request.user, match)
        if isinstance(found, Refused):
            raise refuse(found)
        names = [player["name"] for player in found[0].players]  # all that may change in it: people leave
        boards = found[0].table.boards
        etag = version_tag(match, found[0].version, *names, boards and boards.revealed_at)
        return unchanged(request, etag) or tagged(selectors.record_of(match), etag)


def version_tag(*parts: object) -> str:
    """An ETag that is known before the answer is made."""
    return f'"{uuid.uuid5(uuid.NAMESPACE_OID, repr(parts))}"'
