"""The scores that a phone has kept, and sends once there is a network: `tournaments/score_sheet.js`."""

from __future__ import annotations

from typing import Any

from tests.node import run_on_page

SENDING = """
    const stored = new Map([["ludopoli-scores-coppa", JSON.stringify(kept)]]);
    globalThis.localStorage = {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => stored.set(key, value),
    };
    globalThis.sessionStorage = { setItem: nothing };
    globalThis.MutationObserver = class { observe() {} };
    globalThis.setInterval = nothing;
    Map.groupBy ??= (items, keyOf) => items.reduce(
        (groups, each) => groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]), new Map(),
    ); // only newer Nodes have it
    const note = { dataset: { waiting: "No network.", written: "Written down." } };
    const page = { ...anything(), querySelector: nothing, querySelectorAll: () => [] };
    const parts = { "[data-scores-note]": note, "[data-parts]": page };
    document.querySelector = (selector) => parts[selector] ?? null;
    const sent = [];
    let posted;
    const lastIsPosted = new Promise((done) => { posted = done; });
    globalThis.fetch = async (address, { body }) => {
        const id = body.get("sent_as");
        sent.push([id, body.get("score-1-0")]);
        if (sent.length === kept.length || !answers[id]) setTimeout(posted);
        if (!answers[id]) throw new TypeError("no network");
        const [status, code] = answers[id];
        return { ok: status === 200, status, json: async () => ({ code, message: "It cannot be." }) };
    };
    const { SITE_PATH } = await load("site-path");
    location.pathname = `${SITE_PATH}tornei/coppa/foglio/`;
    await load("tournaments/score_sheet");
    if (kept.length) await lastIsPosted;
    const left = JSON.parse(stored.get("ludopoli-scores-coppa")).map(({ id }) => id);
    console.log(JSON.stringify({ sent, left, says: note.textContent ?? "", hidden: note.hidden ?? true }));
"""


def sends(answers: dict[str, Any]) -> dict[str, Any]:
    """Load the page of a phone that has kept the scores with these ids; a status, with the code of a refusal,
    answers each of them, or there is no network."""
    kept = [{"id": each, "fields": [["score-1-0", each], ["score-1-1", "4"]]} for each in answers]
    done: dict[str, Any] = run_on_page(SENDING, kept=kept, answers=answers)
    return done


def test_what_is_refused_is_not_hidden_by_what_is_written_down() -> None:
    refused = [409, "bad_scores"]
    done = sends({"77": refused, "88": refused, "6": [200, None], "9": None})
    assert done["says"] == "It cannot be. 77–4 It cannot be. 88–4 No network."
    assert not done["hidden"]
    assert done["left"] == ["9"], "the others have been answered"
    assert sends({"77": refused, "6": [200, None]})["says"] == "It cannot be. 77–4"


def test_scores_are_sent_in_order_and_said_to_be_written_down() -> None:
    done = sends({"8": [200, None], "6": [200, None]})
    assert done["sent"] == [["8", "8"], ["6", "6"]]
    assert (done["says"], done["left"]) == ("Written down.", [])


def test_scores_wait_as_long_as_the_server_can_not_answer() -> None:
    """A status of 403 may be the end of a session; who writes at the wrong table is refused."""
    for answer in ([503, "try_again"], [403, "csrf"]):
        done = sends({"8": answer})
        assert (done["says"], done["left"]) == ("No network.", ["8"])
    assert sends({"8": [403, "not_your_table"]})["left"] == []
