"""All style sheets of a page come in one response, which a browser requests once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.test import Client

from ludocards import catalogue
from ludocards.engine.registry import PACKAGES
from ludopoli.http import sheets

OF_THE_HOUSE = [game for game, package in PACKAGES.items() if package in catalogue.HOUSE]

CSS = settings.BASE_DIR / "static" / "css"
SHEETS = {path.relative_to(CSS).with_suffix("").as_posix(): path for path in sorted(CSS.rglob("*.css"))}


def test_a_page_has_one_style_sheet_cached_for_a_year(client: Client, db: None) -> None:
    [address] = re.findall(r'rel="stylesheet" href="([^"]+)"', client.get("/").content.decode())
    answer = client.get(address)
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    text = answer.content.decode()
    assert text.index("--paper:") < text.index(".toasts") < text.index(".hero-games")
    assert "/*" not in text
    assert f'url("{static("fonts/fraunces-core-italic.woff2")}")' in text
    assert "../" not in text


def test_the_fonts_of_the_home_page_come_after_its_styles(client: Client, db: None) -> None:
    """Asked for ahead, at whatever priority, they share a slow line with the styles."""
    assert "fonts/" not in client.get("/").content.decode()


def test_joining_drops_only_comments_and_indentation() -> None:
    for name, path in SHEETS.items():
        bare = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        if "@import" not in bare:
            bare = re.sub(r'(?:\.\./)+([^"]+)', lambda reference: static(reference[1]), bare)
            assert sheets.join_sheets((name,)).text.split() == bare.split(), name


def test_what_looks_pressed_under_a_mouse_does_not_stay_so_after_a_touch() -> None:
    """Outside `@media (hover: hover)` a rule for `:hover` may only underline."""
    for name, path in SHEETS.items():
        bare = re.sub(
            r"@media \(hover: hover\) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", path.read_text()
        )
        for selector, body in re.findall(r"([^{};]*:hover[^{};]*)\{([^{}]*)", bare):
            properties = re.findall(r"([\w-]+):[^;]+;", body)
            assert all(each.startswith("text-decoration") for each in properties), (name, selector)


def test_imported_sheets_are_inlined_in_place() -> None:
    listed = [name for name in SHEETS if name in ("tokens", "base") or name.startswith("table/")]
    text = sheets.join_sheets(("table",)).text
    assert "@import" not in text
    assert all(sheets.join_sheets((name,)).text in text for name in listed)


def test_an_old_address_serves_current_styles_uncached(client: Client, db: None) -> None:
    old = client.get("/stile/of-once/tokens+site.css")
    assert old.content.decode() == sheets.join_sheets(("tokens", "site")).text
    assert old["Cache-Control"] == "public, no-cache"
    assert sheets.sheets_address("tokens", "site") != sheets.sheets_address("site", "tokens")


@pytest.mark.parametrize("names", ["nothing", "tokens+nothing", "../js/site", "..%2Fjs%2Fsite", "", "+"])
def test_other_files_are_not_read(client: Client, db: None, names: str) -> None:
    assert client.get(f"/stile/of-once/{names}.css").status_code == 404


def test_no_sheet_is_joined_twice(client: Client, db: None) -> None:
    """Otherwise an address with a thousand names would make a response of megabytes, kept in memory."""
    assert client.get(f"/stile/of-once/{'+'.join(['table'] * 400)}.css").status_code == 404


@pytest.mark.parametrize("game", OF_THE_HOUSE)
def test_pages_of_a_game_have_only_its_own_styles(client: Client, db: None, game: str) -> None:
    head = render_to_string("games/_game_styles.html", {"game": game})
    [address] = re.findall(r'href="([^"]+)"', head)
    assert address.endswith(f"/games/{game}.css")
    assert client.get(address).content.decode() == sheets.join_sheets((f"games/{game}",)).text
    shared = sheets.join_sheets(("table", "replay")).text
    assert sheets.join_sheets((f"games/{game}",)).text not in shared
    replay = render_to_string("games/_replay_modules.html", {"frame": {"game": game}})
    assert address in replay


def test_a_game_without_styles_requests_none() -> None:
    assert not render_to_string("games/_game_styles.html", {"game": "nothing"}).strip()


TEMPLATES = settings.BASE_DIR / "templates"
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)(?=[^{};]*\{)")
PAGES = [path for path in sorted(TEMPLATES.rglob("*.html")) if not path.name.startswith("_")]


def parts(path: Path) -> Iterator[str]:
    """Yield a template and those that it extends or includes, as text."""
    text = path.read_text()
    yield text
    for name in re.findall(r'{% (?:extends|include) "([^"]+)"', text):
        yield from parts(TEMPLATES / name)


def styled(*names: str) -> set[str]:
    return set(CLASS.findall(re.sub(r'"[^"]*"', "", sheets.join_sheets(names).text)))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_a_page_links_the_sheets_of_its_classes(path: Path) -> None:
    """A class with styles somewhere has styles in a sheet that its page links."""
    text = "".join(parts(path))
    linked = re.findall(r'{% sheet "([^"]+)"', text)
    markup = re.sub(r"{{.*?}}", "_", re.sub(r"{%.*?%}", " ", text))
    classes = {name for each in re.findall(r'class="([^"]*)"', markup) for name in each.split()}
    if linked:
        assert (classes & styled(*SHEETS)) - styled(*linked) == set()
