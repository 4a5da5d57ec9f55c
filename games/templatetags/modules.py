"""`{% load modules %}`: all scripts that a page needs, so that the browser can fetch them in one round
trip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register = template.Library()

IMPORT = re.compile(r"""^(?:import|export)\b[^;"']*["'](\.[^"']+)["'];""", re.MULTILINE)


@register.simple_tag
@cache
def modules(*names: str) -> list[str]:
    """The URLs of these modules and of all that they import statically."""
    return [static(name) for name in sorted(set(_reached(names, set())))]


def _reached(names: tuple[str, ...], known: set[str]) -> Iterator[str]:
    for name in names:
        path = finders.find(name)
        if name in known or not path:
            continue
        known.add(name)
        yield name
        imported = IMPORT.findall(Path(path).read_text())
        yield from _reached(tuple(normpath(join(dirname(name), other)) for other in imported), known)
