"""The site as an app: it says when it is offline, stores no personal data, and updates itself."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewPage
from tests.live.stack import Stack

KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
    [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""


def cached(page: Page) -> dict[str, list[str]]:
    """Return the addresses that the browser has stored, by cache."""
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found


def test_the_app_shows_that_it_is_offline(server: Stack, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, service_workers="allow", plain=False, locale="en-GB")
    page.goto(server.url)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")

    # in a quick game the table says that it is offline, and nothing of the game is cached
    page.locator("form[action$='/gioca/'] button").first.click()
    page.wait_for_selector(".hand .card")
    page.wait_for_selector(".banner", state="hidden")
    for _ in range(450):  # the cards are in letters until their drawings have come
        if any("/decks/italian40" in path for each in cached(page).values() for path in each):
            break
        page.wait_for_timeout(100)
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text("You are offline")
    table = page.url
    page.reload()
    expect(page.locator("h1")).to_have_text("Non c’è rete")
    expect(page.locator("h2[lang=en], [lang=en] h2")).to_have_text("You are offline")
    assert page.url == table
    kept = cached(page)
    paths = [path for each in kept.values() for path in each]
    impersonal = tuple(
        f"/{place}senza-rete/" for place in ("", "segnapunti/", "tornei/foglio/", "tornei/direzione/")
    )
    assert all(path.startswith(("/static/", "/stile/")) or path in impersonal for path in paths), paths
    assert any("/decks/italian40" in path for path in paths), "the cards that were seen"
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('1em Fraunces'))")
    page.context.set_offline(False)
    page.get_by_text("Riprova").click()
    page.wait_for_selector(".hand .card")

    # from a form that could not be sent, the reader is led to the tables
    page.goto(server.url)
    page.context.set_offline(True)
    page.locator("form[action$='/gioca/'] button").first.click()
    expect(page.locator("h1")).to_have_text("Non c’è rete")
    assert page.url.endswith("/tavoli/")
    page.context.set_offline(False)
    page.get_by_text("Riprova").click()
    expect(page.locator("h1")).not_to_have_text("Non c’è rete")

    # a new version replaces this one
    [name] = cached(page)
    page.evaluate("Promise.all(['ludopoli-old', 'of-somebody-else'].map((name) => caches.open(name)))")
    page.evaluate(
        """async () => {
            const workers = navigator.serviceWorker;
            const registered = workers.register("/sw.js?another");
            workers.register = async () => {}; // the page's own, after three seconds, would replace this one
            const { installing } = await registered;
            await new Promise((done) => installing.addEventListener("statechange", () => {
                if (installing.state === "activated") done();
            }));
        }"""
    )
    assert sorted(cached(page)) == sorted([name, "of-somebody-else"])
