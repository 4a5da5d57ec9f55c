"""The dates of a club. Its tournaments are those of `tournaments/?club=`."""

from __future__ import annotations

from typing import Any

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import dates, selectors
from clubs.api import shapes
from clubs.api.view_helpers import MANAGE, TAGS, club_of_request, refusals_as_sent
from clubs.models import Date
from ludopoli.api.auth import requesting_account
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor


class DatesByTime(PagingByCursor):
    ordering = ("starts_at", "id")


class DatesView(Operation, ListAPIView[Date]):
    scopes = MANAGE
    pagination_class = DatesByTime
    queries = {"GET": PageQuery}
    serializer_class = shapes.ClubDateShape

    @document_operation(responses={200: shapes.ClubDateShape(many=True)}, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """The dates of a club from today on, earliest first; without its tournaments."""
        page = self.paginate_queryset(selectors.dates_from_today(club_of_request(request, club))) or []
        return self.get_paginated_response(shapes.ClubDateShape.render_all(page))

    @document_operation(request=shapes.AddDates, responses={201: shapes.ClubDateShape}, tags=TAGS)
    @refusals_as_sent()
    def post(self, request: Request, club: str) -> Response:
        """Put a date on the calendar of a club that you direct, or the same in several weeks; returns the
        first."""
        sent, found = validated_body(shapes.AddDates, request), club_of_request(request, club)
        added = dates.add_dates(requesting_account(request), found, **sent)
        address = f"clubs/{found.code}/dates/{added[0].number}/"
        return created_response(shapes.ClubDateShape.render(added[0]), address)


class OneDateView(Operation):
    scopes = MANAGE

    @document_operation(request=shapes.ChangeDate, responses={200: shapes.ClubDateShape}, tags=TAGS)
    @refusals_as_sent()
    def patch(self, request: Request, club: str, date: int) -> Response:
        """Change some fields of a date."""
        sent: dict[str, Any] = validated_body(shapes.ChangeDate, request, partial=True)
        changed = dates.change_date(requesting_account(request), club_of_request(request, club), date, **sent)
        return Response(shapes.ClubDateShape.render(changed))

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def delete(self, request: Request, club: str, date: int) -> Response:
        """Take a date off the calendar."""
        dates.delete_date(requesting_account(request), club_of_request(request, club), date)
        return Response(status=204)
