"""Play a match with the models of datamodel-codegen: `python play_pydantic.py SERVER TOKEN GAME RULES`."""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import Any

import httpx
import models


def choose(state: models.StateShape) -> Any:
    """Return the last legal command or, if only the view lists the possibilities, three cards to lay away."""
    view = state.view.root
    if isinstance(view, models.TarocchiView) and view.discard is not None:
        free = [card for card in view.hand or [] if card not in view.discard.barred]
        laid = {"do": "discard", "cards": [card.root for card in free[: view.discard.count]]}
        return models.DiscardCommand.model_validate(laid).model_dump(mode="json")
    return state.legal[-1].model_dump(mode="json", exclude_none=True) if state.legal else None


def main(server: str, token: str, game: str, rules: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{server}/api/v1/", headers=headers, timeout=60) as client:
        wanted = {"game": game, "rules": json.loads(rules), "private": True, "pace": 0}
        opened = models.TableShape.model_validate(client.post("tables/", json=wanted).json())
        begun = models.TableShape.model_validate(client.post(f"tables/{opened.code}/bots/", json={}).json())
        while True:
            state = models.StateShape.model_validate(client.get(f"matches/{begun.match}/state/").json())
            if state.view.root.places is not None:
                break
            command = choose(state)
            if command is None:
                time.sleep(0.05)
                continue
            sent = {"id": str(uuid.uuid4()), "version": state.version, "command": command}
            answer = client.post(f"matches/{begun.match}/commands/", json=sent)
            if answer.status_code != 200:
                problem = models.Problem.model_validate(answer.json())
                assert problem.code == "stale", problem
    print(json.dumps({"match": str(begun.match), "places": state.model_dump(mode="json")["view"]["places"]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
