"""The OpenAPI document: generated once for each language, in seconds, and rendered once in each format."""

from __future__ import annotations

import hashlib
import threading
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.http import parse_etags
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from ludopoli.api.document_parts import part_about

making = threading.Lock()


class DocumentView(SpectacularAPIView):
    """The OpenAPI document, as JSON or YAML, or what `tag` names of it. It is the same for everybody."""

    authentication_classes = ()

    def _get_schema_response(self, request: Request) -> Any:
        renderer = type(request.accepted_renderer)
        with making:  # concurrent requests wait, and then find it in the cache
            made = rendered_document(
                renderer,  # type: ignore[arg-type]  # it is hashable
                translation.get_language() or "",
                request.query_params.get("tag", ""),
            )
        return document_response(request, made, renderer.media_type, f"openapi.{renderer.format}")


def document_response(
    request: HttpRequest | Request, made: bytes, media_type: str, name: str
) -> HttpResponse:
    """Answer with a document that is the same for everybody; 304 to those who have it."""
    etag = f'"{hashlib.sha256(made).hexdigest()[:32]}"'
    headers = {
        "ETag": etag,
        "Cache-Control": "public, max-age=300",
        "Content-Disposition": f'inline; filename="{name}"',
    }
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(made, content_type=f"{media_type}; charset=utf-8", headers=headers)


@lru_cache(maxsize=64)
def rendered_document(renderer: type[BaseRenderer], language: str, tag: str = "") -> bytes:
    """Return the document, or its part about a tag, as the renderer writes it; `language` is the active one.

    Raises `Http404` if there is no such tag.
    """
    plain = JSONRenderer if issubclass(renderer, JSONRenderer) else renderer  # without spaces, a third of it
    document = generate_document(language)
    made = plain().render(part_about(document, tag) if tag else document, renderer_context={})
    return made if isinstance(made, bytes) else str(made).encode()


@lru_cache(maxsize=4)
def generate_document(language: str) -> dict[str, Any]:
    """Return the document before it is rendered; `language` must be the active one."""
    document: dict[str, Any] = DocumentView.generator_class().get_schema(request=None, public=True)
    return document
