"""The headers that restrict what our pages may do in a browser."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from ludopoli.http.problems import is_api

PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
"""Our pages need none of these, so no injected script may have them."""


class Headers(CSPMiddleware):
    """`Content-Security-Policy` and `Permissions-Policy` for every response, errors included.

    Static files are served before this middleware, as nginx does: they do not need these headers.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Allow sockets to the page's own host, which some browsers do not count as 'self'."""
        parts = super().get_policy_parts(request, response, report_only)
        try:
            sockets = f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
        except DisallowedHost:
            return parts
        parts.update = {**(parts.update or {}), "connect-src": [sockets]}
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.setdefault("Permissions-Policy", PERMISSIONS)
        _keep_apart(request, response)
        answered: HttpResponseBase = super().process_response(request, response)
        return answered


def _keep_apart(request: HttpRequest, response: HttpResponseBase) -> None:
    """Keep shared caches from storing a response, unless it is marked as public."""
    if "public" in response.get("Cache-Control", ""):
        return
    response.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if is_api(request):
        patch_vary_headers(response, ["Authorization"])
