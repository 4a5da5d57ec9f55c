"""The length of frames while cards are dealt, played and taken and points are counted, on a slow phone.

A person who plays as soon as nothing moves sits with three bots at a table of Tressette, 360 pixels wide, in
Chromium with a quarter of this machine's processor. A frame is the time between two calls of
`requestAnimationFrame` during an animation; 60 a second are promised, 16.7 ms each. The benchmark also prints
how many frames had a layout, and which properties were animated. A busy machine has longer frames.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from bisect import bisect
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.first_card import SLOWER
from tests.e2e.conftest import PHONE, launch
from tests.e2e.table import TablePage
from tests.live.stack import Embedded

RULES = {"preset": "classico", "match_end": {"deals": 3}, "accuse_window": 0}
PACE = 0.2
MINUTES = 8
ALLOWED_MS = 1000 / 60

WATCH = """addEventListener("DOMContentLoaded", () => {
    const phases = {
        dealing: ".dealt", playing: ".tcard.flying", taking: ".tcard.gathered", counting: "[data-counting]",
    };
    const seen = (window.seen = {});
    for (const name of Object.keys(phases)) seen[name] = { frames: [], animated: [] };
    let last = 0;
    let before = [];
    requestAnimationFrame(function watch(now) {
        const on = Object.keys(phases).filter((name) => document.querySelector(phases[name]));
        for (const name of on) {
            if (before.includes(name)) {
                seen[name].frames.push(now - last);
                performance.mark(`frame of ${name}`);
            } else {
                seen[name].animated.push(...document.getAnimations().flatMap(propertiesOf));
            }
        }
        if (before.some((name) => !on.includes(name))) performance.mark("frame of nothing");
        last = now;
        before = on;
        requestAnimationFrame(watch);
    });
    const notes = ["offset", "computedOffset", "easing", "composite"];
    const propertiesOf = ({ effect }) =>
        effect.getKeyframes().flatMap((frame) => Object.keys(frame).filter((name) => !notes.includes(name)));
});"""


def main() -> None:
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with (
        tempfile.TemporaryDirectory() as home,
        Embedded(Path(home)) as stack,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        [seeded] = stack.seed(people=1, rules=RULES, pace=PACE)
        name, _, value = seeded["cookies"][0].partition("=")
        context = browser.new_context(viewport=PHONE, locale="it-IT", has_touch=True)  # type: ignore[arg-type]
        context.add_cookies([{"name": name, "value": value, "url": stack.url}])
        page = context.new_page()
        page.add_init_script(WATCH)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        browser.start_tracing(page=page, categories=["devtools.timeline", "blink.user_timing"])
        table = TablePage(page, f"{stack.url}/tavolo/{seeded['code']}/")
        played_out(table)
        trace = json.loads(browser.stop_tracing())["traceEvents"]
        laid = layouts(trace)
        for phase, seen in page.evaluate("window.seen").items():
            animated = ", ".join(sorted({*seen["animated"]})) or "nothing"
            print(f"{phase:9}{described(seen['frames'])}; {laid[phase]} with a layout; animated: {animated}")
        browser.close()


def played_out(table: TablePage) -> None:
    deadline = time.monotonic() + 60 * MINUTES
    while not table.has_ended:
        if time.monotonic() > deadline:
            raise TimeoutError(f"not played out in {MINUTES} minutes: {table.said}")
        if table.is_still:
            table.play_first()
        table.page.wait_for_timeout(100)


def described(frames: list[float]) -> str:
    """Describe the frames: median and 95th percentile in ms, and the share of late ones."""
    if len(frames) < 2:
        return f"{len(frames)} frames: too few to tell"
    late = sum(each > 1.5 * ALLOWED_MS for each in frames) / len(frames)
    high = statistics.quantiles(frames, n=20)[-1]
    return (
        f"{len(frames):5} frames: median {statistics.median(frames):.1f} ms, 95 % within {high:.1f} ms "
        f"(promised {ALLOWED_MS:.1f}), {late:.0%} late"
    )


def layouts(trace: list[dict[str, Any]]) -> Counter[str]:
    """Count the frames with a layout in each phase; a frame lasts from its mark to the next one."""
    marks = sorted(
        (event["ts"], event["name"].removeprefix("frame of "))
        for event in trace
        if event["name"].startswith("frame of ")
    )
    laid = sorted(event["ts"] for event in trace if event["name"] == "Layout")
    return Counter(
        phase
        for (start, phase), (end, after) in pairwise(marks)
        if phase == after and bisect(laid, start) != bisect(laid, end)
    )


if __name__ == "__main__":
    main()
