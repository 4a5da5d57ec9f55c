"""The site as a progressive web app: its manifest, its service worker, and its offline page."""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from ludopoli.http import sheets, static_files

PAPER = "#F6EEDD"
"""The background of the light theme; in the dark theme the pages' own `theme-color` overrides it."""

SHELL = (
    "fonts/fraunces-core-wght-normal.woff2",
    "fonts/instrument-sans-core-wght-normal.woff2",
    "icon.svg",
    "icons.svg",
    "js/csrf.js",
    "js/scorepad/page.js",
    "js/scorepad/sums.js",
    "js/site-path.js",
    "js/table/dom.js",
    "js/tournaments/console_acts.js",
    "js/tournaments/kept_console.js",
    "js/tournaments/kept_desk.js",
    "js/tournaments/kept_scores.js",
    "js/tournaments/kept_sheet.js",
    "js/tournaments/unsent_acts.js",
    "js/tournaments/unsent_forms.js",
)
"""The files that the offline pages need, besides their style sheet."""

PAGES = (
    "partials/without_network.html",
    "offline.html",
    "clubs/scorepad_offline.html",
    "tournaments/score_sheet_offline.html",
    "tournaments/console_offline.html",
)
"""The templates of the offline pages: what they share, then those of the site, a score pad, a score sheet,
and a console."""

ANY = "any"
"""In place of the code of an event in an address."""

DRAWN = ("decks", "fonts", "icons")
"""Folders of images and fonts that no page changes: the service worker caches them on first use."""

ICONS = (("app-192.png", 192, "any"), ("app-512.png", 512, "any"), ("maskable-512.png", 512, "maskable"))


@require_safe
def web_manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest; `?lingua=en` selects the language, since browsers request it without cookies."""
    language = request.GET.get("lingua", "")
    language = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language):
        content = {
            "id": settings.SITE_PATH,
            "name": _("Ludopoli, Italian card games"),
            "short_name": "Ludopoli",
            "description": _("Italian card games, live, with people or with bots. No account needed."),
            "lang": language,
            "dir": "ltr",
            "start_url": reverse("home"),
            "scope": settings.SITE_PATH,
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games", "entertainment"],
            "icons": [
                {
                    "src": static(f"icons/{name}"),
                    "sizes": f"{side}x{side}",
                    "type": "image/png",
                    "purpose": use,
                }
                for name, side, use in ICONS
            ],
            "shortcuts": [
                {"name": _("Quick game"), "url": f"{reverse('home')}#gioca"},
                {"name": _("Tables"), "url": reverse("lobby")},
            ],
        }
    answer = JsonResponse(content, content_type="application/manifest+json")
    answer["Cache-Control"] = "public, max-age=3600"
    return answer


@lru_cache
def worker_script() -> str:
    """The service worker's script, preceded by a list of the files it caches.

    The list has a version, so that a change in a page or in the address of a file makes a new service
    worker.
    """
    found = finders.find("js/worker.js")
    assert isinstance(found, str)
    script = Path(found).read_text()
    pages = [(settings.ASSETS_DIR / "templates" / name).read_text() for name in PAGES]
    kept = {
        "cache": f"ludopoli{settings.SITE_SUFFIX}-",
        "offline": reverse("offline"),
        "instead": [
            [_below(reverse("new-scorepad")), reverse("scorepad-offline")],
            [_any(reverse("event-scores", args=[ANY])) + "$", reverse("event-scores-offline")],
            [_any(reverse("console", args=[ANY])), reverse("console-offline")],
        ],
        "tables": reverse("lobby"),
        "renew": reverse("renew-device"),
        "shell": [sheets.sheets_address("site"), *(static(name) for name in SHELL)],
        "icon": static("icons/app-192.png"),
        "drawn": [static(f"{folder}/") for folder in DRAWN],
    }
    version = static_files.short_hash(json.dumps([kept, script, pages]))
    return f"const KEPT = {json.dumps({**kept, 'version': version})};\n{script}"


def _any(address: str) -> str:
    """Return the regular expression of an address with any code in place of `ANY`."""
    return "^" + re.escape(address).replace(ANY, "[^/]+")


def _below(address: str) -> str:
    """Return the regular expression of every address below this one."""
    return _any(address) + "."


def _etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(worker_script().encode()).hexdigest()[:32]}"'


@require_safe
@condition(etag_func=_etag)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, at the root of the site, since its scope is the folder it is in."""
    answer = HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows while there is no network: impersonal, and in both languages."""
    return render(request, "offline.html")
