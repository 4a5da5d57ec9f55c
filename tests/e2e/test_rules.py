"""The pages of rules in a browser: links from home, anchors, examples, accessibility, print."""

from __future__ import annotations

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, resize, violations
from tests.live.stack import Stack

EACH_KIND = (
    "/regole/",
    "/regole/tressette/",
    "/regole/tressette/dichiarazioni/",
    "/regole/whist/andata_ritorno/",
)
OTHERS = ("/regole/tarocchi/calatafimi/", "/regole/tressette/classico/", "/regole/tressette/bredese/")
"""Pages of the same template as the last one, which differ in their texts: they are longer."""


def test_no_violation_and_nothing_wider_than_the_window(server: Stack, new_page: NewPage) -> None:
    page = new_page(**ON_THE_PHONE)
    for path in (*EACH_KIND, *OTHERS):
        page.goto(f"{server.url}{path}")
        assert page.get_attribute("html", "lang") == "en"
        assert overflow(page) == 0, path
        assert path in OTHERS or violations(page) == [], path


def test_a_reader_goes_from_home_to_a_clause_its_example_and_its_sources(
    server: Stack, new_page: NewPage
) -> None:
    page = new_page(plain=False)
    page.goto(server.url)
    page.click("nav.site-nav a[href='/lezioni/']")
    page.click("main a[href='/regole/']")
    page.click("a[href='/regole/tarocchi/']")
    page.click("main a[href='/regole/tarocchi/calatafimi/']")
    page.click(".toc a[href='#obbligate']")
    page.click("#re .no")
    assert page.url.endswith("/regole/tarocchi/calatafimi/#re")
    page.check("#show-sources")
    page.click("#re .cite")
    assert page.locator("#fonte-calatafimi:target a").get_attribute("href") is not None
    page.go_back()
    page.click("#chi-apre .option")
    assert page.locator("#opt-forcedAppliesToLeader:target").is_visible()

    example = page.locator("#es-re")
    example.scroll_into_view_if_needed()
    barred, playable = (example.locator(f"li[data-mark={mark}]") for mark in ("down", "up"))
    assert barred.count() == 4
    assert playable.count() == 1
    page.wait_for_function("() => document.querySelector('#es-re [data-mark=up] img')?.naturalWidth > 20")
    faded, standing = (
        each.first.locator(".pcard").evaluate("card => +getComputedStyle(card).opacity")
        for each in (barred, playable)
    )
    assert faded < standing == 1

    page.emulate_media(media="print")
    for gone in (".site-head", ".site-foot", ".tabbar", ".toc", ".rule-tools"):
        assert page.locator(gone).is_hidden(), gone
    for printed in ("#re", "#fonti"):
        assert page.locator(printed).is_visible(), printed
    page.emulate_media(media="screen")
    resize(page, 360, 740)
    assert overflow(page) == 0, "also in a window that gets narrower"
