"""The settings, the files and the disk of this machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import ERROR, WARNING, run_checks

from ludopoli.http import static_files
from ludopoli.site.operations.doctor.findings import Finding, defect, fine, warning

ENOUGH, LITTLE = 2 * 1024**3, 256 * 1024**2
"""The free bytes on a disk below which there is a warning, and those below which there is a defect."""

IN_GIB = 1024**3

PLAIN_HTTP = {"security.W004", "security.W008", "security.W010", "security.W012", "security.W016"}
"""Django's warnings about plain HTTP, left out because a single finding about `HTTPS` replaces them."""


def settings_of_the_site() -> Iterator[Finding]:
    found = [
        problem
        for problem in run_checks(include_deployment_checks=True)
        if not problem.is_silenced() and problem.id not in PLAIN_HTTP
    ]
    for problem in found:
        if problem.level >= WARNING:
            grade = defect if problem.level >= ERROR else warning
            yield grade(f"{problem.msg} ({problem.id})", problem.hint or "See `manage.py check --deploy`.")
    host = urlsplit(settings.SITE_URL).hostname
    is_local = host in ("localhost", "127.0.0.1")
    if not settings.EMBEDDED and is_local:
        yield defect("SITE_URL is this machine: links in mails lead nowhere.", "Set SITE_URL.")
    elif not is_local and settings.SITE_URL.startswith("http:"):
        yield warning("SITE_URL is not https.", "Set SITE_URL to the public address, with a certificate.")
    if not settings.HTTPS and not is_local:
        yield defect("HTTPS is off: cookies travel in the clear.", "Set HTTPS=1 behind a proxy with TLS.")
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        yield warning(
            "TRUSTED_PROXIES is empty: all visitors share the limits of the proxy's address.",
            "Set TRUSTED_PROXIES to the addresses of the proxy, such as 127.0.0.1,::1.",
        )
    if not settings.SOURCE_URL and not is_local:
        yield warning(
            "SOURCE_URL is empty: people who use this site are not offered its source (AGPL, section 13).",
            "Set SOURCE_URL to the address of the source that runs, with your changes.",
        )
    yield fine(f"{'embedded' if settings.EMBEDDED else 'full'} mode, {settings.SITE_URL}{settings.SITE_PATH}")


def examine_files() -> Iterator[Finding]:
    if not settings.EMBEDDED:
        yield _collected()
    missing = [
        po
        for root in settings.LOCALE_PATHS
        for po in Path(root).glob("*/LC_MESSAGES/*.po")
        if not po.with_suffix(".mo").exists()
    ]
    if missing:
        yield defect(f"{len(missing)} catalogues of texts are not compiled.", "Run `make build`.")
    else:
        yield fine("the texts are compiled")


def _collected() -> Finding:
    """Look for the static files of this version, since pages refer to collected ones alone."""
    missing = static_files.uncollected_folders()
    if missing:
        text = f"Static files of this version are missing in {settings.STATIC_ROOT}: {', '.join(missing)}."
        return defect(text, "Run `manage.py collectstatic --noinput`.")
    return fine("the static files of this version are collected")


def examine_disk() -> Iterator[Finding]:
    seen = set()
    for folder in (settings.VAR_DIR, settings.STATIC_ROOT):
        device = Path(folder).stat().st_dev
        if device in seen:
            continue
        seen.add(device)
        free = shutil.disk_usage(folder).free
        text = f"{free / IN_GIB:.1f} GiB are free at {folder}"
        if free < LITTLE:
            yield defect(text, "Make room now: a full disk stops play.")
        elif free < ENOUGH:
            yield warning(text, "Make room before it is full: old logs, old backups, old mails.")
        else:
            yield fine(text)
