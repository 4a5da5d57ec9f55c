"""Federations: their clubs, tournaments and, for their organisers, licences."""

from __future__ import annotations

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access as clubs
from clubs import federations, selectors
from clubs.models import Federation
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Reading, document_operation
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.http.refusals import ActionRefused
from tournaments.api.shapes import federations as shapes
from tournaments.api.view_helpers import TAGS
from tournaments.selectors import listed_events
from tournaments.series import federation_phases


class FederationsByName(PagingByCursor):
    ordering = ("name", "id")


class FederationsView(Reading, ListAPIView[Federation]):
    pagination_class = FederationsByName
    queries = {"GET": PageQuery}
    serializer_class = shapes.FederationLineShape

    @document_operation(responses={200: shapes.FederationLineShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The federations, by name."""
        page = self.paginate_queryset(selectors.all_federations()) or []
        return self.get_paginated_response(shapes.FederationLineShape.render_all(page))


class OneFederationView(Reading):
    @document_operation(responses={200: shapes.FederationShape}, tags=TAGS)
    def get(self, request: Request, federation: str) -> Response:
        """A federation: its clubs, its categories by age, and the series that is its ranking."""
        return Response(shapes.FederationShape.render(clubs.access_federation(federation)))


class FederationEventsView(Reading):
    @document_operation(responses={200: shapes.PhaseShape(many=True)}, tags=TAGS)
    def get(self, request: Request, federation: str) -> Response:
        """The tournaments that count for a federation, earliest first, with those to which the best go on."""
        found = clubs.access_federation(federation)
        events = {each.pk: each for each in listed_events(request.user).filter(phase__federation=found)}
        phases = [
            each for each in federation_phases.phases_of(found, request.user) if each.event_id in events
        ]
        return list_response(shapes.PhaseShape.render_all(phases, events=events))


class LicencesView(Reading):
    scopes = {"GET": Scope.ORGANISE}

    @document_operation(responses={200: shapes.LicenceShape(many=True)}, tags=TAGS)
    def get(self, request: Request, federation: str) -> Response:
        """The licences of a federation that you organise."""
        found = clubs.access_federation(federation)
        if not federations.is_organiser(requesting_account(request), found):
            raise ActionRefused("not_federation_organiser")
        return list_response(shapes.LicenceShape.render_all(selectors.find_licences(found)))
