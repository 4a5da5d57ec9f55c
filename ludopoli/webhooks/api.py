"""The account's own webhooks as operations of the API.

None of them makes or changes a webhook, so that a stolen token cannot send a person's events elsewhere: only
the pages do.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import (
    Operation,
    OwnList,
    created_response,
    document_operation,
    validated_body,
)
from ludopoli.api.paging import PagingByCursor
from ludopoli.api.shapes import Shape, with_example
from ludopoli.base.lookups import or_404
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS
from ludopoli.webhooks import deliveries, kinds
from ludopoli.webhooks.models import Delivery, Webhook

DELIVERY_STATUSES = Delivery.Status.values
"""Names the enumeration in the OpenAPI document: `ENUM_NAME_OVERRIDES` in the settings."""

WAIT = 10
"""Seconds after which one more delivery may be sent by hand."""


@with_example(
    id=3,
    url="https://hooks.example.org/cards",
    kinds=["match_finished"],
    topic="",
    active=True,
    failing_since=None,
    made_at="2026-11-21T19:15:00Z",
)
class WebhookShape(Shape[Any]):
    id = serializers.IntegerField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField(), help_text="the events it gets")
    topic = serializers.CharField(
        help_text="the code of the club or tournament whose events it receives; empty: all"
    )
    active = serializers.BooleanField()
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="the first failure after the latest success"
    )
    made_at = serializers.DateTimeField()


@with_example(
    id="6d1f0a52-3a2e-4a29-8b6e-0f5a4f6f2f01",
    kind="match_finished",
    subject="table QWERTY",
    sequence=12,
    status="waiting",
    attempts=2,
    answer="503",
    made_at="2026-11-21T19:15:00Z",
    due_at="2026-11-21T19:16:10Z",
)
class DeliveryShape(Shape[Any]):
    id = serializers.UUIDField(help_text="its `webhook-id`")
    kind = serializers.CharField()
    subject = serializers.CharField(
        help_text="what it is about; it waits for earlier ones about the same; empty: for none"
    )
    sequence = serializers.IntegerField(
        allow_null=True, help_text="the number in its body; null while it waits for its first attempt"
    )
    status = serializers.ChoiceField(DELIVERY_STATUSES)
    attempts = serializers.IntegerField()
    answer = serializers.CharField(
        help_text="to the latest attempt: an HTTP status, or why there was none; empty before the first"
    )
    made_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(
        help_text="time of the next attempt; of the latest once the delivery is done or given up"
    )


@with_example(since=12)
class SinceShape(Shape[Any]):
    since = serializers.IntegerField(
        min_value=1, max_value=deliveries.MOST_SEQUENCE, help_text="the first `sequence`"
    )


@with_example(count=3)
class SentAgainShape(Shape[int]):
    count = serializers.IntegerField(source="*", help_text="the number of deliveries that are sent again")


class WebhooksView(OwnList):
    """Your webhooks, most recent first. They can be made and changed only in the settings."""

    serializer_class = WebhookShape

    def rows(self, me: User) -> QuerySet[Webhook]:
        return Webhook.objects.filter(user=me)


class OneWebhookView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: WebhookShape}, tags=["me"])
    def get(self, request: Request, webhook: int) -> Response:
        """One of your webhooks."""
        return Response(WebhookShape(_of(requesting_account(request), webhook)).data)


class DeliveriesLatestFirst(PagingByCursor):
    ordering = ("-made_at", "-id")


class DeliveriesView(OwnList):
    """Deliveries to a webhook and the answers to them, most recent first. They are kept for 30 days."""

    pagination_class = DeliveriesLatestFirst
    serializer_class = DeliveryShape

    def rows(self, me: User, webhook: int) -> QuerySet[Delivery]:
        return _of(me, webhook).deliveries.all()


class OneDeliveryView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: DeliveryShape}, tags=["me"])
    def get(self, request: Request, webhook: int, delivery: uuid.UUID) -> Response:
        """A delivery with its status and the response."""
        return Response(DeliveryShape(_sent(_of(requesting_account(request), webhook), delivery)).data)


class TestView(Operation):
    scopes = {"POST": Scope.SETTINGS}

    @document_operation(request=None, responses={201: DeliveryShape}, tags=["me"])
    def post(self, request: Request, webhook: int) -> Response:
        """Send a `ping` to a webhook."""
        hook = _sendable(requesting_account(request), webhook)
        [made] = deliveries.store_deliveries([(hook, kinds.PING, {"webhook": hook.pk})], timezone.now())
        return created_response(DeliveryShape(made).data, f"me/webhooks/{hook.pk}/deliveries/{made.pk}/")


class AgainSinceView(Operation):
    scopes = {"POST": Scope.SETTINGS}

    @document_operation(request=SinceShape, responses={200: SentAgainShape}, tags=["me"])
    def post(self, request: Request, webhook: int) -> Response:
        """Send the deliveries from a number on again, but for those on their way. Each has the same
        `webhook-id` and `sequence` as before."""
        hook = _sendable(requesting_account(request), webhook)
        since = validated_body(SinceShape, request)["since"]
        return Response(SentAgainShape(deliveries.send_again(hook, sequence__gte=since)).data)


class AgainView(Operation):
    scopes = {"POST": Scope.SETTINGS}

    @document_operation(request=None, responses={200: DeliveryShape}, tags=["me"])
    def post(self, request: Request, webhook: int, delivery: uuid.UUID) -> Response:
        """Send a delivery again, with the same `id`."""
        hook = _sendable(requesting_account(request), webhook)
        _sent(hook, delivery)
        if not deliveries.send_again(hook, pk=delivery):
            raise Problem(*REFUSALS.problem("on_its_way"))
        return Response(DeliveryShape(_sent(hook, delivery)).data)


def _of(me: User, webhook: int) -> Webhook:
    return or_404(Webhook.objects.filter(user=me, pk=webhook).first())


def _sent(hook: Webhook, delivery: uuid.UUID) -> Delivery:
    return or_404(hook.deliveries.filter(pk=delivery).first())


def _sendable(me: User, webhook: int) -> Webhook:
    """Return an active webhook, unless the account sends too often."""
    hook = _of(me, webhook)
    if not hook.active:
        raise Problem(*REFUSALS.problem("webhook_off"))
    if not deliveries.may_send_by_hand(hook):
        raise Problem(*REFUSALS.problem("throttled"), wait=WAIT)
    return hook


urlpatterns = [
    path("webhooks/", WebhooksView.as_view()),
    path("webhooks/<int:webhook>/", OneWebhookView.as_view()),
    path("webhooks/<int:webhook>/test/", TestView.as_view()),
    path("webhooks/<int:webhook>/again/", AgainSinceView.as_view()),
    path("webhooks/<int:webhook>/deliveries/", DeliveriesView.as_view()),
    path("webhooks/<int:webhook>/deliveries/<uuid:delivery>/", OneDeliveryView.as_view()),
    path("webhooks/<int:webhook>/deliveries/<uuid:delivery>/again/", AgainView.as_view()),
]
