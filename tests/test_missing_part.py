"""A page and the errors of its scripts: the script of `templates/partials/missing_part.html`."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.node import run_on_whole_page

PART = """
    const script = find("script[data-current]");
    document.currentScript = script;
    const asked = [];
    globalThis.fetch = async (address) => (asked.push(address), { ok: true, text: async () => scripts });
    runInThisContext(script.textContent);
    const isPrevented = heard();
    await new Promise((done) => setTimeout(done, 20));
    give([textOf("#missing-part .said"), asked, isPrevented]);
"""

MESSAGE = "Una parte di questa pagina non funziona, forse perché il sito è stato aggiornato."
FAILURE = """
    const event = new Event("error", { cancelable: true });
    const heard = () => dispatchEvent(Object.assign(event, { message: "TypeError: undefined" }));
"""
NO_MODULE = """
    const reason = new TypeError("Failed to fetch dynamically imported module: /static/js/lobby.js");
    const heard = () => dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
"""
GIVEN_UP = """
    const reason = new Error("Transition was skipped");
    const event = new Event("unhandledrejection", { cancelable: true });
    const heard = () => dispatchEvent(Object.assign(event, { reason }));
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "is_current", "said", "asks"),
    [
        (FAILURE, True, None, True),
        (FAILURE, False, MESSAGE, True),
        (NO_MODULE, True, MESSAGE, False),
    ],
    ids=["of the current version", "of before an update", "a module that is gone"],
)
def test_a_page_says_that_it_is_outdated_or_lacks_a_part(
    client: Client, error: str, is_current: bool, said: str | None, asks: bool
) -> None:
    page = client.get("/tavoli/").content.decode()
    scripts = (
        client.get(reverse("worker")).content.decode() if is_current else "/static/0123456789ab/js/csrf.js"
    )
    told, asked, _ = run_on_whole_page(error + PART, page, scripts=scripts)
    assert told == said
    assert asked == ([reverse("worker")] if asks else [])


@pytest.mark.django_db
def test_a_transition_between_pages_that_is_given_up_is_no_error(client: Client) -> None:
    page = client.get("/tavoli/").content.decode()
    told, asked, is_left = run_on_whole_page(GIVEN_UP + PART, page, scripts="")
    assert (told, asked, is_left) == (None, [], False)
