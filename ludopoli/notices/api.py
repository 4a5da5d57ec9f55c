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
from ludopoli.api.auth import requesting_account, requesting_person
from ludopoli.api.models import Scope, Token
from ludopoli.api.operations import (
    Operation,
    OwnList,
    created_response,
    document_operation,
    validated_body,
)
from ludopoli.api.paging import PageQuery, list_response
from ludopoli.api.preconditions import if_match
from ludopoli.api.shapes import Flag, Labelled, Shape, Text, with_example
from ludopoli.base.lookups import or_404
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS
from ludopoli.notices import devices, notifying, pushes
from ludopoli.notices.models import Device, Mailbox, Notice


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
    scopes = {"POST": Scope.SETTINGS}

    @document_operation(request=None, responses={200: ReadShape}, tags=["me"])
    def post(self, request: Request, notice: int) -> Response:
        """Mark a notice as read; doing so again changes nothing."""
        me = requesting_account(request)
        found = notifying.inbox_of(me).filter(pk=notice)
        if not found.exists():
            raise Http404
        return Response(ReadShape.render(notifying.mark_read(me, found)))


class ReadAllView(Operation):
    scopes = {"POST": Scope.SETTINGS}

    @document_operation(
        operation_id="me_notices_read_all_create", request=None, responses={200: ReadShape}, tags=["me"]
    )
    def post(self, request: Request) -> Response:
        """Mark all your notices as read."""
        me = requesting_account(request)
        return Response(ReadShape.render(notifying.mark_read(me, notifying.inbox_of(me))))


# ---- switches


@with_example(kind="asked", topic="People", label="Friend requests", page=True, mail=True, push=False)
class NoticeKindShape(Labelled):
    kind = serializers.CharField(source="kind.key")
    topic = serializers.CharField(source="kind.topic", help_text="for people, as `label`")
    page = serializers.BooleanField(help_text="it comes on the page")
    mail = serializers.BooleanField(help_text="it comes by mail, unless it is read before")
    push = serializers.BooleanField(help_text="it comes on your devices")

    def show_label(self, choice: notifying.ChannelChoice) -> Any:
        return choice.kind.label


@with_example(mail=False)
class SwitchShape(Shape[Any]):
    page = serializers.BooleanField(required=False)
    mail = serializers.BooleanField(required=False)
    push = serializers.BooleanField(required=False)


@with_example(start=22, end=8)
class QuietHoursShape(Shape[Mailbox]):
    start = serializers.IntegerField(source="quiet_from", min_value=0, max_value=23, required=False)
    end = serializers.IntegerField(
        source="quiet_until", min_value=0, max_value=23, required=False, help_text="as `start`: never quiet"
    )


class NoticeKindsView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: NoticeKindShape(many=True)}, tags=["me"])
    def get(self, request: Request) -> Response:
        """The kinds of notices, and where yours come."""
        choices = notifying.delivery_choices(requesting_person(request))
        return list_response(NoticeKindShape.render_all(choices))


class OneNoticeKindView(Operation):
    scopes = {"PATCH": Scope.SETTINGS}

    @document_operation(request=SwitchShape, responses={200: NoticeKindShape}, tags=["me"])
    def patch(self, request: Request, kind: str) -> Response:
        """Choose where the notices of a kind come."""
        me, wanted = requesting_person(request), validated_body(SwitchShape, request)
        now = _choice(me, kind)
        chosen = {way: wanted.get(way, getattr(now, way)) for way in ("page", "mail", "push")}
        notifying.choose_delivery(me.pk, kind, **chosen)
        return Response(NoticeKindShape.render(_choice(me, kind)))


class QuietHoursView(Operation):
    scopes = {"GET": Scope.READ, "PATCH": Scope.SETTINGS}

    @document_operation(responses={200: QuietHoursShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """The hours between which nothing is pushed to your devices, where you are."""
        return Response(QuietHoursShape.render(_mailbox(requesting_person(request))))

    @document_operation(request=QuietHoursShape, responses={200: QuietHoursShape}, tags=["me"])
    @if_match(lambda request: Mailbox.objects.filter(user=requesting_account(request)))
    def patch(self, request: Request) -> Response:
        """Change your quiet hours."""
        me, wanted = requesting_person(request), validated_body(QuietHoursShape, request)
        notifying.be_quiet(me, wanted.get("quiet_from"), wanted.get("quiet_until"))
        return Response(QuietHoursShape.render(_mailbox(me)))


def _choice(me: User, kind: str) -> notifying.ChannelChoice:
    return or_404(next((each for each in notifying.delivery_choices(me) if each.kind.key == kind), None))


def _mailbox(me: User) -> Mailbox:
    return Mailbox.objects.filter(user=me).first() or Mailbox(user=me)


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

    scopes = {**OwnList.scopes, "POST": Scope.SETTINGS}
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


class OneDeviceView(Operation):
    scopes = {"GET": Scope.READ, "DELETE": Scope.SETTINGS}

    @document_operation(responses={200: DeviceShape}, tags=["me"])
    def get(self, request: Request, device: int) -> Response:
        """One of your devices."""
        return Response(DeviceShape.render(_own(requesting_account(request), device)))

    @document_operation(request=None, responses={204: None}, tags=["me"])
    def delete(self, request: Request, device: int) -> Response:
        """Remove a device: nothing is pushed to it any more."""
        _own(requesting_account(request), device).delete()
        return Response(status=204)


class KeyView(Operation):
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
    path("notice-kinds/", NoticeKindsView.as_view()),
    path("notice-kinds/<str:kind>/", OneNoticeKindView.as_view()),
    path("quiet-hours/", QuietHoursView.as_view()),
    path("notices/<int:notice>/read/", ReadOneView.as_view()),
    path("devices/", DevicesView.as_view()),
    path("devices/key/", KeyView.as_view()),
    path("devices/<int:device>/", OneDeviceView.as_view()),
]
