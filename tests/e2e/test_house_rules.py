"""House rules that a group names, plays by, and shares."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

NAME = "Le regole di casa nostra"
CHOSEN = ".choice:has(:checked)"


def unfold(page: Page) -> None:
    """Show all the rules."""
    for group in page.locator("#apri .rule-group summary").all():
        group.click()


def save(page: Page, server: Stack, name: str = NAME) -> str:
    """Save the preset Ludopoli without the accusa, up to 31 points; return the link."""
    page.goto(f"{server.url}/tavoli/?gioco=tressette")
    page.locator(".choice", has_text="Ludopoli").click()
    unfold(page)
    page.select_option("[name=option_match_end]", '{"points": 31}')
    page.select_option("[name=option_accuse_window]", "0")
    page.click("[data-house] summary")
    page.fill("[name=name]", name)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("casa="))
    return page.url


def test_saved_house_rules_lead_to_a_table(server: Stack, new_page: NewPage) -> None:
    anna = new_page()
    link = save(anna, server)
    expect(anna.locator(CHOSEN)).to_contain_text(NAME)
    assert anna.input_value("[name=option_accuse_window]") == "0"

    anna.locator(".choice", has_text="Bredese").click()
    assert anna.input_value("[name=option_match_end]") == '{"points": 101}'
    expect(anna.locator("[name=change]")).to_be_hidden()
    anna.locator(".choice", has_text=NAME).click()
    assert anna.input_value("[name=option_match_end]") == '{"points": 31}'
    assert anna.input_value("[name=name]") == NAME
    expect(anna.locator(".rule-group [data-says]").first).to_contain_text("31 punti")

    anna.click("#apri > button.primary")
    anna.wait_for_url(re.compile("/tavolo/"))
    expect(anna.locator(".tbar .title")).to_contain_text(NAME)
    table = anna.url
    assert "#" not in table

    vito = new_page(viewport=PHONE)
    vito.goto(table)
    vito.wait_for_selector(".room:not([aria-busy])")
    vito.click("[data-open=menu-dialog]")
    vito.click("#menu-dialog [data-open=rules-dialog]")
    expect(vito.locator("#rules-dialog")).to_contain_text(NAME)
    expect(vito.locator("#rules-dialog")).to_contain_text("si gioca a 31 punti; accusa senza")
    vito.click("[data-keep] button")
    expect(vito.locator("[data-keep] button")).to_be_hidden()
    expect(vito.locator("[data-keep] [role=status]")).not_to_be_empty()
    assert vito.url == table
    vito.goto(f"{server.url}/tavoli/?gioco=tressette")
    expect(vito.locator(".choice", has_text=NAME)).to_have_count(1)
    vito.goto(link)
    expect(vito.locator(".choice", has_text=NAME)).to_have_count(2)


def test_house_rules_are_changed_and_deleted(server: Stack, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    save(page, server)
    unfold(page)
    page.select_option("[name=option_accuse_window]", "1")
    page.click("[data-house] summary")
    page.fill("[name=name]", "Casa mia")
    page.click("[name=change]")
    expect(page.locator(CHOSEN)).to_contain_text("Casa mia")
    assert page.input_value("[name=option_accuse_window]") == "1"
    expect(page.locator(".choice", has_text=NAME)).to_have_count(0)

    asking, question = page.locator(".house-tools [popovertarget]"), page.locator("[popover]")
    asking.click()
    question.locator("[type=button]").click()
    expect(question).to_be_hidden()
    asking.click()
    question.locator(".danger").click()
    page.wait_for_url(re.compile("gioco=tressette"))
    expect(page.locator(".choice", has_text="Casa mia")).to_have_count(0)


def test_the_link_is_copied(server: Stack, new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    link = save(page, server)
    page.click("[data-copy]")
    page.wait_for_function("link => navigator.clipboard.readText().then(text => text === link)", arg=link)
    assert page.url == link


def test_no_violation_and_nothing_overflows(server: Stack, new_page: NewPage) -> None:
    page = new_page(**ON_THE_PHONE)
    save(page, server, "W" * 40)
    page.click("[data-house] summary")
    assert violations(page) == []
    page.click(".house-tools [popovertarget]")
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert overflow(page) == 0
    page.click("#apri > button.primary")
    page.wait_for_selector(".room:not([aria-busy])")
    page.click("[data-open=menu-dialog]")
    page.click("#menu-dialog [data-open=rules-dialog]")
    assert violations(page) == []
    assert overflow(page) == 0
