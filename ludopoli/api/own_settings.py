"""The account's own settings (`ludopoli/accounts/preferences.py`) as operations of the API."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts import preferences
from ludopoli.accounts.models import User
from ludopoli.accounts.preferences import SETTINGS, Setting
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.api.preconditions import if_match, own_account
from ludopoli.api.shapes import Flag, Shape, with_example
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS


def _field(setting: Setting) -> serializers.Field[Any, Any, Any, Any]:
    common: dict[str, Any] = {"help_text": setting.help, "required": False}
    common["allow_null"] = setting.default is None
    if isinstance(setting.values, range):
        least, most = setting.values[0], setting.values[-1]
        return serializers.IntegerField(min_value=least, max_value=most, **common)
    if setting.values is None:
        return serializers.BooleanField(**common)
    if setting.many:
        names = serializers.ChoiceField(list(setting.values))
        return serializers.ListField(child=names, max_length=len(setting.values), **common)
    return serializers.ChoiceField(list(setting.values), **common)


@with_example(**{name: setting.default for name, setting in SETTINGS.items()})
class SettingsShape(Shape[Any]):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: _field(setting) for name, setting in SETTINGS.items()}


class ChangeQuery(Shape[Any]):
    unless_chosen = Flag(default=False, help_text="`true`: only if the account has chosen nothing yet")


class OwnSettingsView(Operation):
    scopes = {"GET": Scope.READ, "PATCH": Scope.SETTINGS}
    queries = {"PATCH": ChangeQuery}

    @document_operation(responses={200: SettingsShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """Your settings for the table and the pages, on every device. Settings you have not chosen have their
        defaults."""
        return Response(SettingsShape.render(preferences.settings_of(_owner(request))))

    @document_operation(request=SettingsShape, responses={200: SettingsShape}, tags=["me"])
    @if_match(own_account)
    def patch(self, request: Request) -> Response:
        """Change some of your settings."""
        wanted, me = validated_body(SettingsShape, request, partial=True), _owner(request)
        chosen = preferences.change_settings(me, wanted, only_if_new=self.query["unless_chosen"])
        return Response(SettingsShape.render(chosen))


def _owner(request: Request) -> User:
    me = requesting_account(request)
    if me.is_guest:
        raise Problem(*REFUSALS.problem("own_account"))
    return me


urlpatterns = [path("settings/", OwnSettingsView.as_view())]
