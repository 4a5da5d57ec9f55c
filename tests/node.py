"""Scripts of the site run by Node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.test import RequestFactory

from ludopoli.http.languages import ScriptCatalogue

FOLDERS = ("static/js", "ludocards/catalogue/*/static/js", "tests/tiny*/static/js", "tests/scripts")
_copies: list[TemporaryDirectory[str]] = []  # removed at the end of the process

PAGE = """
    const { runInThisContext } = await import("node:vm");
    const nothing = () => null;
    const anything = () => ({
        matches: false, dataset: {}, style: { setProperty: nothing },
        addEventListener: nothing, append: nothing, getAttribute: nothing, setAttribute: nothing,
        removeAttribute: nothing,
    });
    const element = (content) => content && { textContent: JSON.stringify(content) };
    Object.assign(globalThis, {
        document: {
            querySelector: (selector) => element(elements[selector]) ?? (selector === "[data-deck]" ? anything() : null),
            querySelectorAll: () => [],
            createElement: anything,
            getElementById: (id) => element(elements[`#${id}`]) ?? null,
            documentElement: { ...anything(), lang: language },
            addEventListener: nothing,
            cookie: "",
        },
        localStorage: {},
        location: new URL(address),
        matchMedia: anything,
        addEventListener: nothing,
    });
    runInThisContext(catalogue);
    const load = (name) => import(`${site}/${name}.js`);
"""  # noqa: E501
"""A page with no more than what the modules read when they are loaded. `elements` are its JSON, by selector;
`load("replay/steps")` imports a module."""


WHOLE_PAGE = """
    const { runInThisContext } = await import("node:vm");
    const load = (name) => import(`${site}/${name}.js`);
    const { choose, devices, drag, find, findAll, openPage, press, sent, sockets, textOf, until, volumes } =
        await load("page/window");
    openPage(html, address);
    runInThisContext(catalogue);
    const give = (value) => { console.log(JSON.stringify(value)); process.exit(); };
"""
"""A page of this `html`, which scripts may read and change, and a test may use: see `tests/scripts/page`.
`give(value)` ends the script."""


def run(script: str, **given: Any) -> Any:
    """Run a module in Node, with these constants; return the JSON that it prints."""
    constants = "".join(
        f"const {name} = {json.dumps(value, cls=DjangoJSONEncoder)};\n" for name, value in given.items()
    )
    said = subprocess.run(
        ["node", "--input-type=module", "-"], input=constants + script,
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def run_on_page(
    script: str, elements: dict[str, Any] | None = None, language: str = "it",
    address: str = "http://localhost/", **given: Any,
) -> Any:  # fmt: skip
    """Run a module in Node like `run`, on a `PAGE` in a language."""
    return run(
        PAGE + script, elements=elements or {}, language=language, address=address,
        catalogue=catalogue(language), site=served().as_uri(), **given,
    )  # fmt: skip


def run_on_whole_page(
    script: str, html: str, language: str = "it", address: str = "http://localhost/", **given: Any
) -> Any:
    """Run a module in Node like `run`, on a `WHOLE_PAGE` in a language."""
    return run(
        WHOLE_PAGE + script, html=html, address=address, catalogue=catalogue(language),
        site=served().as_uri(), **given,
    )  # fmt: skip


@cache
def served() -> Path:
    """A folder with the scripts of the site and of all games, side by side as browsers find them."""
    copy = TemporaryDirectory(prefix="ludopoli-scripts-")
    _copies.append(copy)
    for pattern in FOLDERS:
        for folder in settings.BASE_DIR.glob(pattern):
            shutil.copytree(folder, copy.name, dirs_exist_ok=True)
    Path(copy.name, "package.json").write_text('{"type": "module"}')  # else Node reads each script twice
    return Path(copy.name)


@cache
def catalogue(language: str) -> str:
    """The texts of the scripts in a language, as a page gets them."""
    answer = ScriptCatalogue.as_view()(RequestFactory().get("/", {"lingua": language}))
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()
