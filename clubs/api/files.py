"""A club as files: the list of its members, and everything that it owns."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import selectors
from clubs.api.shapes import CLUB_LINE
from clubs.api.view_helpers import OWN, TAGS, club_or_problem
from clubs.roles import Capability
from games.api.files import SheetView, kind_of_sheet, sheet_response
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation
from ludopoli.text import table_files

TWO_LINES = "name,card,category,account,role,since\nAnna,0112,prima,Anna,owner,2026-01-10T18:00:00Z\n"

EXPORT_EXAMPLE = {name: CLUB_LINE[name] for name in ("code", "name", "location")}


class MembersFileView(SheetView):
    scopes = OWN

    @document_operation(
        responses=sheet_response("the members; `members/list/` reads it back", TWO_LINES), tags=TAGS
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """The list of members as CSV, for directors."""
        found = club_or_problem(request, club, Capability.MANAGE_MEMBERS)
        sheet = selectors.member_sheet(found)
        return table_files.file_response(kind_of_sheet(self.query), f"ludopoli-{found.code}", sheet)


class ExportClubView(Operation):
    scopes = {"GET": Scope.MANAGE}

    @document_operation(
        responses={
            200: OpenApiResponse(
                OpenApiTypes.OBJECT,
                description="its fields, house rules, dates, score pads, chat and members",
                examples=[OpenApiExample("an excerpt", value=EXPORT_EXAMPLE)],
            )
        },
        tags=TAGS,
    )
    def get(self, request: Request, club: str) -> Response:
        """Everything that the club owns, for its owners."""
        return Response(selectors.export_club(club_or_problem(request, club, Capability.ADMINISTER)))
