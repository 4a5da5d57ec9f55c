"""The modules of a page joined into one script: the sources stay small, and no page asks for fifty of them.

`table/main` stands for what the page's script `js/table/main.js` imports, `table/main+games/NAME` for the
script of a game and what it needs beyond that. An import map sends the browser there, whichever script
imports a module and whenever. A browser that knows no import maps loads the modules themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from ludopoli.http import static_files

VERSION = re.compile(r"[0-9a-f]{12}")
NAME = re.compile(r"[a-z][a-z0-9_/-]*")
FOR_PEOPLE = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
"""Comments on lines of their own."""

IMPORTED = re.compile(r"""^(?:import|export)\b[^;"']*["'](\.[^"']+)["'];""", re.MULTILINE)
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|const) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
UNJOINABLE = re.compile(r"^(?:(?:import|export)\b|(?:(?:const|let) [^=]+= )?await\b)", re.MULTILINE)
"""Statements that cannot stand in a function: other imports and exports, and waiting for something."""

LOAD = "const $load = (from, to) => import(new URL(to, new URL(from, import.meta.url)));\n"


class UnjoinableError(Exception):
    """A module is written in a way that only a browser understands."""


class PageScripts(NamedTuple):
    addresses: list[str]
    """All that the page should fetch at once."""

    import_map: str


def page_scripts(*names: str) -> PageScripts:
    """Return the scripts of a page: the first is its own, the others are loaded by it at once."""
    return _page_scripts.__wrapped__(names) if settings.DEBUG else _page_scripts(names)


@cache
def _page_scripts(names: tuple[str, ...]) -> PageScripts:
    version = static_files.version("js")
    addresses, imports = [_address(names[0])], dict[str, str]()
    for end in range(1, len(names) + 1):
        modules = list(map(_address, _modules(version, names[:end])))
        try:
            text = join_modules(version, names[:end])
        except UnjoinableError:
            addresses += modules
        else:
            kept = static_files.short_hash(text)
            addresses.append(reverse("script", args=[version, kept, "+".join(names[:end])]))
            imports.update(dict.fromkeys(modules, addresses[-1]))
    return PageScripts(addresses, json.dumps({"imports": imports}, separators=(",", ":")))


def join_modules(version: str, names: tuple[str, ...]) -> str:
    return _joined.__wrapped__(version, names) if settings.DEBUG else _joined(version, names)


@lru_cache(maxsize=64)
def _joined(version: str, names: tuple[str, ...]) -> str:
    """Join the modules of the last name that those before do not need, each in a function of its own."""
    inside = {name: f"${number}" for number, name in enumerate(_modules(version, names))}
    outside: dict[str, str] = {}
    functions, exports = [], dict[str, str]()
    for name, variable in inside.items():
        body, given = _function_body(version, name, inside, outside)
        functions.append(f"const {variable} = (() => {{\n{body}}})();\n")
        if not exports.keys().isdisjoint(given):
            raise UnjoinableError(name)
        exports.update(dict.fromkeys(given, variable))
    if not inside:
        raise UnjoinableError("+".join(names))
    return "".join(
        [
            *(f'import * as {variable} from "{_address(name)}";\n' for name, variable in outside.items()),
            *([LOAD] if any("$load(" in each for each in functions) else []),
            *functions,
            *(
                f"export {'default' if name == 'default' else f'const {name} ='} {variable}.{name};\n"
                for name, variable in exports.items()
            ),
        ]
    )


def _function_body(
    version: str, module: str, inside: Mapping[str, str], outside: dict[str, str]
) -> tuple[str, list[str]]:
    """Return a module as the body of a function, and the names that it exports.

    The other modules are in variables: those joined, and those `outside`, to which it may add.
    """

    def imported(found: re.Match[str]) -> str:
        taken, path = found.groups()
        other = _beside(module, path)
        variable = inside.get(other) or outside.setdefault(other, f"$out{len(outside)}")
        return f"const {{{taken.replace(' as ', ': ')}}} = {variable};\n" if taken else ""

    text = IMPORT.sub(imported, FOR_PEOPLE.sub("", _read(version, module) or ""))
    given = EXPORT.findall(text)
    text = EXPORT.sub("", text)
    text, defaults = DEFAULT.subn("const $default = ", text)
    if UNJOINABLE.search(text):
        raise UnjoinableError(module)
    here = _address(module)
    text = text.replace("import(", f'$load("{here}", ')
    text = text.replace("import.meta.url", f'new URL("{here}", import.meta.url)')
    returned = [*given, *(["default: $default"] if defaults else [])]
    return f"{text}return {{ {', '.join(returned)} }};\n", [*given, *(["default"] if defaults else [])]


def _modules(version: str, names: tuple[str, ...]) -> list[str]:
    """Return the modules that the last name needs beyond those before, each after all that it imports.

    The script of the page itself is not among them: it may wait for what it loads, for which the others would
    wait, too.
    """
    *before, last = names
    known: set[str] = set()
    for name in before:
        known.update(_reached(version, name, known))
    found = list(_reached(version, last, known))
    return found if before else found[:-1]


def _reached(version: str, name: str, known: set[str]) -> Iterator[str]:
    text = None if name in known else _read(version, name)
    if text is None:
        return
    known.add(name)
    for other in IMPORTED.findall(text):
        yield from _reached(version, _beside(name, other), known)
    yield name


def _beside(name: str, path: str) -> str:
    """Return the name of the module that another one imports by this path."""
    return normpath(join(dirname(name), path)).removesuffix(".js")


def _address(name: str) -> str:
    return static(f"js/{name}.js")


def _read(version: str, name: str) -> str | None:
    """Return the text of a module, in the version that a page began with."""
    path = Path(settings.STATIC_ROOT, version, "js", f"{name}.js")
    if version == static_files.version("js") and (settings.DEBUG or not path.is_file()):
        path = Path(finders.find(f"js/{name}.js") or path)
    return path.read_text() if path.is_file() else None


@require_safe
def serve_script(request: HttpRequest, version: str, kept: str, names: str) -> HttpResponse:
    """Serve joined modules."""
    asked = tuple(names.split("+"))
    if not VERSION.fullmatch(version) or len(asked) > 2 or not all(map(NAME.fullmatch, asked)):
        raise Http404
    try:
        text = join_modules(version, asked)
    except UnjoinableError:
        raise Http404 from None
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = static_files.cache_control(kept, static_files.short_hash(text))
    return answer
