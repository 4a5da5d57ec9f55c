"""Series: events that count together."""

from __future__ import annotations

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import asker
from ludopoli.api.operations import Reading, body, created, documented
from ludopoli.api.paging import ByCursor, PageQuery
from tournaments import access, actions
from tournaments.api import shapes
from tournaments.api.view_helpers import ORGANISE, TAGS, changed, codes, done
from tournaments.models import Series


class ByAge(ByCursor):
    ordering = ("-created_at", "-id")


class AllSeries(Reading, ListAPIView[Series]):
    scopes = ORGANISE
    pagination_class = ByAge
    queries = {"GET": PageQuery}
    serializer_class = shapes.SeriesLineShape
    refusals = {"POST": codes("bad_event", "bad_words", "silenced", "sign_up")}

    @documented(responses={200: shapes.SeriesLineShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The series and leagues, most recent first."""
        page = self.paginate_queryset(Series.objects.select_related("organiser")) or []
        return self.get_paginated_response(shapes.SeriesLineShape.render_all(page))

    @documented(request=shapes.CreateSeries, responses={201: shapes.SeriesShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Create a series. Your tournaments can then count for it."""
        made = done(actions.create_series(asker(request), **body(shapes.CreateSeries, request)))
        return created(shapes.SeriesShape.render(made, reader=request.user), f"series/{made.code}/")


class OneSeries(Reading):
    scopes = ORGANISE
    refusals = {"PATCH": codes("not_organiser", "bad_event", "bad_words", "silenced")}

    @documented(responses={200: shapes.SeriesShape}, tags=TAGS)
    def get(self, request: Request, series: str) -> Response:
        """A series: its tournaments, and its standings with the points of each tournament."""
        return Response(shapes.SeriesShape.render(access.access_series(series), reader=request.user))

    @documented(request=shapes.CreateSeries, responses={200: shapes.SeriesShape}, tags=TAGS)
    def patch(self, request: Request, series: str) -> Response:
        """Change some fields of one of your series."""
        sent, found = changed(shapes.CreateSeries, request), access.access_series(series)
        changed_one = done(actions.change_series(asker(request), found, **sent))
        return Response(shapes.SeriesShape.render(changed_one, reader=request.user))
