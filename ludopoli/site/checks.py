"""System checks that must pass before a process may serve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.db import connection
from django.urls import get_resolver

from ludopoli.base import sentry
from ludopoli.http import site_path

TAG = "ludopoli"


@register(TAG)
def one_process_for_a_layer_in_memory(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A channel layer in memory reaches only its own process, so several processes need Redis."""
    if settings.PROCESSES > 1 and "InMemory" in str(settings.CHANNEL_LAYERS["default"]["BACKEND"]):
        return [
            Error(
                "The channel layer in memory works in one process only.",
                hint="Set REDIS_URL, or WEB_CONCURRENCY=1.",
                id="ludopoli.E001",
            )
        ]
    return []


@register(TAG)
def a_database_that_all_processes_share(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """With Redis there are several processes; SQLite would serialise them on one file."""
    if not settings.EMBEDDED and connection.vendor == "sqlite":
        return [
            Error(
                "REDIS_URL without DATABASE_URL: the full mode needs PostgreSQL.",
                hint="Set DATABASE_URL, or unset REDIS_URL.",
                id="ludopoli.E002",
            )
        ]
    return []


@register(TAG)
def mails_that_lead_here(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Links in mails use the host of the request: if every host is allowed, an attacker could choose it."""
    if settings.EMAIL_URL and "*" in settings.ALLOWED_HOSTS:
        return [
            Error(
                "EMAIL_HOST without ALLOWED_HOSTS: the links in mails could lead anywhere.",
                hint="Set ALLOWED_HOSTS to the names of this site, or unset EMAIL_HOST.",
                id="ludopoli.E003",
            )
        ]
    return []


@register(TAG)
def errors_that_reach_sentry(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """With an address that Sentry does not accept no error would be reported, and nobody would notice."""
    if settings.SENTRY_DSN and not sentry.is_address(settings.SENTRY_DSN):
        return [
            Error(
                "SENTRY_DSN is not the address of a project at Sentry.",
                hint="Copy it from the settings of the project (https://KEY@HOST/NUMBER), or unset it.",
                id="ludopoli.E004",
            )
        ]
    return []


@register(TAG)
def a_path_that_a_site_can_have(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every address begins with the path of `SITE_URL`. A path that begins like a page of ours would be
    ambiguous behind a proxy that strips it."""
    site: Any = get_resolver().url_patterns[0]
    names = {"healthz", "metrics", "readyz", "static", "ws", *_first_names(site.url_patterns)}
    address = settings.SITE_URL + settings.SITE_PATH
    if site_path.is_possible_site_path(address) and settings.SITE_PATH.split("/")[1] not in names:
        return []
    return [
        Error(
            f"SITE_URL is not an address that a site can have: {address}",
            hint="For example https://example.org, or https://example.org/carte: a path of at most 50 plain "
            "letters, digits and hyphens, whose first part is not that of a page (/tornei, /account).",
            id="ludopoli.E005",
        )
    ]


def _first_names(patterns: Iterable[Any]) -> Iterator[str]:
    """The names with which addresses begin: `tornei` for `/tornei/<event>/`."""
    for each in patterns:
        name = str(each.pattern).partition("/")[0]
        yield from [name] if name else _first_names(getattr(each, "url_patterns", ()))
