"""Look at every page and every phase of a table, or let axe look.

`python -m tests.shots` writes pictures of all of them at three widths in both themes into `shots/`, with an
`index.html`; words choose those whose name has one of them: `python -m tests.shots tarocchi replay`.
`python -m tests.shots --help` says what else there is.
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
from tests.shots import pages, phases, tabbing
from tests.shots.rooms import Room

FOLDER = ROOT / "shots"

WIDTHS = {360: 740, 768: 1024, 1440: 900}
"""In CSS pixels, with the height of such a window."""

THEMES = ("light", "dark")
AXE = {"it": [("light", 1440), ("dark", 360)], "en": [("light", 360), ("dark", 1440)]}
"""Both themes in both languages, on a desk and on a phone."""

DRAWN = """() => {
    if (document.querySelector("redoc:not(:has(.api-content))")) return false;
    const seen = [...document.querySelectorAll("[data-face]")].filter((face) => face.checkVisibility());
    return seen.every((face) => face.hasAttribute("href"));
}"""
"""The cards that are seen are drawn: a narrow window has other drawings. And the API is there."""

FEW = """[...document.querySelectorAll(".api-content > div")].slice(12).forEach((each) => each.remove())"""
"""The operations of the API are all drawn alike: the first are examined, in seconds instead of minutes."""

TALLEST = 30_000
"""CSS pixels of a page that is taken whole; of a taller one a window is taken."""

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

TRIES = 2
"""A phase is reached by playing; what another's move has spoiled is reached anew."""

Subject = Callable[[Room], Page]


def subjects(room: Room, words: list[str]) -> Iterator[tuple[str, Subject]]:
    """Those whose name has one of the words, or all."""
    found: list[tuple[str, Subject]] = [
        (f"page-{place.name}", partial(_visit, who=place.who, path=place.path))
        for place in pages.places(room.world["places"])
    ]
    found += [(f"page-{name}", partial(_written, name=name)) for name in pages.WRITTEN]
    found += [(f"table-{name}", phase) for name, phase in phases.PHASES.items()]
    return ((name, look) for name, look in found if not words or any(word in name for word in words))


def _visit(room: Room, who: str, path: str) -> Page:
    return room.visit(who, path)


def _written(room: Room, name: str) -> Page:
    """What the house writes, at an address where it writes something else."""
    html = room.stack.call("tests.shots.world:rendered", language=room.language)[name]
    room.contexts[name] = room.browser.new_context(service_workers="block")  # they ask the house themselves
    page = room.contexts[name].new_page()
    kind = "text/html; charset=utf-8"
    page.route(f"{room.url}/", lambda route: route.fulfill(body=html, content_type=kind))
    page.goto(f"{room.url}/")
    return page


def dress(page: Page, theme: str, width: int) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    if page.locator("redoc").count():  # it keeps the colours that it began with
        page.reload()
    page.evaluate(TWO_FRAMES)  # in which a window of this width asks for its drawings
    page.wait_for_function(DRAWN)
    page.evaluate(TWO_FRAMES)


def take(room: Room, name: str, look: Subject) -> list[str]:
    """Six pictures of it; returns what is wider than its window."""
    page, wide = look(room), []
    for theme, width in product(THEMES, WIDTHS):
        dress(page, theme, width)
        whole = name.startswith("page-") and page.evaluate("document.body.scrollHeight") < TALLEST
        page.screenshot(path=FOLDER / f"{name}-{width}-{theme}.png", full_page=whole)
        if over := overflow(page):
            wide.append(f"{over} px wider than {width}")
    return sorted({*wide})


def examine(room: Room, name: str, look: Subject) -> list[str]:
    """What axe finds on it in this language."""
    page, found = look(room), []
    for theme, width in AXE[room.language]:
        dress(page, theme, width)
        page.evaluate(FEW)
        found += [f"{room.language} {theme} {width}: {each}" for each in violations(page)]
    return found


def tab(room: Room, name: str, look: Subject) -> list[str]:
    """Where the focus is not seen, and what a finger misses."""
    page = look(room)
    dress(page, "light", 360)
    return tabbing.troubles(page)


def main(words: list[str], do: Callable[..., list[str]], languages: list[str]) -> int:
    FOLDER.mkdir(exist_ok=True)
    count, troubles = 0, 0
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        stack = Embedded(Path(home))
        stack.prepare()
        started = time.monotonic()
        world = stack.call("tests.shots.world:build")  # while no server moves its tournaments on
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
    """All pictures on one page, by name, the themes beside each other."""
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
    """Return what the command line chooses: `words`, `do` and `languages`."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.shots",
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
