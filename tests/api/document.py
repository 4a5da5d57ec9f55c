"""The OpenAPI document as the site tells it, made once for all files that ask."""

from __future__ import annotations

from typing import Any

from drf_spectacular.generators import SchemaGenerator

TOLD: dict[str, Any] = SchemaGenerator().get_schema(public=True)
