"""Templates without indentation, empty lines and line breaks in tags, which browsers ignore.

Tests compare markup as a browser reads it, however its template is laid out.
"""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem

_PLACE = r"\{%.*?%\}|\{\{.*?\}\}"
_TAG = re.compile(rf'<[a-z](?:{_PLACE}|"(?:{_PLACE}|[^"])*"|[^">])*>', re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"\s*\n\s*")


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return compact(contents) if origin.name.endswith(".html") else contents


def compact(source: str) -> str:
    """Return a template with every tag on one line, and without indentation."""
    on_one_line = _TAG.sub(lambda tag: _BREAK.sub(" ", re.sub(r"\s*\n\s*>$", ">", tag[0])), source)
    return _BREAK.sub("\n", on_one_line)


def use_compact_templates() -> None:
    """Take the templates of this process through `Loader`; before the first is read."""
    engine: dict[str, Any] = settings.TEMPLATES[0]
    loaders = [f"{__name__}.Loader", "django.template.loaders.app_directories.Loader"]
    engine["APP_DIRS"] = False
    engine["OPTIONS"]["loaders"] = [("django.template.loaders.cached.Loader", loaders)]
