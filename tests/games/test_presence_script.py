"""A page reports that somebody uses it, at most once a minute: `static/js/presence.js`."""

from __future__ import annotations

from typing import Any

from tests.node import run_on_page

PAGE = """
    const { reportTouches } = await load("presence");
    let now = 0;
    performance.now = () => now;
    const reportsOf = (happened) => {
        const listeners = {};
        let sent = 0, isOpen = true;
        globalThis.addEventListener = (sign, listener) => (listeners[sign] = listener);
        document.addEventListener = globalThis.addEventListener;
        reportTouches(({ t }) => isOpen && t === "touched" && Boolean((sent += 1)));
        return happened.map(({ at, type, ...more }) => {
            const before = sent;
            now = at * 1000;
            document.hidden = more.hidden ?? false;
            isOpen = more.isOpen ?? true;
            listeners[type]({ type, ...more });
            return sent > before;
        });
    };
    console.log(JSON.stringify(pages.map(reportsOf)));
"""
TOUCH = {"type": "pointerdown"}
MOVE = {"type": "pointermove", "movementX": 1, "movementY": 0}


def reports(*pages: list[dict[str, Any]]) -> list[list[bool]]:
    """Return which of the events on each page are reported; each happens `at` a second."""
    made: list[list[bool]] = run_on_page(PAGE, pages=pages)
    return made


def test_a_touched_page_reports_once_a_minute() -> None:
    signs = ("pointerdown", "wheel", "keydown", "click", "visibilitychange")
    pages = [[{"at": at, "type": sign} for at in (0, 1, 59, 60, 61, 120)] for sign in signs]
    assert reports(*pages) == [[True, False, False, True, False, True]] * len(signs)


def test_only_somebody_who_looks_and_moves_is_present() -> None:
    resting, hidden, left = {**MOVE, "movementX": 0}, {**TOUCH, "hidden": True}, {"type": "visibilitychange"}
    pages = ([{"at": 0, **each}] for each in (MOVE, resting, hidden, {**left, "hidden": True}))
    assert reports(*pages) == [[True], [False], [False], [False]]


def test_a_report_that_could_not_be_sent_is_sent_at_the_next_touch() -> None:
    assert reports([{"at": 0, **TOUCH, "isOpen": False}, {"at": 1, **TOUCH}]) == [[False, True]]
