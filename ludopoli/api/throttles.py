"""How often a program may ask. Rates are in the settings; a refusal says when to come back."""

from __future__ import annotations

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class Anonymous(AnonRateThrottle):
    scope = "anonymous"


class Person(UserRateThrottle):
    scope = "person"
