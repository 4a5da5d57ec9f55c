"""The tables and the house rules of a club."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from clubs import house_rules, selectors, tables
from clubs.api.view_helpers import (
    MANAGE,
    OWN,
    TAGS,
    club_of_request,
    club_or_problem,
)
from clubs.models import Club
from clubs.roles import Capability
from games.api.shapes.games import HouseRulesShape
from games.api.shapes.tables import LobbyTableShape, OpenTable, TableShape
from games.api.tables import table_document
from games.api.view_helpers import as_usual
from games.play import selectors as play
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import list_response


class ClubTablesView(Operation):
    scopes = OWN | {"POST": Scope.BOARD}

    @document_operation(responses={200: LobbyTableShape(many=True)}, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """The open tables of your club."""
        return list_response(
            LobbyTableShape.render_all(selectors.live_club_tables(club_or_problem(request, club)))
        )

    @document_operation(request=OpenTable, responses={201: TableShape}, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Open a table where only members of your club sit. It is always private."""
        wanted = as_usual(validated_body(OpenTable, request))
        opened = tables.open_club_table(requesting_account(request), club_of_request(request, club), **wanted)
        return created_response(table_document(opened, request.user), f"tables/{opened.code}/")


class ClubRulesView(Operation):
    @document_operation(responses={200: HouseRulesShape(many=True)}, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """The house rules of a club."""
        return rules_of_request(request, club_of_request(request, club))


class OneOfRulesView(Operation):
    scopes = MANAGE

    @document_operation(request=None, responses={200: HouseRulesShape(many=True)}, tags=TAGS)
    def put(self, request: Request, club: str, house: str) -> Response:
        """Give the club a copy of house rules, of which you know the code."""
        found = club_or_problem(request, club, Capability.EDIT_CLUB)
        house_rules.add_rules(requesting_account(request), found, play.house_rules(house))
        return rules_of_request(request, found)

    @document_operation(request=None, responses={200: HouseRulesShape(many=True)}, tags=TAGS)
    def delete(self, request: Request, club: str, house: str) -> Response:
        """Take house rules from the club, by the code that they have there."""
        found = club_or_problem(request, club, Capability.EDIT_CLUB)
        house_rules.remove_rules(requesting_account(request), found, house)
        return rules_of_request(request, found)


def rules_of_request(request: Request, club: Club) -> Response:
    return list_response(
        HouseRulesShape.render_all(selectors.house_rules_of_clubs([club]), reader=request.user)
    )
