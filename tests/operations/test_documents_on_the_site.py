"""`docs/` as pages of the site: readable, linked with each other, and nothing but `docs/`."""

from __future__ import annotations

import html
import json
import posixpath
import re

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.test import Client

from ludopoli.site.documents import document_files, render_document
from tests.sources import ROOT

pytestmark = pytest.mark.django_db


def test_every_link_between_documents_leads_to_a_heading_or_a_file() -> None:
    broken = []
    for name in document_files():
        if not name.endswith(".md"):
            continue
        for link in re.findall(r'(?:href|src)="([^"]+)"', render_document(name).html):
            path, _, fragment = html.unescape(link).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            if link.startswith("http"):
                continue
            if target not in document_files() or (
                fragment and f' id="{fragment}"' not in render_document(target).html
            ):
                broken.append((name, link))
    assert broken == []


def test_every_link_of_a_document_as_text_leads_to_a_file() -> None:
    broken = []
    for name in document_files():
        if not name.endswith(".md"):
            continue
        served = Client().get(f"/documenti/{name}", headers={"Accept": "text/markdown"}).content.decode()
        for link in re.findall(r"\]\(([^)\s#]+)", served):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
            if not link.startswith("http") and target not in document_files():
                broken.append((name, link))
    assert broken == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "ludocards/README.md", "ludocards/CHANGELOG.md"])
def test_documents_beside_the_code_are_served_too(name: str) -> None:
    assert Client().get(f"/documenti/{name}").status_code == 200


def test_no_two_headings_of_a_document_have_the_same_fragment() -> None:
    for name in document_files():
        if name.endswith(".md"):
            found = re.findall(r' id="([^"]+)"', render_document(name).html)
            assert sorted({*found}) == sorted(found), name


def test_a_document_is_a_page_and_its_files_are_served() -> None:
    page = Client().get("/documenti/api.md")
    text = page.content.decode()
    assert re.findall(r"<h1[^>]*>([^<]+)", text) == ["The API"]
    assert '<article class="prose" lang="en">' in text
    assert '<div class="table-box" tabindex="0"' in text
    assert "<th></th>" not in text, "a heading without words"
    assert Client().get("/documenti/example-bot.py")["Content-Type"].startswith("text/plain")
    assert Client().get("/documenti/images/phone.webp")["Content-Type"] == "image/webp"
    assert 'href="api.md"' in Client().get("/documenti/").content.decode()


def test_a_program_gets_a_document_as_it_is_written() -> None:
    source = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for accepted, kind in {"text/markdown": "text/markdown", "*/*": "text/html"}.items():
        answer = Client().get("/documenti/api.md", headers={"Accept": accepted})
        assert answer["Content-Type"] == f"{kind}; charset=utf-8"
        assert "Accept" in answer["Vary"].split(", ")
        assert (answer.content.decode() == source) is (kind == "text/markdown")


@pytest.mark.parametrize(
    "name", ["nothing.md", "../manage.py", "%2e%2e/manage.py", "/etc/passwd", "reference", "..%2FREADME.md"]
)
def test_nothing_else_is_served(name: str) -> None:
    assert Client().get(f"/documenti/{name}").status_code == 404


def test_the_schema_of_the_record_is_served() -> None:
    served = Client().get("/api/v1/record-schema/")
    assert served["Content-Type"] == "application/schema+json; charset=utf-8"
    assert served["Access-Control-Allow-Origin"] == "*"
    schema = served.json()
    assert schema["$id"] == "http://localhost:8000/api/v1/record-schema/"
    kept = ROOT / "tests" / "records" / "briscola-no-exchange.json"
    record = json.loads(kept.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(record)
