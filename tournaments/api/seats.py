"""Seat links, which directors hand out to people whom they entered by name.

Anybody who has a link has the seat, so no browser or proxy may cache a response.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Unstored, created_response, document_operation
from ludopoli.api.paging import PageQuery, PagingByCursor
from ludopoli.http.refusals import ActionRefused
from tournaments import actions
from tournaments.api import shapes
from tournaments.api.view_helpers import (
    DIRECTING,
    directed_event,
    entry_of,
    number_parameters,
    path_number,
)
from tournaments.entering import seat_links
from tournaments.models import Entry, Event, Member

POSITION = [*number_parameters("entry"), *number_parameters("position", least=0)]


def link_of(request: Request, event: Event, member: Member) -> Mapping[str, Any]:
    return shapes.SeatLinkShape.render(seat_links.fresh_seat_link(request._request, event, member))


def seat_with_link(event: Event, entry: Entry, position: str) -> Member:
    """Return a seat that has a link; raise a problem if this one has none."""
    found = seat_links.seats_with_links(event).filter(entry=entry, place=path_number(position)).first()
    if found is None:
        raise ActionRefused("no_place")
    return found


class InOrder(PagingByCursor):
    ordering = ("id",)


class SeatLinksView(Unstored, ListAPIView[Any]):
    scopes = {"GET": Scope.DIRECT}
    pagination_class = InOrder
    queries = {"GET": PageQuery}
    serializer_class = shapes.SeatLinkShape

    @document_operation(responses={200: shapes.SeatLinkShape(many=True)}, tags=DIRECTING)
    def get(self, request: Request, event: str) -> Response:
        """The seat links of people without an account, in the order of entering."""
        found = directed_event(request, event)
        page = self.paginate_queryset(seat_links.seats_with_links(found)) or []
        return self.get_paginated_response([link_of(request, found, each) for each in page])


class SeatLinkView(Unstored):
    scopes = {"GET": Scope.DIRECT, "POST": Scope.DIRECT}

    @document_operation(parameters=POSITION, responses={200: shapes.SeatLinkShape}, tags=DIRECTING)
    def get(self, request: Request, event: str, entry: str, position: str) -> Response:
        """The seat link of a person without an account."""
        found = directed_event(request, event)
        member = seat_with_link(found, entry_of(found, entry), position)
        return Response(link_of(request, found, member))

    @document_operation(
        request=None, parameters=POSITION, responses={201: shapes.SeatLinkShape}, tags=DIRECTING
    )
    def post(self, request: Request, event: str, entry: str, position: str) -> Response:
        """Make a new link. Earlier links stop working, and anybody signed in through them is signed out."""
        found = directed_event(request, event)
        one = entry_of(found, entry)
        member = seat_with_link(found, one, position)
        actions.renew_seat_link(requesting_account(request), one, member.place)
        address = f"tournaments/{found.code}/entries/{one.number}/seat-links/{member.place}/"
        return created_response(link_of(request, found, seat_with_link(found, one, position)), address)
