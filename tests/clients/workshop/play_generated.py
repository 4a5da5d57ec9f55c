"""Play a match with the client of openapi-generator: `python play_generated.py SERVER TOKEN GAME RULES`."""

from __future__ import annotations

import json
import sys
import time
import uuid

from ludopoli_generated import (
    ApiClient,
    ApiException,
    Bots,
    Card,
    Command,
    CommandShape,
    Configuration,
    DiscardCommand,
    DiscardCommandCards,
    OpenTable,
    PlayApi,
    StateShape,
    TablesApi,
    TarocchiView,
)


def choose(state: StateShape) -> Command | None:
    """Return the last legal command or, if only the view lists the possibilities, three cards to lay away."""
    view = state.view.actual_instance
    if isinstance(view, TarocchiView) and view.discard is not None:
        free = [card for card in view.hand or [] if card not in view.discard.barred]
        cards = DiscardCommandCards([Card(card) for card in free[: view.discard.count]])
        return Command(DiscardCommand(do="discard", cards=cards))
    return state.legal[-1] if state.legal else None


def main(server: str, token: str, game: str, rules: str) -> None:
    with ApiClient(Configuration(host=server, access_token=token)) as client:
        tables, play = TablesApi(client), PlayApi(client)
        wanted = {"game": game, "rules": json.loads(rules), "private": True, "pace": 0}
        opened = tables.tables_create(OpenTable.from_dict(wanted))
        match = tables.tables_bots_create(opened.code, Bots()).match
        while (state := play.matches_state_retrieve(match)).view.actual_instance.places is None:
            command = choose(state)
            if command is None:
                time.sleep(0.05)
                continue
            sent = CommandShape(id=str(uuid.uuid4()), version=state.version, command=command)
            try:
                play.matches_commands_create(match, sent)
            except ApiException as refused:
                if json.loads(refused.body)["code"] != "stale":
                    raise
    print(json.dumps({"match": str(match), "places": state.view.actual_instance.places}))


if __name__ == "__main__":
    main(*sys.argv[1:])
