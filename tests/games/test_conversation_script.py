"""The conversation of a table page with the server: `static/js/table/conversation.js`."""

from __future__ import annotations

import pytest

from tests.node import run_on_page

CONVERSATION = """
    let socket, loaded = 0;
    globalThis.WebSocket = class { constructor() { socket = this; } };
    globalThis.setInterval = nothing;
    location.reload = () => (loaded += 1);
    const { makeConversation } = await load("table/conversation");
    const table = { code: "abcd", game: "tressette", epoch: "1", match: "1" };
    makeConversation({ store: { table }, onTable: nothing });
    const frame = { t: "table", rev: 2, table: { ...table, match: "2", ...changed } };
    socket.onmessage({ data: JSON.stringify(frame) });
    console.log(loaded);
    process.exit();
"""


@pytest.mark.parametrize(("changed", "loaded"), [({}, 0), ({"game": "briscola"}, 1), ({"epoch": "2"}, 1)])
def test_a_page_is_loaded_again_for_another_game_at_its_table(changed: dict[str, str], loaded: int) -> None:
    assert run_on_page(CONVERSATION, changed=changed) == loaded
