"""What the moderators, or the site itself, have decided about the account, as operations of the API."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, OwnList, document_operation
from ludopoli.api.shapes import Shape, with_example
from ludopoli.base.lookups import or_404
from ludopoli.moderation.models import Sanction
from ludopoli.moderation.sanctions import confirm_sanction, sanctions_of

KINDS = [kind.name.lower() for kind in Sanction.Kind]


@with_example(
    id=7,
    kind="mute",
    code=None,
    reason="Insulta il compagno a ogni presa",
    match=None,
    at="2026-11-21T19:15:00Z",
    until="2026-11-28T19:15:00Z",
    read_at=None,
    lifted_at=None,
)
class SanctionShape(Shape[Sanction]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS, help_text="`mute`: no chat; `ban`: no play")
    code = serializers.CharField(
        allow_null=True, help_text="what the site itself has decided: `quit`, `annulled`, `renamed`"
    )
    reason = serializers.CharField(help_text="the moderator's words; the new name if you were `renamed`")
    match = serializers.UUIDField(allow_null=True)
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="the end of a `mute`, a `ban` or a `quit`")
    read_at = serializers.DateTimeField(source="confirmed_at", allow_null=True)
    lifted_at = serializers.DateTimeField(allow_null=True)

    def show_kind(self, sanction: Sanction) -> str:
        return Sanction.Kind(sanction.kind).name.lower()

    def show_code(self, sanction: Sanction) -> str | None:
        return sanction.code or None

    def show_match(self, sanction: Sanction) -> str | None:
        return sanction.match or None


class SanctionsView(OwnList):
    """What the moderators, or the site itself, have decided about you, most recent first."""

    serializer_class = SanctionShape

    def rows(self, me: User) -> QuerySet[Sanction]:
        return sanctions_of(me)


class ReadSanctionView(Operation):
    scopes = {"POST": Scope.SETTINGS}

    @document_operation(request=None, responses={200: SanctionShape}, tags=["me"])
    def post(self, request: Request, sanction: int) -> Response:
        """Confirm that you have read a decision: pages show it no more. Doing so again changes nothing."""
        me = requesting_account(request)
        confirm_sanction(me, sanction)
        return Response(SanctionShape.render(or_404(sanctions_of(me).filter(pk=sanction).first())))


urlpatterns = [
    path("sanctions/", SanctionsView.as_view()),
    path("sanctions/<int:sanction>/read/", ReadSanctionView.as_view()),
]
