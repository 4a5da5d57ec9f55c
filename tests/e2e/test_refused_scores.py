"""Scores that a phone sends late and that are refused: each refusal stays on the page."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.live.stack import Stack

PAGE = """<!doctype html><html lang="en"><title>Scores</title>
<p data-scores-note data-waiting="No network." data-written="Written down." hidden></p>
<div data-parts></div>
<script type="module" src="/static/js/tournaments/score_sheet.js"></script></html>"""

QUEUE = [{"id": each, "fields": [["score-1-0", each], ["score-1-1", "4"]]} for each in ("77", "88", "6", "9")]

SERVER = """
localStorage.setItem("ludopoli-scores-coppa", %s);
window.fetch = async (_address, { body }) => {
    if (body.get("sent_as") === "9") throw new TypeError("no network");
    return new Response('{"message": "It cannot be."}', { status: body.get("sent_as") === "6" ? 200 : 409 });
};"""


def test_what_is_refused_is_not_hidden_by_what_is_written_down(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.route("**/tornei/coppa/foglio/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.add_init_script(SERVER % json.dumps(json.dumps(QUEUE)))
    page.goto(f"{server.url}/tornei/coppa/foglio/")
    note = page.locator("[data-scores-note]")
    expect(note).to_have_text("It cannot be. 77–4 It cannot be. 88–4 No network.")
