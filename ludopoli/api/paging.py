"""Lists: one envelope, and paging by cursor, which stays right while rows arrive and costs the same at any
depth."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, QuerySet
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.pagination import BasePagination, Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ludopoli.api.shapes import Shape

EXAMPLE = "http://localhost:8000/api/v1/matches/?cursor=cD00NzEx"
MOST, USUAL = 200, 50
"""The rows of a page: the limit and the default."""

LONGEST_POSITION = 40
"""The longest value, in characters, by which a cursor names a row."""


class PageQuery(Shape[Any]):
    """The parameters that select a page of a list."""

    cursor = serializers.CharField(required=False, help_text="the cursor in `next`", max_length=500)
    size = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST, help_text=f"rows of a page; {USUAL} unless asked"
    )


def bad_cursor() -> exceptions.ValidationError:
    return exceptions.ValidationError({"cursor": [_("This is not a cursor. Start without one.")]})


def list_response(results: Sequence[Any], following: str | None = None) -> Response:
    """The envelope of every list."""
    return Response({"results": results, "next": following})


class Whole(BasePagination):
    """A list that is not paged, in the same envelope."""

    def get_schema_operation_parameters(self, view: Any) -> list[Any]:
        return []

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        following = {
            "type": ["string", "null"],
            "format": "uri",
            "description": "the address of the next page; null on the last",
            "example": EXAMPLE,
        }
        return {
            "type": "object",
            "required": ["results", "next"],
            "properties": {"results": schema, "next": following},
        }


class ByCursor(Whole, CursorPagination):
    page_size = USUAL
    ordering: tuple[str, ...] = ("-id",)
    model: type[Model]

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        self.model = queryset.model
        self.page_size = view.asked.get("size", USUAL)  # type: ignore[union-attr]  # an `Operation`
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Refuse a cursor that cannot name a row, before the database is queried."""
        try:
            cursor = super().decode_cursor(request)
        except exceptions.NotFound:
            raise bad_cursor() from None
        if cursor is not None and cursor.position is not None and not self._is_place(str(cursor.position)):
            raise bad_cursor()
        return cursor

    def _is_place(self, position: str) -> bool:
        if len(position) > LONGEST_POSITION or "\0" in position:
            return False
        field = self.model._meta.get_field(self.ordering[0].lstrip("-"))
        assert isinstance(field, Field), field
        try:
            value = field.to_python(position)
        except ValidationError:
            return False
        return not (isinstance(value, datetime) and is_naive(value))

    def get_paginated_response(self, data: Any) -> Response:
        return list_response(data, self.get_next_link())
