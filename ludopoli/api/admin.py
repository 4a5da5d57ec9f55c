"""Registered apps in Django's admin: who has made them, what they may ask for, and blocking them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ludopoli.api.models import RegisteredApp
from ludopoli.api.oauth.provider import end_grants


@admin.register(RegisteredApp)
class AppAdmin(admin.ModelAdmin):
    list_display = ("name", "owner", "connected", "made_at", "blocked_at")
    fields = readonly_fields = (
        *("name", "about", "owner", "client_id", "redirects", "scopes"),
        *("connected", "made_at", "blocked_at"),
    )
    list_filter = (("blocked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("owner",)
    search_fields = ("name", "client_id", "owner__username")
    actions = ("block_apps", "unblock_apps")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RegisteredApp]:
        return super().get_queryset(request).annotate(connections=Count("grants"))

    @admin.display(description=_("connections"), ordering="connections")
    def connected(self, app: RegisteredApp) -> int:
        count: int = app.connections  # type: ignore[attr-defined]
        return count

    @admin.action(description=_("Block: disconnect it from everybody"), permissions=["change"])
    def block_apps(self, request: HttpRequest, apps: QuerySet[RegisteredApp]) -> None:
        for app in apps:
            app.blocked_at = timezone.now()
            app.save(update_fields=["blocked_at"])
            end_grants(*app.grants.all())
            self.log_change(request, app, "blocked")

    @admin.action(description=_("Unblock"), permissions=["change"])
    def unblock_apps(self, request: HttpRequest, apps: QuerySet[RegisteredApp]) -> None:
        for app in apps:
            app.blocked_at = None
            app.save(update_fields=["blocked_at"])
            self.log_change(request, app, "unblocked")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RegisteredApp | None = None) -> bool:
        return False
