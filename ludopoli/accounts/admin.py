"""People in Django's admin."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from ludopoli.accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "email", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "folded", "email")
    readonly_fields = ("is_guest", "last_login", "date_joined")
