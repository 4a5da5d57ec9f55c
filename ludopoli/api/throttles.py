"""How often a program may ask. Rates are in the settings; a refusal says when to come back."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, UserRateThrottle

from ludopoli.throttle import address_block, client_address


class ByAddress(BaseThrottle):
    """Who has no name is known by his address, whatever he says of it himself."""

    def get_ident(self, request: Request) -> str:
        return address_block(client_address(request._request))


class Anonymous(ByAddress, AnonRateThrottle):
    scope = "anonymous"


class Person(ByAddress, UserRateThrottle):
    scope = "person"
