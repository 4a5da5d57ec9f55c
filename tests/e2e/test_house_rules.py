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
    page.goto(f"{server.url}/tavoli/?gioco=tressette#apri")
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
    """The scripts on the way are in `tests/games/test_house_rules_script.py`."""
    anna = new_page()
    link = save(anna, server)
    expect(anna.locator(CHOSEN)).to_contain_text(NAME)
    assert anna.input_value("[name=option_accuse_window]") == "0"
    foot = "form => form.querySelector(':scope > button.primary').offsetTop"
    before = anna.locator("#apri").evaluate(foot)
    anna.check("[name=private]")
    assert anna.locator("#apri").evaluate(foot) == before, "nothing moves"

    anna.click("#apri > button.primary")
    anna.wait_for_url(re.compile("/tavolo/"))
    expect(anna.locator(".tbar .title")).to_contain_text(NAME)
    assert "#" not in anna.url

    vito = new_page(**{**ON_THE_PHONE, "locale": "it-IT"})
    vito.goto(link)
    with vito.expect_navigation():
        vito.locator(".house-tools button").click()
    vito.goto(f"{server.url}/tavoli/?gioco=tressette#apri")
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
