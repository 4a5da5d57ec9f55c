"""Secret links: their secrets do not get into any log."""

from __future__ import annotations

import re
from logging import WARNING, LogRecord
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from clubs.models import new_secret
from games.models.matches import share_token
from ludopoli.base import logs
from tests.live.stack import ROOT

SECRET = "k2-1wPq7a:aVwX0_9-hR3bYQ1zD5nS"

LINKS = {
    "a seat": ("event-seat-link", ["abcd2345", SECRET]),
    "a score sheet": ("event-score-link", ["abcd2345", SECRET]),
    "an address": ("account_confirm_email", [SECRET]),
    "a password": ("account_reset_password_from_key", ["5", SECRET]),
    "no more mails": ("stop-notices", [SECRET]),
    "a shared match": ("shared-replay", [SECRET]),
    "its picture": ("shared-picture", [SECRET]),
    "a score pad": ("scorepad", [SECRET]),
    "a club": ("club-invitation", ["abcd2345", SECRET]),
}


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


@pytest.mark.parametrize("what", LINKS)
def test_the_proxy_logs_no_secret_of_a_link(what: str) -> None:
    name, args = LINKS[what]
    address = reverse(name, args=args)
    assert SECRET in address
    for written in (address, address.replace(":", "%3A")):
        assert logged(written) == f"{address.partition(SECRET)[0].removesuffix('5-')}..."


def test_the_proxy_logs_no_secret_of_a_match_read_by_programs() -> None:
    assert logged(f"/api/v1/shared/{SECRET}/record/") == "/api/v1/shared/..."


@pytest.mark.parametrize("what", LINKS)
def test_the_proxy_logs_no_secret_in_a_return_address(what: str) -> None:
    name, args = LINKS[what]
    back = urlencode({"lingua": "it", "next": reverse(name, args=args)})
    assert SECRET.partition(":")[0] in back
    assert logged(f"/account/accedi/?{back}") == "/account/accedi/?..."
    assert logged("/tavoli/?game=whist") == "/tavoli/?game=whist"


def test_the_application_log_has_no_token_of_a_shared_match_and_no_secret_of_a_club() -> None:
    token, secret = share_token(), new_secret()
    for path in (
        f"/circoli/abcd2345/invito/{secret}/",
        f"/account/accedi/?next=%2Fcircoli%2Fabcd2345%2Finvito%2F{secret}%2F",
        f"/condivisa/{token}/figura.png",
        f"/condivisa/{token}?dove=s3",
        f'"GET /condivisa/{token}"',
        f"/account/accedi/?next=%2Fcondivisa%2F{token}%2F",
        f"/api/v1/shared/{token}/",
        f"/analisi/{token}/",
        f"/api/v1/studies/{token}/branches/",
    ):
        refused = LogRecord("django.request", WARNING, "", 0, f"Too Many Requests: {path}", None, None)
        written = logs.Formatter("{message}", style="{").format(refused)
        assert written == f"Too Many Requests: {path.replace(token, '…').replace(secret, '…')}"


def test_the_proxy_logs_other_addresses_unchanged_and_no_referer() -> None:
    for address in ("/tornei/abcd2345/posto/", "/tavoli/?p=2", "/tornei/abcd2345/siediti/"):
        assert logged(address) == address
    rules = (ROOT / "deploy" / "nginx.conf").read_text()
    written = re.search(r"log_format ludopoli (.*?);", rules, re.DOTALL)
    assert written
    assert not re.search(r"\$(request|request_uri|uri|http_referer)\b", written[1])
    servers = rules.split("\nserver {")[1:]
    assert all(re.search(r"access_log \S+ ludopoli;", each) for each in servers)
