"""The style sheets of a page joined into one file: the sources stay small, and no page loads fifty of them.

`css/table.css` and its like only list the sheets of a page, by `@import`.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from ludopoli.http import static_files

NAME = re.compile(r"[a-z][a-z/-]*")
FOR_PEOPLE = re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
"""Comments, indentation and empty lines."""

IMPORT = re.compile(r'@import "([a-z/-]+)\.css";\n')
ABOVE = re.compile(r'(?<=url\(")(?:\.\./)+([^"]+)')
"""A relative reference from a sheet to a file outside `css/`."""


class StyleSheet(NamedTuple):
    text: str
    version: str


def sheets_address(*names: str) -> str:
    """Return the address of these sheets joined in this order; it changes with their text."""
    return reverse("sheet", args=[join_sheets(names).version, "+".join(names)])


def address_if_any(name: str) -> str:
    """Return the address of a sheet that not every package has, or ""."""
    return sheets_address(name) if finders.find(f"css/{name}.css") else ""


def join_sheets(names: tuple[str, ...]) -> StyleSheet:
    return _joined.__wrapped__(names) if settings.DEBUG else _joined(names)


@lru_cache(maxsize=64)
def _joined(names: tuple[str, ...]) -> StyleSheet:
    if len({*names}) < len(names):
        raise LookupError("+".join(names))  # so that nobody makes us join the same sheet a thousand times
    text = "".join(_read(name) for name in names)
    return StyleSheet(text, static_files.short_hash(text))


def _read(name: str) -> str:
    found = finders.find(f"css/{name}.css") if NAME.fullmatch(name) else None
    if found is None:
        raise LookupError(name)
    plain = FOR_PEOPLE.sub("", Path(found).read_text())
    plain = IMPORT.sub(lambda each: _read(posixpath.join(posixpath.dirname(name), each[1])), plain)
    return ABOVE.sub(lambda each: static(each[1]), plain)


@require_safe
def serve_sheet(request: HttpRequest, version: str, names: str) -> HttpResponse:
    """Serve a joined sheet; for an outdated version the current one, which is not cached."""
    try:
        now = join_sheets(tuple(names.split("+")))
    except LookupError:
        raise Http404 from None
    answer = HttpResponse(now.text, content_type="text/css; charset=utf-8")
    answer["Cache-Control"] = static_files.cache_control(version, now.version)
    return answer
