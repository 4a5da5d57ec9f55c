"""The cash desk, and who gets what of the fees."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.base.lookups import or_404
from tournaments import actions
from tournaments.api import shapes
from tournaments.api.view_helpers import (
    DIRECTING,
    Organising,
    directed_event,
    entry_of,
    event_of,
    number_parameters,
    path_number,
)
from tournaments.models import Event
from tournaments.prizes.cash import CashBook

CASH_ANSWER = {200: shapes.CashShape}


def cash_response(event: Event) -> Response:
    return Response(shapes.CashShape.render(CashBook(event)))


class FeesView(Operation):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(responses=CASH_ANSWER, tags=DIRECTING)
    def get(self, request: Request, event: str) -> Response:
        """The cash desk, for directors: who has paid, and in whose hands it is."""
        return cash_response(directed_event(request, event))


class TakeAllFeesView(Organising):
    @document_operation(request=None, responses=CASH_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Take the fees of everybody who has not paid."""
        return cash_response(actions.take_all_fees(requesting_account(request), event_of(request, event)))


class TakeFeeView(Organising):
    @document_operation(
        request=shapes.TakeFee, parameters=number_parameters("entry"), responses=CASH_ANSWER, tags=DIRECTING
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Take the fee of a person, or of all of an entry who have not paid."""
        sent, found = validated_body(shapes.TakeFee, request), event_of(request, event)
        actions.take_fee(requesting_account(request), entry_of(found, entry), sent.get("place"))
        return cash_response(found)


class ReturnFeeView(Organising):
    @document_operation(
        request=shapes.TakeFee, parameters=number_parameters("entry"), responses=CASH_ANSWER, tags=DIRECTING
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Give back what a person, or an entry, has paid; a mistake is undone by this, too."""
        sent, found = validated_body(shapes.TakeFee, request), event_of(request, event)
        actions.return_fee(requesting_account(request), entry_of(found, entry), sent.get("place"))
        return cash_response(found)


class ReturnLostFeeView(Organising):
    @document_operation(
        request=None, parameters=number_parameters("entry"), responses=CASH_ANSWER, tags=DIRECTING
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Give back what an entry has paid that has left before the start."""
        found = event_of(request, event)
        return cash_response(actions.return_lost_fee(requesting_account(request), found, path_number(entry)))


class AwardsView(Operation):
    @document_operation(responses={200: shapes.SettlementShape}, tags=DIRECTING)
    def get(self, request: Request, event: str) -> Response:
        """The awards. Not found until the event is over, and where nobody has paid."""
        found = event_of(request, event)
        book = or_404(CashBook(found) if found.purse else None)
        return Response(shapes.SettlementShape.render(or_404(book.settlement if book.is_settled else None)))
