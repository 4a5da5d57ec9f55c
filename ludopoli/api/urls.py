"""`/api/v1/`: what every app adds, and the document that describes it."""

from __future__ import annotations

from csp.decorators import csp_update
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView

document = SpectacularAPIView.as_view(api_version="v1")
browsable = csp_update({"worker-src": ["blob:"]})(
    SpectacularRedocView.as_view(url_name="openapi", template_name="api.html")
)

urlpatterns = [
    path("v1/", include("games.api.urls")),
    path("v1/openapi/", document, name="openapi"),
    path("", browsable, name="api"),
]
