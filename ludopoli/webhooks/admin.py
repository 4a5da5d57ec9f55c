"""Webhooks in Django's admin: which of them fail, since when, and what is the latest answer."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ludopoli.webhooks.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(admin.ModelAdmin):
    list_display = (
        "__str__",
        "user",
        "app",
        "active",
        "failing_since",
        "waiting",
        "given_up",
        "latest_answer",
    )
    fields = readonly_fields = (
        *("user", "app", "kinds", "topic", "active", "failing_since"),
        *("waiting", "given_up", "latest_answer"),
    )
    list_filter = ("active", ("failing_since", admin.EmptyFieldListFilter))
    list_select_related = ("user", "grant__app")
    search_fields = ("user__username",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        latest = Delivery.objects.filter(webhook=OuterRef("pk"), attempts__gt=0).order_by("-made_at")
        return (
            super()
            .get_queryset(request)
            .annotate(
                waiting=Count("deliveries", Q(deliveries__status=Delivery.Status.WAITING)),
                given_up=Count("deliveries", Q(deliveries__status=Delivery.Status.FAILED)),
                latest=Subquery(latest.values("answer")[:1]),
            )
        )

    @admin.display(description=_("app"))
    def app(self, webhook: Webhook) -> str:
        return webhook.grant.app.name if webhook.grant is not None else ""

    @admin.display(description=_("on its way"), ordering="waiting")
    def waiting(self, webhook: Webhook) -> int:
        count: int = webhook.waiting  # type: ignore[attr-defined]
        return count

    @admin.display(description=_("given up"), ordering="given_up")
    def given_up(self, webhook: Webhook) -> int:
        count: int = webhook.given_up  # type: ignore[attr-defined]
        return count

    @admin.display(description=_("latest answer"))
    def latest_answer(self, webhook: Webhook) -> str:
        answer: str | None = webhook.latest  # type: ignore[attr-defined]
        return answer or ""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Webhook | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Webhook | None = None) -> bool:
        return False
