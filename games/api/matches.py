"""Matches: lists, live play, and records."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.shapes import matches as shapes
from games.api.shapes.tables import OneSeat
from games.api.view_helpers import BOARD, OfGame, OneName, not_modified, rules_wanted, tagged_response
from games.archive import finished_matches, reading_limit
from games.archive.headers import match_headers
from games.models import Match, Result
from games.play import actions, frames, live, selectors
from games.texts import accept_or_raise
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor
from ludopoli.api.shapes import Between, Flag, Shape
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import ActionRefused

MOST_EVENTS = 500


def programs_of(rows: Sequence[Match]) -> set[int]:
    """The ids of the players of these matches who are bot accounts. One query."""
    people = {player["user"] for row in rows for player in row.players}
    return {*User.objects.filter(pk__in=people, is_bot=True).values_list("pk", flat=True)}


def visible_matches(user: Any) -> QuerySet[Match]:
    """The matches that a person may see."""
    open_to_all = Q(table__watchable=True, table__private=False)
    if not user.is_authenticated:
        return Match.objects.filter(open_to_all)
    played = Exists(Result.objects.filter(match=OuterRef("pk"), user=user))
    return Match.objects.filter(open_to_all | Q(played))


class MatchesByStart(PagingByCursor):
    ordering = ("-started_at", "-id")


class MatchesQuery(PageQuery, OfGame, Between):
    status = serializers.ChoiceField(Match.Status.values, required=False)
    rated = Flag(required=False)
    player = OneName(required=False, help_text="a player; finds only matches that have results")
    vs = OneName(required=False, help_text="a player on another side")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "vs" in attrs and "player" not in attrs:
            raise serializers.ValidationError({"player": [gettext("Say whose matches you are looking for.")]})
        return super().validate(attrs)


def matches_asked(asked: dict[str, Any]) -> Q:
    """The conditions of a query for matches, by the time at which they began."""
    wanted = rules_wanted(asked) & Q(**{name: asked[name] for name in ("status", "rated") if name in asked})
    if "since" in asked:
        wanted &= Q(started_at__gte=asked["since"])
    if "until" in asked:
        wanted &= Q(started_at__lt=asked["until"])
    if "player" in asked:
        own = Result.objects.filter(match=OuterRef("pk"), user=asked["player"])
        if "vs" in asked:
            against = Result.objects.filter(match=OuterRef("match"), user=asked["vs"])
            own = own.filter(Exists(against.exclude(side=OuterRef("side"))))
        wanted &= Q(Exists(own))
    return wanted


class MatchesView(Operation, ListAPIView[Match]):
    pagination_class = MatchesByStart
    serializer_class = shapes.MatchShape
    queries = {"GET": MatchesQuery}

    @document_operation(responses={200: shapes.MatchShape(many=True)}, tags=["matches"])
    def get(self, request: Request) -> Response:
        """Matches, most recent first. Those of one person are at `people/{name}/matches/`."""
        rows = visible_matches(request.user).defer("snapshot").select_related("table__boards")
        rows = rows.filter(matches_asked(self.query))
        page = self.paginate_queryset(rows.prefetch_related("results")) or []
        shown = {"reader": request.user, "programs": programs_of(page)}
        return self.get_paginated_response(shapes.MatchShape.render_all(page, **shown))


def match_to_see(request: Request, match: uuid.UUID) -> tuple[live.Live, int | None]:
    """A match that this reader may watch, and the reader's seat in it."""
    try:
        now = live.load_match(match)
    except Match.DoesNotExist:
        raise ActionRefused("no_match") from None
    seat = now.row.seat_of(request.user.pk)
    over = now.row.status != Match.Status.PLAYING
    hidden = (
        not finished_matches.is_open_to(request.user, now.row)
        if over
        else not selectors.may_watch(request.user, now.row.table)
    )
    if seat is None and hidden:
        if selectors.is_concealed(request.user, now.row.table):
            raise ActionRefused("no_match")
        raise ActionRefused("not_watchable")
    return now, seat


class OneMatchView(Operation):
    @document_operation(responses={200: shapes.MatchShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """A match and, when it is over, its results."""
        now, _seat = match_to_see(request, match)
        shown = {"reader": request.user, "programs": programs_of([now.row])}
        return Response(shapes.MatchShape.render(now.row, **shown))


def _state(now: live.Live, seat: int | None) -> dict[str, Any]:
    state = frames.state_frame(now, seat, timezone.now())
    return {name: each for name, each in state.items() if name != "t"}


class StateView(Operation):
    @document_operation(responses={200: shapes.STATE_SHAPE}, tags=["play"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """The match as you may know it now, and what you may do."""
        return Response(_state(*match_to_see(request, match)))


class EventsQuery(Shape[Any]):
    have = serializers.IntegerField(
        default=0, min_value=0, max_value=2**31 - 1, help_text="the version that you have"
    )


class MatchEventsView(Operation):
    queries = {"GET": EventsQuery}

    @document_operation(responses={200: shapes.EventsShape}, tags=["play"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """The events after the version that you have, as you may know them; at most 500 at a time."""
        now, seat = match_to_see(request, match)
        newer = selectors.events_since(now, self.query["have"], MOST_EVENTS)
        begin = 0 if seat is None else now.row.since(seat)
        events = [{"seq": seq, **event.shown_to(seat if seq > begin else None)} for seq, event in newer]
        return Response({"version": now.version, "events": events})


class CommandsView(Operation):
    scopes = BOARD

    @document_operation(request=shapes.CommandShape, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Submit a command, once. A stale command is refused, and the current state comes with the refusal.
        Games refuse commands with codes of their own, with status 409."""
        sent = validated_body(shapes.CommandShape, request)
        now, seat = match_to_see(request, match)
        if seat is None:
            raise ActionRefused("not_seated")
        command = accept_or_raise(Command.from_json(sent["command"]), now.row.game)
        try:
            answer = actions.submit_command(match, seat, command, sent["id"], sent["version"])
        except ActionRefused as why:
            if why.code not in ("stale", "too_late", "match_over"):
                raise
            raise Problem(
                *why.problem, details=why.details, state=_state(live.load_match(match), seat)
            ) from why
        return Response(shapes.AcceptedShape.render(answer))


class BackView(Operation):
    scopes = BOARD

    @document_operation(request=None, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Take your seat back from the bot that played for you."""
        return _accepted(actions.reclaim_seat(match, _own_seat(request, match)))


class LendView(Operation):
    scopes = BOARD

    @document_operation(request=OneSeat, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Let a bot play for somebody who is absent, at a friendly table, until they are back."""
        seat = validated_body(OneSeat, request)["seat"]
        return _accepted(actions.lend_seat(match, _own_seat(request, match), seat))


class WaitView(Operation):
    scopes = BOARD

    @document_operation(request=OneSeat, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Take the seat of somebody who is absent back from its bot, at a friendly table, and wait for
        them."""
        seat = validated_body(OneSeat, request)["seat"]
        return _accepted(actions.wait_for_absent(match, _own_seat(request, match), seat))


class ProposeView(Operation):
    scopes = BOARD

    @document_operation(request=shapes.ProposeShape, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Propose something to the others at the match. What nobody has to be asked about is done at once."""
        sent = validated_body(shapes.ProposeShape, request)
        return _accepted(actions.make_proposal(match, _own_seat(request, match), sent["what"]))


class AnswerProposalView(Operation):
    scopes = BOARD

    @document_operation(
        request=shapes.ProposalAnswerShape, responses={200: shapes.AcceptedShape}, tags=["play"]
    )
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Agree to what another player proposes, or refuse it."""
        sent, seat = validated_body(shapes.ProposalAnswerShape, request), _own_seat(request, match)
        return _accepted(actions.answer_proposal(match, seat, sent["proposal"], agrees=sent["agrees"]))


class ListenView(Operation):
    scopes = BOARD

    @document_operation(request=None, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Hear the bots first in an open window, in which they wait for the only person at the table."""
        return _accepted(actions.listen_to_bots(match, _own_seat(request, match)))


class ResumeMatchView(Operation):
    scopes = BOARD

    @document_operation(request=None, responses={200: shapes.AcceptedShape}, tags=["play"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """End a pause on which the players have agreed. The clocks run on from where they stood."""
        return _accepted(actions.end_pause(match, _own_seat(request, match)))


def _own_seat(request: Request, match: uuid.UUID) -> int:
    _now, seat = match_to_see(request, match)
    if seat is None:
        raise ActionRefused("not_seated")
    return seat


def _accepted(answer: actions.Accepted) -> Response:
    return Response(shapes.AcceptedShape.render(answer))


class RecordView(Operation):
    @document_operation(responses={200: shapes.RecordShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """A finished match as a record."""
        row, _eyes = finished_matches.access_replay(request.user, match)
        return record_response(request, row)


def record_response(request: Request, row: Match) -> Response:
    """The response with the record of a match. Limited by address: raises `Throttled`."""
    names, boards = [player["name"] for player in row.players], row.table.boards
    changing = (*names, boards and boards.revealed_at, match_headers([row]))
    etag = version_tag(row.pk, row.version, *changing)
    if (answer := not_modified(request, etag)) is not None:
        return answer
    if not reading_limit.may_read_record(request._request, row):
        raise Throttled(reading_limit.seconds_to_wait(row))
    return tagged_response(finished_matches.record_of(row.pk), etag)


def version_tag(*parts: object) -> str:
    """An ETag that can be computed without making the response."""
    return f'"{uuid.uuid5(uuid.NAMESPACE_OID, repr(parts))}"'
