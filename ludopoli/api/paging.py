"""Pages that stay right while new rows arrive, at the same cost at any depth."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, QuerySet
from django.utils.timezone import is_naive
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

EXAMPLE = "http://localhost:8000/api/v1/matches/?cursor="

LONGEST_POSITION = 40
"""Characters of the value by which a cursor names a row."""


class ByCursor(CursorPagination):
    page_size = 50
    page_size_query_param = "size"
    max_page_size = 200
    ordering: tuple[str, ...] = ("-id",)
    model: type[Model]

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        self.model = queryset.model
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Refuse a cursor that names no place, before the database is asked for it."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and not self._is_place(str(cursor.position)):
            raise NotFound(self.invalid_cursor_message)
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

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """As OpenAPI 3.1 has it, which knows no `nullable`."""
        page = super().get_paginated_response_schema(schema)
        address = {"type": ["string", "null"], "format": "uri"}
        page["properties"]["next"] = {**address, "example": f"{EXAMPLE}cD00NzEx"}
        page["properties"]["previous"] = {**address, "example": None}
        return page
