"""Arrivals and departures in the words of the table: `static/js/table/arrivals.js`."""

from __future__ import annotations

from tests.node import run_on_page

ANNOUNCING = """
    const { makeArrivals } = await load("table/arrivals");
    const seats = (state) => [{ seat: 0, name: "Anna", state: "here" }, { seat: 1, name: "Tom", state }];
    const store = { table: { status: "playing", seats: seats(states[0]) } };
    const noted = [];
    const names = { isMe: (seat) => seat === 0 };
    const note = (text) => noted.push(text);
    const arrivals = makeArrivals({ store, names, say: nothing, sound: nothing, note });
    for (const state of states.slice(1)) {
        const before = store.table;
        store.table = { ...before, seats: seats(state) };
        arrivals.announce(before, store.table);
    }
    console.log(JSON.stringify(noted));
"""


def test_only_a_player_who_was_offline_is_back() -> None:
    """Between sitting down and the first word of their page a player has no connection yet."""
    assert run_on_page(ANNOUNCING, states=["empty", "lost", "here"]) == ["Tom si siede"]
    back = ["Tom non è in linea", "Tom è di nuovo al tavolo"]
    assert run_on_page(ANNOUNCING, states=["empty", "here", "lost", "here"]) == ["Tom si siede", *back]
    assert run_on_page(ANNOUNCING, states=["lost", "here"]) == back[1:], "offline before one came"
