"""The time that the course of each game takes, from the home page to the table of the first match.

A script follows every step in a browser, on a phone's screen, and answers each wrongly once and then rightly.
The words that it is shown are read with 200 a minute; that time and the browser's are added up. The first
figure is for somebody who is right at once, the second for somebody who is wrong once in every step. Time to
think is in neither.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from ludocards.engine.registry import GAMES
from practice import lessons
from tests.e2e.conftest import PHONE, launch
from tests.live.stack import Embedded

WORDS_A_MINUTE = 200
PROMISED = 8
"""Minutes."""
LANGUAGES = ("it-IT", "en-GB")
PHONES: dict[str, Any] = {"viewport": PHONE, "has_touch": True}

Answers = list[tuple[str, list[str], list[str]]]
"""For each step of a course its address, a wrong answer and the right one."""


def main() -> None:
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with (
        tempfile.TemporaryDirectory() as home,
        Embedded(Path(home)) as stack,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        courses: dict[str, Answers] = stack.call("tests.bench.courses:answers")
        for language in LANGUAGES:
            for game, steps in courses.items():
                context = browser.new_context(locale=language, **PHONES)
                read, again, loading = follow(context.new_page(), stack.url, game, steps)
                context.close()
                first, second = (words / WORDS_A_MINUTE + loading / 60 for words in (read, read + again))
                print(
                    f"{language} {game:10} {len(steps):2} steps, {read} words, {again} more after wrong "
                    f"answers: {first:.1f} minutes, or {second:.1f} (at most {PROMISED}), "
                    f"of these {loading:.0f} s of the browser",
                    flush=True,
                )
        browser.close()


def answers() -> dict[str, Answers]:
    return {
        game: [_answers(place) for place in lessons.places(game)] for game in GAMES if lessons.places(game)
    }


def _answers(place: lessons.Place) -> tuple[str, list[str], list[str]]:
    right = sorted(lessons.right(place))
    wrong = [option.code for option in lessons.options(place) if option.code not in right]
    if lessons.is_marking(place):
        wrong = [*right, *wrong[:1]] if wrong else right[:1]
    else:
        wrong, right = wrong[:1], right[:1]
    return f"/lezioni/{place.game}/{place.lesson.code}/{place.number}/", wrong, right


def follow(page: Page, url: str, game: str, steps: Answers) -> tuple[int, int, float]:
    """Return the words read by somebody who is always right, those read besides after wrong answers, and the
    seconds in which pages were loading."""
    began = time.perf_counter()
    page.goto(url)
    page.locator(".hero-learn").click()
    page.locator(f"a[href='/lezioni/{game}/']").first.click()
    read, again = words(page, "main"), 0
    page.locator(".btn.primary").first.click()
    for address, wrong, right in steps:
        page.wait_for_url(f"**{address}")
        read += words(page, ".page-head") + words(page, ".task")
        answer(page, wrong)
        again += words(page, "#task-h[data-outcome=wrong]")
        answer(page, right)
        read += words(page, ".task")
        page.locator(".task .primary").click()
    page.wait_for_selector(".hand .card")
    return read, again, time.perf_counter() - began


def answer(page: Page, codes: list[str]) -> None:
    for box in page.locator(".card-choices input").all():
        is_wanted = box.get_attribute("value") in codes
        if box.is_checked() != is_wanted and (is_wanted or box.get_attribute("type") == "checkbox"):
            box.evaluate("box => box.click()")
    page.locator(".task form .primary").click()
    page.wait_for_selector("#task-h[data-outcome]")


def words(page: Page, part: str) -> int:
    return len(page.locator(part).first.inner_text().split())
