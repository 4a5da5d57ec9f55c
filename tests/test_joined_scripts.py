"""The modules of a page come in one response for all pages, and one for its game."""

from __future__ import annotations

import gzip
import html
import re
from pathlib import Path

import brotli
import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client

from ludocards import catalogue
from ludocards.engine.registry import PACKAGES
from ludopoli.http import scripts, static_files
from tests import node

OF_THE_HOUSE = [game for game, package in PACKAGES.items() if package in catalogue.HOUSE]

MOST_BYTES = 180_000
"""The most that a table's page may weigh without fonts, headers of responses included."""

HEADERS = 450
"""The bytes of a response's headers, about."""

RUN = """
const page = await import(address);
const { again } = await page.later();
console.log(JSON.stringify([page.shout("ciao"), page.default.name, again, page.quiet]));
"""


def keep(settings: LazySettings, folder: Path, **modules: str) -> str:
    """Keep a former version of a page's modules, and return it."""
    version = static_files.short_hash(str(folder))
    settings.STATIC_ROOT = str(folder)
    for name, text in modules.items():
        path = folder / version / "js" / "page" / f"{name}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return version


def test_joined_modules_work_as_they_do_apart(settings: LazySettings, tmp_path: Path) -> None:
    later = (tmp_path / "later.mjs").as_uri()
    version = keep(
        settings,
        tmp_path,
        main='import { shout } from "./loud.js";\nimport "./game.js";\nawait shout("");\n',
        loud='// Loud.\nimport { mark as end } from "./mark.js";\nimport "./quiet.js";\n\n'
        "/** Shout. */\nexport function shout(text) {\n  return `${text}${end}//`;\n}\n",
        mark='export const mark = "!";\n',
        quiet="export const quiet = 1;\n",
        game=f'export default {{ name: "tre" }};\nexport const later = () => import("{later}");\n',
    )
    Path(tmp_path, "later.mjs").write_text("export const again = 2;\n")
    text = scripts.join_modules(version, ("page/main",))
    assert "oud." not in text, "comments stay here"
    assert "Shout." not in text
    script = tmp_path / "joined.mjs"
    script.write_text(text)
    assert node.run(RUN, address=script.as_uri()) == ["ciao!//", "tre", 2, 1]


def test_scripts_of_a_game_take_shared_modules_from_the_page(settings: LazySettings, tmp_path: Path) -> None:
    version = keep(
        settings,
        tmp_path,
        main='import { mark } from "./mark.js";\n',
        mark='export const mark = "!";\n',
        game='import { mark } from "./mark.js";\nimport { own } from "./own.js";\n',
        own="export const own = 1;\n",
    )
    text = scripts.join_modules(version, ("page/main", "page/game"))
    assert f'from "{static("js/page/mark.js")}"' in text
    assert "const own = 1" in text
    assert "const mark = " not in text


@pytest.mark.parametrize(
    "text",
    [
        "export const one = await fetch(two);\n",
        "export let one = 1;\n",
        'export * from "./other.js";\n',
        'import * as other from "./other.js";\n',
        "export const two = 1;\n",
    ],
)
def test_modules_that_cannot_be_joined_are_loaded_one_by_one(
    settings: LazySettings, tmp_path: Path, text: str
) -> None:
    version = keep(
        settings,
        tmp_path,
        main='import { two } from "./two.js";\nimport { one } from "./one.js";\n',
        one=text,
        two="export const two = 2;\n",
        other="",
    )
    with pytest.raises(scripts.UnjoinableError):
        scripts.join_modules(version, ("page/main",))


@pytest.mark.parametrize("game", OF_THE_HOUSE)
@pytest.mark.parametrize("page", ["table/main", "replay/main"])
def test_scripts_of_a_page_are_cached_for_a_year(client: Client, db: None, page: str, game: str) -> None:
    [_own, *joined] = scripts.page_scripts(page, f"games/{game}").addresses
    assert len(joined) == 2, "all can be joined"
    for address in joined:
        answer = client.get(address)
        assert answer["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        version, kept = address.split("/")[2:4]
        again = client.get(address.replace(kept, "otherwise"))
        assert again.content == answer.content
        assert again["Cache-Control"] == "public, no-cache"
        assert client.get(address.replace(version, "f" * 12)).status_code == 404, "scripts not kept"


@pytest.mark.parametrize(
    "names", ["nothing", "table/nothing", "../js/site", "table/main+games/whist+games/briscola", "", "+"]
)
def test_other_files_are_not_read(client: Client, db: None, names: str) -> None:
    version = static_files.version("js")
    assert client.get(f"/script/{version}/of-once/{names}.js").status_code == 404
    assert client.get("/script/of-once/of-once/table/main.js").status_code == 404


@pytest.mark.parametrize("game", ["tarocchi", "tressette"])
def test_the_page_of_a_table_is_light(client: Client, db: None, game: str) -> None:
    """As `python -m bench first_card` measures it in a browser, here by the files that the page asks for."""
    page = client.post("/tavoli/gioca/", {"game": game}).content
    head, _body = page.decode().split("<body>")
    asked = {html.unescape(each) for each in re.findall(r'(?:href|src)="(/[^"]+)"', head)}
    apart = {each for each in asked if re.search(r"icon\.svg|\.png|manifest|^/tavolo/", each)}
    [deck] = re.findall(r'data-deck="(\w+)"', head)
    later = (f"decks/{deck}-large.svg", "icons.svg")
    loaded = {*(asked - apart), *map(static, later)}
    weight = len(gzip.compress(page)) + sum(len(brotli.compress(content(client, each))) for each in loaded)
    assert weight + HEADERS * (1 + len(loaded)) <= MOST_BYTES


def content(client: Client, address: str) -> bytes:
    name = re.match(r"/static/(?:\w{12}/)?(.+)", address)
    return Path(finders.find(name[1]) or "").read_bytes() if name else client.get(address).content
