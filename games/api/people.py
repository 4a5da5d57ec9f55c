"""People: profiles, ratings, statistics, matches, bot accounts; and the leaderboards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.api.shapes import people as shapes
from games.api.view_helpers import HistoryQuery, OfGame, known_game
from games.models import Result, Seat, Standing
from games.people import leaderboards, profiles, standings
from games.play import online
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.operations import Operation, document_operation
from ludopoli.api.paging import PageQuery, PagingByCursor, bad_cursor, list_response
from ludopoli.api.shapes import Between, Flag, Shape
from ludopoli.http.throttle import client_address


class PeriodQuery(Shape[Any]):
    period = serializers.RegexField(
        rf"^({standings.ALL}|{leaderboards.PERIOD.pattern})$",
        default=standings.ALL,
        help_text="`all`, a year `2026` or a month `2026-11`",
    )


class PeopleQuery(Shape[Any]):
    q = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=80,
        help_text=f"how a word of the name begins, at least {people.SHORTEST_PART} letters",
    )


class PeopleView(Operation):
    queries = {"GET": PeopleQuery}

    @document_operation(responses={200: shapes.FoundShape(many=True)}, tags=["people"])
    def get(self, request: Request) -> Response:
        """The people found by a part of their name, at most ten. People may choose not to be found."""
        found = people.people_named_like(self.query["q"], client_address(request))
        return list_response(shapes.FoundShape.render_all(found))


class OnePersonView(Operation):
    @document_operation(responses={200: shapes.PersonShape}, tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """A person: their profile, their ratings, and the number of their matches."""
        hidden = people.ids_blocked_by(request.user)
        return Response(shapes.PersonShape.render(profiles.access_player(name), hidden=hidden))


class ResultsByEnd(PagingByCursor):
    ordering = ("-at", "-match")


class RatingsQuery(PageQuery, Between):
    pass


class RatingHistoryView(Operation, ListAPIView[Result]):
    pagination_class = ResultsByEnd
    serializer_class = shapes.RatingPointShape
    queries = {"GET": RatingsQuery}

    @document_operation(responses={200: shapes.RatingPointShape(many=True)}, tags=["people"])
    def get(self, request: Request, name: str, game: str) -> Response:
        """A person's rating at a game after each rated match, most recent first."""
        rows = profiles.rated_results(profiles.access_player(name), known_game(game))
        if "since" in self.query:
            rows = rows.filter(at__gte=self.query["since"])
        if "until" in self.query:
            rows = rows.filter(at__lt=self.query["until"])
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.RatingPointShape.render_all(page))


class StatisticsView(Operation):
    queries = {"GET": PeriodQuery}

    @document_operation(responses={200: shapes.StatisticsShape}, tags=["people"])
    def get(self, request: Request, name: str, game: str) -> Response:
        """A person's statistics at a game, of all time or of a year or month."""
        person, period, game = profiles.access_player(name), self.query["period"], known_game(game)
        row = profiles.standing_of(person, game, period)
        return Response(shapes.StatisticsShape.render(row or Standing(user=person, game=game, period=period)))


class HistoryPageQuery(PageQuery, HistoryQuery):
    pass


class MatchesOfView(Operation):
    queries = {"GET": HistoryPageQuery}

    @document_operation(responses={200: shapes.PlayedMatchShape(many=True)}, tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """A person's finished matches, most recently finished first."""
        asked = {**self.query}
        cursor, size = asked.pop("cursor", ""), asked.pop("size", profiles.MATCHES)
        before = profiles.history_cursor(cursor)
        if cursor and before is None:
            raise bad_cursor()
        found = profiles.match_history(
            profiles.access_player(name), request.user, profiles.HistoryFilter(**asked), before, size
        )
        return list_response(
            shapes.PlayedMatchShape.render_all(found.matches), following(request, found.before)
        )


def following(request: Request, cursor: str) -> str | None:
    """The address of the next page."""
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor) if cursor else None


class AgainstQuery(OfGame, Between):
    pass


class AgainstView(Operation):
    queries = {"GET": AgainstQuery}

    @document_operation(responses={200: shapes.CrosstableShape}, tags=["people"])
    def get(self, request: Request, name: str, other: str) -> Response:
        """Two players: how often each was ahead of the other, by game."""
        pair = profiles.access_player(name), profiles.access_player(other)
        return Response(shapes.CrosstableShape.render(profiles.crosstable_of(*pair, **self.query)))


class AroundView(Operation):
    @document_operation(responses={200: shapes.AroundShape(many=True)}, tags=["people"])
    def get(self, request: Request) -> Response:
        """The other people in the lobby, or at the tables that it lists: friends first, then those who want
        company. People may choose not to be shown."""
        return list_response(shapes.AroundShape.render_all(online.people_for(request.user)))


class PeopleById(PagingByCursor):
    ordering = ("-id",)


class BotAccountsView(Operation, ListAPIView[User]):
    pagination_class = PeopleById
    queries = {"GET": PageQuery}
    serializer_class = shapes.BotShape

    @document_operation(responses={200: shapes.BotShape(many=True)}, tags=["people"])
    def get(self, request: Request) -> Response:
        """The bot accounts. They are people's programs, and may be challenged like anybody."""
        seated = Seat.objects.filter(user=OuterRef("pk")).exclude(table__status="closed")
        bots = User.objects.filter(is_bot=True, is_active=True).select_related("owner")
        page = self.paginate_queryset(bots.annotate(playing=Exists(seated))) or []
        hidden = people.ids_blocked_by(request.user)
        return self.get_paginated_response(shapes.BotShape.render_all(page, hidden=hidden))


class BoardQuery(PageQuery, PeriodQuery):
    pass


class FriendsQuery(BoardQuery):
    friends = Flag(default=False, help_text="only your friends and you")


class LeaderboardView(Operation):
    queries = {"GET": FriendsQuery}

    @document_operation(responses={200: shapes.BoardShape}, tags=["leaderboards"])
    def get(self, request: Request, game: str) -> Response:
        """The leaderboard of a game: of all time by rating, of a year or month by rating points gained in
        it."""
        among = leaderboards.friends_circle(requesting_account(request)) if self.query["friends"] else None
        return leaderboard_page(request, game, self.query, among)


def leaderboard_page(
    request: Request, game: str, query: Mapping[str, Any], among: leaderboards.Among = None
) -> Response:
    """A page of the leaderboard of a game, by a `BoardQuery`."""
    game = known_game(game)
    period, asked = query["period"], query.get("cursor", "")
    after = leaderboards.leaderboard_cursor(asked)
    if asked and after is None:
        raise bad_cursor()
    page = leaderboards.leaderboard_rows(game, period, after, query.get("size", leaderboards.ROWS), among)
    cursor = f"{page.after[0]}.{page.after[1]}" if page.after else ""
    shown = {
        "game": game,
        "period": period,
        "results": page.rows,
        "mine": leaderboards.own_place(request.user, game, period, among),
        "next": following(request, cursor),
    }
    return Response(shapes.BoardShape.render(shown))
