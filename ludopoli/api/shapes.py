"""The building blocks of shapes: strict serializers, their fields, and examples (`with_example`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.fields import SkipField

from ludopoli.text.word_filter import mask_words

Instance = TypeVar("Instance")


class Shape(serializers.Serializer[Instance]):
    """An object with these fields and no others: unknown fields are errors.

    The shape that documents a response also renders it: each field from its `source`, or by `show_<field>`.
    """

    @classmethod
    def render(cls, one: Any, **context: Any) -> Mapping[str, Any]:
        return cls(one, context=context).data

    @classmethod
    def render_all(cls, those: Any, **context: Any) -> Sequence[Mapping[str, Any]]:
        return [*cls(those, many=True, context=context).data]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = {}
        for name, field in self.fields.items():
            show = getattr(self, f"show_{name}", field.get_attribute)
            try:
                value = show(instance)
            except SkipField:  # optional, and absent
                continue
            shown[name] = None if value is None else field.to_representation(value)
        return shown

    def to_internal_value(self, data: Any) -> Any:
        wrong = {}
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            wrong = {str(name): [str(UNKNOWN)] for name in data if name not in known}
        try:
            checked = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail = error.detail if isinstance(error.detail, dict) else {}
            raise serializers.ValidationError({**detail, **wrong}) from error
        if wrong:
            raise serializers.ValidationError(wrong)
        return checked


UNKNOWN = gettext_lazy("Unknown field.")

AnyShape = TypeVar("AnyShape", bound=type[serializers.Serializer[Any]])


def with_example(**example: Any) -> Callable[[AnyShape], AnyShape]:
    """Document a shape with an example."""
    documented = extend_schema_serializer(examples=[OpenApiExample("example", value=example)])
    return lambda shape: documented(shape)


class Labelled(Shape[Any]):
    """Something with a name for programs and, in `label`, one for people in the language of the request."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "label": serializers.CharField()}


@extend_schema_field(OpenApiTypes.STR)
class Text(serializers.Field[str, Any, str, Any]):
    """Any text; the action that takes it decides what is allowed."""

    default_error_messages = {"invalid": gettext_lazy("This is not text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data

    def to_representation(self, value: str) -> str:
        return value


class Masked(serializers.CharField):
    """A text written by a person, with bad words masked."""

    def to_representation(self, value: Any) -> str:
        return mask_words(str(value))


# ---- fields of queries


class Flag(serializers.BooleanField):
    """`true` or `false`, and no other word."""

    TRUE_VALUES = {"true"}
    FALSE_VALUES = {"false"}


DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Moment(serializers.DateTimeField):
    """A time in ISO 8601 that a request sends, with its offset from UTC."""

    default_error_messages = {
        "no_offset": gettext_lazy(
            "A time needs its offset from UTC: 2026-11-29T20:30:00+01:00, or 2026-11-29T19:30:00Z."
        )
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        if timezone.is_naive(value):
            self.fail("no_offset")
        return super().enforce_timezone(value)


class DayOrMoment(Moment):
    """A time, or a day alone, which is its midnight in UTC."""

    def to_internal_value(self, value: Any) -> datetime:
        midnight = f"{value}T00:00:00Z" if isinstance(value, str) and DAY.fullmatch(value) else value
        return super().to_internal_value(midnight)


class Between(Shape[Any]):
    """A span of time: from `since` on, and before `until`."""

    since = DayOrMoment(required=False, help_text="from this time on, `2026-11-01` or `2026-11-01T20:00:00Z`")
    until = DayOrMoment(required=False, help_text="before this time")
