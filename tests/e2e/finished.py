"""Finished matches in the database of the environment."""

from __future__ import annotations

import uuid
from datetime import timedelta
from random import Random
from typing import Any

from games import actions, live
from games.engine.game import Refused
from games.models import Match
from tests.engine.matches import at_random
from tests.live import seed as seeded


def finish(match: str, random: Random) -> None:
    """Play on to the end. A window for words is left to close by itself."""
    while (row := Match.objects.select_related("table").get(pk=match)).status == Match.Status.PLAYING:
        game, state = live.GAMES[row.game], live.state_of(row)
        if game.window(state) is not None:
            assert row.deadline_at is not None
            answer = actions.time_out(row.pk, now=row.deadline_at + timedelta(seconds=2))
        else:
            seat = game.to_act(state)[0]
            legal = game.legal(state, seat)
            accuse = [command for command in legal if command.do == "accuse"]
            command = accuse[0] if accuse else at_random(random)(game.view(state, seat), legal)
            answer = actions.submit(row.pk, seat, command, uuid.uuid4().hex, row.version)
        assert not isinstance(answer, Refused), answer


def finished(seed: int, **wanted: Any) -> dict[str, Any]:
    """As `tests.live.seed.seed_table`, whose options it takes; everybody has played at random, by `seed`."""
    [table] = seeded.seed(people=wanted["players"], **wanted)
    finish(table["match"], Random(seed))
    return table

