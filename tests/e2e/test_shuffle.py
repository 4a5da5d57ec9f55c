"""The random numbers that browsers contribute to the shuffle of a table, and how they verify it."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.table import PATIENCE
from tests.live.stack import Stack

RIGHT = re.compile("è in queste carte|is in these cards")


def test_everybody_who_sits_down_adds_a_nonce(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False, players=4, rules={"preset": "classico"})
    address = f"{server.url}/tavolo/{seeded['code']}/"
    host, other = (new_page(cookie) for cookie in seeded["cookies"])
    host.goto(address)
    other.goto(address)
    other.locator('[data-seat="1"] button.sit').click()
    expect(host.locator('[data-seat="1"] button.sit')).to_be_hidden()
    seats = "SELECT nonce FROM games_seat JOIN games_table t ON t.id = table_id"
    deadline = time.monotonic() + PATIENCE
    while sum(nonce != "" for (nonce,) in server.query(f"{seats} WHERE code = '{seeded['code']}'")) < 2:
        assert time.monotonic() < deadline, "a number has not come"
        host.wait_for_timeout(50)
    host.locator("[data-bots]").click()
    for page in (host, other):
        page.locator(".fair").click()
        expect(page.locator(".fair-mine")).to_have_text(RIGHT)
        expect(page.locator(".fair-nonces code")).to_have_count(2)
