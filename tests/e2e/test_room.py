"""The table in windows of every size: all parts are visible, and none covers another."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import NewPage, resize, sign_in
from tests.live.stack import Stack
from tools.shots.tabbing import CUT

UPRIGHT = [(320, 568), (360, 640), (360, 740), (412, 915), (768, 1024)]
LOW = [(640, 360), (740, 360), (844, 390), (915, 412), (720, 450), (1024, 540)]
"""Phones in landscape, and pages at 200 % zoom."""
DESK = [(1280, 720), (1366, 768), (1440, 900)]
FOCUSED = [(360, 640), (740, 360), (1440, 900)]
"""The windows in which every stop of Tab is looked at, too."""

BUSY = """() => {
    const speak = (seat) => {
        const balloon = document.createElement("p");
        balloon.className = "balloon";
        balloon.append(document.createElement("span"));
        balloon.firstChild.textContent = "tre assi, senza bastoni";
        seat.append(balloon);
    };
    const show = (node, textContent) => Object.assign(node, { textContent, hidden: false });
    for (const seat of document.querySelectorAll(".seat:not([data-state=empty])")) {
        speak(seat);
        show(seat.querySelector("[data-clock]"), "28 s");
        show(seat.querySelector(".bank"), "riserva 1:30");
    }
    const hint = document.querySelector(".lesson:not([hidden]) p");
    const takes = document.querySelector("[data-brief=takes] p");
    if (hint) hint.textContent = `prende Anna: Tre di bastoni. ${takes.textContent}`;
    const slot = document.querySelector(".tslot:not([hidden])");
    if (slot) slot.innerText = "rispondi\\ncon un trionfo";
    const played = document.querySelector(".tcard");
    for (const { dataset } of played ? document.querySelectorAll(".cloth > .seat") : [])
        if (!document.querySelector(`.tcard[data-pos="${dataset.pos}"]`))
            Object.assign(played.parentElement.appendChild(played.cloneNode()).dataset, { pos: dataset.pos });
    const asked = document.querySelector(".prompt:not([hidden])");
    if (!asked) show(document.querySelector(".why"), "Devi rispondere a bastoni.");
}"""
"""A script that fills the table: a card of everybody else, clocks, a balloon at every seat, a refusal, a
long hint, and a long invitation to play."""

TROUBLES = """() => {
    const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && box(node).width > 1;
    const seen = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isSeen);
    const box = (node) => node.getBoundingClientRect();
    const frame = (boxes, outer, inner) => boxes.length && {
        left: outer(...boxes.map(({ left }) => left)), right: inner(...boxes.map(({ right }) => right)),
        top: outer(...boxes.map(({ top }) => top)), bottom: inner(...boxes.map(({ bottom }) => bottom)),
    };
    const around = (nodes) => frame(nodes.map(box), Math.min, Math.max);
    const within = (node) => frame([box(node), box(node.parentElement)], Math.max, Math.min);
    const text = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return box(range);
    };
    const group = (selector) => [selector, around(seen(selector))];
    const each = (selector, of = box) => seen(selector).map((node) => [selector, of(node)]);
    const place = ":scope > :is(.avatar, .plate, .backs)";
    const placeOf = (seat) => `seat ${seat.dataset.pos}`;
    const parts = [
        group(".tbar"), group(".banner > *"), group(".hand .card"),
        ...seen(".seat").flatMap((seat) => seen(place, seat).map((part) => [placeOf(seat), box(part)])),
        ...seen(".balloon").map((words) => [`words ${words.parentElement.dataset.pos}`, box(words)]),
        ...seen(".plate .line > :not(:empty)").map((part) => ["a bid or a clock", box(part)]),
        ...each(".tcard"), ...each(".tslot", text), ...each(".briscola"),
        ...each(".waiting > *"), ...each(".calls > *"), ...each(".prompt > *"),
        ...each(".why"), ...each(".dock .end > .btn"), ...each(".dock .watching"),
        ...each(".slips > *", within), ...each(".lesson"),
    ].filter(([, at]) => at);

    const cover = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const lieTogether = (name, other) =>
        (name === other && /card|seat/.test(name)) || (/seat/.test(name) && /^a bid/.test(other))
        || (/seat/.test(name) && other === name.replace("seat", "words"));
    const troubles = ([name, a], others) => others
        .filter(([other, b]) => !lieTogether(name, other) && cover(a, b))
        .map(([other]) => `${name} and ${other}`);
    const covered = parts.flatMap((part, i) => troubles(part, parts.slice(i + 1)));

    const isInside = ({ left, top, right, bottom }) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const outside = parts.filter(([, at]) => !isInside(at)).map(([name]) => `${name} leaves the window`);

    const isWide = (node) => node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1;
    const isCut = (node) => isWide(node) && getComputedStyle(node).overflowX !== "visible";
    const isText = (child) => child.nodeType === Node.TEXT_NODE && child.data.trim();
    const texts = seen(".felt *:not(.sr, .sr *, svg *, .plate > b)")
        .filter((node) => [...node.childNodes].some(isText));
    const cut = [...texts.filter(isCut), ...seen(".plate .line").filter(isWide)];
    const low = seen(".log").filter(({ clientHeight }) => clientHeight < 90).map(() => "a low log");
    const middle = (node) => (box(node).left + box(node).right) / 2;
    const off = (card) => (seat) => Math.abs(middle(seat) - middle(card));
    const isAway = (card) => {
        const others = seen(".cloth > .seat").sort((a, b) => off(card)(a) - off(card)(b));
        return card.dataset.pos !== "0" && card.dataset.pos !== others[0].dataset.pos;
    };
    const { clientWidth, clientHeight } = document.querySelector(".cloth");
    const isRow = innerWidth > innerHeight && clientWidth <= 768 && clientHeight <= 336
        && seen(".cloth > .seat").length < 4; // the rows of five and six are too full
    const row = isRow ? seen(".tcard, .tslot") : [];
    const away = row.filter(isAway).map(() => "a card under another player");
    return [...low, ...covered, ...outside, ...away, ...cut.map((node) => `cut: ${node.textContent}`)];
}"""

CUT_FRAMES = f"""() => {{
    const stops = document.querySelectorAll(".room :is(a, button, input, [tabindex])");
    const isCut = {CUT};
    return [...stops].filter((node) => {{
        node.focus();
        return node === document.activeElement && isCut(node);
    }}).map((node) => node.outerHTML.slice(0, 160));
}}"""
"""A script that finds elements whose focus ring is cut off."""

CLASSICO: dict[str, Any] = {"rules": {"preset": "classico"}}
LUDOPOLI: dict[str, Any] = {"rules": {"preset": "ludopoli"}}
WHIST: dict[str, Any] = {"game": "whist", "rules": {"preset": "andata"}}
CALATAFIMI = {"preset": "calatafimi", "bidWindowMs": 120_000, "bidOpenDelayMs": 0, "offerLockMs": 0}
TAROCCHI: dict[str, Any] = {"game": "tarocchi", "rules": CALATAFIMI}


WITH_AND_WITHOUT_REFUSAL = f"""() => {{
    const why = document.querySelector(".why");
    const wasHidden = why.hidden;
    const troubles = {TROUBLES};
    const found = troubles();
    why.hidden = true;
    found.push(...troubles());
    why.hidden = wasHidden;
    return found;
}}"""
"""A script that looks for troubles twice, since a refusal hides a card turned up."""


def troubles(page: Page) -> list[str]:
    """Return the parts that cover others, leave the window, or are cut off, in windows of every size, and the
    focused elements whose ring is cut off."""
    found = []
    for width, height in (*UPRIGHT, *LOW, *DESK):
        resize(page, width, height)
        found += [f"{width} × {height}: {each}" for each in page.evaluate(WITH_AND_WITHOUT_REFUSAL)]
        if (width, height) in FOCUSED:
            found += [f"{width} × {height}: cut frame of {each}" for each in page.evaluate(CUT_FRAMES)]
    return found


@pytest.fixture(scope="module")
def window(lasting_page: NewPage) -> Page:
    return lasting_page()


@pytest.mark.parametrize(
    ("until", "players", "wanted"),
    [
        ("accusa", 4, CLASSICO),
        ("leads", 4, LUDOPOLI),
        ("accusa", 3, CLASSICO),
        ("answers", 4, CLASSICO),
        ("begins", 2, WHIST),
        ("begins", 6, WHIST),
        ("answers", 5, WHIST),
        ("begins", 3, TAROCCHI),
        ("scarto", 3, TAROCCHI),
        ("answers", 3, TAROCCHI),
    ],
    ids=[
        "accusa",
        "declaration",
        "thirteen-accusa",
        "four",
        "two",
        "six",
        "five",
        "words",
        "scarto",
        "twenty-cards",
    ],
)
def test_no_part_of_the_table_covers_another(
    server: Stack, window: Page, until: str, players: int, wanted: dict[str, Any]
) -> None:
    asked = {"until": until, "players": players, "people": players, "move_seconds": 600, **wanted}
    seeded = server.call("tools.shots.world:position", **asked)
    sign_in(window, server, seeded["cookies"][seeded["seat"]])
    window.goto(f"{server.url}/tavolo/{seeded['code']}/")
    window.wait_for_selector(".room:not([aria-busy], [data-moving]) .hand .card")
    window.evaluate("document.fonts.ready")
    window.keyboard.press("Tab")
    window.evaluate(BUSY)
    assert troubles(window) == []
