"""The dates of rounds on further days, as an event stores them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

RoundDates = dict[int, datetime]
"""By the number of the round, when it begins at the earliest."""


class RoundDatesField(models.JSONField):
    """Round dates, stored as a JSON object of times by the number of the round."""

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if isinstance(value, dict):
            value = {str(number): at.isoformat() for number, at in value.items()}
        return super().get_db_prep_value(value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self.to_python(super().from_db_value(value, expression, connection))

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        times = {int(number): at for number, at in value.items()}
        return {n: datetime.fromisoformat(at) if isinstance(at, str) else at for n, at in times.items()}
