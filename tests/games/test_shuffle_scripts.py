"""The random number of a browser: kept, sent with forms and at tables, and looked for in the shuffle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.node import run_on_page

BROWSER = """
    const listeners = {}, known = new Map();
    const kept = new Map(stored ? [["shuffles", JSON.stringify(stored)]] : []);
    globalThis.localStorage = {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value),
    };
    const fake = () => ({
        ...anything(),
        dataset: {}, children: [], hidden: false, textContent: "", className: "", classList: new Set(),
        querySelector: (selector) => named(selector),
        querySelectorAll: (selector) => [named(selector)],
        addEventListener(kind, action) { this[`on${kind}`] = action; },
        append(...added) { this.children.push(...added); },
        replaceChildren(...added) { this.children = added; },
        showModal() { this.open = true; },
    });
    const named = (selector) => known.get(selector) ?? known.set(selector, fake()).get(selector);
    const shuffles = () => JSON.parse(kept.get("shuffles") ?? "null");
    Object.assign(document, {
        createElement: fake,
        createElementNS: fake,
        addEventListener: (kind, action) => { listeners[kind] = action; },
    });
"""
"""A page whose elements remember what they were given, found by `named(selector)`; the browser has `stored`
what it kept."""
NONCE, OTHER = "ab" * 32, "cd" * 32
KEPT = {"commitment": "promised", "nonce": NONCE}

SUBMIT = """
    await load("shuffle");
    const fields = sent ? { ticket: { value: sent, remove() { delete fields.ticket; } } } : {}, asked = [];
    globalThis.fetch = async (address) => {
        asked.push(address);
        return { ok: true, json: async () => ({ ticket: "ticket", commitment: "of the next" }) };
    };
    const target = {
        dataset: form, elements: fields,
        append: ({ name, value }) => { fields[name] = value; },
        requestSubmit: (by) => asked.push(`sent by ${by}`),
    };
    let isHeld = false;
    await listeners.submit({ target, submitter: "button", preventDefault: () => { isHeld = true; } });
    console.log(JSON.stringify({ fields, asked, isHeld, shuffles: shuffles() }));
"""


def submitted(
    form: dict[str, str], stored: dict[str, Any] | None = None, sent: str = "", hours: int = 0
) -> dict[str, Any]:
    """Submit a form with these `data-` attributes, whose page was sent with a ticket so many hours ago."""
    later = f"const now = Date.now() + {hours} * 3_600_000; Date.now = () => now;"
    done: dict[str, Any] = run_on_page(BROWSER + later + SUBMIT, form=form, stored=stored, sent=sent)
    return done


def test_a_form_that_takes_a_seat_or_enters_a_tournament_brings_a_number() -> None:
    seat = submitted({"shuffle": "sit"})
    assert len(bytes.fromhex(seat["fields"]["nonce"])) == 32
    assert seat["shuffles"] == {"next": {"commitment": "", **seat["fields"]}}
    assert not seat["isHeld"]
    another = submitted({"shuffle": "sit"}, {"next": {"commitment": "", "nonce": NONCE}})
    assert another["fields"]["nonce"] != NONCE, "each match has a number of its own"
    entered = submitted({"shuffle": "enter", "match": "arena", "commitment": "promised"})
    assert entered["shuffles"] == {"arena": {"commitment": "promised", **entered["fields"]}}
    again = submitted({"shuffle": "enter", "match": "arena", "commitment": "promised"}, {"arena": KEPT})
    assert again["fields"] == {"nonce": NONCE}, "the same for the same promise"
    anew = submitted({"shuffle": "enter", "match": "arena", "commitment": "another"}, {"arena": KEPT})
    assert anew["fields"]["nonce"] != NONCE
    assert submitted({})["fields"] == {}


def test_a_form_that_begins_a_match_asks_for_the_promise_first() -> None:
    begun = submitted({"shuffle": "open", "promise": "/promessa/"}, {"next": KEPT})
    assert begun["isHeld"]
    assert begun["asked"] == ["/promessa/", "sent by button"]
    assert begun["fields"].pop("ticket") == "ticket"
    assert begun["fields"]["nonce"] != NONCE
    assert begun["shuffles"] == {"next": {"commitment": "of the next", **begun["fields"]}}


def test_a_form_whose_page_brought_the_promise_is_sent_at_once() -> None:
    form = {"shuffle": "open", "promise": "/promessa/", "commitment": "promised"}
    begun = submitted(form, sent="ticket")
    assert (begun["isHeld"], begun["asked"]) == (False, [])
    assert begun["fields"]["ticket"]["value"] == "ticket"
    assert begun["shuffles"] == {"next": {"commitment": "promised", "nonce": begun["fields"]["nonce"]}}
    for used, old in ({"next": KEPT}, 0), (None, 1):
        anew = submitted(form, used, sent="ticket", hours=old)
        assert anew["asked"] == ["/promessa/", "sent by button"]
        assert anew["fields"]["ticket"] == "ticket"
        assert anew["shuffles"]["next"]["commitment"] == "of the next"


AT_A_TABLE = """
    document.querySelector = named;
    const sent = [];
    const { makeFair } = await load("table/fair");
    const store = { me, match: "match", fair: { boards }, table: { me, fair: promised } };
    const names = { name: (seat) => ["Anna", "Bruno"][seat] };
    const fair = makeFair({ store, names, send: (frame) => sent.push(frame) });
    fair.answer();
    fair.promise({ deal: 0, commitment, nonces });
    named(".fair").onclick();
    const { hidden, textContent, className } = named(".fair-mine");
    console.log(JSON.stringify({
        sent, nonce: fair.nonce(),
        mine: hidden ? null : [className, textContent],
        nonces: named(".fair-nonces").children.length,
        boards: named(".fair-boards").textContent,
        isOwn: !named(".fair-own").hidden,
    }));
"""


def at_a_table(nonces: list[str | None] | None, **given: Any) -> dict[str, Any]:
    """Look at the shuffle of a match with these numbers by seat, from seat 0, in a browser that kept one."""
    usual = {"me": 0, "boards": None, "promised": None, "commitment": "promised", "stored": {"match": KEPT}}
    shown: dict[str, Any] = run_on_page(BROWSER + AT_A_TABLE, nonces=nonces, **{**usual, **given})
    return shown


@pytest.mark.parametrize(
    ("nonces", "given", "outcome"),
    [
        ([NONCE, OTHER], {}, ("ok", "è in queste carte")),
        ([NONCE], {"stored": {"next": KEPT}}, ("ok", "è in queste carte")),
        ([OTHER, NONCE], {}, ("bad", "non è in queste carte")),
        ([NONCE, OTHER], {"commitment": "another"}, ("bad", "un’impronta diversa")),
        ([NONCE, OTHER], {"me": None}, None),
        ([OTHER, None], {"stored": {"next": KEPT}}, None),
        ([NONCE, OTHER], {"stored": None}, None),
        (None, {}, None),
    ],
    ids=["in", "of before", "of another", "of another promise", "looks on", "not in", "not kept", "none"],
)  # fmt: skip
def test_a_browser_looks_for_its_number_in_the_shuffle(
    nonces: list[str | None] | None, given: dict[str, Any], outcome: tuple[str, str] | None
) -> None:
    shown = at_a_table(nonces, **given)
    assert shown["nonces"] == len(nonces or ())
    if outcome is None:
        assert shown["mine"] is None
    else:
        assert shown["mine"][0].endswith(outcome[0])
        assert outcome[1] in shown["mine"][1]


def test_a_table_sends_the_number_of_a_seat_once() -> None:
    promised = {"match": "next match", "commitment": "of it"}
    first = at_a_table(None, promised=promised)
    assert first["sent"] == [{"t": "nonce", "commitment": "of it", "nonce": first["nonce"]}]
    assert at_a_table(None, promised={**promised, "added": True})["sent"] == []
    assert at_a_table(None, promised=promised, me=None)["sent"] == []
    assert at_a_table(None)["nonce"] == ""


SITS_DOWN = """
    const sent = [];
    globalThis.fetch = async (address, { body }) => {
        sent.push([address, JSON.parse(body)]);
        return { ok: true, json: async () => ({}) };
    };
    const { makeRequests } = await load("table/requests");
    document.querySelector = () => ({ value: "token" });
    const { sitDown } = makeRequests({ table: "/tavolo/abcd/", nonce: () => "number", reopen: () => sent.push("again") });
    await sitDown(1, "Rosalia");
    console.log(JSON.stringify(sent));
"""  # noqa: E501


def test_whoever_sits_down_at_a_table_brings_a_number() -> None:
    """And has a socket of their own from then on."""
    taken = {"seat": 1, "name": "Rosalia", "nonce": "number"}
    assert run_on_page(SITS_DOWN) == [["/tavolo/abcd/siediti/", taken], "again"]


def test_the_deals_of_a_tournament_are_named_instead_of_the_match() -> None:
    shared, own = at_a_table([NONCE], boards="arena/12"), at_a_table([NONCE])
    assert (shared["boards"], shared["isOwn"]) == ("arena/12", False)
    assert (own["boards"], own["isOwn"]) == ("", True)


OF_AN_EVENT = """
    const list = named("[data-nonces]"), note = named("[data-in]");
    list.dataset = { nonces: "arena", commitment: "promised" };
    list.querySelectorAll = () => nonces.map((textContent) => ({ textContent }));
    note.dataset = { in: "in", missing: "missing", other: "other" };
    note.hidden = true;
    const { sayMine } = await load("tournaments/nonces");
    sayMine({ querySelector: named });
    console.log(JSON.stringify([note.hidden, note.textContent, [...note.classList]]));
"""


def test_the_page_of_a_tournament_says_whether_the_number_is_among_those_of_its_deals() -> None:
    def shown(nonces: list[str], stored: dict[str, Any]) -> Any:
        return run_on_page(BROWSER + OF_AN_EVENT, nonces=nonces, stored=stored)

    assert shown([OTHER, NONCE], {"arena": KEPT}) == [False, "in", ["ok"]]
    assert shown([OTHER], {"arena": KEPT}) == [False, "missing", ["bad"]]
    other = {"arena": {**KEPT, "commitment": "another"}}
    assert shown([NONCE], other) == [False, "other", ["bad"]]
    assert shown([NONCE], {}) == [True, "", []]
