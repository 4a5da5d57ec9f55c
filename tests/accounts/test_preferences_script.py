"""The preferences of a browser go to a new account, and no choice is lost on the way: `table/prefs.js`."""

from __future__ import annotations

from typing import Any

from tests.node import run_on_page

PAGE = """
    const asked = [];
    globalThis.localStorage = {
        theme: "dark",
        kept: { "ludopoli.table": JSON.stringify({ speed: "slow", sorted: true }) },
        getItem(key) { return this.kept[key] ?? null; },
        setItem(key, value) { this.kept[key] = value; },
    };
    globalThis.fetch = (address, { body }) => new Promise((done) =>
        asked.push({ query: new URL(address, location).search, body: JSON.parse(body), done }));
    const { setPreference, prefs } = await load("table/prefs");
    const answer = async (status) => {
        asked[0]?.done({ status, ok: status < 300 });
        await new Promise((done) => setTimeout(done));
    };
    if (before) setPreference(...before);
    await answer(status);
    setPreference("volume", 30);
    const requests = asked.map(({ query, body }) => [query, body]);
    console.log(JSON.stringify({ prefs, sent: requests, kept: localStorage.kept["ludopoli.table"] }));
"""
DEFAULTS = {"theme": None, "speed": "normal", "sorted": True, "volume": 60}
BROUGHT = {"theme": "dark", "speed": "slow"}


def choose(
    *, account: bool = True, fresh: bool = True, status: int = 200, before: list[Any] | None = None
) -> dict[str, Any]:
    """Open a page, choose a preference `before` the site has answered with this status, then the volume."""
    sent = {"account": account, "fresh": fresh, "values": DEFAULTS}
    chosen: dict[str, Any] = run_on_page(PAGE, {"#preferences": sent}, status=status, before=before)
    return chosen


def test_a_new_account_takes_the_preferences_of_the_browser_that_differ_once() -> None:
    chosen = choose()
    assert chosen["sent"] == [["?unless_chosen=true", BROUGHT], ["", {"volume": 30}]]
    assert chosen["prefs"]["speed"] == "slow"


def test_a_choice_that_overtakes_them_brings_them_along() -> None:
    sent = choose(before=["speed", "fast"])["sent"]
    assert sent[1:] == [["", {**BROUGHT, "speed": "fast"}], ["", {"volume": 30}]]


def test_they_are_sent_again_unless_the_site_has_taken_or_refused_them() -> None:
    assert choose(status=503)["sent"][1] == ["", {**BROUGHT, "volume": 30}]
    assert choose(status=400)["sent"][1] == ["", {"volume": 30}]


def test_an_older_account_has_its_own_preferences_on_every_device() -> None:
    chosen = choose(fresh=False)
    assert chosen["sent"] == [["", {"volume": 30}]]
    assert (chosen["prefs"]["theme"], chosen["prefs"]["speed"]) == (None, "normal")


def test_without_an_account_a_preference_stays_in_the_browser() -> None:
    chosen = choose(account=False, fresh=False)
    assert chosen["sent"] == []
    assert chosen["prefs"]["speed"] == "slow"
    assert '"volume":30' in chosen["kept"]
