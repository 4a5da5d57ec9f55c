"""The rate limits of the API. Rates are in the settings; a refusal says when to try again."""

from __future__ import annotations

import math
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from ludopoli.api.middleware import RATE
from ludopoli.http.throttle import address_block, client_address


class AddressThrottle(SimpleRateThrottle):
    """A limit by person, or by address for anonymous requests; the headers show what is left of it."""

    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: Any) -> bool:
        allowed = super().allow_request(request, view)
        if self.rate is not None and getattr(self, "key", None) is not None:
            oldest = self.history[-1] if self.history else self.now
            left = {
                "Limit": self.num_requests,
                "Remaining": max(0, self.num_requests - len(self.history)),
                "Reset": math.ceil(self.duration - (self.now - oldest)),
            }
            known = getattr(request._request, RATE, None)
            if known is None or left["Remaining"] < known["Remaining"]:  # show the rate nearest to its limit
                setattr(request._request, RATE, left)
        return allowed

    def get_ident(self, request: Request) -> str:
        return address_block(client_address(request._request))


class AnonymousThrottle(AddressThrottle, AnonRateThrottle):
    scope = "anonymous"


class PersonThrottle(AddressThrottle, UserRateThrottle):
    scope = "person"
