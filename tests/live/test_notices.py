"""Notices across processes: they reach a reader whichever process caused them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.live.stack import Stack

NEAR = """
from allauth.account.models import EmailAddress
from ludopoli.accounts import people
from ludopoli.accounts.models import User
host, friend = (User.objects.get(username=name) for name in {names!r})
people.follow(friend, host)
EmailAddress.objects.create(user=friend, email="{code}@example.org", primary=True, verified=True)
"""
DUE = """
from django.utils import timezone
from ludopoli.notices.models import Notice
Notice.objects.filter(user__username={name!r}, kind="invited").update(mail_at=timezone.now())
"""
MAIL_SECONDS = 120
"""The longest wait for a mail: the task runs every 15 seconds, but the machine may be slow."""


@pytest.fixture
def waiting(stack: Stack) -> dict[str, Any]:
    """A table where the host waits; a person with a confirmed address follows them."""
    [table] = stack.seed(people=1, watchers=1, bots=False)
    stack.manage("shell", "-v", "0", "-c", NEAR.format(**table))
    return table


def listening(url: str, cookie: str) -> ClientConnection:
    return connect(url.replace("http", "ws") + "/ws/notices/", additional_headers={"Cookie": cookie})


def hear(line: ClientConnection) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(line.recv(timeout=45))
    return frame


def test_invitations_and_seated_friends_are_notified_elsewhere(stack: Stack, waiting: dict[str, Any]) -> None:
    host, friend = waiting["cookies"]
    with listening(stack.urls[-1], friend) as line:
        assert hear(line)["n"] == 0
        stack.post(f"/tavolo/{waiting['code']}/invita/", host, name=waiting["names"][1])
        heard = hear(line)
        assert heard["n"] == 1
        assert waiting["names"][0] in heard["notice"]["text"]
        opened = stack.post("/tavoli/apri/", host, game="tressette")  # a worker notifies the follower
        heard = hear(line)
        assert heard["n"] == 2
        assert heard["notice"]["icon"] == "eye"
        stack.post(f"/tavolo/{waiting['code']}/siediti/", friend)
        assert hear(line)["n"] == 1
        assert opened["ok"]


def test_the_mail_goes_out_by_itself(stack: Stack, waiting: dict[str, Any]) -> None:
    host, name = waiting["cookies"][0], waiting["names"][1]
    stack.post(f"/tavolo/{waiting['code']}/invita/", host, name=name)
    stack.manage("shell", "-v", "0", "-c", DUE.format(name=name))
    until = time.monotonic() + MAIL_SECONDS
    while f"To: {waiting['code']}@example.org" not in mails(stack):
        assert time.monotonic() < until, stack.log()[-2000:]
        time.sleep(0.5)
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in mails(stack)


def mails(stack: Stack) -> str:
    """Return the mails, which are files where there is no mail server."""
    return "".join(path.read_text() for path in (stack.home / "mails").glob("*"))
