"""Checks of WCAG 2.2 that go through a page with Tab alone.

The focused element is not covered (2.4.11), and has a ring that nothing cuts off (2.4.7).
Targets are at least 24 pixels in size (2.5.8), and 40 in height outside of sentences.
"""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SIZE: Any = {"runOnly": ["target-size"], "resultTypes": ["violations"], "preload": False}
"""The options of axe for its check of target sizes alone, which is off by default."""

LOW = """(part) => {
    const blockOf = (node) => {
        while (getComputedStyle(node).display === "inline") node = node.parentElement;
        return node;
    };
    const isInSentence = (node) => {
        const isInline = getComputedStyle(node).display === "inline";
        const within = isInline && getComputedStyle(node.parentElement).display !== "flex" && blockOf(node);
        return within && within.innerText.trim().length - node.innerText.trim().length > 8;
    };
    const isLow = (node) => {
        node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const [{ left, top, width, height }] = node.getClientRects();
        const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
        const isHit = (at) => document.elementFromPoint(x, at)?.closest("a, button, summary, input, select") === node;
        let [up, down] = [y, y];
        while (y - up < 20 && isHit(up - 1)) up -= 1;
        while (down - y < 40 && isHit(down + 1)) down += 1;
        return isHit(y) && down - up < 39;
    };
    const targets = "a[href], button, summary, select, input:not([type=hidden], label *, .sr)";
    return [...document.querySelector(part).querySelectorAll(targets)]
        .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
        .filter((node) => node.offsetWidth > 2 && node.offsetHeight < 40)
        .filter((node) => !isInSentence(node) && isLow(node))
        .map((node) => node.outerHTML.slice(0, 160).replace(/\\s+/g, " "));
}"""  # noqa: E501
"""The targets that stand alone and are too low for a finger, by where a tap on them really goes."""

MOST = 600
"""An upper bound of the stops on a page."""

CUT = """(node) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(node);
    const room = outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset) - 1;
    const at = node.getBoundingClientRect();
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const clips = (each) => getComputedStyle(each).overflow !== "visible";
    for (let each = node.parentElement; each && at.width > 2 && room > 0; each = each.parentElement) {
        const isPage = each === document.documentElement;
        if (!isPage && (each === document.body || !clips(each))) continue;
        const edge = isPage ? page : each.getBoundingClientRect();
        const left = [at.left - edge.left, at.top - edge.top, edge.right - at.right, edge.bottom - at.bottom];
        if (left.some((space) => space > -2 && space < room)) return true;
        if (getComputedStyle(each).position === "fixed") break;
    }
    return false;
}"""
"""True if the focus ring is cut off by a scrolling or clipping ancestor or by the window."""

LOOK = """async (part) => {
    const PARTS = [0.04, 0.25, 0.5, 0.75, 0.96];
    const node = document.activeElement;
    if (!node || node === document.body || !node.closest(part)) return null;
    window.stops ??= new Set();
    if (window.stops.has(node)) return null;
    window.stops.add(node);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const label = node.matches("input") ? node.closest("label") : null;
    const shown = label ?? node;
    const control = node.closest("label, summary, a, button");
    const isOurs = (hit) => shown.contains(hit) || (hit && hit === control);
    const free = [...shown.getClientRects()].some(({ left, right, top, bottom }) => {
        const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
        const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
        if (x1 - x0 < 1 || y1 - y0 < 1) return false;
        const at = (i, j) => document.elementFromPoint(x0 + (x1 - x0) * i, y0 + (y1 - y0) * j);
        return PARTS.some((i) => PARTS.some((j) => isOurs(at(i, j))));
    });
    const rings = [];
    for (let each = node, depth = 0; each && depth < 3; each = each.parentElement, depth += 1) {
        const { outlineStyle: style, outlineWidth: width, outlineColor: colour } = getComputedStyle(each);
        const isDrawn = style !== "none" && parseFloat(width) >= 2 && !/, 0\\)$/.test(colour);
        rings.push(isDrawn || style === "auto");
    }
    const { top, bottom } = shown.getBoundingClientRect();
    const place = ` (${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight})`;
    const troubles = [];
    if (!free) troubles.push("hidden" + place);
    if (!rings.includes(true)) troubles.push("without a ring");
    if ((%(cut)s)(shown)) troubles.push("with a ring that is cut");
    return { troubles, html: node.outerHTML.slice(0, 160).replace(/\\s+/g, " ") };
}""".replace("%(cut)s", CUT)
"""Faults of the focused element, or null after the last one of a part. A radio button may be drawn by its
label."""

ENTER = """(part) => {
    window.stops = new Set();
    if (part === "html") return;
    const root = document.querySelector(part);
    root.tabIndex = -1;
    root.focus();
}"""
"""A script that sets the focus before the first stop of a part."""


def troubles(page: Page, part: str = "html") -> list[str]:
    """Return targets that are too small or too low, and focused elements that are covered or have no ring,
    of a page or of a part of it."""
    violations = Axe().run(page, part, SIZE).response["violations"]
    found = [f"small: {node['html'][:160]}" for each in violations for node in each["nodes"]]
    found += [f"low: {html}" for html in page.evaluate(LOW, part)]
    page.evaluate(ENTER, part)
    for _ in range(MOST):
        page.keyboard.press("Tab")
        seen = page.evaluate(LOOK, part)
        if seen is None:
            return found
        found += [f"{trouble}: {seen['html']}" for trouble in seen["troubles"]]
    raise RuntimeError("no end of it")
