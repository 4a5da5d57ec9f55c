"""Reporting a person and deciding on the report, in a browser."""

from __future__ import annotations

from urllib.parse import quote

from tests.e2e.conftest import AT_THE_DESK, NewPage, overflow, set_cookie, violations
from tests.live.stack import Stack

MODERATOR = """
from django.contrib.auth.models import Group
from ludopoli.accounts.models import User
from tests.live.seed import cookie
someone, _ = User.objects.get_or_create(username="Moira", defaults={"password": "!", "is_staff": True})
someone.groups.add(Group.objects.get(name="moderators"))
print(cookie(someone))
"""


def test_reporting_and_deciding_are_accessible(server: Stack, new_page: NewPage) -> None:
    """Axe alone: what they do is in `tests/moderation/test_pages.py`."""
    [table] = server.seed(people=2, players=4, bots=False)
    page = new_page(table["cookies"][0], **AT_THE_DESK)
    page.goto(f"{server.url}/segnala/?tavolo={table['code']}&chi={quote(table['names'][1])}")
    assert (violations(page), overflow(page)) == ([], 0)
    page.check("[name=reason][value=words]")
    page.fill("[name=text]", "Mi ha insultato.")
    page.click("form.report .btn.primary")
    page.wait_for_selector(".toast[data-level=success]")

    set_cookie(page, server, server.manage("shell", "-v", "0", "-c", MODERATOR).strip())
    page.goto(f"{server.url}/moderazione/")
    assert (violations(page), overflow(page)) == ([], 0)
    page.click(f"a:has-text('{table['names'][1]}')")
    assert (violations(page), overflow(page)) == ([], 0)
