"""The headers by which a browser is told what our pages may do."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
"""A page of cards needs none of these, and no script that got into one shall have them."""


class Headers(CSPMiddleware):
    """`Content-Security-Policy` and `Permissions-Policy` for whatever is answered, errors included.

    Static files come before it, as they do behind nginx: in a script or a style these would be dead weight.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Sockets go to the host of the page: some browsers do not count them under 'self'."""
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
    """Let nobody keep for others what depends on who asks: all but what says that it is for everybody."""
    if "public" in response.get("Cache-Control", ""):
        return
    response.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if request.path.startswith("/api/"):
        patch_vary_headers(response, ["Authorization"])
