"""Live updates of an event's page: `static/js/tournaments/morph.js`."""

from __future__ import annotations

import pytest

from tests.node import run_on_page

UPDATED = """
    const { morphPart } = await load("tournaments/morph");
    const kept = new Map(Object.entries({ class: "tabs", "data-part": "nav", "data-open": "1" }));
    const here = {
        get attributes() { return [...kept].map(([name, value]) => ({ name, value })); },
        getAttribute: (name) => kept.get(name),
        setAttribute: (name, value) => kept.set(name, value),
        removeAttribute: (name) => kept.delete(name),
        children: [], firstChild: null,
    };
    const fresh = new Map(Object.entries(%s));
    morphPart(here, {
        attributes: [...fresh].map(([name, value]) => ({ name, value })),
        hasAttribute: (name) => fresh.has(name),
        childNodes: [],
    });
    console.log(JSON.stringify([...kept.keys()].sort()));
"""


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ('{ "data-part": "nav" }', ["class", "data-open", "data-part"]),
        ('{ "data-part": "nav", "class": "tabs" }', ["class", "data-part"]),
    ],
)
def test_a_part_sent_as_content_only_keeps_its_look(sent: str, kept: list[str]) -> None:
    assert run_on_page(UPDATED % sent) == kept
