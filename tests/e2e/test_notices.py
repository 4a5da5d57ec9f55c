"""Notifications in a browser: from the invitation dialog at a table to the toast on another page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, overflow, violations
from tests.e2e.table import TablePage
from tests.live.stack import Stack

NEAR = """
from ludopoli.accounts import people
from ludopoli.accounts.models import User
host, *friends = (User.objects.get(username=name) for name in {names!r})
for friend in friends:
    people.befriend(friend, host)
    people.befriend(host, friend)
"""


@pytest.fixture
def waiting(server: Stack) -> dict[str, Any]:
    """A private table where the host waits; two friends have notices that they are friends now."""
    [table] = server.seed(people=1, watchers=2, bots=False, private=True)
    server.manage("shell", "-v", "0", "-c", NEAR.format(names=table["names"]))
    return table


def test_a_notice_of_the_turn_opens_the_table_where_a_card_may_take_a_day(
    server: Stack, new_page: NewPage
) -> None:
    """Afterwards the reader switches notices on and off."""
    slow = {"private": True, "move_seconds": 86_400, "bots": False}
    [table] = server.seed(people=2, players=2, game="briscola", **slow)
    seat = server.call("tests.live.seed:waited_for", match=table["match"])
    page = new_page(table["cookies"][seat], **ON_THE_PHONE)
    page.goto(f"{server.url}/avvisi/")
    page.locator(".notice-list [data-unread] a").first.click()
    page.wait_for_url(f"**/tavolo/{table['code']}/")
    TablePage(page).play()
    assert server.call("tests.live.seed:waited_for", match=table["match"]) == 1 - seat
    page.goto(f"{server.url}/avvisi/")
    expect(page.locator(".notice-list [data-unread]")).to_have_count(0)

    page.goto(f"{server.url}/account/avvisi/")
    assert violations(page) == []
    assert overflow(page) == 0
    tables = page.get_by_role("switch", name="Tables")
    expect(tables).to_be_checked()
    page.locator("summary", has_text="Tables").click()
    page.check("[name=plays-mail]")
    expect(page.locator("#plays [data-said]"), "beside what was changed").to_have_text("Saved.")
    expect(page.locator(".toasts"), "for the voice").to_have_text("Saved.")
    tables.uncheck()
    expect(page.locator("[name=plays-mail]"), "the boxes show what holds now").not_to_be_checked()
    page.select_option("[name=quiet-from]", "21")
    expect(page.locator("[name=quiet-from] option:checked")).to_have_js_property("defaultSelected", True)
    page.reload()
    expect(tables).not_to_be_checked()
    expect(page.locator("[name=quiet-from]")).to_have_value("21")
    page.evaluate("void (window.fetch = () => Promise.reject(new Error('offline')))")
    tables.click()
    expect(page.locator("[data-said]")).to_contain_text("This was not saved")
    expect(tables, "it is as it was saved last").not_to_be_checked()


def bell(page: Page) -> Any:
    return page.locator(".site-head [data-bell]")


def invite_to(page: Page, name: str) -> Any:
    """The button of one person in the dialog: people of other tests may be around, too."""
    return page.locator(".invite-list li", has_text=name).locator("button")


def test_invitations_lead_from_the_dialog_to_the_table(
    server: Stack, new_page: NewPage, waiting: dict[str, Any]
) -> None:
    """The host invites one friend by their button, and one by name; at a table only the bell changes."""
    host, friend = (new_page(cookie, **AT_THE_DESK) for cookie in waiting["cookies"][:2])
    friend.goto(f"{server.url}/regole/")
    expect(bell(friend).locator(".bell-count")).to_have_text("1")  # the accepted request
    host.goto(f"{server.url}/tavolo/{waiting['code']}/")
    host.click("[data-ask]")
    assert violations(host, "dialog[open]") == []
    invite = invite_to(host, waiting["names"][1])
    invite.click()
    expect(invite).to_be_disabled()
    expect(invite_to(host, waiting["names"][2])).to_be_enabled()
    host.fill("#invite-name", waiting["names"][2].lower())
    host.keyboard.press("Enter")
    expect(invite_to(host, waiting["names"][2])).to_be_disabled()
    expect(host.locator("#invite-name")).to_have_value("")
    toast = friend.locator(".toasts .toast a")
    expect(toast).to_contain_text(waiting["names"][0])
    expect(bell(friend).locator(".bell-count")).to_have_text("2")
    assert violations(friend, ".toasts") == []
    bell(friend).click()
    friend.wait_for_url("**/avvisi/")
    assert friend.locator(".notice-list [data-unread]").count() == 2
    assert violations(friend) == []
    assert overflow(friend) == 0
    friend.locator(".notice-list a").first.click()
    friend.wait_for_url(f"**/tavolo/{waiting['code']}/")
    expect(friend.locator(".waiting")).to_be_visible()
    count = friend.locator(".tbar .bell-count")
    before = int(count.text_content() or 0)
    [elsewhere] = server.seed(people=1, bots=False, private=True)
    server.post(f"/tavolo/{elsewhere['code']}/invita/", elsewhere["cookies"][0], name=waiting["names"][1])
    expect(count).to_have_text(str(before + 1))
    assert friend.locator(".toast").count() == 0


@pytest.mark.parametrize(("signed_in", "code"), [(False, 4403), (True, 4400)])
def test_the_notice_socket_serves_signed_in_users_and_ignores_input(
    server: Stack, waiting: dict[str, Any], signed_in: bool, code: int
) -> None:
    headers = {"Cookie": waiting["cookies"][1]} if signed_in else {}
    address = server.url.replace("http", "ws") + "/ws/notices/"
    with connect(address, additional_headers=headers) as line:
        if signed_in:
            assert '"n":1' in str(line.recv(timeout=30))
            line.send("{}")
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=30)
        assert line.close_code == code


def test_the_socket_ends_with_its_session(server: Stack, new_page: NewPage, waiting: dict[str, Any]) -> None:
    page = new_page(waiting["cookies"][1])
    address = server.url.replace("http", "ws") + "/ws/notices/"
    with connect(address, additional_headers={"Cookie": waiting["cookies"][1]}) as line:
        line.recv(timeout=30)
        page.goto(f"{server.url}/account/esci/")
        page.click("main form button.primary")
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=30)
        assert line.close_code == 4401
