"""The time zone of a device, which the script of every page stores in a cookie: `static/js/site.js`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.node import run_on_page

HOME, THERE = 60, -180
"""The offsets, in minutes east of Greenwich, of a page made for Rome and of a device in Buenos Aires."""

PAGE = """
    const there = "America/Buenos_Aires";
    const later = [], cookies = [];
    let loaded = 0;
    Date.prototype.getTimezoneOffset = () => -offset;
    const options = { resolvedOptions: () => ({ timeZone: there }) };
    Intl.DateTimeFormat = () => options;
    Object.defineProperty(document, "cookie", {
        get: () => cookies.join("; "),
        set: (cookie) => blocks || cookies.push(cookie.split(";")[0]),
    });
    document.documentElement.dataset = data;
    document.querySelector = (selector) => (selector.startsWith("main") && hasTimes ? {} : null);
    document.readyState = "complete";
    location.reload = () => (loaded += 1);
    Object.assign(globalThis, {
        navigator: {},
        history: { state: null, replaceState: nothing },
        ResizeObserver: class { observe() {} },
        sessionStorage: {},
        setTimeout: (action) => later.push(action),
    });
    const { SUFFIX } = await load("site-path");
    if (known) cookies.push(`zona${SUFFIX}=${known}`);
    await load("site");
    const atOnce = loaded;
    for (const action of later) action();
    const kept = cookies.map((cookie) => cookie.replace(SUFFIX, ""));
    console.log(JSON.stringify([kept, atOnce, loaded]));
"""


def opened(known: str = "", **given: Any) -> Any:
    """Open a page made for Rome in Buenos Aires; return its cookies, and how often it was loaded again at
    once and in all."""
    usual = {"data": {"offset": HOME}, "offset": THERE, "hasTimes": True, "blocks": False}
    return run_on_page(PAGE, known=known, **{**usual, **given})


STORED = ["zona=America/Buenos_Aires"]


def test_a_page_with_times_that_was_made_for_another_zone_is_loaded_again() -> None:
    assert opened() == [STORED, 1, 1]


def test_a_page_without_times_stores_the_zone_and_is_not_loaded_again() -> None:
    assert opened(hasTimes=False) == [STORED, 0, 0]


def test_a_page_of_the_zone_of_the_device_is_not_loaded_again() -> None:
    assert opened(data={"offset": THERE}) == [STORED, 0, 0]


@pytest.mark.parametrize("known", ["America/Buenos_Aires", '"!Europe/Rome"'])
def test_a_zone_that_is_known_or_chosen_stays(known: str) -> None:
    assert opened(known) == [[f"zona={known}"], 0, 0]


def test_a_browser_that_keeps_no_cookie_is_not_loaded_again_and_again() -> None:
    assert opened(blocks=True) == [[], 0, 0]


def test_the_answer_to_a_form_is_not_loaded_again() -> None:
    """Which would send the form once more."""
    assert opened(data={"offset": HOME, "once": ""}) == [STORED, 0, 0]
