"""The page of a table in Node: what its tests share."""

from __future__ import annotations

from django.test import Client

from games.models import Table
from ludopoli.accounts.models import User

TABLE = """
    await load("table/main");
    await until(() => find(".room:not([aria-busy])"));
    const [socket] = sockets;
    const { setPreference } = await load("table/prefs");
    const table = JSON.parse(textOf("#frame"));
    const state = JSON.parse(textOf("#state"));
    const { me: seat } = table;
    const commands = () => sent.filter(({ t }) => t === "do").map(({ command }) => command);
    const play = (card, more) => ({ do: "play", card, ...more });
    const touch = (card) => find(`.hand [data-card="${card}"]`).click();
    let { version } = state;
    function happens(events, changes) {
        Object.assign(state, changes, { view: { ...state.view, ...changes.view } });
        const numbered = events.map((event) => ({ ...event, seq: (version += 1) }));
        socket.hear({ ...state, t: "events", version, events: numbered });
    }
    const nothing = [{ kind: "nothing" }];
    const isTurn = { to_act: [seat] };
    const answer = (more) => socket.hear({ id: sent.findLast(({ t }) => t === "do").id, ...more });
"""
"""The page of `table`, whose `socket` hears frames: `happens(events, changes)` sends events, with the changes
of the state that follow from them, and `answer(more)` answers the last command."""


def page_of(table: Table, user: User) -> str:
    """Return the page of a table as a person at it gets it."""
    client = Client()
    client.force_login(user)
    return client.get(f"/tavolo/{table.code}/").content.decode()
