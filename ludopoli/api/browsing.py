"""The pages on which people read the OpenAPI document: all operations in a list, those of a tag in detail.

In one page, Redoc needs half a minute and hundreds of megabytes for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from drf_spectacular.settings import spectacular_settings
from markdown_it import MarkdownIt

from ludopoli.api.document import generate_document, making

REDOC_STYLES = [
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
]
"""The hashes of Redoc's inline style sheets: an empty one, which a script fills, and its scrollbar's."""


class ListedOperation(NamedTuple):
    method: str
    path: str
    summary: str
    anchor: str
    """Its place on the page of its tag, as Redoc names it."""


class ListedTag(NamedTuple):
    name: str
    description: str
    operations: list[ListedOperation]

    @property
    def slug(self) -> str:
        return slugify(self.name)


@require_safe
def list_operations(request: HttpRequest) -> HttpResponse:
    with making:
        document = generate_document(get_language() or "")
    tags = [ListedTag(**tag, operations=list(_operations(document, tag["name"]))) for tag in document["tags"]]
    about = mark_safe(MarkdownIt("commonmark", {"html": False}).render(document["info"]["description"]))
    return render(
        request, "api/operations.html", {"tags": [tag for tag in tags if tag.operations], "about": about}
    )


@csp_update({"worker-src": ["blob:"], "style-src": REDOC_STYLES})  # type: ignore[arg-type]  # it has arguments
@require_safe
def show_tag(request: HttpRequest, slug: str) -> HttpResponse:
    names = {slugify(tag["name"]): tag["name"] for tag in spectacular_settings.TAGS}
    if slug not in names:
        raise Http404
    return render(request, "api/tag.html", {"slug": slug, "name": names[slug]})


def _operations(document: dict[str, Any], tag: str) -> Iterator[ListedOperation]:
    place = f"tag/{tag.replace(' ', '-')}/operation"
    for kind in ("paths", "webhooks"):
        for name, methods in document[kind].items():
            for method, each in methods.items():
                if tag in each["tags"]:
                    yield ListedOperation(
                        method.upper(), name, each["summary"], f"{place}/{each['operationId']}"
                    )
