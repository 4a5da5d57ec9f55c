"""The pages of rules in a browser: links from home and from a table, anchors, accessibility, print."""

from __future__ import annotations

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, resize, violations
from tests.e2e.table import TablePage
from tests.live.stack import Stack

PATHS = (
    "/regole/",
    "/regole/tressette/",
    "/regole/tressette/classico/",
    "/regole/tressette/bredese/",
    "/regole/tressette/dichiarazioni/",
    "/regole/tarocchi/calatafimi/",
    "/regole/whist/andata_ritorno/",
)


def test_no_violation_and_nothing_wider_than_the_window(server: Stack, new_page: NewPage) -> None:
    page = new_page(**ON_THE_PHONE)
    for path in PATHS:
        page.goto(f"{server.url}{path}")
        assert page.get_attribute("html", "lang") == "en"
        assert violations(page) == [], path
        assert overflow(page) == 0, path


def test_the_home_page_leads_to_a_clause_and_its_sources(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    page.click("nav.site-nav a[href='/regole/']")
    page.click("a[href='/regole/tarocchi/']")
    page.click("main a[href='/regole/tarocchi/calatafimi/']")
    page.click(".toc a[href='#obbligate']")
    page.click("#re .no")
    assert page.url.endswith("/regole/tarocchi/calatafimi/#re")
    page.click("#re .cite")
    assert page.locator("#fonte-calatafimi:target a").get_attribute("href") is not None
    page.go_back()
    page.click("#chi-apre .option")
    assert page.locator("#opt-forcedAppliesToLeader:target").is_visible()


def test_the_cards_of_the_examples_are_rendered(server: Stack, new_page: NewPage) -> None:
    page = new_page(plain=False)
    page.goto(f"{server.url}/regole/tarocchi/calatafimi/#es-re")
    example = page.locator("#es-re")
    barred, playable = (example.locator(f"li[data-mark={mark}]") for mark in ("down", "up"))
    assert barred.count() == 4
    assert playable.count() == 1
    page.wait_for_function("() => document.querySelector('#es-re [data-mark=up] img')?.naturalWidth > 20")
    faded, standing = (
        each.first.locator(".pcard").evaluate("card => +getComputedStyle(card).opacity")
        for each in (barred, playable)
    )
    assert faded < standing == 1


def test_only_the_rules_are_printed(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/regole/tressette/classico/")
    page.emulate_media(media="print")
    for gone in (".site-head", ".site-foot", ".tabbar", ".toc", ".rule-tools"):
        assert page.locator(gone).is_hidden(), gone
    assert page.locator("#rispondere").is_visible()
    assert page.locator("#fonti").is_visible()


def test_lobby_and_table_link_to_the_rules(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/tavoli/?gioco=whist")
    assert page.locator("#apri a[href='/regole/whist/']").is_visible()
    [seeded] = server.seed(people=1, rules={"preset": "classico", "match_end": {"deals": 1}})
    page = new_page(seeded["cookies"][0])
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    table.await_turn()
    page.click(".tbar [data-open=rules-dialog]")
    with page.expect_popup() as opened:
        page.click(f"#rules-dialog a[href='/tavolo/{seeded['code']}/regole/']")
    assert opened.value.locator("h1").inner_text().startswith("Tressette")


def test_the_rules_stay_as_wide_as_a_window_that_gets_narrower(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/regole/tarocchi/calatafimi/")
    resize(page, 360, 740)
    assert overflow(page) == 0
