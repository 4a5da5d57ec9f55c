"""Play a match with the client of openapi-python-client: `python play_attrs.py SERVER TOKEN GAME RULES`."""

from __future__ import annotations

import json
import sys
import time
import uuid

from httpx import Timeout
from ludopoli_client import AuthenticatedClient
from ludopoli_client.api.play import matches_commands_create, matches_state_retrieve
from ludopoli_client.api.tables import tables_bots_create, tables_create
from ludopoli_client.models import (
    AcceptedShape,
    Bots,
    CommandShape,
    DiscardCommand,
    OpenTable,
    StateShape,
    TableShape,
    TarocchiView,
)
from ludopoli_client.types import Unset


def choose(state: StateShape) -> CommandShape | None:
    """Return the last legal command or, if only the view lists the possibilities, three cards to lay away."""
    command = state.legal[-1] if state.legal else None
    view = state.view
    if isinstance(view, TarocchiView) and not isinstance(view.discard, Unset):
        hand = [] if isinstance(view.hand, Unset) else view.hand
        free = [card for card in hand if card not in view.discard.barred]
        command = DiscardCommand("discard", free[: view.discard.count])
    return None if command is None else CommandShape(str(uuid.uuid4()), state.version, command)


def main(server: str, token: str, game: str, rules: str) -> None:
    client = AuthenticatedClient(base_url=server, token=token, timeout=Timeout(60))
    wanted = {"game": game, "rules": json.loads(rules), "private": True, "pace": 0}
    table = tables_create.sync(client=client, body=OpenTable.from_dict(wanted))
    assert isinstance(table, TableShape), table
    begun = tables_bots_create.sync(table.code, client=client, body=Bots())
    assert isinstance(begun, TableShape), begun
    assert begun.match is not None
    while True:
        state = matches_state_retrieve.sync(begun.match, client=client)
        assert isinstance(state, StateShape), state
        if state.view.places is not None:
            break
        command = choose(state)
        if command is None:
            time.sleep(0.05)
            continue
        done = matches_commands_create.sync(begun.match, client=client, body=command)
        assert isinstance(done, AcceptedShape) or done is None or done.code == "stale", done
    print(json.dumps({"match": str(begun.match), "places": state.view.places}))


if __name__ == "__main__":
    main(*sys.argv[1:])
