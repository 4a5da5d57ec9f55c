"""The order of results, by the end of the match, then by its id; as conditions that an index can use."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db.models import Q

Key = tuple[datetime, uuid.UUID]
"""A place in the order."""


def earlier_than(key: Key) -> Q:
    return Q(at__lte=key[0]) & (Q(at__lt=key[0]) | Q(match__lt=key[1]))


def later_than(key: Key) -> Q:
    return Q(at__gte=key[0]) & (Q(at__gt=key[0]) | Q(match__gt=key[1]))


def not_before(key: Key) -> Q:
    return Q(at__gte=key[0]) & (Q(at__gt=key[0]) | Q(match__gte=key[1]))
