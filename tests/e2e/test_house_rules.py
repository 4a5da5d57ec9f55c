"""House rules that a group names, plays by, and shares."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

NAME = "Le regole di casa nostra"
LONG_NAME = "W" * 40
CHOSEN = ".choice:has(:checked)"


def unfold(page: Page) -> None:
    """Show all the rules."""
    for group in page.locator("#apri .rule-group summary").all():
        group.click()


def save(page: Page, server: Stack) -> str:
    """Save the preset Ludopoli without the accusa, up to 31 points; return the link."""
    page.goto(f"{server.url}/tavoli/?gioco=tressette")
    page.locator(".choice", has_text="Ludopoli").click()
    unfold(page)
    page.select_option("[name=option_match_end]", '{"points": 31}')
    page.select_option("[name=option_accuse_window]", "0")
    page.click("[data-house] summary")
    page.fill("[name=name]", NAME)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("casa="))
    return page.url


def test_house_rules_are_saved_played_kept_changed_and_deleted(server: Stack, new_page: NewPage) -> None:
    anna = new_page(permissions=["clipboard-read", "clipboard-write"])
    link = save(anna, server)
    expect(anna.locator(CHOSEN)).to_contain_text(NAME)
    assert anna.input_value("[name=option_accuse_window]") == "0"
    anna.click("[data-copy]")
    anna.wait_for_function("link => navigator.clipboard.readText().then(text => text === link)", arg=link)
    assert anna.url == link
    anna.evaluate("void (navigator.clipboard.writeText = async () => { throw new Error('not allowed') })")
    anna.click("[data-copy]")
    field = anna.locator(".house-tools input:visible")
    expect(field).to_have_value(link)
    assert field.evaluate("field => field.selectionEnd - field.selectionStart === field.value.length")

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

    vito = new_page(**{**ON_THE_PHONE, "locale": "it-IT"})
    vito.goto(table)
    vito.wait_for_selector(".room:not([aria-busy])")
    vito.click("[data-open=menu-dialog]")
    vito.click("#menu-dialog [data-open=rules-dialog]")
    expect(vito.locator("#rules-dialog")).to_contain_text(NAME)
    expect(vito.locator("#rules-dialog")).to_contain_text("si gioca a 31 punti; accusa senza")
    assert (violations(vito), overflow(vito)) == ([], 0)
    vito.click("[data-keep] button")
    expect(vito.locator("[data-keep] button")).to_be_hidden()
    expect(vito.locator("[data-keep] [role=status]")).not_to_be_empty()
    assert vito.url == table
    vito.goto(link)
    expect(vito.locator(".choice", has_text=NAME)).to_have_count(2)
    vito.goto(f"{server.url}/tavoli/?gioco=tressette")
    expect(vito.locator(".choice", has_text=NAME)).to_have_count(1)

    vito.locator(".choice", has_text=NAME).click()
    unfold(vito)
    vito.select_option("[name=option_accuse_window]", "1")
    vito.click("[data-house] summary")
    vito.fill("[name=name]", LONG_NAME)
    vito.click("[name=change]")
    expect(vito.locator(CHOSEN)).to_contain_text(LONG_NAME)
    assert vito.input_value("[name=option_accuse_window]") == "1"
    expect(vito.locator(".choice", has_text=NAME)).to_have_count(0)
    vito.click("[data-house] summary")
    assert (violations(vito), overflow(vito)) == ([], 0)

    asking, question = vito.locator(".house-tools [popovertarget]"), vito.locator("[popover]")
    asking.click()
    assert violations(vito, "[popover]") == []
    question.locator("[type=button]").click()
    expect(question).to_be_hidden()
    asking.click()
    question.locator(".danger").click()
    vito.wait_for_url(re.compile("gioco=tressette"))
    expect(vito.locator(".choice", has_text=LONG_NAME)).to_have_count(0)
