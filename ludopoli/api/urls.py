"""`/api/v1/`: what every app adds, and the document that describes it."""

from __future__ import annotations

from csp.decorators import csp_update
from django.urls import include, path
from drf_spectacular.views import SpectacularRedocView

from ludopoli.api.document import Document

document = Document.as_view()
REDOC_STYLES = [
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
]
"""The sheets that Redoc writes into its page: an empty one, which a script fills, and its scrollbar's."""

browsable = csp_update({"worker-src": ["blob:"], "style-src": REDOC_STYLES})(
    SpectacularRedocView.as_view(url_name="openapi", template_name="api.html", authentication_classes=[])
)

urlpatterns = [
    path("v1/", include("games.api.urls")),
    path("v1/", include("tournaments.api.urls")),
    path("v1/openapi/", document, name="openapi"),
    path("", browsable, name="api"),
]
