"""Addresses of static files contain a hash: a page of before an update loads its own scripts, for ever."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin

import brotli
import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.templatetags.static import static
from django.test import Client, RequestFactory
from django.urls import reverse

from ludopoli.http import languages, sheets, static_files
from ludopoli.http.compression import Response
from ludopoli.site.operations.doctor import programs

FIRST = {
    "js/main.js": "const card = import('./lazy.js');",
    "js/lazy.js": "first",
    "decks/italian40.svg": "<svg/>",
    "icon.svg": "<svg/>",
}

pytestmark = pytest.mark.django_db  # a finished request closes old connections


class Site:
    """A site with a few static files, which updates change."""

    def __init__(self, home: Path, settings: LazySettings) -> None:
        self.sources, self.settings = home / "sources", settings
        settings.STATIC_ROOT = home / "collected"
        settings.STATIC_ROOT.mkdir()
        settings.WHITENOISE_AUTOREFRESH = False
        settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
        settings.STATICFILES_DIRS = [self.sources]
        self.update(**FIRST)

    def update(self, **files: str) -> None:
        """Install a version with these files changed, and start a process."""
        for name, text in files.items():
            (self.sources / name).parent.mkdir(parents=True, exist_ok=True)
            (self.sources / name).write_text(text)
        forget()
        static_files.collect_folders()
        self.process = static_files.StaticFilesMiddleware(lambda request: HttpResponse(status=404))

    def get(self, address: str) -> Response:
        answer = self.process(RequestFactory().get(address))
        answer.close()
        return answer

    def text(self, address: str) -> str:
        with closing(self.process(RequestFactory().get(address))) as answer:
            return b"".join(answer).decode()


def forget() -> None:
    for cached in (static_files.folders, static_files.version, static_files.folder_addresses):
        cached.cache_clear()


@pytest.fixture
def site(tmp_path: Path, settings: LazySettings) -> Iterator[Site]:
    yield Site(tmp_path, settings)
    forget()


def test_a_page_of_before_an_update_loads_its_own_scripts(site: Site) -> None:
    page = static("js/main.js")
    site.update(**{"js/lazy.js": "second"})
    assert site.text(urljoin(page, "./lazy.js")) == "first"
    assert site.text(urljoin(static("js/main.js"), "./lazy.js")) == "second"


def test_an_update_changes_only_addresses_of_changed_folders(site: Site) -> None:
    before = {name: static(name) for name in FIRST}
    site.update(**{"js/lazy.js": "second"})
    assert {name for name in FIRST if static(name) != before[name]} == {"js/main.js", "js/lazy.js"}


def test_an_address_with_a_hash_is_cached_for_ever(site: Site) -> None:
    for name in FIRST:
        assert site.get(static(name))["Cache-Control"].endswith("public, immutable")
    assert "immutable" not in site.get("/static/js/main.js")["Cache-Control"], "of whatever version runs"


@pytest.mark.parametrize("name", ["js/main.js", "decks/italian40.svg"])
def test_what_never_changes_is_sent_as_small_as_the_browser_accepts(site: Site, name: str) -> None:
    for accepted, packed in {
        "gzip, deflate, br": "br",
        "gzip": "",
        "gzip, brr": "",
        "": "",
        "br;q=0.5": "br",
        "gzip, br;q=0": "",
    }.items():
        answer = site.process(RequestFactory().get(static(name), headers={"Accept-Encoding": accepted}))
        with closing(answer):
            sent = b"".join(answer)
        assert (answer.get("Content-Encoding", ""), answer["Vary"]) == (packed, "Accept-Encoding")
        assert (brotli.decompress(sent) if packed else sent).decode() == FIRST[name]
        assert int(answer["Content-Length"]) == len(sent)
    unversioned = site.process(RequestFactory().get(f"/static/{name}", headers={"Accept-Encoding": "br"}))
    with closing(unversioned):
        assert "Content-Encoding" not in unversioned, "it may be another text tomorrow"


@pytest.mark.parametrize("accepted", ["br", "gzip", ""])
def test_no_strong_etag_stands_for_what_is_sent_in_several_encodings(site: Site, accepted: str) -> None:
    address, headers = static("js/main.js"), {"Accept-Encoding": accepted}
    first = site.process(RequestFactory().get(address, headers=headers))
    first.close()
    assert first["ETag"].startswith('W/"')
    asked = {**headers, "If-None-Match": first["ETag"]}
    again = site.process(RequestFactory().get(address, headers=asked))
    again.close()
    assert (again.status_code, again["ETag"]) == (304, first["ETag"])


def test_a_version_that_is_gone_is_not_answered_by_another(site: Site) -> None:
    first = static("js/main.js")
    for number in range(static_files.KEPT):
        assert site.get(first).status_code == 200
        site.update(**{"js/lazy.js": str(number)})
    assert site.get(first).status_code == 404
    assert site.get(static("decks/italian40.svg")).status_code == 200


def test_a_running_process_serves_what_another_has_collected(site: Site) -> None:
    """During a rolling update a proxy asks any process for the files of a page."""
    running = site.process
    site.update(**{"js/lazy.js": "second"})
    site.process = running
    assert site.text(static("js/lazy.js")) == "second"


def test_code_that_changes_under_a_running_process_is_not_served_as_its_version(site: Site) -> None:
    address = static("js/lazy.js")
    (site.sources / "js/lazy.js").write_text("not installed yet")
    assert site.text(address) == "first"


def test_a_copy_that_a_power_cut_has_emptied_is_made_again(site: Site) -> None:
    [copy] = site.settings.STATIC_ROOT.glob("*/js/lazy.js")
    copy.write_text("")
    site.settings.EMBEDDED = False
    assert any("collectstatic" in finding.advice for finding in programs.examine_files())
    assert static_files.collect_folders() == ["js"]
    assert copy.read_text() == "first"
    assert static_files.collect_folders() == []


def test_nothing_outside_is_served(site: Site) -> None:
    (site.settings.STATIC_ROOT.parent / "secret").write_text("key")
    for path in ("../secret", "..%2Fsecret", "x/../../secret", "/etc/passwd"):
        assert site.get(f"/static/{static_files.version('js')}/{path}").status_code == 404


def test_sheets_and_texts_of_scripts_have_versions_too(client: Client, db: None) -> None:
    for address in (sheets.sheets_address("api"), languages.catalogue_address("it")):
        assert client.get(address)["Cache-Control"] == static_files.IMMUTABLE
    assert client.get(f"{reverse('jsi18n')}?lingua=it")["Cache-Control"] == "public, no-cache"
    references = sheets.join_sheets(("api",)).text.split('url("')[1:]
    assert references
    assert all(each.startswith(static("fonts")) for each in references)
