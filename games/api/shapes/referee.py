"""What the referee says of a record."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ludopoli.api.shapes import Json, Shape

WRONG = {
    "ok": False,
    "error": {
        "deal": 0,
        "action": 10,
        "seat": 1,
        "code": "must_follow_suit",
        "message": "one must play coppe",
        "legal": ["7C", "2C"],
    },
}


class VerdictShape(Shape[Any]):
    """The report: docs/record.md tells its fields. What the referee did not come to is not there."""

    ok = serializers.BooleanField()
    finished = serializers.BooleanField(required=False)
    verified = serializers.BooleanField(required=False)
    deals = serializers.ListField(child=Json(), required=False)
    totals = serializers.ListField(child=serializers.IntegerField(), required=False)
    places = serializers.ListField(child=serializers.IntegerField(), required=False, allow_null=True)
    error = Json(required=False)
