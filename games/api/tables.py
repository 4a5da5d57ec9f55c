"""Tables: opening them, sitting, bots, the rematch, the chat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.shapes import tables as shapes
from games.api.view_helpers import BOARD, OfGame, as_usual, rules_wanted
from games.models import Table
from games.play import actions, lobby, selectors
from games.play.selectors import Reader
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.api.shapes import Flag, Shape
from ludopoli.http.refusals import ActionRefused


class TablesByOpening(PagingByCursor):
    ordering = ("-created_at", "-id")


class TablesQuery(PageQuery, OfGame):
    free = Flag(default=False, help_text="only tables with a free seat")
    programs = Flag(default=False, help_text="only tables where bot accounts may sit")


class TablesView(Operation, ListAPIView[Any]):
    scopes = BOARD
    pagination_class = TablesByOpening
    serializer_class = shapes.LobbyTableShape
    queries = {"GET": TablesQuery}

    @document_operation(responses={200: shapes.LobbyTableShape(many=True)}, tags=["tables"])
    def get(self, request: Request) -> Response:
        """The public tables that are open or playing, newest first."""
        rows = lobby.public_tables(rules_wanted(self.query), self.query["free"])
        if self.query["programs"]:
            rows = rows.exclude(programs=Table.Programs.NONE)
        page = self.paginate_queryset(rows) or []
        seen = [lobby.lobby_table(table) for table in page]
        return self.get_paginated_response(shapes.LobbyTableShape.render_all(seen))

    @document_operation(request=shapes.OpenTable, responses={201: shapes.TableShape}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Open a table and sit on its first seat."""
        wanted = as_usual(validated_body(shapes.OpenTable, request))
        if wanted["move_seconds"] is None and not wanted["private"]:
            raise ActionRefused("clock_needed")
        opened = actions.open_table(requesting_account(request), **wanted)
        return created_response(table_document(opened, request.user), f"tables/{opened.code}/")


def table_document(table: Table, reader: Reader) -> Mapping[str, Any]:
    return shapes.TableShape.render(selectors.table_frame(table, reader), table=table)


def table_to_see(request: Request, code: str) -> Table:
    """A table that this reader may watch."""
    found = selectors.access_table(request.user, code)
    if found.status != Table.Status.OPEN:
        selectors.check_watching(request.user, found)
    return found


class OneTableView(Operation):
    @document_operation(responses={200: shapes.TableShape}, tags=["tables"])
    def get(self, request: Request, code: str) -> Response:
        """A table: its rules, its seats, its match."""
        return Response(table_document(table_to_see(request, code), request.user))


def table_now(request: Request, result: Table) -> Response:
    """The response with a table after an action there."""
    table = selectors.with_match().get(pk=result.pk)
    return Response(table_document(table, request.user))


class QuickGameView(Operation):
    scopes = BOARD

    @document_operation(request=shapes.QuickGame, responses={201: shapes.TableShape}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Open a private table with the site's bots on all other seats, and begin the match at once. You
        leave earlier quick games that are over and, if you host as many tables as you may, the oldest in
        play."""
        wanted = as_usual(validated_body(shapes.QuickGame, request))
        return begun(request, actions.quick_game(requesting_account(request), **wanted))


class FindSeatView(Operation):
    scopes = BOARD

    @document_operation(request=shapes.FindSeat, responses={201: shapes.TableShape}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Sit at the public table as you wish that has waited longest, else take over from a bot, else open
        one."""
        sent = validated_body(shapes.FindSeat, request)
        bots = sent.pop("bots", "")
        return begun(request, actions.find_seat(requesting_account(request), actions.Wish(**sent), bots=bots))


def begun(request: Request, table: Table) -> Response:
    """The response with the table where the caller now sits."""
    table = selectors.with_match().get(pk=table.pk)
    return created_response(table_document(table, request.user), f"tables/{table.code}/")


class AtTableView(Operation):
    """An action at a table, whose response is the table after it."""

    scopes = BOARD


TABLE_ANSWER = {200: shapes.TableShape}


class WatchView(AtTableView):
    @document_operation(request=shapes.OneSeat, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Choose the seat to watch from at a table whose deals others still play. You keep this seat until
        the deals are open."""
        table = selectors.access_table(request.user, code)
        actions.choose_vantage(
            requesting_account(request), table, validated_body(shapes.OneSeat, request)["seat"]
        )
        return table_now(request, table)


class SitView(AtTableView):
    @document_operation(request=shapes.SeatShape, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Take a seat. When the table is full the match begins. At a `joinable` table a person may take a
        bot's seat: during a match it is kept for them (`coming`), and theirs from the next deal, if they have
        the table open then."""
        table = selectors.access_table(request.user, code)
        wanted = validated_body(shapes.SeatShape, request)
        seat = wanted.get("seat")
        if seat is None:
            seat = selectors.seat_to_take(table)
        if seat is None:
            raise ActionRefused("no_free_seat")
        return table_now(
            request, actions.take_seat(requesting_account(request), table, seat, wanted["nonce"])
        )


class LetJoinView(AtTableView):
    @document_operation(request=shapes.May, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Set whether people may take the seats of bots; the lobby then lists the table. Only for the
        host."""
        table = selectors.access_table(request.user, code)
        return table_now(
            request,
            actions.set_joinable(
                requesting_account(request), table, may=validated_body(shapes.May, request)["may"]
            ),
        )


class LeaveTableView(AtTableView):
    @document_operation(request=None, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Get up. During a match a bot plays on for you."""
        return table_now(
            request,
            actions.leave_table(requesting_account(request), selectors.access_table(request.user, code)),
        )


class BotsView(AtTableView):
    @document_operation(request=shapes.Bots, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Put bots of the site on the free seats, or on one of them."""
        table = selectors.access_table(request.user, code)
        wanted = validated_body(shapes.Bots, request)
        filled = actions.fill_with_bots(
            requesting_account(request), table, wanted["level"], wanted.get("seat")
        )
        return table_now(request, filled)


class RemoveBotView(AtTableView):
    @document_operation(request=shapes.OneSeat, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Remove a bot of the site from its seat."""
        table = selectors.access_table(request.user, code)
        seat = validated_body(shapes.OneSeat, request)["seat"]
        return table_now(request, actions.remove_bot(requesting_account(request), table, seat))


class SendAwayView(AtTableView):
    @document_operation(request=shapes.OneSeat, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Send away somebody who has been absent for a minute, unless the match is rated, or who took a bot's
        seat in this match (`joined`). In a match a bot plays on there, and they cannot rejoin it. Only for
        the host, or between matches for anybody at the table while the host is absent."""
        table = selectors.access_table(request.user, code)
        seat = validated_body(shapes.OneSeat, request)["seat"]
        return table_now(request, actions.send_away(requesting_account(request), table, seat))


class RematchView(AtTableView):
    @document_operation(request=shapes.Wants, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Ask for a rematch, or withdraw the request."""
        table = selectors.access_table(request.user, code)
        wants = validated_body(shapes.Wants, request)["wants"]
        return table_now(request, actions.request_rematch(requesting_account(request), table, wants))


class NonceView(AtTableView):
    @document_operation(request=shapes.NonceShape, responses=TABLE_ANSWER, tags=["tables"])
    def post(self, request: Request, code: str) -> Response:
        """Add a nonce to the shuffle of the next match, once, so that nobody can choose its cards, not even
        the server. It answers the commitment in `fair` of the table."""
        table = selectors.access_table(request.user, code)
        sent = validated_body(shapes.NonceShape, request)
        return table_now(
            request,
            actions.add_player_nonce(requesting_account(request), table, sent["commitment"], sent["nonce"]),
        )


class MessagesQuery(Shape[Any]):
    after = serializers.IntegerField(
        default=0, min_value=0, max_value=2**63 - 1, help_text="the id of the latest line that you have"
    )


class MessagesView(Operation):
    scopes = {"POST": Scope.CHAT}
    queries = {"GET": MessagesQuery}

    @document_operation(responses={200: shapes.MessageShape(many=True)}, tags=["chat"])
    def get(self, request: Request, code: str) -> Response:
        """The latest lines of the chat: the players' if you sit here, else the spectators'."""
        table = table_to_see(request, code)
        seated = selectors.seat_of(request.user, table) is not None
        lines = selectors.chat_messages(request.user, table.pk, seated, self.query["after"])
        return list_response(shapes.MessageShape.render_all(lines))

    @document_operation(request=shapes.Line, responses={201: shapes.MessageShape}, tags=["chat"])
    def post(self, request: Request, code: str) -> Response:
        """Add a line to the chat: a text, or a ready phrase, which each reader sees in their own language."""
        table = table_to_see(request, code)
        sent = validated_body(shapes.Line, request)
        said = actions.add_table_line(
            requesting_account(request), table, sent.get("text", ""), sent.get("phrase")
        )
        line = shapes.MessageShape.render(selectors.chat_line_shape(said))
        return created_response(line, f"tables/{code}/messages/?after={said.pk - 1}")
