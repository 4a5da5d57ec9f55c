"""`docs/` as pages of the site, for those who write programs for it. They are in English.

Each has the address of its file below `/documenti/`, where those of `BESIDE` are, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from markdown_it import MarkdownIt
from markdown_it.token import Token

INDEX = "README.md"

BESIDE = ("CONTRIBUTING.md", "ludocards/README.md", "ludocards/CHANGELOG.md")
"""The documents outside `docs/`, in the sources."""

MARKDOWN = "text/markdown"

KINDS = {".md": f"{MARKDOWN}; charset=utf-8", ".py": "text/plain; charset=utf-8", ".webp": "image/webp"}
"""The types of the files; a document is a page unless Markdown is asked for."""

BOX = '<div class="table-box" tabindex="0" role="group" aria-label="Table"><table class="table">'


class RenderedDocument(NamedTuple):
    """The title of a document, and what is below it."""

    title: str
    html: SafeString


@require_safe
def documents_page(request: HttpRequest) -> HttpResponse:
    """The list of the documents."""
    return document_page(request, INDEX)


@require_safe
@vary_on_headers("Accept")
def document_page(request: HttpRequest, name: str) -> HttpResponse:
    """A document, or a file that belongs to one."""
    path = document_files().get(name)
    if path is None:
        raise Http404
    if path.suffix != ".md":
        return HttpResponse(path.read_bytes(), content_type=KINDS[path.suffix])
    if request.get_preferred_type(["text/html", MARKDOWN]) == MARKDOWN:
        return HttpResponse(document_text(name), content_type=KINDS[path.suffix])
    return render(request, "document.html", {"document": render_document(name), "is_index": name == INDEX})


@lru_cache(maxsize=1)
def document_files() -> dict[str, Path]:
    """The files by their addresses below `/documenti/`; there are no others."""
    folder = settings.DOCUMENTS_DIR
    found = (path for path in folder.rglob("*") if path.suffix in KINDS)
    beside = {name: folder.parent / name for name in BESIDE}
    return {path.relative_to(folder).as_posix(): path for path in found} | {
        name: path for name, path in beside.items() if path.exists()
    }


def document_text(name: str) -> str:
    """A document as Markdown; its links know that on the site all are in one folder."""
    text = document_files()[name].read_text(encoding="utf-8")
    return text if "/" in name else re.sub(r"\]\((?:\.\./|docs/)", "](", text)


@lru_cache(maxsize=128)
def render_document(name: str) -> RenderedDocument:
    """A document as HTML. What is HTML in it would be shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: BOX)
    markdown.add_render_rule("table_close", lambda *_: "</table></div>")
    for block in ("fence", "code_block"):
        markdown.add_render_rule(block, _render_code)
    _opening, title, _closing, *tokens = markdown.parse(document_text(name))
    seen = Counter[str]()
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            fragment = heading_id(content.content)
            opening.attrSet("id", f"{fragment}-{seen[fragment]}" if seen[fragment] else fragment)
            seen[fragment] += 1
    html = markdown.renderer.render(tokens, markdown.options, {}).replace("<th></th>", "<td></td>")
    return RenderedDocument(title.content.replace("`", ""), mark_safe(html))


def _render_code(_renderer: object, tokens: Sequence[Token], at: int, *_others: object) -> str:
    return format_html('<pre class="code" tabindex="0"><code>{}</code></pre>', tokens[at].content)


def heading_id(title: str) -> str:
    """The fragment by which the documents address a heading, the first of those with this title."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
