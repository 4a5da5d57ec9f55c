"""Secret links: their secrets do not get into any log, whatever the address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from logging import WARNING, LogRecord
from urllib.parse import urlencode

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from analysis.models import study_token
from clubs.models import new_club_secret
from games.models.matches import share_token
from ludopoli.base import logs, secret_links
from ludopoli.site import redirects
from tests.live.stack import ROOT

SECRET = "k2-1wPq7a:aVwX0_9-hR3bYQ1zD5nS"

NAMES_OF_SECRETS = {"key", "secret", "study", "text", "token"}
"""The parameters of addresses that are secrets."""


def links() -> Iterator[str]:
    """All addresses of the site that have a secret, with `SECRET` in its place."""

    def routes(patterns: Iterable[URLPattern | URLResolver], before: str) -> Iterator[str]:
        for each in patterns:
            route = before + str(each.pattern).removeprefix("^").removesuffix("$")
            if isinstance(each, URLResolver):
                yield from routes(each.url_patterns, route)
            elif set(re.findall(r"<(?:str:)?(\w+)>", route)) & NAMES_OF_SECRETS:
                yield route

    for route in routes([*get_resolver().url_patterns, *redirects.urlpatterns], "/"):
        filled = re.sub(r"\(\?P<uidb36>[^()]*\)-", "", route)
        filled = re.sub(rf"\(\?P<key>[^()]*\)|<str:(?:{'|'.join(NAMES_OF_SECRETS)})>", SECRET, filled)
        yield re.sub(r"<\w+:\w+>", "7", filled)


LINKS = sorted({*links()})
PREFIXES = secret_links.as_pattern("/", "[^/]+").split("|")


def logged(address: str) -> str:
    """Return what the proxy logs for an address, by the map in its configuration."""
    written = (ROOT / "deploy" / "nginx.conf").read_text()
    [addresses] = re.findall(r"map \$request_uri \$ludopoli_address {(.*?)\n}", written, re.DOTALL)
    rules = re.findall(r'"~(.*?)" "\$(\w+)\.\.\.";', addresses)
    assert rules
    for pattern, kept in rules:  # like nginx, take the first match
        if match := re.match(pattern.replace("(?<", "(?P<"), address):
            return f"{match[kept]}..."
    return address


def test_both_logs_know_the_same_addresses() -> None:
    written = (ROOT / "deploy" / "nginx.conf").read_text()
    assert f"(?<ludopoli_link>(?:/[^/?]+)*?(?:{secret_links.as_pattern('/', '[^/]+')}))." in written
    assert all(
        any(re.match(f"{as_prefix}$", link.partition(SECRET)[0]) for link in LINKS) for as_prefix in PREFIXES
    )


@pytest.mark.parametrize("link", LINKS)
def test_no_log_has_the_secret_of_a_link(link: str) -> None:
    before = link.partition(SECRET)[0]
    back = f"/account/accedi/?{urlencode({'lingua': 'it', 'next': link})}"
    for address in (link, link.replace(":", "%3A")):
        assert logged(address) == f"{before}..."
        assert logged(f"/carte{address}") == f"/carte{before}..."
    assert logged(back) == "/account/accedi/?..."
    for address in (link, link.replace(":", "%3A"), back, back.replace("%3A", ":")):
        refused = LogRecord("django.request", WARNING, "", 0, f'"GET {address}" 404', None, None)
        written = logs.Formatter("{message}", style="{").format(refused)
        assert not any(part in written for part in SECRET.split(":")), written
        assert written.endswith('" 404')


@pytest.mark.parametrize("made", [share_token, new_club_secret, study_token])
def test_secrets_are_long_enough_to_be_known(made: Callable[[], str]) -> None:
    assert len(made()) >= secret_links.SHORTEST


def test_the_proxy_logs_other_addresses_unchanged_and_no_referer() -> None:
    for address in ("/tornei/abcd2345/posto/", "/tavoli/?p=2", "/tornei/abcd2345/siediti/"):
        assert logged(address) == address
    rules = (ROOT / "deploy" / "nginx.conf").read_text()
    written = re.search(r"log_format ludopoli (.*?);", rules, re.DOTALL)
    assert written
    assert not re.search(r"\$(request|request_uri|uri|http_referer)\b", written[1])
    servers = rules.split("\nserver {")[1:]
    assert all(re.search(r"access_log \S+ ludopoli;", each) for each in servers)
