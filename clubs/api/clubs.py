"""Clubs: the list, one club, joining and leaving it, its link, and its leaderboards."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access, actions, selectors
from clubs.api import shapes
from clubs.api.view_helpers import (
    JOIN,
    MANAGE,
    OWN,
    TAGS,
    club_of_request,
    club_or_problem,
    refusals_as_sent,
)
from clubs.models import Club
from clubs.roles import Capability
from games.api.people import BoardQuery, leaderboard_page
from games.api.shapes.people import BoardShape
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor
from ludopoli.api.preconditions import if_match
from ludopoli.http.refusals import ActionRefused

CLUB_ANSWER = {200: shapes.ClubShape}


def club_now(request: Request, club: Club) -> Response:
    own = access.membership_of(request.user, club)
    return Response(shapes.ClubShape.render(club, own=own))


class ClubsByName(PagingByCursor):
    ordering = ("name", "id")


class ClubsQuery(PageQuery):
    q = serializers.CharField(
        required=False, max_length=60, help_text="only clubs with it in name or location"
    )


class ClubsView(Operation, ListAPIView[Club]):
    scopes = MANAGE
    pagination_class = ClubsByName
    queries = {"GET": ClubsQuery}
    serializer_class = shapes.ClubLineShape

    def rows(self) -> QuerySet[Club]:
        return selectors.public_clubs(self.query.get("q", "").replace("\0", ""))

    @document_operation(responses={200: shapes.ClubLineShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The clubs that are not private, by name."""
        page = self.paginate_queryset(self.rows()) or []
        return self.get_paginated_response(shapes.ClubLineShape.render_all(page))

    @document_operation(request=shapes.CreateClub, responses={201: shapes.ClubShape}, tags=TAGS)
    @refusals_as_sent()
    def post(self, request: Request) -> Response:
        """Create a club, which you own."""
        made = actions.create_club(requesting_account(request), **validated_body(shapes.CreateClub, request))
        shown = shapes.ClubShape.render(made, own=access.membership_of(requesting_account(request), made))
        return created_response(shown, f"clubs/{made.code}/")


class OneClubView(Operation):
    scopes = MANAGE

    @document_operation(responses=CLUB_ANSWER, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """A club. A private one is found by its members only."""
        return club_now(request, club_of_request(request, club))

    @document_operation(request=shapes.CreateClub, responses=CLUB_ANSWER, tags=TAGS)
    @if_match(lambda _request, club: Club.objects.filter(code=club))
    @refusals_as_sent()
    def patch(self, request: Request, club: str) -> Response:
        """Change some fields of a club that you direct."""
        sent, found = validated_body(shapes.CreateClub, request, partial=True), club_of_request(request, club)
        return club_now(request, actions.change_club(requesting_account(request), found, **sent))

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def delete(self, request: Request, club: str) -> Response:
        """Delete a club that you own. What was played stays with the people who played it."""
        actions.delete_club(requesting_account(request), club_of_request(request, club))
        return Response(status=204)


class AskToJoinView(Operation):
    scopes = JOIN

    @document_operation(request=None, responses=CLUB_ANSWER, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Ask to become a member; a director accepts or declines. A second time changes nothing."""
        found = club_of_request(request, club)
        actions.ask_to_join(requesting_account(request), found)
        return club_now(request, found)


class JoinView(Operation):
    scopes = JOIN

    @document_operation(request=shapes.JoinClub, responses=CLUB_ANSWER, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Join by the club's link, at once; with a membership number as that person on the list.

        A person whom a director has taken off the list only asks: their `role` is then `asking`."""
        sent, me = validated_body(shapes.JoinClub, request), requesting_account(request)
        found = access.invited_to(club, sent["secret"])
        if found is None:
            raise ActionRefused("bad_link")
        actions.join_by_link(me, found, sent["secret"], sent.get("card", ""))
        return club_now(request, found)


class LeaveClubView(Operation):
    scopes = JOIN

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Leave a club, or take back your request to join."""
        actions.leave_club(requesting_account(request), club_of_request(request, club))
        return Response(status=204)


class LinkView(Operation):
    scopes = {**MANAGE, "GET": Scope.MANAGE}

    @document_operation(responses={200: shapes.ClubLinkShape}, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """The link for joining, for directors."""
        return Response(
            shapes.ClubLinkShape.render(club_or_problem(request, club, Capability.MANAGE_MEMBERS))
        )

    @document_operation(request=None, responses={200: shapes.ClubLinkShape}, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Make a new link; the former one stops working."""
        renewed = actions.renew_joining_link(requesting_account(request), club_of_request(request, club))
        return Response(shapes.ClubLinkShape.render(renewed))


class ClubLeaderboardView(Operation):
    scopes = OWN
    queries = {"GET": BoardQuery}

    @document_operation(responses={200: BoardShape}, tags=TAGS)
    def get(self, request: Request, club: str, game: str) -> Response:
        """The leaderboard of a game among the members of your club."""
        return leaderboard_page(
            request, game, self.query, selectors.member_account_ids(club_or_problem(request, club))
        )
