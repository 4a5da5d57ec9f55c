"""Pages that stay right while new rows arrive, at the same cost at any depth."""

from __future__ import annotations

from typing import Any

from rest_framework.pagination import CursorPagination

EXAMPLE = "http://localhost:8000/api/v1/matches/?cursor="


class ByCursor(CursorPagination):
    page_size = 50
    page_size_query_param = "size"
    max_page_size = 200
    ordering: tuple[str, ...] = ("-id",)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """As OpenAPI 3.1 has it, which knows no `nullable`."""
        page = super().get_paginated_response_schema(schema)
        address = {"type": ["string", "null"], "format": "uri"}
        page["properties"]["next"] = {**address, "example": f"{EXAMPLE}cD00NzEx"}
        page["properties"]["previous"] = {**address, "example": None}
        return page
