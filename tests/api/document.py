"""The OpenAPI document of the site, generated once for all tests."""

from __future__ import annotations

from typing import Any

from drf_spectacular.generators import SchemaGenerator

TOLD: dict[str, Any] = SchemaGenerator().get_schema(public=True)
