"""The site under a path of its host, `/carte/`, behind a proxy that passes the path on or strips it."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.e2e.conftest import NewPage
from tests.e2e.table import PATIENCE, TablePage
from tests.e2e.under_a_path import SITE_PATH, PathProxy, UnderAPath

PAGES = (
    "",
    "tavoli/",
    "tornei/",
    "circoli/",
    "regole/",
    "lezioni/",
    "segnapunti/",
    "account/accedi/",
    "api/",
)
IN_MARKUP = re.compile(r'(?<!\bnonce)="((?:https?:/)?/[^"]*)"')
"""An address of this host in an attribute."""

SCOPE = "navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)"


@pytest.fixture(params=["strips", "passes on"])
def proxy(request: pytest.FixtureRequest, under_a_path: UnderAPath) -> Iterator[PathProxy]:
    used = under_a_path.proxies[request.param]
    used.outside.clear()
    yield used
    assert used.outside == []


def read(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        content: bytes = answer.read()
        return content.decode(errors="replace")


def view_of(link: str) -> str:
    """Return the name of the view that answers a link under the path."""
    return resolve(f"/{urlsplit(link).path.removeprefix(SITE_PATH)}").view_name


def test_no_link_leads_outside_the_path(proxy: PathProxy, under_a_path: UnderAPath) -> None:
    [table] = under_a_path.seed(people=1, bots=False)
    found: set[str] = set()
    for path in (*PAGES, f"tavolo/{table['code']}/"):
        url = proxy.url + SITE_PATH + path
        found |= {urljoin(url, unescape(link)) for link in IN_MARKUP.findall(read(url))}
    ours = {link.partition("#")[0] for link in found if urlsplit(link).netloc == urlsplit(proxy.url).netloc}
    assert [link for link in ours if not urlsplit(link).path.startswith(SITE_PATH)] == []
    assert len(ours) > 100
    pages = {view_of(link): link for link in ours if "/static/" not in link}
    assert len(pages) > 20
    for link in pages.values() if proxy.strips else [*pages.values()][:10]:
        with suppress(urllib.error.HTTPError):  # it takes another method, or an account
            read(link)


def test_sockets_are_under_the_path(proxy: PathProxy, under_a_path: UnderAPath) -> None:
    [table] = under_a_path.seed(people=1, bots=False)
    with connect(f"{proxy.url.replace('http', 'ws')}{SITE_PATH}ws/table/{table['code']}/") as line:
        assert json.loads(line.recv(timeout=30))["t"]


def test_a_guest_plays_at_a_table(under_a_path: UnderAPath, new_page: NewPage) -> None:
    proxy = under_a_path.proxies["strips"]
    home = proxy.url + SITE_PATH
    page = new_page(service_workers="allow", plain=False)
    sockets: list[str] = []
    page.on("websocket", lambda line: sockets.append(urlsplit(line.url).path))
    page.goto(home)
    assert page.evaluate(SCOPE) == SITE_PATH
    page.locator("form[action$='/gioca/'] button").first.click()
    page.wait_for_selector(".hand .card")
    assert page.url.startswith(home)
    table = TablePage(page)
    held = len(table.hand)
    table.play()
    assert len(table.hand) == held - 1
    page.goto(f"{home}tavoli/")
    expect(page.locator("[data-bell]").first).to_be_visible()
    deadline = time.monotonic() + PATIENCE
    while (opened := {path.split("/")[3] for path in sockets}) != {"table", "notices", "lobby"}:
        assert time.monotonic() < deadline, opened
        page.wait_for_timeout(50)
    assert {path.partition("/ws/")[0] for path in sockets} == {SITE_PATH[:-1]}
    cookies = page.context.cookies(home)
    assert {cookie["path"] for cookie in cookies} == {SITE_PATH}
    assert {cookie["name"] for cookie in cookies} >= {"sessionid_carte", "csrftoken_carte", "zona_carte"}
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("Non c’è rete")
    assert proxy.outside == []


def test_mails_and_programs_are_led_to_the_path(under_a_path: UnderAPath, new_page: NewPage) -> None:
    proxy = under_a_path.proxies["strips"]
    home = proxy.url + SITE_PATH
    page = new_page()
    page.goto(f"{home}account/iscriviti/")
    page.fill("[name=username]", "Ines")
    page.fill("[name=email]", "ines@example.org")
    page.fill("[name=password1]", "tre carte sul tavolo")
    page.locator("form.stack button.tall").click()
    page.wait_for_url(lambda url: "/account/" not in url)
    mails = [path.read_text() for path in Path(under_a_path.home / "mails").iterdir()]
    [mail] = [each for each in mails if "ines@example.org" in each]
    links = re.findall(r"https?://\S+", mail)
    assert links
    assert [link for link in links if not link.startswith(home)] == []
    notice = "from django.conf import settings; from django.urls import reverse"
    told = under_a_path.manage(
        "shell", "-v", "0", "-c", f"{notice}; print(settings.SITE_URL + reverse('notices'))"
    )
    assert told.strip() == f"{home}avvisi/"
    document = json.loads(read(f"{home}api/v1/openapi/?format=json"))
    assert document["servers"][0]["url"] == SITE_PATH[:-1]
    assert {path.split("/")[1] for path in document["paths"]} == {"api"}
    with urllib.request.urlopen(f"{home}api/v1/games/") as answer:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    manifest = json.loads(read(f"{home}manifest.webmanifest"))
    assert [manifest[name] for name in ("id", "scope", "start_url")] == [SITE_PATH] * 3
    assert read(f"http://127.0.0.1:{under_a_path.ports[0]}/healthz") == "ok\n"
    assert proxy.outside == []
