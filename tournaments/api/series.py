"""Series: events that count together."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import access_club
from games.api.files import SheetView, kind_of_sheet, sheet_response
from ludopoli.api.auth import requesting_account
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor
from ludopoli.api.preconditions import if_match
from ludopoli.base.lookups import or_404
from tournaments import access, actions
from tournaments.api import shapes
from tournaments.api.view_helpers import (
    DIRECT,
    SEASONS,
    number_parameters,
    path_number,
    sent_fields,
)
from tournaments.models import Series
from tournaments.outlets import season_files
from tournaments.series.seasons import season_history


def series_or_404(request: Request, series: str) -> Series:
    return access.access_series(request.user, series)


def own_club(request: Request, sent: dict[str, Any]) -> dict[str, Any]:
    """Replace the code of a club by the club."""
    if sent.get("club") is not None:
        sent["club"], _own = access_club(request.user, sent["club"])
    return sent


class SeriesByAge(PagingByCursor):
    ordering = ("-created_at", "-id")


class AllSeriesView(Operation, ListAPIView[Series]):
    scopes = DIRECT
    pagination_class = SeriesByAge
    queries = {"GET": PageQuery}
    serializer_class = shapes.SeriesLineShape

    @document_operation(responses={200: shapes.SeriesLineShape(many=True)}, tags=SEASONS)
    def get(self, request: Request) -> Response:
        """The series and leagues, most recent first."""
        rows = Series.objects.filter(access.visible_series(request.user)).select_related("organiser", "club")
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.SeriesLineShape.render_all(page))

    @document_operation(request=shapes.CreateSeries, responses={201: shapes.SeriesShape}, tags=SEASONS)
    def post(self, request: Request) -> Response:
        """Create a series. Your tournaments can then count for it."""
        sent = own_club(request, validated_body(shapes.CreateSeries, request))
        made = actions.create_series(requesting_account(request), **sent)
        return created_response(shapes.SeriesShape.render(made, reader=request.user), f"series/{made.code}/")


class OneSeriesView(Operation):
    scopes = DIRECT

    @document_operation(responses={200: shapes.SeriesShape}, tags=SEASONS)
    def get(self, request: Request, series: str) -> Response:
        """A series: its tournaments, and its standings with the points of each tournament."""
        return Response(shapes.SeriesShape.render(series_or_404(request, series), reader=request.user))

    @document_operation(request=shapes.CreateSeries, responses={200: shapes.SeriesShape}, tags=SEASONS)
    @if_match(lambda _request, series: Series.objects.filter(code=series))
    def patch(self, request: Request, series: str) -> Response:
        """Change some fields of one of your series."""
        sent, found = (
            own_club(request, sent_fields(shapes.CreateSeries, request)),
            series_or_404(request, series),
        )
        changed_one = actions.change_series(requesting_account(request), found, **sent)
        return Response(shapes.SeriesShape.render(changed_one, reader=request.user))


class OneSeasonView(Operation):
    @document_operation(
        parameters=number_parameters("season"), responses={200: shapes.PastSeasonShape}, tags=SEASONS
    )
    def get(self, request: Request, series: str, season: str) -> Response:
        """A season of a series: the tables of its divisions, with promotions and relegations."""
        found = season_history(series_or_404(request, series), request.user).seasons
        at = path_number(season)
        one = or_404(
            found[at - 1] if 0 < at <= len(found) else None, _("Season not found: choose one from the list.")
        )
        return Response(shapes.PastSeasonShape.render(one))


TWO_LINES = "season,division,place,name,points,penalty,played\n1,Serie A,1,Anna,27,0,4\n"


class SeriesResultsView(SheetView):
    @document_operation(
        responses=sheet_response(
            "all seasons, a line for each person, with `card` and `category` for directors of the club",
            TWO_LINES,
        ),
        tags=SEASONS,
    )
    def get(self, request: Request, series: str) -> HttpResponse:
        """The standings of all seasons of a series as CSV."""
        return season_files.season_file(
            series_or_404(request, series), request.user, kind_of_sheet(self.query)
        )


class PenaltiesView(Operation):
    scopes = DIRECT

    @document_operation(request=shapes.TakePoints, responses={201: shapes.PenaltyShape}, tags=SEASONS)
    def post(self, request: Request, series: str) -> Response:
        """Take points from a person in one of your series, with a reason that everybody reads."""
        sent, found = validated_body(shapes.TakePoints, request), series_or_404(request, series)
        who = actions.person_in_series(found, sent["name"])
        made = actions.take_points(requesting_account(request), found, who, sent["points"], sent["reason"])
        return created_response(
            shapes.PenaltyShape.render(made), f"series/{found.code}/penalties/{made.number}/"
        )


class OnePenaltyView(Operation):
    scopes = DIRECT

    @document_operation(
        request=None, parameters=number_parameters("penalty"), responses={204: None}, tags=SEASONS
    )
    def delete(self, request: Request, series: str, penalty: str) -> Response:
        """Give the points back."""
        actions.give_back_points(
            requesting_account(request), series_or_404(request, series), path_number(penalty)
        )
        return Response(status=204)
