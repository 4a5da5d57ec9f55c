"""The site as an app on a phone: its manifest, and the files that its service worker caches."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from ludopoli.accounts.models import User
from ludopoli.http import sheets, static_files
from ludopoli.site import pwa


def kept() -> dict[str, Any]:
    listed: dict[str, Any] = json.loads(pwa.worker_script().partition("const KEPT = ")[2].partition(";\n")[0])
    return listed


def size(address: str) -> tuple[int, int]:
    """Return the size of a PNG in pixels."""
    found = finders.find(address.split("/", 3)[3])
    assert isinstance(found, str), address
    width, height = struct.unpack(">II", Path(found).read_bytes()[16:24])
    return width, height


@pytest.mark.django_db
def test_the_manifest_describes_the_app(client: Client) -> None:
    page = client.get("/", headers={"Accept-Language": "en"}).content.decode()
    [address] = re.findall(r'rel="manifest" href="([^"]+)"', page)
    answers = {
        language: client.get(f"/manifest.webmanifest?lingua={language}") for language in ("it", "en", "xx")
    }
    assert address == "/manifest.webmanifest?lingua=en"
    assert answers["en"]["Content-Type"] == "application/manifest+json"
    english = answers["en"].json()
    assert [answers[language].json()["lang"] for language in answers] == ["it", "en", "it"]
    assert english["display"] == "standalone"
    assert english["start_url"].startswith(english["scope"])
    assert {each["purpose"] for each in english["icons"]} == {"any", "maskable"}
    for icon in english["icons"]:
        assert "{}x{}".format(*size(icon["src"])) == icon["sizes"]
    for shortcut in english["shortcuts"]:
        path, _hash, part = shortcut["url"].partition("#")
        html = client.get(path).content.decode()
        assert not part or f'id="{part}"' in html


def test_the_worker_is_served_at_the_root_and_revalidated(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert client.get("/sw.js", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_changed_file_changes_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    before, version = kept()["version"], static_files.version
    monkeypatch.setattr(static_files, "version", lambda name: version(name) + "0" * (name == "icon.svg"))
    pwa.worker_script.cache_clear()
    after = kept()["version"]
    pwa.worker_script.cache_clear()
    assert before != after


def test_the_worker_caches_files_and_one_page() -> None:
    listed = kept()
    assert listed["shell"][0] == sheets.sheets_address("site")
    assert all(path.startswith("/static/") for path in (*listed["shell"][1:], *listed["drawn"]))
    page = "".join((settings.BASE_DIR / "templates" / name).read_text() for name in pwa.PAGES)
    assert set(re.findall(r'{% static "([^"]+)" %}', page)) <= set(pwa.SHELL)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/tornei/abc/foglio/", "/tornei/foglio/senza-rete/"),
        ("/tornei/abc/direzione/", "/tornei/direzione/senza-rete/"),
        ("/tornei/abc/direzione/tavoli/1/2/", "/tornei/direzione/senza-rete/"),
        ("/tornei/abc/", None),
        ("/segnapunti/", None),
        ("/segnapunti/abc/", "/segnapunti/senza-rete/"),
    ],
)
def test_pages_that_go_on_without_network_are_shown_in_place_of_their_addresses(
    address: str, page: str | None
) -> None:
    found = (shown for pattern, shown in kept()["instead"] if re.search(pattern, address))
    assert next(found, None) == page


@pytest.mark.django_db
def test_the_offline_page_is_not_personal(client: Client) -> None:
    before = client.get("/senza-rete/").content.decode()
    client.force_login(User.objects.create_user("Ines", password=None))
    page = client.get("/senza-rete/")
    without_nonce = re.compile('nonce="[^"]+"')
    assert without_nonce.sub("", page.content.decode()) == without_nonce.sub("", before)
    assert not page.cookies
    sheet = client.get("/tornei/foglio/senza-rete/").content.decode()
    assert "Ines" not in sheet
    console = client.get("/tornei/direzione/senza-rete/").content.decode()
    assert "Ines" not in console
    for said in ("Non c’è rete", "You are offline"):
        assert said in before
