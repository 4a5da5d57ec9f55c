"""The account's own notices as operations of the API."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts.access import has_proven
from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope, Token
from ludopoli.api.operations import (
    Operation,
    OwnList,
    Reading,
    created_response,
    document_operation,
    validated_body,
)
from ludopoli.api.paging import PageQuery
from ludopoli.api.shapes import Flag, Shape, Text, with_example
from ludopoli.base.lookups import or_404
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS
from ludopoli.notices import devices, notifying, pushes
from ludopoli.notices.models import Device, Notice


@with_example(
    id=4711,
    kind="asked",
    text="Bruno asks to be friends.",
    actor="Bruno",
    facts={},
    url="/amici/",
    at="2026-11-21T19:15:00Z",
    read_at=None,
)
class NoticeShape(Shape[Any]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text="in the language of the request")
    actor = serializers.CharField(source="actor.username", default=None, allow_null=True)
    facts = serializers.DictField(help_text="the values of the text; its fields depend on the kind")
    url = serializers.CharField(help_text="the page it leads to")
    at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


@with_example(read=3)
class ReadShape(Shape[int]):
    read = serializers.IntegerField(source="*", help_text="the number of notices that were unread until now")


class NoticesQuery(PageQuery):
    unread = Flag(required=False, help_text="`true`: unread notices only; `false`: read ones only")


class NoticesView(OwnList):
    """Your notices, most recent first. They are kept for 90 days."""

    queries = {"GET": NoticesQuery}
    serializer_class = NoticeShape

    def rows(self, me: User) -> QuerySet[Notice]:
        notices = notifying.inbox_of(me)
        return notices.filter(read_at__isnull=self.query["unread"]) if "unread" in self.query else notices


class ReadOneView(Operation):
    scopes = {"POST": Scope.PLAY}

    @document_operation(request=None, responses={200: ReadShape}, tags=["me"])
    def post(self, request: Request, notice: int) -> Response:
        """Mark a notice as read; doing so again changes nothing."""
        me = requesting_account(request)
        found = notifying.inbox_of(me).filter(pk=notice)
        if not found.exists():
            raise Http404
        return Response(ReadShape.render(notifying.mark_read(me, found)))


class ReadAllView(Operation):
    scopes = {"POST": Scope.PLAY}

    @document_operation(
        operation_id="me_notices_read_all_create", request=None, responses={200: ReadShape}, tags=["me"]
    )
    def post(self, request: Request) -> Response:
        """Mark all your notices as read."""
        me = requesting_account(request)
        return Response(ReadShape.render(notifying.mark_read(me, notifying.inbox_of(me))))


# ---- devices

WAIT = 10
"""Seconds after which one more device may be added."""


@with_example(
    id=12,
    name="Firefox, Android",
    at="2026-11-25T12:00:00Z",
)
class DeviceShape(Shape[Device]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    at = serializers.DateTimeField(help_text="when it was added, or last confirmed")


class KeysShape(Shape[Any]):
    p256dh = Text()
    auth = Text()


@with_example(
    endpoint="https://push.example.org/v1/Zk3aYb",
    keys={"p256dh": f"B{'A' * 86}", "auth": "A" * 22},
    name="Ludopoli for the desk",
)
class SubscriptionShape(Shape[Any]):
    endpoint = Text(help_text="the address at the push service")
    expirationTime = serializers.IntegerField(required=False, allow_null=True, help_text="not used")
    keys = KeysShape()
    name = Text(help_text="by which the person knows the device, at most 60 characters")


@with_example(key=f"B{'A' * 86}")
class PushKeyShape(Shape[str]):
    key = serializers.CharField(
        source="*", help_text="`applicationServerKey`: 65 bytes in base64url, without padding"
    )


class DevicesView(OwnList):
    """Your devices that show notices, most recent first; you have ten at most."""

    scopes = {**OwnList.scopes, "POST": Scope.PLAY}
    serializer_class = DeviceShape

    def rows(self, me: User) -> QuerySet[Device]:
        devices.forget_ended(me)
        return Device.objects.filter(user=me)

    @document_operation(request=SubscriptionShape, responses={201: DeviceShape}, tags=["me"])
    def post(self, request: Request) -> Response:
        """Add a device by its subscription (RFC 8030). It is gone with the token that added it.

        A browser's session can add one after a fresh proof of your identity; it is gone with the session.
        """
        me = requesting_account(request)
        if me.is_guest:
            raise Problem(*REFUSALS.problem("own_account"))
        wanted = validated_body(SubscriptionShape, request)
        token = request.auth if isinstance(request.auth, Token) else None
        if token is None and not has_proven(request._request):
            raise Problem(*REFUSALS.problem("prove_again"))
        if not devices.may_add(me):
            raise Problem(*REFUSALS.problem("throttled"), wait=WAIT)
        device = devices.add_device(request._request, me, wanted, wanted["name"], token)
        if device is None:
            raise Problem(*REFUSALS.problem("no_device"))
        return created_response(DeviceShape.render(device), f"me/devices/{device.pk}/")


class OneDeviceView(Reading):
    scopes = {"GET": Scope.READ, "DELETE": Scope.PLAY}

    @document_operation(responses={200: DeviceShape}, tags=["me"])
    def get(self, request: Request, device: int) -> Response:
        """One of your devices."""
        return Response(DeviceShape.render(_own(requesting_account(request), device)))

    @document_operation(request=None, responses={204: None}, tags=["me"])
    def delete(self, request: Request, device: int) -> Response:
        """Remove a device: nothing is pushed to it any more."""
        _own(requesting_account(request), device).delete()
        return Response(status=204)


class KeyView(Reading):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: PushKeyShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """The public key of the site, with which a device subscribes at its push service."""
        requesting_account(request)
        return Response(PushKeyShape.render(pushes.public_key()))


def _own(me: User, device: int) -> Device:
    devices.forget_ended(me)
    return or_404(Device.objects.filter(user=me, pk=device).first())


urlpatterns = [
    path("notices/", NoticesView.as_view()),
    path("notices/read/", ReadAllView.as_view()),
    path("notices/<int:notice>/read/", ReadOneView.as_view()),
    path("devices/", DevicesView.as_view()),
    path("devices/key/", KeyView.as_view()),
    path("devices/<int:device>/", OneDeviceView.as_view()),
]
