"""The caller: their account, their friends and blocks, and their challenges."""

from __future__ import annotations

import uuid

from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.shapes import me as shapes
from games.api.shapes.tables import TableShape
from games.api.tables import table_now
from games.api.view_helpers import OWN
from games.models import Challenge
from games.people import challenges, solo
from games.play import feed, selectors
from ludopoli.accounts import people
from ludopoli.api.auth import requesting_account, requesting_person
from ludopoli.api.models import Scope, Token
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.http.refusals import ActionRefused


class MeView(Operation):
    scopes = OWN

    @document_operation(responses={200: shapes.MeShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """Your account."""
        user = requesting_account(request)
        scopes = request.auth.scopes if isinstance(request.auth, Token) else Scope.values
        return Response(shapes.MeShape.render(user, scopes=scopes))


class LevelsView(Operation):
    scopes = OWN

    @document_operation(responses={200: shapes.SoloLevelShape(many=True)}, tags=["me"])
    def get(self, request: Request) -> Response:
        """Your ratings against the levels of the bots, by the matches that you played alone with them."""
        found = solo.solo_levels(requesting_account(request))
        return list_response(shapes.SoloLevelShape.render_all([*found.values()]))


class CircleView(Operation):
    scopes = OWN

    @document_operation(responses={200: shapes.CircleShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """Your friends, requests to be friends, and the people you follow or have blocked."""
        return Response(shapes.CircleShape.render(people.circle_of(requesting_account(request))))


def _tied(request: Request, action: str, name: str) -> Response:
    other, now = people.act_on_person(requesting_person(request), action, name)
    return Response(shapes.TieShape.render(now, other=other))


class TieView(Operation):
    """A tie between the caller and another person, put and deleted."""

    scopes = {"PUT": Scope.PEOPLE, "DELETE": Scope.PEOPLE}


class FriendView(TieView):
    @document_operation(request=None, responses={200: shapes.TieShape}, tags=["me"])
    def put(self, request: Request, name: str) -> Response:
        """Send a friend request, or accept the other person's."""
        return _tied(request, "befriend", name)

    @document_operation(request=None, responses={200: shapes.TieShape}, tags=["me"])
    def delete(self, request: Request, name: str) -> Response:
        """End a friendship, or withdraw or decline a request. The other person is not notified."""
        return _tied(request, "unfriend", name)


class FollowingView(TieView):
    @document_operation(request=None, responses={200: shapes.TieShape}, tags=["me"])
    def put(self, request: Request, name: str) -> Response:
        """Follow a person: you are notified when they play."""
        return _tied(request, "follow", name)

    @document_operation(request=None, responses={200: shapes.TieShape}, tags=["me"])
    def delete(self, request: Request, name: str) -> Response:
        """Stop following a person."""
        return _tied(request, "unfollow", name)


class BlockedView(TieView):
    @document_operation(request=None, responses={200: shapes.TieShape}, tags=["me"])
    def put(self, request: Request, name: str) -> Response:
        """Block a person, who is not notified."""
        return _tied(request, "block", name)

    @document_operation(request=None, responses={200: shapes.TieShape}, tags=["me"])
    def delete(self, request: Request, name: str) -> Response:
        """Unblock a person."""
        return _tied(request, "unblock", name)


CHALLENGE = {"POST": Scope.CHALLENGE}


class ChallengesByAge(PagingByCursor):
    ordering = ("-at", "-id")


class ChallengesQuery(PageQuery):
    status = serializers.ChoiceField(shapes.CHALLENGE_STATUSES, required=False)


class ChallengesView(Operation, ListAPIView[Challenge]):
    queries = {"GET": ChallengesQuery}
    scopes = {**OWN, **CHALLENGE}
    pagination_class = ChallengesByAge
    serializer_class = shapes.ChallengeShape

    @document_operation(responses={200: shapes.ChallengeShape(many=True)}, tags=["challenges"])
    def get(self, request: Request) -> Response:
        """The challenges that you sent or received, most recent first."""
        rows = challenges.challenges_of(requesting_account(request))
        if "status" in self.query:
            rows = rows.filter(status=self.query["status"])
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response([feed.challenge_json(each) for each in page])

    @document_operation(
        request=shapes.MakeChallenge, responses={201: shapes.ChallengeShape}, tags=["challenges"]
    )
    def post(self, request: Request) -> Response:
        """Challenge a person or a bot account to a table where you sit."""
        wanted = validated_body(shapes.MakeChallenge, request)
        table = selectors.access_table(request.user, wanted["table"])
        made = challenges.challenge_person(
            requesting_account(request), table, wanted["to"].replace("\x00", "")
        )
        return created_response(feed.challenge_json(made), f"challenges/{made.pk}/")


class OneChallengeView(Operation):
    scopes = OWN

    @document_operation(responses={200: shapes.ChallengeShape}, tags=["challenges"])
    def get(self, request: Request, challenge: uuid.UUID) -> Response:
        """A challenge that you sent or received."""
        found = challenges.challenges_of(requesting_account(request)).filter(pk=challenge).first()
        if found is None:
            raise ActionRefused("no_challenge")
        return Response(feed.challenge_json(found))


class AcceptChallengeView(Operation):
    scopes = CHALLENGE

    @document_operation(request=None, responses={200: TableShape}, tags=["challenges"])
    def post(self, request: Request, challenge: uuid.UUID) -> Response:
        """Accept a challenge and take a seat. When the table is full the match begins."""
        return table_now(request, challenges.accept_challenge(requesting_account(request), challenge))


class DeclineChallengeView(Operation):
    scopes = CHALLENGE

    @document_operation(request=None, responses={200: shapes.ChallengeShape}, tags=["challenges"])
    def post(self, request: Request, challenge: uuid.UUID) -> Response:
        """Decline a challenge."""
        return Response(
            feed.challenge_json(challenges.decline_challenge(requesting_account(request), challenge))
        )


class WithdrawChallengeView(Operation):
    scopes = CHALLENGE

    @document_operation(request=None, responses={200: shapes.ChallengeShape}, tags=["challenges"])
    def post(self, request: Request, challenge: uuid.UUID) -> Response:
        """Withdraw your challenge."""
        return Response(
            feed.challenge_json(challenges.withdraw_challenge(requesting_account(request), challenge))
        )
