"""People: profiles, ratings, statistics, matches, bot accounts; and the leaderboards."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import leaderboards, profiles, standings, texts
from games.api.asking import Reading, asked_game, asker, flag, known_game
from games.api.shapes import people as shapes
from games.engine.catalog import GAMES
from games.models import Seat
from ludopoli.accounts.models import User
from ludopoli.api.errors import Problem
from ludopoli.api.paging import ByCursor

MOST = 200
"""Rows of a page, at most."""

GAME = OpenApiParameter("game", enum=list(GAMES))
PERIOD = OpenApiParameter(
    "period",
    {"type": "string", "pattern": rf"^({standings.ALL}|{leaderboards.PERIOD.pattern})$"},
    description="`all`, a year `2026` or a month `2026-11`",
)
CURSOR = OpenApiParameter("cursor", description="as `next` has it")
SIZE = OpenApiParameter("size", int, description=f"rows of a page, at most {MOST}")


def person_of(name: str) -> User:
    return profiles.access_player(name)


def size_of(request: Request, usual: int) -> int:
    asked = request.query_params.get("size", "")
    return max(1, min(int(asked[:6]), MOST)) if asked.isascii() and asked.isdecimal() else usual


def period_of(request: Request) -> str:
    asked = request.query_params.get("period", standings.ALL)
    named = "sempre" if asked == standings.ALL else asked
    period = leaderboards.period_of(named, today())
    if period is None:
        raise Problem(400, "bad_request", str(texts.REFUSALS["bad_request"]))
    return period


def today() -> date:
    return timezone.now().astimezone(ZoneInfo(settings.TIME_ZONE)).date()


class OnePerson(Reading):
    @extend_schema(responses={200: shapes.PersonShape}, tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """Somebody: what he says of himself, his ratings, and how much he has played."""
        person = person_of(name)
        return Response(
            {
                "name": person.username,
                "guest": person.is_guest,
                "bot": person.is_bot,
                "owner": person.owner.username if person.owner else None,
                "about": person.bio,
                "country": person.country,
                "since": person.date_joined.date(),
                "ratings": [
                    {
                        "game": game,
                        "rating": rating.shown,
                        "spread": rating.spread,
                        "provisional": not rating.listed,
                        "matches": rating.matches,
                    }
                    for game, rating in profiles.ratings(person).items()
                ],
                "played": [
                    {"game": game, "matches": row.matches, "wins": row.wins}
                    for game, row in profiles.by_game(person).items()
                ],
            }
        )


class RatingHistory(Reading):
    refusals = {"GET": {"no_game": 404}}

    @extend_schema(responses={200: shapes.RatingPointShape(many=True)}, tags=["people"])
    def get(self, request: Request, name: str, game: str) -> Response:
        """Somebody's rating at a game after each of his latest rated matches, the oldest first."""
        history = profiles.rating_history(person_of(name), known_game(game))
        return Response(
            [
                {"at": at, "rating": skill.shown, "spread": skill.spread, "gain": gain}
                for at, skill, gain in history
            ]
        )


class Statistics(Reading):
    refusals = {"GET": {"no_game": 404}}

    @extend_schema(parameters=[PERIOD], responses={200: shapes.StatisticsShape}, tags=["people"])
    def get(self, request: Request, name: str, game: str) -> Response:
        """What somebody did at a game, in all or in a year or month."""
        person, period = person_of(name), period_of(request)
        row = profiles.standing(person, known_game(game), period)
        fields = ("matches", "wins", "rated", "gain", "deals", "points", "streak", "longest")
        return Response(
            {
                "game": game,
                "period": period,
                **{field: getattr(row, field, 0) for field in fields},
                "tallies": [{"name": told, "count": n} for told, n in (profiles.tallies(row) if row else [])],
                "by_preset": [_line(line) for line in profiles.by_preset(row)],
                "by_seat": [_line(line) for line in profiles.by_seat(row)],
                "by_partner": [_line(line) for line in profiles.by_partner(person, game, period)],
            }
        )


def _line(line: profiles.Line) -> dict[str, Any]:
    return {
        "name": line.name,
        "matches": line.matches,
        "wins": line.wins,
        "deals": line.deals,
        "points": line.points,
    }


class MatchesOf(Reading):
    refusals = {"GET": {"no_game": 400}}

    @extend_schema(parameters=[GAME, CURSOR, SIZE], responses={200: shapes.HistoryShape}, tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """Somebody's finished matches, the latest first."""
        person, game = person_of(name), asked_game(request)
        asked = request.query_params.get("cursor", "")
        before = profiles.cursor_of(asked)
        if asked and before is None:
            raise NotFound
        size = size_of(request, profiles.MATCHES)
        history = profiles.history(person, request.user, game, before, size)
        following = replace_query_param(request.build_absolute_uri(), "cursor", history.before)
        return Response(
            {
                "results": [_played(each) for each in history.matches],
                "next": following if history.before else None,
            }
        )


def _played(each: profiles.PlayedMatch) -> dict[str, Any]:
    result = each.result
    return {
        "match": result.match_id,
        "at": result.at,
        "game": result.game,
        "preset": result.preset,
        "seat": result.seat,
        "place": result.place,
        "score": result.score,
        "won": result.won,
        "left": result.left,
        "rated": result.rated,
        "gain": result.gain,
        "partner": each.partner,
        "others": each.others,
        "visible": each.link,
        "annulled": each.annulled,
    }


class ById(ByCursor):
    ordering = ("-id",)


class BotAccounts(Reading, ListAPIView[User]):
    pagination_class = ById
    serializer_class = shapes.BotShape

    @extend_schema(responses={200: shapes.BotShape(many=True)}, tags=["people"])
    def get(self, request: Request) -> Response:
        """The bot accounts: programs of people, who may be challenged like anybody."""
        seated = Seat.objects.filter(user=OuterRef("pk")).exclude(table__status="closed")
        bots = User.objects.filter(is_bot=True, is_active=True).select_related("owner")
        page = self.paginate_queryset(bots.annotate(playing=Exists(seated))) or []
        return self.get_paginated_response(
            [
                {
                    "name": bot.username,
                    "owner": bot.owner.username if bot.owner else "",
                    "about": bot.bio,
                    "playing": bot.playing,
                }
                for bot in page
            ]
        )


class Leaderboard(Reading):
    refusals = {"GET": {"no_game": 404}}

    @extend_schema(
        parameters=[
            PERIOD,
            CURSOR,
            SIZE,
            OpenApiParameter("friends", bool, description="only your friends and you"),
        ],
        responses={200: shapes.BoardShape},
        tags=["leaderboards"],
    )
    def get(self, request: Request, game: str) -> Response:
        """Who stands where at a game. Of all time by rating, of a year or month by what was gained in it."""
        period, asked = period_of(request), request.query_params.get("cursor", "")
        known_game(game)
        after = leaderboards.cursor_of(asked)
        if asked and after is None:
            raise NotFound
        among = leaderboards.circle(asker(request)) if flag(request, "friends") else None
        page = leaderboards.page(game, period, after, size_of(request, leaderboards.ROWS), among)
        mine = leaderboards.mine(request.user, game, period, among)
        cursor = f"{page.after[0]}.{page.after[1]}" if page.after else ""
        following = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
        return Response(
            {
                "game": game,
                "period": period,
                "results": [_row(row) for row in page.rows],
                "mine": mine
                and {"rank": mine.rank, "value": mine.value, "matches_missing": mine.matches_missing},
                "next": following if cursor else None,
            }
        )


def _row(row: leaderboards.Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": row.user.username,
        "value": row.value,
        "rating": row.shown,
        "spread": row.spread,
        "provisional": row.provisional,
        "matches": row.matches,
        "wins": row.wins,
    }
