"""The page of a table in Node: what its tests share."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.models import Match, Table
from ludopoli.accounts.models import User
from tools.shots.world import position

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


def pages_in(until: str, players: int = 4, **wanted: Any) -> list[str]:
    """Return the pages of all players in a position of `tools.shots.world`, that of the one on turn first."""
    made = position(until, players=players, people=players, **wanted)
    match = Match.objects.select_related("table").get(pk=made["match"])
    people = [User.objects.get(pk=player["user"]) for player in match.players]
    return [page_of(match.table, person) for person in people[made["seat"] :] + people[: made["seat"]]]
