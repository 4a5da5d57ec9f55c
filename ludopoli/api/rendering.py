"""The JSON renderer of the API: times are in UTC."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

from ludopoli.text.times import format_utc


class Encoder(JSONEncoder):
    def default(self, obj: Any) -> Any:
        return format_utc(obj) if isinstance(obj, datetime) else super().default(obj)


class JsonRenderer(JSONRenderer):
    encoder_class = Encoder
