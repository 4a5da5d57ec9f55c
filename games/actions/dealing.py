"""Chance at a table: the seeds of its deals, what is promised of them, and the cards that they give."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from games.engine import shuffle
from games.engine.catalog import GAMES
from games.engine.game import Event as Happened
from games.engine.game import Refused, Step
from games.models import Match, Table


def first_dealer(table: Table, match_id: uuid.UUID, seed: bytes) -> int:
    """The seat that deals first; where several tables play the same boards, the same at each of them."""
    if table.boards is None:
        return shuffle.first_dealer(seed, str(match_id), table.players)
    return shuffle.boards_dealer(table.boards.name, table.players)


def with_deals(
    row: Match, step: Step[Any], seed: bytes | None
) -> tuple[Any, tuple[Happened, ...], dict[str, Any]]:
    """Add what chance does: the seed of a deal that has been scored, and the next deal.

    A deal was promised when the one before it was dealt; the first, whose `seed` is given, now. The seeds of
    boards stay secret: others play them still.
    """
    game = GAMES[row.game]
    fair: dict[str, Any] = row.snapshot.get("fair", {})
    boards = {"boards": row.table.boards.name} if row.table.boards is not None else {}
    state, events = step.state, []
    for event in step.events:
        events.append(event)
        if event.kind == "scored" and not boards:
            events.append(Happened("revealed", {"deal": fair["deal"], "seed": fair["seed"]}))
    while (number := game.awaits_deal(state)) is not None:
        if seed is not None:
            fair = {"next": _promised(row, number, seed)}
            events.append(_promise(fair["next"]))
        fair = {**fair["next"], **boards, "next": _promised(row, number + 1, seed_of(row.table, number + 1))}
        dealt = _deal(row, state, fair)
        state = dealt.state
        events += [*dealt.events, _promise(fair["next"])]
    return state, tuple(events), fair


def seed_of(table: Table, deal: int) -> bytes:
    """That of the boards which the table plays, or a fresh one."""
    return secrets.token_bytes(32) if table.boards is None else table.boards.seed(table.label(deal))


def _shuffled_as(row: Match) -> str:
    return str(row.pk) if row.table.boards is None else row.table.boards.name


def _deal(row: Match, state: Any, fair: dict[str, Any]) -> Step[Any]:
    game = GAMES[row.game]
    cards = shuffle.shuffle(game.pack(state), bytes.fromhex(fair["seed"]), _shuffled_as(row), fair["deal"])
    step = game.deal(state, game.hand_out(state, cards))
    assert not isinstance(step, Refused), step
    return step


def _promised(row: Match, number: int, seed: bytes) -> dict[str, Any]:
    return {
        "deal": number,
        "seed": seed.hex(),
        "commitment": shuffle.commitment(seed, _shuffled_as(row), number),
    }


def _promise(promised: dict[str, Any]) -> Happened:
    public = {"deal": promised["deal"], "commitment": promised["commitment"]}
    return Happened("committed", public, sealed={"seed": promised["seed"]})
