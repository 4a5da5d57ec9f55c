"""The members of a club, and the requests to join it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access, actions, chat, roster, selectors
from clubs.api import shapes
from clubs.api.view_helpers import (
    ORGANISE,
    OWN,
    TAGS,
    club_of_request,
    club_or_problem,
    managed_member,
)
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.roles import Capability
from ludopoli.api.auth import requesting_account
from ludopoli.api.operations import Operation, Reading, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor
from ludopoli.http.bodies import accept_bodies

MEMBER_ANSWER = {200: shapes.ClubMemberShape}


def rendered_members(request: Request, club: Club, members: Any) -> Any:
    own = access.membership_of(request.user, club)
    manages = access.has_capability(own, Capability.MANAGE_MEMBERS)
    return shapes.ClubMemberShape.render_all(members, manages=manages)


def member_now(request: Request, member: Member) -> Response:
    return Response(rendered_members(request, member.club, [member])[0])


class MembersByNumber(PagingByCursor):
    ordering = ("number",)


class MembersQuery(PageQuery):
    asking = serializers.BooleanField(
        required=False, help_text="`true`: the requests to join instead, for directors"
    )


class MembersView(Reading, ListAPIView[Member]):
    scopes = ORGANISE | OWN
    pagination_class = MembersByNumber
    queries = {"GET": MembersQuery}
    serializer_class = shapes.ClubMemberShape

    @document_operation(responses={200: shapes.ClubMemberShape(many=True)}, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """The members of your club, in the order of its list."""
        asking = self.query.get("asking", False)
        capability = Capability.MANAGE_MEMBERS if asking else Capability.PARTICIPATE
        found = club_or_problem(request, club, capability)
        page = (
            self.paginate_queryset(
                selectors.requests_to_join(found) if asking else selectors.members_of(found)
            )
            or []
        )
        return self.get_paginated_response(rendered_members(request, found, page))

    @document_operation(request=shapes.AddMember, responses={201: shapes.ClubMemberShape}, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Put somebody without an account on the list."""
        sent, found = validated_body(shapes.AddMember, request), club_of_request(request, club)
        added = actions.add_member(requesting_account(request), found, **sent)
        address = f"clubs/{found.code}/members/{added.number}/"
        return created_response(rendered_members(request, found, [added])[0], address)


class OneMemberView(Operation):
    scopes = ORGANISE

    @document_operation(request=shapes.ChangeMember, responses=MEMBER_ANSWER, tags=TAGS)
    def patch(self, request: Request, club: str, member: int) -> Response:
        """Change how a member is listed, or their role."""
        sent, me = validated_body(shapes.ChangeMember, request), requesting_account(request)
        found, muted = managed_member(request, club, member), sent.pop("muted", None)
        with transaction.atomic():
            revised = actions.revise_member(me, found, **sent)
            if muted is not None:
                revised = chat.mute_member(me, revised, muted=muted)
        return member_now(request, revised)

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def delete(self, request: Request, club: str, member: int) -> Response:
        """Take somebody off the list, or decline their request to join."""
        actions.remove_member(requesting_account(request), managed_member(request, club, member))
        return Response(status=204)


class AcceptMemberView(Operation):
    scopes = ORGANISE

    @document_operation(request=None, responses=MEMBER_ANSWER, tags=TAGS)
    def post(self, request: Request, club: str, member: int) -> Response:
        """Accept a request to join. A second time changes nothing."""
        found = managed_member(request, club, member)
        return member_now(request, actions.accept_request(requesting_account(request), found))


@accept_bodies(2 * LARGEST)
class ReadRosterView(Operation):
    scopes = ORGANISE

    @document_operation(request=shapes.Roster, responses={200: shapes.RosterShape}, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Read a list of members: say what each line would do, or store those that are not wrong."""
        sent, found = (
            validated_body(shapes.Roster, request),
            club_or_problem(request, club, Capability.MANAGE_MEMBERS),
        )
        text, store = sent["text"].replace("\0", ""), sent["store"]
        read = (
            actions.import_members(requesting_account(request), found, text)
            if store
            else roster.read_roster(text, found, found.members.all())
        )
        return Response(shapes.RosterShape.render({"stored": store, "lines": read}))
