"""What the shapes of all resources are made of; `like` gives an example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

Shape = serializers.Serializer
AnyShape = TypeVar("AnyShape", bound=type[serializers.Serializer[Any]])


def like(**example: Any) -> Callable[[AnyShape], AnyShape]:
    """Says what one of these looks like."""
    told = extend_schema_serializer(examples=[OpenApiExample("example", value=example)])
    return lambda shape: told(shape)


class Labelled(Shape[Any]):
    """Something with a name for programs and, in `label`, one for people in the language of the request."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "label": serializers.CharField()}


@extend_schema_field(OpenApiTypes.OBJECT)
class Json(serializers.JSONField):
    """An object whose fields depend on the game."""


@extend_schema_field(OpenApiTypes.STR)
class Text(serializers.Field[str, Any, str, Any]):
    """Any text; what may be said is judged by the action."""

    default_error_messages = {"invalid": gettext_lazy("This is no text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data

    def to_representation(self, value: str) -> str:
        return value
