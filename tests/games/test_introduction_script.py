"""The dialog that asks guests for a name: `static/js/table/introduction.js`."""

from __future__ import annotations

from tests.node import run_on_page

SITTING = """
    const { makeIntroduction } = await load("table/introduction");
    const listeners = {};
    const node = () => ({
        ...anything(), select: nothing, querySelector: node, showModal: nothing,
        addEventListener: (event, act) => (listeners[event] = act),
        close: () => listeners.close(),
        elements: { name: { ...anything(), value: "Carla", defaultValue: "Ospite 1234", select: nothing } },
    });
    document.querySelector = node;
    const asked = [];
    const { ask } = makeIntroduction({ onSit: async () => refusal, onAsked: (name) => asked.push(name) });
    ask(1);
    await listeners.submit({ preventDefault: nothing });
    console.log(JSON.stringify(asked));
"""


def test_a_guest_who_sat_down_by_name_is_not_asked_again() -> None:
    assert run_on_page(SITTING, refusal=None) == ["Ospite 1234"]
    assert run_on_page(SITTING, refusal={"code": "seat_taken"}) == [], "without a name, at the seat"
