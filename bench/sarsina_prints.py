"""The printed pages of the event of Sarsina, as pictures of A4."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from bench.sarsina_site import SarsinaAtSite
from tests.e2e.conftest import launch

A4: ViewportSize = {"width": 794, "height": 1123}
"""In CSS pixels."""

DURING = {
    "place-cards": "direzione/cartellini/",
    "guide-cards": "direzione/guide/",
    "door": "direzione/porta/",
    "wall": "direzione/turni/1/tabellone/",
    "score-slips": "direzione/turni/1/foglietti/",
}
AFTERWARDS = {
    "standings": "stampa/",
    "certificates": "direzione/attestati/",
    "cash": "direzione/cassa/chiusura/",
    "receipt": "direzione/cassa/ricevute/1/",
    "scorecard": "iscritti/1/scheda/",
    "event": "",
}


def draw_prints(hall: SarsinaAtSite, folder: Path, *, is_over: bool = False) -> None:
    """Draw the pages that a director prints before a round, or after the end, as PDF and as one picture."""
    folder.mkdir(parents=True, exist_ok=True)
    url, cookies = hall.stack.url, hall.director.client.jar
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport=A4, locale="it-IT", color_scheme="light")
        context.set_default_timeout(0)  # a hundred pages of A4 take more than half a minute
        context.add_cookies([{"name": each.name, "value": each.value or "", "url": url} for each in cookies])
        page = context.new_page()
        page.emulate_media(media="print")
        for name, path in (AFTERWARDS if is_over else DURING).items():
            page.goto(f"{url}/tornei/{hall.code}/{path}")
            page.screenshot(path=folder / f"{name}.png", full_page=True)
            page.pdf(path=folder / f"{name}.pdf", prefer_css_page_size=True, format="A4")
        browser.close()
