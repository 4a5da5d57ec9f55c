"""The envelope of every list of the API, and paging by cursor.

A cursor names the row where the next page begins: no row is skipped or repeated while new ones arrive, and a
page costs the same at any depth.
"""

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

EXAMPLE_LINK = "http://localhost:8000/api/v1/matches/?cursor=cD00NzEx"
MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE = 200, 50
"""Page sizes, in rows."""

MAX_POSITION_LENGTH = 40
"""The limit, in characters, of the value by which a cursor names a row."""


class PageQuery(Shape[Any]):
    """The parameters that select a page of a list."""

    cursor = serializers.CharField(
        required=False, help_text="the cursor in the address of `next`", max_length=500
    )
    size = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_PAGE_SIZE,
        help_text=f"the number of rows of a page; {DEFAULT_PAGE_SIZE} by default",
    )


def bad_cursor() -> exceptions.ValidationError:
    """Return the refusal of a cursor that does not come from a page of this list."""
    return exceptions.ValidationError({"cursor": [_("This is not a cursor. Start without one.")]})


def list_response(results: Sequence[Any], next_link: str | None = None) -> Response:
    """Answer with the envelope that every list has."""
    return Response({"results": results, "next": next_link})


class WholeListPagination(BasePagination):
    """The whole list, unpaged, in the same envelope as a page."""

    def get_schema_operation_parameters(self, view: Any) -> list[Any]:
        return []

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        next_link = {
            "type": ["string", "null"],
            "format": "uri",
            "description": "the address of the next page; null on the last",
            "example": EXAMPLE_LINK,
        }
        return {
            "type": "object",
            "required": ["results", "next"],
            "properties": {"results": schema, "next": next_link},
        }


class PagingByCursor(WholeListPagination, CursorPagination):
    """A list in pages, the newest row first unless a subclass sets another `ordering`."""

    page_size = DEFAULT_PAGE_SIZE
    ordering: tuple[str, ...] = ("-id",)
    model: type[Model]

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        self.model = queryset.model
        self.page_size = view.query.get("size", DEFAULT_PAGE_SIZE)  # type: ignore[union-attr]  # an `Operation`
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Refuse a cursor that cannot name a row, before the database is queried."""
        try:
            cursor = super().decode_cursor(request)
        except exceptions.NotFound:
            raise bad_cursor() from None
        if (
            cursor is not None
            and cursor.position is not None
            and not self._can_be_position(str(cursor.position))
        ):
            raise bad_cursor()
        return cursor

    def _can_be_position(self, position: str) -> bool:
        """Return whether the column by which the list is ordered can hold this value."""
        if len(position) > MAX_POSITION_LENGTH or "\0" in position:
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
