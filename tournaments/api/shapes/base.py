"""The common parts of the shapes of tournaments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.formats.catalog import FORMATS
from tournaments.formats.standings import USUAL

FORMAT = next(iter(FORMATS))
SETTINGS = {**FORMATS[FORMAT].settings({"rounds": 7, "deals": 4}), "breaks": list(USUAL)}
HUNDREDTHS = "in hundredths of a point"


def in_hundredths(help_text: str, *, nullable: bool = True, **more: Any) -> serializers.ListField:
    """A list of points by entry."""
    each = serializers.IntegerField(allow_null=nullable)
    return serializers.ListField(child=each, help_text=f"{help_text}; {HUNDREDTHS}", **more)
