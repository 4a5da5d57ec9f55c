"""Leaderboards, profiles and histories in a browser."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
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


def test_my_rank_leads_to_my_profile_and_history(server: Stack, new_page: NewPage, player: str) -> None:
    """On a phone, without violations; the chart fills its panel with its dots inside."""
    page = new_page(player, **ON_THE_PHONE)
    page.goto(f"{server.url}/classifiche/?gioco=tressette")
    assert (violations(page), overflow(page)) == ([], 0)
    page.click(".lobby-head a.btn")
    assert page.locator("main .me").count() == 1
    page.goto(page.locator(".sticky-me a.btn").evaluate("link => link.href"))
    page.wait_for_selector(".chart .dot:visible")
    assert page.evaluate(OUTSIDE) == 0
    assert (violations(page), overflow(page)) == ([], 0)
    title = page.locator(".chart .dot title").last.text_content()
    assert title is not None
    assert " ±" in title
    shown = page.locator(".stats .stat b").first.text_content()
    assert shown is not None
    assert title.partition(": ")[2].partition(" ")[0] == shown.partition(" ")[0]
    page.click("#latest + a")
    first = page.locator("tbody tr").count()
    assert (violations(page), overflow(page)) == ([], 0)
    page.click("a[rel=next]")
    page.wait_for_url("**prima=**")
    assert page.locator("tbody tr").count() <= first


def test_a_refused_form_is_shown_at_the_address_of_its_page(
    server: Stack, new_page: NewPage, player: str
) -> None:
    """Loading it again sends nothing again."""
    page, sent = new_page(player), []
    page.on(
        "request", lambda request: sent.append(request.method) if request.is_navigation_request() else None
    )
    page.goto(f"{server.url}/amici/")
    page.fill("[name=name]", "Nessuno")
    page.keyboard.press("Enter")
    page.wait_for_selector("[aria-invalid=true]:focus")
    page.wait_for_url(f"{server.url}/amici/")
    assert page.input_value("[name=name]") == "Nessuno"
    page.reload()
    assert sent == ["GET", "POST", "GET"]
    assert page.input_value("[name=name]") == ""


OUTSIDE = """() => {
    const chart = [...document.querySelectorAll(".chart")].find((each) => each.checkVisibility());
    const box = chart.getBoundingClientRect();
    return [...chart.querySelectorAll(".dot circle:last-of-type")].filter((dot) => {
        const at = dot.getBoundingClientRect();
        return at.left < box.left || at.right > box.right || at.top < box.top || at.bottom > box.bottom;
    }).length;
}"""
"""A script that returns how many dots of the chart lie outside of it."""
