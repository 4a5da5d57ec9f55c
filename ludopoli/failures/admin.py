"""Failed work in Django's admin: what is stuck, why, and an action to retry it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ludopoli.failures import retrying
from ludopoli.failures.models import Failure


class GivenUp(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("waiting", _("tried again")), ("given_up", _("given up"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Failure]) -> QuerySet[Failure]:
        wanted = self.value()
        return queryset if wanted is None else queryset.filter(due_at__isnull=wanted == "given_up")


@admin.register(Failure)
class FailureAdmin(admin.ModelAdmin):
    list_display = ("work", "subject", "attempts", "kind", "first_at", "last_at", "next_attempt")
    list_filter = (GivenUp, "work")
    search_fields = ("work", "subject", "error")
    actions = ("have_tried_again",)

    @admin.display(description=_("error"))
    def kind(self, failure: Failure) -> str:
        return failure.error.splitlines()[0]

    @admin.display(description=_("next attempt"), ordering="due_at")
    def next_attempt(self, failure: Failure) -> Any:
        return failure.due_at or _("given up")

    @admin.action(description=_("Try again now"), permissions=["view"])
    def have_tried_again(self, request: HttpRequest, chosen: QuerySet[Failure]) -> None:
        for failure in chosen:
            retrying.try_again(failure)
        text = ngettext("%(count)s is tried again.", "%(count)s are tried again.", len(chosen))
        self.message_user(request, text % {"count": len(chosen)})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Failure | None = None) -> bool:
        return False
