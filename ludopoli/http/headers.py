"""The headers of every response: what a page may do in a browser, and what caches may store."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from ludopoli.http.problems import is_api

PERMISSIONS_POLICY = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
"""Features of browsers that no page uses, denied so that no injected script has them either."""


class ResponseHeadersMiddleware(CSPMiddleware):
    """`Content-Security-Policy`, `Permissions-Policy` and headers for caches on every response, errors too.

    Static files are served before this middleware, as nginx does: they do not need these headers.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Allow web sockets to the page's own host: some browsers do not count them as 'self'."""
        parts = super().get_policy_parts(request, response, report_only)
        try:
            socket_origin = f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
        except DisallowedHost:
            return parts
        parts.update = {**(parts.update or {}), "connect-src": [socket_origin]}
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        _keep_from_shared_caches(request, response)
        with_policy: HttpResponseBase = super().process_response(request, response)
        return with_policy


def _keep_from_shared_caches(request: HttpRequest, response: HttpResponseBase) -> None:
    """Keep shared caches from storing a response, unless it is marked `public`."""
    if "public" in response.get("Cache-Control", ""):
        return
    response.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if is_api(request):
        patch_vary_headers(response, ["Authorization"])
