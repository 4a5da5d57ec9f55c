"""Leaderboards, profiles and histories in a browser."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ON_THE_PHONE, PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

SIGN_IN = """
from tests.live.seed import cookie
from games.models import Rating
print(cookie(Rating.objects.filter(game="tressette", listed=True).first().user))
"""


@pytest.fixture(scope="module")
def player(server: Stack) -> str:
    """The cookie of a person with many matches, on a site with many other people."""
    server.call("tests.seeding:fill", players=12, matches=900)
    return server.manage("shell", "-v", "0", "-c", SIGN_IN).strip()


def test_the_pages_have_no_violation_and_fit(server: Stack, new_page: NewPage, player: str) -> None:
    page = new_page(player, **ON_THE_PHONE)
    page.goto(f"{server.url}/classifiche/?gioco=tressette")
    assert violations(page) == []
    assert overflow(page) == 0
    page.goto(page.locator(".podium .person").first.evaluate("link => link.href"))
    page.wait_for_selector(".chart .dot:visible")
    assert violations(page) == []
    assert overflow(page) == 0
    page.goto(f"{page.url}partite/")
    assert violations(page) == []
    assert overflow(page) == 0


def test_my_rank_leads_to_my_profile_and_history(server: Stack, new_page: NewPage, player: str) -> None:
    page = new_page(player)
    page.goto(f"{server.url}/classifiche/")
    page.click(".lobby-head a.btn")
    assert page.locator("main .me").count() == 1
    page.click(".sticky-me a.btn")
    page.wait_for_selector(".chart")
    title = page.locator(".chart .dot title").last.text_content()
    assert title is not None
    assert " ±" in title
    shown = page.locator(".stats .stat b").first.text_content()
    assert shown is not None
    assert title.partition(": ")[2].partition(" ")[0] == shown.partition(" ")[0]
    page.click("#latest + a")
    first = page.locator("tbody tr").count()
    page.click("a[rel=next]")
    page.wait_for_url("**prima=**")
    assert page.locator("tbody tr").count() <= first


def test_a_chart_fills_its_panel_with_its_dots_inside(server: Stack, new_page: NewPage, player: str) -> None:
    page = new_page(player, viewport=PHONE)
    page.goto(f"{server.url}/classifiche/")
    page.goto(page.locator(".sticky-me a.btn").evaluate("link => link.href"))
    outside = page.evaluate(
        """() => { const charts = [...document.querySelectorAll(".chart")];
        const chart = charts.find((each) => each.checkVisibility());
        const box = chart.getBoundingClientRect();
        return [...chart.querySelectorAll(".dot circle:last-of-type")].filter((dot) => {
          const at = dot.getBoundingClientRect();
          return at.left < box.left || at.right > box.right || at.top < box.top || at.bottom > box.bottom;
        }).length; }"""
    )
    assert outside == 0
