"""The account's webhooks as operations of the API.

Only an app makes and changes them, its own, and they end with its connection: whoever has stolen a personal
token cannot send a person's events elsewhere.
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
from ludopoli.api.models import AppGrant, Scope, Token
from ludopoli.api.operations import (
    Operation,
    OwnList,
    created_response,
    document_operation,
    validated_body,
)
from ludopoli.api.paging import PagingByCursor
from ludopoli.api.preconditions import if_match
from ludopoli.api.shapes import Shape, with_example
from ludopoli.base.lookups import or_404
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS, ActionRefused
from ludopoli.webhooks import deliveries, kinds, making
from ludopoli.webhooks.models import Delivery, Webhook

DELIVERY_STATUSES = Delivery.Status.values
"""Names the enumeration in the OpenAPI document: `ENUM_NAME_OVERRIDES` in the settings."""

SEND_AGAIN = (Scope.SETTINGS, Scope.WEBHOOK)

WAIT = 10
"""Seconds after which one more delivery may be sent by hand."""


WEBHOOK = {
    "id": 3,
    "app": "Briscolino",
    "url": "https://hooks.example.org/cards",
    "kinds": ["match_finished"],
    "topic": "",
    "active": True,
    "failing_since": None,
    "made_at": "2026-11-21T19:15:00Z",
}


@with_example(**WEBHOOK)
class WebhookShape(Shape[Any]):
    id = serializers.IntegerField()
    app = serializers.CharField(
        source="grant.app.name", default=None, allow_null=True, help_text="that made it; null: the person"
    )
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


@with_example(**WEBHOOK, secret="whsec_5f2d9c0e")
class MadeWebhookShape(WebhookShape):
    secret = serializers.CharField(help_text="signs its deliveries, and is never shown again")


@with_example(url="https://hooks.example.org/cards", kinds=["match_finished"])
class MakeWebhook(Shape[Any]):
    url = serializers.URLField(
        max_length=500, help_text="by https, on a host to which the app returns people (`redirect_uri`)"
    )
    kinds = serializers.ListField(
        child=serializers.CharField(),
        allow_empty=False,
        max_length=100,
        help_text="those of the stream of the account",
    )
    topic = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text="the code of a club or tournament that the person directs; empty: all",
    )


@with_example(active=True)
class ChangeWebhook(MakeWebhook):
    active = serializers.BooleanField(required=False, help_text="it goes off after a day of failures")


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
    """Your webhooks, most recent first. An app sees those that it has made."""

    scopes = {**OwnList.scopes, "POST": Scope.WEBHOOK}
    serializer_class = WebhookShape

    def rows(self, me: User) -> QuerySet[Webhook]:
        return _visible(self.request)

    @document_operation(request=MakeWebhook, responses={201: MadeWebhookShape}, tags=["me"])
    def post(self, request: Request) -> Response:
        """Add a webhook, as an app. It ends when the person disconnects the app, and what waits with it.

        The person sees it in the settings, and may delete it. An app may have three on an account.
        """
        grant, wanted = _grant_of(request), validated_body(MakeWebhook, request)
        made = making.make_for_app(grant, requesting_account(request), wanted)
        return created_response(MadeWebhookShape(made).data, f"me/webhooks/{made.pk}/")


class OneWebhookView(Operation):
    scopes = {"GET": Scope.READ, "PATCH": Scope.WEBHOOK, "DELETE": Scope.WEBHOOK}

    @document_operation(responses={200: WebhookShape}, tags=["me"])
    def get(self, request: Request, webhook: int) -> Response:
        """One of your webhooks."""
        return Response(WebhookShape(_of(request, webhook)).data)

    @document_operation(request=ChangeWebhook, responses={200: WebhookShape}, tags=["me"])
    @if_match(lambda request, webhook: _visible(request).filter(pk=webhook))
    def patch(self, request: Request, webhook: int) -> Response:
        """Change some fields of a webhook that the app has made."""
        _grant_of(request)
        hook = _of(request, webhook)
        making.change_for_app(hook, validated_body(ChangeWebhook, request, partial=True))
        return Response(WebhookShape(hook).data)

    @document_operation(request=None, responses={204: None}, tags=["me"])
    def delete(self, request: Request, webhook: int) -> Response:
        """Delete a webhook that the app has made, and what waits."""
        _grant_of(request)
        _of(request, webhook).delete()
        return Response(status=204)


class DeliveriesLatestFirst(PagingByCursor):
    ordering = ("-made_at", "-id")


class DeliveriesView(OwnList):
    """Deliveries to a webhook and the answers to them, most recent first. They are kept for 30 days."""

    pagination_class = DeliveriesLatestFirst
    serializer_class = DeliveryShape

    def rows(self, me: User, webhook: int) -> QuerySet[Delivery]:
        return _of(self.request, webhook).deliveries.all()


class OneDeliveryView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: DeliveryShape}, tags=["me"])
    def get(self, request: Request, webhook: int, delivery: uuid.UUID) -> Response:
        """A delivery with its status and the response."""
        return Response(DeliveryShape(_sent(_of(request, webhook), delivery)).data)


class TestView(Operation):
    scopes = {"POST": SEND_AGAIN}

    @document_operation(request=None, responses={201: DeliveryShape}, tags=["me"])
    def post(self, request: Request, webhook: int) -> Response:
        """Send a `ping` to a webhook."""
        hook = _sendable(request, webhook)
        [made] = deliveries.store_deliveries([(hook, kinds.PING, {"webhook": hook.pk})], timezone.now())
        return created_response(DeliveryShape(made).data, f"me/webhooks/{hook.pk}/deliveries/{made.pk}/")


class AgainSinceView(Operation):
    scopes = {"POST": SEND_AGAIN}

    @document_operation(request=SinceShape, responses={200: SentAgainShape}, tags=["me"])
    def post(self, request: Request, webhook: int) -> Response:
        """Send the deliveries from a number on again, but for those on their way. Each has the same
        `webhook-id` and `sequence` as before."""
        hook = _sendable(request, webhook)
        since = validated_body(SinceShape, request)["since"]
        return Response(SentAgainShape(deliveries.send_again(hook, sequence__gte=since)).data)


class AgainView(Operation):
    scopes = {"POST": SEND_AGAIN}

    @document_operation(request=None, responses={200: DeliveryShape}, tags=["me"])
    def post(self, request: Request, webhook: int, delivery: uuid.UUID) -> Response:
        """Send a delivery again, with the same `id`."""
        hook = _sendable(request, webhook)
        _sent(hook, delivery)
        if not deliveries.send_again(hook, pk=delivery):
            raise Problem(*REFUSALS.problem("on_its_way"))
        return Response(DeliveryShape(_sent(hook, delivery)).data)


def _visible(request: Request) -> QuerySet[Webhook]:
    token = request.auth if isinstance(request.auth, Token) else None
    return Webhook.objects.of_token(requesting_account(request), token)


def _of(request: Request, webhook: int) -> Webhook:
    return or_404(_visible(request).filter(pk=webhook).first())


def _grant_of(request: Request) -> AppGrant:
    """Return the connection of the app that makes the request. Raises `ActionRefused` for anybody else."""
    grant = request.auth.grant if isinstance(request.auth, Token) else None
    if grant is None:
        raise ActionRefused("only_apps")
    return grant


def _sent(hook: Webhook, delivery: uuid.UUID) -> Delivery:
    return or_404(hook.deliveries.filter(pk=delivery).first())


def _sendable(request: Request, webhook: int) -> Webhook:
    """Return an active webhook, an app's only to that app, unless the account sends too often."""
    hook = _of(request, webhook)
    if hook.grant is not None:
        _grant_of(request)
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
