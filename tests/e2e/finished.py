"""Create finished matches in the database of the environment."""

from __future__ import annotations

import uuid
from copy import copy
from random import Random
from typing import Any

from games.models import Event, Match
from games.people import results
from games.play import actions, live
from ludocards.engine.game import Command
from tests.chance import CHANCE
from tests.engine.matches import AtRandom
from tests.live import seed as seeded
from tests.live.seed import close_window


def finish(match: str, random: Random) -> None:
    """Play a match to its end, and score it; bidding windows close by themselves."""
    while (row := Match.objects.select_related("table").get(pk=match)).status == Match.Status.PLAYING:
        game, state = live.GAMES[row.game], live.state_of(row)
        if game.window(state) is not None:
            close_window(row)
        else:
            seat = game.to_act(state)[0]
            legal = game.legal(state, seat)
            accuse = [command for command in legal if command.do == "accuse"]
            command = accuse[0] if accuse else AtRandom(random)(game.view(state, seat), legal)
            actions.submit_command(row.pk, seat, command, uuid.uuid4().hex, row.version)
    results.score_match(row.pk)  # the task was enqueued in this process, where no worker is


def let_time_go_by(code: str) -> None:
    """Close the bidding window at a table as if its time had gone by."""
    close_window(Match.objects.get(table__code=code))


def at_the_scarto(**wanted: Any) -> dict[str, Any]:
    """Make a table of three people where the first has said tengo and the `dealer` has to lay cards away."""
    [table] = seeded.seed(people=3, players=3, game="tarocchi", **wanted)
    now = live.load_match(uuid.UUID(table["match"]))
    actions.submit_command(now.row.pk, 0, Command.of("call", call="tengo"), "tengo", now.version)
    [dealer] = live.load_match(now.row.pk).to_act()
    return {**table, "dealer": dealer}


def prolonged(row: Match, deals: int) -> Match:
    """Repeat the deals of a match in turn until it has `deals` of them."""
    log = list(Event.objects.filter(match=row))
    rest = [each for each in log if each.kind == "finished"]
    starts = [place for place, each in enumerate(log) if each.kind == "committed"]
    cut = [log[a:b] for a, b in zip(starts, [*starts[1:], len(log)], strict=True)]
    sides = [each.public["scores"] for each in log if each.kind == "scored"]
    added, totals, seq = [], [sum(side) for side in zip(*sides, strict=True)], row.version
    for deal in range(len(cut), deals):
        for event in cut[deal % len(cut)]:
            if event in rest:
                continue
            seq += 1
            new = copy(event)
            new.pk, new.seq, new.command_id = None, seq, None
            if "deal" in new.public:
                new.public = {**new.public, "deal": deal}
            if new.kind == "scored":
                totals = [a + b for a, b in zip(totals, new.public["scores"], strict=True)]
                new.public = {**new.public, "totals": totals}
            added.append(new)
    Event.objects.filter(pk__in=[each.pk for each in rest]).delete()
    Event.objects.bulk_create(added, batch_size=2_000)
    row.rules = {**row.rules, "match_end": {"deals": deals}}
    row.version = seq
    row.save()
    return row


def finished(seed: int, **wanted: Any) -> dict[str, Any]:
    """Like `tests.live.seed.seed_table`, with its options, but all players have played at random: cards and
    play follow from `seed` and the options.
    """
    with CHANCE.named(f"finished {seed} {sorted(wanted.items())}"):
        [table] = seeded.seed(people=wanted["players"], **wanted)
    finish(table["match"], Random(seed))
    return table
