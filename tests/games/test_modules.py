"""Table and viewer get all their modules joined, so that they arrive in one round of requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath

import pytest
from django.contrib.staticfiles import finders
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.test import RequestFactory

from games.templatetags.modules import drawings
from games.templatetags.texts import drawing
from ludocards import catalogue
from ludocards.engine.registry import PACKAGES

IMPORT = re.compile(r"""^import\b[^;]*?["']([^"']+)["'];""", re.MULTILINE)


def needed(address: str, known: set[str]) -> Iterator[str]:
    """Yield the address of a module and of all modules that it imports, directly or not."""
    if address not in known:
        known.add(address)
        yield address
        path = finders.find(address)
        assert path is not None, address
        for name in IMPORT.findall(Path(path).read_text()):
            yield from needed(normpath(f"{address}/../{name}"), known)


def addressed(pattern: str, page: str) -> list[str]:
    """Return the names of the files at the addresses that match, without their versions."""
    return [re.sub(r"^/static/\w+/", "", address) for address in re.findall(pattern, page)]


OF_THE_HOUSE = [game for game, package in PACKAGES.items() if package in catalogue.HOUSE]


@pytest.mark.parametrize("game", OF_THE_HOUSE)
@pytest.mark.parametrize("page", ["table", "replay"])
def test_imported_modules_come_in_two_scripts_requested_with_the_page(page: str, game: str) -> None:
    head = render_to_string(f"games/_{page}_modules.html", {"frame": {"game": game}})
    scripts = addressed(r'<script type="module" src="([^"]+)"', head)
    ahead = re.findall(r'<link rel="modulepreload" href="([^"]+)"', head)
    [sent] = re.findall(r"<script type=\"importmap\"[^>]*>([^<]*)</script>", head)
    joined = json.loads(sent)["imports"]
    assert {*ahead} == {static(f"js/{page}/main.js"), *joined.values()}
    assert len({*joined.values()}) == 2
    known: set[str] = set()
    reached = {path for first in (*scripts, f"js/games/{game}.js") for path in needed(first, known)}
    assert {static(path) for path in reached - {*scripts}} == joined.keys()
    assert head.index("importmap") < head.index("modulepreload") < head.index('<script type="module"')


@pytest.mark.parametrize(
    ("settings", "files"),
    [
        (
            {"indices": "auto", "contrast": False},
            {
                "-large": "((max-width: 40rem) or (max-height: 26rem))",
                "": "(min-width: 40.01rem) and (min-height: 26.01rem)",
            },
        ),
        ({"indices": "small", "contrast": True}, {"-contrast": ""}),
        (
            {"indices": "large", "contrast": None},
            {
                "-contrast-large": "(prefers-contrast: more)",
                "-large": "(prefers-contrast: no-preference)",
            },
        ),
    ],
)
def test_the_deck_is_fetched_ahead_as_its_script_will_ask(
    settings: dict[str, object], files: dict[str, str]
) -> None:
    found = dict(drawings("italian40", {"values": settings}))
    names = {f"decks/italian40{name}.svg": media for name, media in files.items()}
    assert found == {static(name): media for name, media in names.items()}
    assert all(map(finders.find, names))


@pytest.mark.parametrize(
    ("game", "kept", "sent", "drawn"),
    [
        ("tressette", "own", "", "italian40"),
        ("tressette", "napoletane", "", "napoletane"),
        ("scopone", "home", "own", "napoletane"),
        ("whist", "home", "", "french52"),
        ("tarocchi", "napoletane", "", "sicilian63"),
        ("tressette", None, "napoletane", "napoletane"),
        ("tressette", None, "../italian40", "italian40"),
        ("tressette", None, "", "italian40"),
    ],
)
def test_the_drawing_is_that_of_the_account_or_of_the_guests_cookie(
    rf: RequestFactory, game: str, kept: str | None, sent: str, drawn: str
) -> None:
    rf.cookies["deck"] = sent
    own = {"values": {"deck": kept or "own"}, "account": kept is not None, "fresh": False}
    assert drawing(Context({"request": rf.get("/")}), game, own) == drawn


def test_pages_before_a_table_may_prefetch_its_files() -> None:
    ahead = render_to_string("games/_table_ahead.html", {"LANGUAGE_CODE": "it"})
    shared = {*re.findall(r'<link rel="prefetch" href="([^"]+)">', ahead)}
    for game in OF_THE_HOUSE:
        table = render_to_string("games/_table_modules.html", {"frame": {"game": game}, "language": "it"})
        needed = re.findall(r'<(?:link rel="modulepreload"|script src="[^"]+" defer)[^>]*>', table)
        paths = {path for tag in needed for path in re.findall(r'(?:href|src)="([^"]+)"', tag)}
        assert all(f"games/{game}" in path for path in paths - shared)
