"""The security headers of every kind of response, and who may open a socket."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client, override_settings

from ludopoli.site import asgi
from ludopoli.site.checks import a_path_that_a_site_can_have
from tests.security.world import World
from tests.sources import SCRIPTS

ROOT = Path(__file__).resolve().parents[2]

PAGES: dict[str, Callable[[World], str]] = {
    "home": lambda _: "/",
    "the tables": lambda _: "/tavoli/",
    "a table": lambda world: f"/tavolo/{world.table.code}/",
    "a replay": lambda world: f"/partita/{world.over.pk}/",
    "a record": lambda world: f"/partita/{world.over.pk}/record.json",
    "a profile": lambda world: f"/giocatori/{world.player.username}/",
    "rules": lambda _: "/regole/tressette/",
    "settings": lambda _: "/account/",
    "one's data": lambda _: "/account/privacy/esporta.json",
    "a redirect": lambda _: "/account/accedi/",
    "an error": lambda _: "/nessuno/",
    "the words of scripts": lambda _: "/testi/",
    "the API": lambda _: "/api/",
    "its document": lambda _: "/api/v1/openapi/?format=json",
    "its answer": lambda _: "/api/v1/me/",
    "its refusal": lambda _: "/api/v1/matches/00000000-0000-0000-0000-000000000000/",
    "the administration": lambda _: "/admin/",
}


def directives(answer: Any) -> dict[str, list[str]]:
    policy = [part.split() for part in answer["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in policy}


def check(answer: Any) -> None:
    policy = directives(answer)
    assert policy["default-src"] == ["'self'"]
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    allowed = {source for sources in policy.values() for source in sources}
    assert not allowed & {
        "'unsafe-inline'",
        "'unsafe-eval'",
        "'unsafe-hashes'",
        "*",
        "http:",
        "https:",
        "ws:",
        "wss:",
    }
    assert all(source.startswith(("'self'", "'nonce-")) for source in policy["script-src"])
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


@pytest.mark.parametrize("page", PAGES)
def test_every_kind_of_answer_has_security_headers(world: World, page: str) -> None:
    check(world.client("player").get(PAGES[page](world)))


def test_error_pages_have_security_headers(
    client: Client, world: World, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    check(client.get("/", headers={"Host": "not a host"}))
    check(Client(enforce_csrf_checks=True).post("/tavoli/apri/"))

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("games.play.lobby.lobby_tables", broken)
    client.raise_request_exception = False
    answer = client.get("/tavoli/")
    assert answer.status_code == 500
    check(answer)


def test_a_static_file_has_a_fixed_content_type(client: Client, db: None) -> None:
    answer = client.get("/static/css/site.css")
    assert answer.status_code == 200
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in answer, "every script and style of a page would bring it along"
    b"".join(answer)
    answer.close()


def test_each_answer_has_its_own_script_nonce(client: Client, db: None) -> None:
    nonces = set()
    for _ in range(3):
        answer = client.get("/")
        [nonce] = [source for source in directives(answer)["script-src"] if source.startswith("'nonce-")]
        assert f'nonce="{nonce[7:-1]}"' in answer.content.decode()
        nonces.add(nonce)
    assert len(nonces) == 3


def test_sockets_go_to_the_host_of_the_page(client: Client, db: None) -> None:
    assert directives(client.get("/"))["connect-src"] == ["'self'", "ws://testserver"]
    secure = client.get("/", headers={"Host": "localhost:8443"}, secure=True)
    assert directives(secure)["connect-src"] == ["'self'", "wss://localhost:8443"]


INLINE = re.compile(
    r"""\sstyle\s*=\s*["'`{]  |  <style\b  |  \son[a-z]+\s*=\s*["']  |  javascript:
    |  <script(?![^>]*(?:\bsrc=|nonce=|application/json))""",
    re.VERBOSE,
)


def test_no_template_has_a_style_or_a_script_of_its_own() -> None:
    """The policy would block it; scripts set styles through the object model."""
    found = []
    for path in [*(ROOT / "templates").rglob("*.html"), *SCRIPTS]:
        if "email" in path.parts or path.stem == "mail":  # mails have neither policy nor style sheet
            continue
        found += [f"{path.relative_to(ROOT)}: {hit[0].strip()}" for hit in INLINE.finditer(path.read_text())]
    assert found == []


# ---- HTTPS and the system checks

HOST = "carte.example.org"
FULL = {
    "HTTPS": "1",
    "ALLOWED_HOSTS": HOST,
    "DATABASE_URL": "postgresql://ludopoli@127.0.0.1:1/ludopoli",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}

OVER_HTTPS = """
import json
from django.conf import settings
named = {name: getattr(settings, name) for name in dir(settings) if name.startswith(%r)}
print(json.dumps(named))
"""
ABOUT_HTTPS = ("ALLOWED_HOSTS", "CSRF_COOKIE_", "HTTPS", "LANGUAGE_COOKIE_", "SECURE_", "SESSION_COOKIE_")
"""The beginnings of the names of the settings that HTTPS may change."""


def run(*command: str, **environment: str) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {**kept, "DJANGO_SETTINGS_MODULE": "ludopoli.site.settings", **environment}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_full_mode_passes_the_checks_for_deployment(tmp_path: Path) -> None:
    secret = secrets.token_urlsafe(50)
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    output = run(*check, **FULL, LUDOPOLI_VAR=str(tmp_path), SECRET_KEY=secret)
    assert "no issues" in output


def test_the_document_of_the_api_names_the_source(tmp_path: Path) -> None:
    code = "from drf_spectacular.settings import spectacular_settings; print(spectacular_settings.CONTACT)"
    output = run("-c", code, SOURCE_URL="https://example.org/source", LUDOPOLI_VAR=str(tmp_path))
    assert "https://example.org/source" in output


def test_mails_are_sent_only_for_allowed_hosts(tmp_path: Path) -> None:
    code = (
        "from ludopoli.site.checks import mails_that_lead_here as check; print([e.id for e in check(None)])"
    )
    output = run("-c", code, EMAIL_HOST="mail.example.org", LUDOPOLI_VAR=str(tmp_path))
    assert "ludopoli.E003" in output


@pytest.mark.parametrize(
    ("origin", "path", "is_accepted"),
    [
        ("https://example.org", "/", True),
        ("https://example.org", "/carte/", True),
        ("http://localhost:8000", "/giochi/carte/", True),
        ("://", "carte.example.org/", False),
        ("://", "/", False),
        ("https://example.org", "/carte?di=notte/", False),
        ("https://example.org", "/../carte/", False),
        ("https://example.org", "/citt%C3%A0/", False),
        ("https://example.org", "/tornei/", False),
        ("https://example.org", f"/{'c' * 60}/", False),
    ],
)
def test_the_site_has_an_address_that_a_site_can_have(
    settings: LazySettings, origin: str, path: str, is_accepted: bool
) -> None:
    settings.SITE_URL, settings.SITE_PATH = origin, path
    assert bool(a_path_that_a_site_can_have(None)) != is_accepted


def test_over_https_cookies_and_redirects_are_secure(db: None, tmp_path: Path) -> None:
    shown = run("-c", OVER_HTTPS % (ABOUT_HTTPS,), HTTPS="1", ALLOWED_HOSTS=HOST, LUDOPOLI_VAR=str(tmp_path))
    with override_settings(**json.loads(shown)):
        client = Client(headers={"Host": HOST})
        plain = client.get("/")
        page = client.get("/", headers={"X-Forwarded-Proto": "https"})
        client.post("/tavoli/gioca/", headers={"X-Forwarded-Proto": "https"})
        client.post("/lingua/", {"language": "en"}, headers={"X-Forwarded-Proto": "https"})
    assert (plain.status_code, plain["Location"]) == (301, f"https://{HOST}/")
    assert page["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert f"connect-src 'self' wss://{HOST}" in page["Content-Security-Policy"]
    cookies = {
        name: (bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"])
        for name, cookie in client.cookies.items()
    }
    # Scripts need to read the CSRF cookie, but not the session's.
    assert cookies == {
        "csrftoken": (True, False, "Lax"),
        "sessionid": (True, True, "Lax"),
        "django_language": (True, False, "Lax"),
    }


# ---- sockets


@pytest.mark.parametrize(
    ("host", "origin", "https", "opened"),
    [
        ("carte.example.org", "https://carte.example.org", True, True),
        ("carte.example.org", "", True, True),
        ("carte.example.org", "http://carte.example.org", True, False),
        ("carte.example.org", "http://carte.example.org", False, True),
        ("carte.example.org:8443", "https://carte.example.org:8443", True, True),
        ("carte.example.org:8443", "https://carte.example.org", True, False),
        ("carte.example.org", "https://evil.example", True, False),
        ("carte.example.org", "https://carte.example.org.evil.example", True, False),
        ("carte.example.org", "https://evil.example/https://carte.example.org", True, False),
        ("carte.example.org", "null", True, False),
        ("evil.example", "https://evil.example", True, False),
        ("", "", True, False),
    ],
)
async def test_only_pages_of_the_site_open_sockets(
    settings: Any, host: str, origin: str, https: bool, opened: bool
) -> None:
    settings.ALLOWED_HOSTS, settings.HTTPS = ["carte.example.org"], https
    reached, sent = [], []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", host.encode()), *([(b"origin", origin.encode())] if origin else [])]
    await asgi.same_origin(inner)({"type": "websocket", "headers": headers}, None, send)
    assert bool(reached) is opened
    assert sent == ([] if opened else [{"type": "websocket.close", "code": 4403}])
