"""Pages that stay right while new rows arrive, at the same cost at any depth."""

from __future__ import annotations

from rest_framework.pagination import CursorPagination


class ByCursor(CursorPagination):
    page_size = 50
    page_size_query_param = "size"
    max_page_size = 200
    ordering: tuple[str, ...] = ("-id",)
