"""Take screenshots of every page, every phase of a table and every step of a way, or check them with axe.

`python -m tools.shots` takes all of them at three widths in both themes and writes them to `shots/`, with an
`index.html`. Words select subjects by parts of their names: `python -m tools.shots tarocchi replay`.
For other options see `python -m tools.shots --help`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from tests.e2e.conftest import launch, overflow, violations
from tests.live.stack import ROOT, Embedded
from tools.shots import pages, phases, tabbing, walks
from tools.shots.rooms import Room

FOLDER = ROOT / "shots"

WIDTHS = {360: 740, 768: 1024, 1440: 900}
"""The widths of windows in CSS pixels, each with its height."""

THEMES = ("light", "dark")
AXE = {"it": [("light", 1440), ("dark", 360)], "en": [("light", 360), ("dark", 1440)]}
"""The themes and widths that axe examines, by language."""

DRAWN = """() => {
    if (document.querySelector("redoc:not(:has(.api-content))")) return false;
    const seen = [...document.querySelectorAll("[data-face]")].filter((face) => face.checkVisibility());
    return seen.every((face) => face.hasAttribute("href"));
}"""
"""True once all visible cards are drawn for this width, not only lettered, and the API page has loaded."""

LAID_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
}"""
"""Lay out the whole page: sections of long pages are empty until they come near the window."""

FEW = """[...document.querySelectorAll(".api-content > div")].slice(12).forEach((each) => each.remove())"""
"""Leave only the first operations of the API page: all look alike, and looking at all would take minutes."""

TALLEST = 30_000
"""The height in CSS pixels up to which a whole page is taken; of a taller one, only the window is."""

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

TRIES = 2
"""The number of times a phase is tried: a bot's move may prevent the position."""

Subject = Callable[[Room], Page]


def subjects(room: Room, words: list[str]) -> Iterator[tuple[str, Subject]]:
    """Yield the subjects whose name contains one of the words, or all."""
    found: list[tuple[str, Subject]] = [
        (f"page-{place.name}", partial(_visit, who=place.who, path=place.path))
        for place in pages.places(room.world["places"])
    ]
    found += [(f"page-{name}", partial(_written, name=name)) for name in pages.WRITTEN]
    found += [(f"table-{name}", phase) for name, phase in phases.PHASES.items()]
    return ((name, look) for name, look in found if not words or any(word in name for word in words))


def steps(room: Room, words: list[str], do: Callable[..., list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Go the ways whose name has one of the words, or all; yield the name of each step and its troubles."""
    for name, walk in walks.WALKS.items():
        at, way = 0, f"walk-{name}"
        if words and not any(word in way for word in words):
            continue
        try:
            for at, (step, page) in enumerate(walk(room), start=1):
                called = f"{way}-{at:02}-{step}"
                yield called, do(room, called, partial(_here, page=page))
        except (Error, AssertionError) as trouble:
            yield f"{way}-{at + 1:02}", [f"not reached: {str(trouble)[:1500]}"]
        room.leave()


def _here(_room: Room, page: Page) -> Page:
    return page


def _visit(room: Room, who: str, path: str) -> Page:
    return room.visit(who, path)


def _written(room: Room, name: str) -> Page:
    """Open a document that has no address of its own, in place of the home page."""
    html = room.stack.call("tools.shots.world:rendered", language=room.language)[name]
    room.contexts[name] = room.browser.new_context(
        service_workers="block",  # whose fetches bypass `route`
        timezone_id="Europe/Rome",
    )
    page = room.contexts[name].new_page()
    kind = "text/html; charset=utf-8"
    page.route(f"{room.url}/", lambda route: route.fulfill(body=html, content_type=kind))
    page.goto(f"{room.url}/")
    return page


def dress(page: Page, theme: str, width: int) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    if page.locator("redoc").count():  # it reads the colours only when it loads
        page.reload()
    page.evaluate(LAID_OUT)
    page.evaluate(TWO_FRAMES)  # the page requests the images for this width
    page.wait_for_function(DRAWN)
    page.evaluate(TWO_FRAMES)


def take(room: Room, name: str, look: Subject) -> list[str]:
    """Take the six screenshots of a subject; return by how much it overflows its window."""
    page, wide = look(room), []
    for theme, width in product(THEMES, WIDTHS):
        dress(page, theme, width)
        whole = not name.startswith("table-") and page.evaluate("document.body.scrollHeight") < TALLEST
        page.screenshot(path=FOLDER / f"{name}-{width}-{theme}.png", full_page=whole)
        if over := overflow(page):
            wide.append(f"{over} px wider than {width}")
    return sorted({*wide})


def examine(room: Room, name: str, look: Subject) -> list[str]:
    """Return what axe finds on a subject in this language."""
    page, found = look(room), []
    for theme, width in AXE[room.language]:
        dress(page, theme, width)
        page.evaluate(FEW)
        found += [f"{room.language} {theme} {width}: {each}" for each in violations(page)]
    return found


def tab(room: Room, name: str, look: Subject) -> list[str]:
    """Return where the focus is not visible, and targets that are too small."""
    page = look(room)
    dress(page, "light", 360)
    page.evaluate(FEW)
    return tabbing.troubles(page)


def main(words: list[str], do: Callable[..., list[str]], languages: list[str]) -> int:
    FOLDER.mkdir(exist_ok=True)
    count, troubles = 0, 0
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        stack = Embedded(Path(home))
        stack.prepare()
        started = time.monotonic()
        world = stack.call("tools.shots.world:build")  # before a server moves its tournaments on
        print(f"a house with people in {time.monotonic() - started:.0f} s", flush=True)
        try:
            stack.start()
            browser = launch(playwright)
            for language in languages:
                room = Room(browser, stack, world, language)
                for name, look in subjects(room, words):
                    found = _tried(do, room, name, look)
                    count, troubles = count + 1, troubles + len(found)
                    print(f"{count:4} {language} {name}", *found, sep="\n       ", flush=True)
                    room.leave()
                for name, found in steps(room, words, do):
                    count, troubles = count + 1, troubles + len(found)
                    print(f"{count:4} {language} {name}", *found, sep="\n       ", flush=True)
                room.close()
            browser.close()
        finally:
            stack.kill()
            stack.close()
    _index()
    where = f", pictures in {FOLDER.name}/index.html" if do is take else ""
    print(f"{count} looked at, {troubles} troubles{where}")
    return min(troubles, 1)


def _tried(do: Callable[..., list[str]], room: Room, name: str, look: Subject) -> list[str]:
    for attempt in range(TRIES):
        room.errors.clear()
        try:
            return [*do(room, name, look), *room.errors]
        except (Error, AssertionError, RuntimeError) as trouble:
            room.leave()
            if attempt == TRIES - 1:
                return [f"not reached: {str(trouble)[:1500]}"]
    raise AssertionError("unreachable")


def _index() -> None:
    """Write a page of all screenshots, by name, with the themes side by side."""
    names = sorted({path.stem.rsplit("-", 2)[0] for path in FOLDER.glob("*.png")})
    rows = "".join(
        f"<h2 id={name}>{name}</h2><div>"
        + "".join(
            f'<a href="{name}-{width}-{theme}.png"><img loading=lazy src="{name}-{width}-{theme}.png"></a>'
            for theme, width in product(THEMES, WIDTHS)
        )
        + "</div>"
        for name in names
    )
    style = "body{font:14px sans-serif;background:#888}div{display:flex;gap:8px}img{height:420px}"
    (FOLDER / "index.html").write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{rows}")


def asked(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line: `words`, `do` and `languages`."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.shots",
        description="Write pictures of every page and every phase of a table into `shots/`, with an index.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only those whose name has one of the words")
    parser.add_argument(
        "--axe", dest="do", action="store_const", const=examine, default=take,
        help="run axe on them in both themes, and in both languages, instead",
    )  # fmt: skip
    parser.add_argument(
        "--keys", dest="do", action="store_const", const=tab,
        help="go through them at 360 pixels with Tab alone instead: where the focus is hidden or has no "
        "ring, and what is too small for a finger",
    )  # fmt: skip
    parser.add_argument("--english", action="store_true", help="in English only")
    chosen = parser.parse_args(arguments)
    chosen.languages = ["en"] if chosen.english else ["it", "en"] if chosen.do is examine else ["it"]
    return chosen


if __name__ == "__main__":
    chosen = asked(sys.argv[1:])
    sys.exit(main(chosen.words, chosen.do, chosen.languages))
