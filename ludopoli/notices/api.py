"""The account's own notices as operations of the API."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts.models import User
from ludopoli.api.auth import asker
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, OwnList, documented
from ludopoli.api.paging import PageQuery
from ludopoli.api.shapes import Flag, Shape, like
from ludopoli.base.refusals import REFUSALS
from ludopoli.notices import notifying
from ludopoli.notices.models import Notice


@like(
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


@like(read=3)
class ReadShape(Shape[int]):
    read = serializers.IntegerField(source="*", help_text="the number of notices that were unread until now")


class NoticesQuery(PageQuery):
    unread = Flag(required=False, help_text="`true`: unread notices only; `false`: read ones only")


class Notices(OwnList):
    """Your notices, most recent first. They are kept for 90 days."""

    queries = {"GET": NoticesQuery}
    serializer_class = NoticeShape

    def rows(self, me: User) -> QuerySet[Notice]:
        notices = notifying.inbox(me)
        return notices.filter(read_at__isnull=self.asked["unread"]) if "unread" in self.asked else notices


class ReadOne(Operation):
    scopes = {"POST": Scope.PLAY}
    refusals = {"POST": REFUSALS.statuses("not_found")}

    @documented(request=None, responses={200: ReadShape}, tags=["me"])
    def post(self, request: Request, notice: int) -> Response:
        """Mark a notice as read; doing so again changes nothing."""
        me = asker(request)
        found = notifying.inbox(me).filter(pk=notice)
        if not found.exists():
            raise Http404
        return Response(ReadShape.render(notifying.read(me, found)))


class ReadAll(Operation):
    scopes = {"POST": Scope.PLAY}
    refusals = {"POST": {}}

    @documented(
        operation_id="me_notices_read_all_create", request=None, responses={200: ReadShape}, tags=["me"]
    )
    def post(self, request: Request) -> Response:
        """Mark all your notices as read."""
        me = asker(request)
        return Response(ReadShape.render(notifying.read(me, notifying.inbox(me))))


urlpatterns = [
    path("notices/", Notices.as_view()),
    path("notices/read/", ReadAll.as_view()),
    path("notices/<int:notice>/read/", ReadOne.as_view()),
]
