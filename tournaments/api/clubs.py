"""What clubs have of tournaments."""

from __future__ import annotations

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import access_club
from ludopoli.api.operations import Reading, document_operation
from ludopoli.api.paging import ByCursor, PageQuery
from tournaments import selectors
from tournaments.api import shapes
from tournaments.models import Entry, Event


class EventsLatestFirst(ByCursor):
    ordering = ("-starts_at", "-id")


class FameView(Reading, ListAPIView[Event]):
    pagination_class = EventsLatestFirst
    queries = {"GET": PageQuery}
    serializer_class = shapes.PodiumShape

    @document_operation(responses={200: shapes.PodiumShape(many=True)}, tags=["clubs"])
    def get(self, request: Request, club: str) -> Response:
        """The winners of a club's tournaments, most recent first."""
        found, _own = access_club(request.user, club)
        page = self.paginate_queryset(selectors.podiums_of(found, request.user)) or []
        return self.get_paginated_response(shapes.PodiumShape.render_all(page))


class TeamsView(Reading, ListAPIView[Entry]):
    pagination_class = ByCursor
    queries = {"GET": PageQuery}
    serializer_class = shapes.ClubTeamShape

    @document_operation(responses={200: shapes.ClubTeamShape(many=True)}, tags=["clubs"])
    def get(self, request: Request, club: str) -> Response:
        """The teams that play for a club, the latest to enter first."""
        found, _own = access_club(request.user, club)
        page = self.paginate_queryset(selectors.teams_of_club(found, request.user)) or []
        return self.get_paginated_response(shapes.ClubTeamShape.render_all(page))
