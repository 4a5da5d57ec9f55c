"""The members of a club, and the requests to join it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access, actions, chat, claims, roster, selectors
from clubs.api import shapes
from clubs.api.view_helpers import (
    JOIN,
    MANAGE,
    OWN,
    TAGS,
    club_of_request,
    club_or_problem,
    listed_member,
    managed_member,
)
from clubs.csv_lists import LARGEST
from clubs.models import Club, Member
from clubs.roles import Capability
from ludopoli.api.auth import requesting_account
from ludopoli.api.idempotency import create_once
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor
from ludopoli.http.bodies import accept_bodies

MEMBER_ANSWER = {200: shapes.ClubMemberShape}


def rendered_members(request: Request, club: Club, members: Any) -> Any:
    own = access.membership_of(request.user, club)
    manages = access.has_capability(own, Capability.MANAGE_MEMBERS)
    return shapes.ClubMemberShape.render_all(members, manages=manages, own=own)


def member_now(request: Request, member: Member) -> Response:
    return Response(rendered_members(request, member.club, [member])[0])


class MembersByNumber(PagingByCursor):
    ordering = ("number",)


class MembersQuery(PageQuery):
    asking = serializers.BooleanField(
        required=False,
        help_text="`true`: the requests to join and the members who claim a line instead, for directors",
    )


class MembersView(Operation, ListAPIView[Member]):
    scopes = MANAGE | OWN
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
                selectors.requests_to_answer(found) if asking else selectors.members_of(found)
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
    scopes = MANAGE

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
    scopes = MANAGE

    @document_operation(request=shapes.AcceptMember, responses=MEMBER_ANSWER, tags=TAGS)
    def post(self, request: Request, club: str, member: int) -> Response:
        """Accept a request to join, or a member's claim to a line. A second time changes nothing."""
        sent, found = validated_body(shapes.AcceptMember, request), managed_member(request, club, member)
        line = listed_member(found.club, sent["line"]) if "line" in sent else None
        asked = sent.get("asks_for", found.asks_for)
        return member_now(request, claims.accept_member(requesting_account(request), found, asked, line))


class ClaimView(Operation):
    scopes = {**JOIN, "DELETE": Scope.JOIN}

    @document_operation(request=None, responses=MEMBER_ANSWER, tags=TAGS)
    def post(self, request: Request, club: str, member: int) -> Response:
        """Say that a listed member without an account is you. The line becomes yours once a director agrees,
        at once if one has asked you; until then your own is the answer."""
        line = listed_member(club_or_problem(request, club), member)
        return member_now(request, claims.claim_line(requesting_account(request), line))

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def delete(self, request: Request, club: str, member: int) -> Response:
        """Say that a listed member whom you claimed to be, or were asked about, is not you."""
        own = access.membership_of(requesting_account(request), club_or_problem(request, club))
        if own is not None and own.asks_for == member:
            claims.dismiss_line(requesting_account(request), own)
        return Response(status=204)


class OfferView(Operation):
    scopes = MANAGE

    @document_operation(request=shapes.OfferLine, responses=MEMBER_ANSWER, tags=TAGS)
    def post(self, request: Request, club: str, member: int) -> Response:
        """Ask a member whether they are a listed member without an account, whose line becomes theirs once
        they agree, at once if they have claimed it."""
        sent, found = validated_body(shapes.OfferLine, request), managed_member(request, club, member)
        line = listed_member(found.club, sent["line"])
        return member_now(request, claims.offer_line(requesting_account(request), found, line))

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def delete(self, request: Request, club: str, member: int) -> Response:
        """Say that a member is not the listed member whom they claim to be, or were asked about."""
        claims.dismiss_line(requesting_account(request), managed_member(request, club, member))
        return Response(status=204)


@accept_bodies(2 * LARGEST)
class ReadRosterView(Operation):
    scopes = MANAGE

    @document_operation(request=shapes.Roster, responses={200: shapes.RosterShape}, tags=TAGS)
    @create_once
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
