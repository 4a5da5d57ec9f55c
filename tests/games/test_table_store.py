"""The page's knowledge of a match, by the frames that it gets: `static/js/table/store.js`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.node import run
from tests.test_scripts import SCRIPTS

FRAMES = """
    const { makeStore, takeFrame } = await import(module);
    const store = makeStore({ status: "playing" }, { windowName: "window" });
    for (const frame of frames) {
        if (frame.t === "table") store.table = frame.table;
        else takeFrame(store, { match: "m", ...frame });
    }
    console.log(JSON.stringify(store.isBrokenOff));
"""

PLAY, OVER = {"phase": "play"}, {"phase": "over"}
TABLE_OVER = {"t": "table", "table": {"status": "over"}}


def state(version: int, view: dict[str, str]) -> dict[str, Any]:
    return {"t": "state", "version": version, "view": view}


def events(version: int, view: dict[str, str], kind: str) -> dict[str, Any]:
    return {"t": "events", "version": version, "view": view, "events": [{"seq": version, "kind": kind}]}


@pytest.mark.parametrize(
    ("frames", "broken_off"),
    [
        ([state(4, PLAY), TABLE_OVER], False),
        ([state(4, PLAY), TABLE_OVER, events(5, OVER, "finished")], False),
        ([state(4, PLAY), events(5, OVER, "finished"), TABLE_OVER], False),
        ([TABLE_OVER, state(5, OVER)], False),
        ([state(4, PLAY), TABLE_OVER, events(5, PLAY, "broken_off")], True),
        ([state(4, PLAY), events(5, PLAY, "broken_off"), TABLE_OVER], True),
        ([TABLE_OVER, state(5, PLAY)], True),
    ],
    ids=[
        "its last events are on their way", "it ends after the table", "it ends before the table",
        "the page comes to its end", "broken off after the table", "broken off before the table",
        "the page comes to what was broken off",
    ],
)  # fmt: skip
def test_a_match_is_broken_off_if_it_has_ended_without_a_result(
    frames: list[dict[str, Any]], broken_off: bool
) -> None:
    [path] = [path for path in SCRIPTS if path.name == "store.js"]
    assert run(FRAMES, frames=frames, module=path.as_uri()) is broken_off
