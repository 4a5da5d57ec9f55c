"""Expensive requests are cached, limited or refused, and a nonsense address costs nothing."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import lru_cache
from urllib.parse import urlencode

import pytest
from django.http import HttpRequest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.renderers import JSONRenderer

from ludopoli.accounts.models import User
from ludopoli.api import document

pytestmark = pytest.mark.django_db

DIGITS = "9" * 5_000


# ---- the OpenAPI document


def test_the_document_is_made_once_for_each_language_and_rendered_once_for_each_form(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    rendered: list[object] = []

    def count(self: SchemaGenerator, **_: object) -> dict[str, str]:
        made.append(self)
        return {"openapi": "3.1.0"}

    def render(self: OpenApiYamlRenderer, data: object, **_: object) -> bytes:
        rendered.append(self)
        return json.dumps(data).encode()

    monkeypatch.setattr(document.DocumentView.generator_class, "get_schema", count)
    monkeypatch.setattr(OpenApiYamlRenderer, "render", render)
    monkeypatch.setattr(JSONRenderer, "render", render)
    for name in ("generate_document", "rendered_document"):
        kept = getattr(document, name)
        monkeypatch.setattr(document, name, lru_cache(**kept.cache_parameters())(kept.__wrapped__))
    as_json = {"Accept": "application/vnd.oai.openapi+json"}
    answers = [client.get("/api/v1/openapi/", headers=as_json) for _ in range(3)]
    assert (len(made), len(rendered)) == (1, 1)
    assert {answer.status_code for answer in answers} == {200}
    assert answers[0]["ETag"] == answers[2]["ETag"]
    assert "public" in answers[0]["Cache-Control"]
    client.get("/api/v1/openapi/")
    assert (len(made), len(rendered)) == (1, 2), "as YAML"
    client.get("/api/v1/openapi/", headers={"Accept-Language": "en"})
    assert (len(made), len(rendered)) == (2, 3), "in English"
    again = client.get("/api/v1/openapi/", headers={**as_json, "If-None-Match": answers[0]["ETag"]})
    assert again.status_code == 304


# ---- charsets


@pytest.mark.parametrize("charset", ["punycode", "idna", "utf-16", "zlib", "nonsense", '"PUNYCODE"'])
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/referee/", "application/json"),
        ("/partita/da-file/", "multipart/form-data; boundary=B"),
        ("/account/accedi/", "application/x-www-form-urlencoded"),
    ],
)
def test_only_utf_8_bodies_are_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str, kind: str, charset: str
) -> None:
    """Decoding 200 KB as `punycode` took half a minute of processor time."""
    monkeypatch.setattr(HttpRequest, "body", property(lambda _: pytest.fail("it is read")))
    sent = b"9" * 1_000
    answer = client.generic("POST", path, sent, f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert client.get("/", headers={"Content-Type": f"text/plain; charset={charset}"}).status_code == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"', "utf8"])
def test_utf_8_may_be_declared(client: Client, charset: str) -> None:
    answer = client.post("/api/v1/referee/", "{}", content_type=f"application/json; charset={charset}")
    assert answer.status_code == 200


# ---- cursors and numbers


@pytest.mark.parametrize(
    "place", ["nonsense", "2026-13-45", "2026-01-01", DIGITS, "0001-01-01T00:00:00", "a\0b", "-", "9" * 39]
)
@pytest.mark.parametrize("path", ["/api/v1/matches/", "/api/v1/tables/"])
def test_a_broken_cursor_is_refused(client: Client, path: str, place: str) -> None:
    cursor = b64encode(urlencode({"p": place}).encode()).decode()
    assert client.get(path, {"cursor": cursor}).status_code == 400


@pytest.mark.parametrize("cursor", ["", "%%%", "é", "cD0=", b64encode(b"o=-1").decode(), DIGITS])
def test_malformed_cursors_cause_no_server_error(client: Client, cursor: str) -> None:
    assert client.get("/api/v1/matches/", {"cursor": cursor}).status_code in (200, 400, 404)


@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/matches/?size={}", "/api/v1/people/Anna/matches/?size={}", "/api/v1/tables/?size={}",
        "/api/v1/games/tressette/leaderboard/?size={}", "/tavoli/?n={}", "/tavoli/elenco/?n={}",
        "/tornei/?pagina={}", "/classifiche/?dopo={}", "/giocatori/Anna/partite/?prima={}",
        "/api/v1/people/Anna/matches/?cursor={}",
    ],
)  # fmt: skip
def test_five_thousand_digits_cause_no_server_error(client: Client, address: str) -> None:
    User.objects.create_user("Anna", password=None)
    assert client.get(address.format(DIGITS)).status_code in (200, 400, 404)
