"""Reports to the moderators: the caller's own, and sending one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.archive import finished_matches
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, OwnList, created_response, document_operation, validated_body
from ludopoli.api.shapes import Shape, Text, with_example
from ludopoli.base.lookups import or_404
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS, ActionRefused
from ludopoli.moderation.models import LONGEST_TEXT, Report
from ludopoli.moderation.reports import SELECTABLE_REASONS, report_person

REASONS = [(each.value, each.value) for each in SELECTABLE_REASONS]


@with_example(person="Bruno", reason="words", text="Insulta il compagno a ogni presa", table="k3mw8x")
class MakeReport(Shape[Any]):
    person = Text(help_text="whom you report, who does not learn it")
    reason = serializers.ChoiceField(REASONS)
    text = Text(required=False, help_text=f"what happened, in {LONGEST_TEXT} characters; needed for `other`")
    match = serializers.UUIDField(required=False, help_text="the match in which it happened")
    table = Text(required=False, help_text="the code of the table, if it was in no match")


@with_example(
    id=12,
    person="Bruno",
    reason="words",
    text="Insulta il compagno a ogni presa",
    match=None,
    table="k3mw8x",
    at="2026-11-21T19:15:00Z",
    closed_at=None,
)
class ReportShape(Shape[Report]):
    id = serializers.IntegerField()
    person = serializers.CharField(source="subject.username")
    reason = serializers.ChoiceField(REASONS)
    text = serializers.CharField()
    match = serializers.UUIDField(allow_null=True)
    table = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="null: it still waits for a moderator")

    def show_match(self, report: Report) -> str | None:
        return report.match or None

    def show_table(self, report: Report) -> str | None:
        return report.table or None


class ReportsView(OwnList):
    """The reports that you have sent, most recent first."""

    scopes = {**OwnList.scopes, "POST": Scope.SETTINGS}
    serializer_class = ReportShape

    def rows(self, me: User) -> QuerySet[Report]:
        return Report.objects.filter(reporter=me).select_related("subject")

    @document_operation(request=MakeReport, responses={201: ReportShape}, tags=["me"])
    def post(self, request: Request) -> Response:
        """Report somebody to the moderators."""
        me, sent = requesting_account(request), validated_body(MakeReport, request)
        if me.is_bot:
            raise Problem(*REFUSALS.problem("own_account"))
        if (subject := people.find_person(sent["person"])) is None:
            raise ActionRefused("no_person")
        match, table = finished_matches.reported_place(me, str(sent.get("match", "")), sent.get("table", ""))
        made = report_person(
            me,
            subject,
            sent["reason"],
            sent.get("text", "").replace("\0", ""),
            match=str(match.pk) if match else "",
            table=table,
        )
        return created_response(ReportShape.render(made), f"me/reports/{made.pk}/")


class OneReportView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: ReportShape}, tags=["me"])
    def get(self, request: Request, report: int) -> Response:
        """A report that you have sent."""
        me = requesting_account(request)
        return Response(ReportShape.render(or_404(Report.objects.filter(reporter=me, pk=report).first())))
