"""Finished matches for the tests of ratings and standings, without their logs."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Match, Rating, Result, Standing, Table
from games.people import results
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User

NOON = timezone.make_aware(datetime(2026, 3, 1, 12))  # noqa: DTZ001  (made aware here)
PAIRS = (0, 1, 0, 1)


def played(
    people: Sequence[User | None],
    places: Sequence[int] = (1, 2),
    *,
    sides: Sequence[int] = PAIRS,
    at: datetime | timedelta = timedelta(),
    rated: bool = True,
    left: Collection[int] = (),
    game: str = "tressette",
    **facts: object,
) -> tuple[Match, list[Result]]:
    """Make a finished match that is not scored yet, and the facts of its log.

    In `people`, `None` is a bot; `places` are by side.
    """
    when = at if isinstance(at, datetime) else NOON + at
    table, _ = Table.objects.get_or_create(
        code="finished", defaults={"rules": {}, "game": game, "players": 4}
    )
    row = Match.objects.create(
        pk=uuid.uuid4(),
        table=table,
        game=game,
        rules={"preset": next(iter(GAMES[game].presets))},
        players=[
            {
                "name": user.username if user else "bot",
                "user": user.pk if user else None,
                "bot": "" if user else "b",
            }
            for user in people
        ],
        away=list(left),
        missed=[],
        bank_ms=[],
        snapshot={},
        status=Match.Status.FINISHED,
        finished_at=when,
        rated=rated,
    )
    per_seat = [
        Result(
            match=row,
            seat=seat,
            user=user,
            bot="" if user else "b",
            side=side,
            score=21 if places[side] == 1 else 10,
            place=places[side],
            game=game,
            players=len(people),
            at=when,
            rated=rated,
            rank=places[side],
            left=seat in left,
            absent=seat in left,
            won=places[side] == 1 and seat not in left,
            partner=next((p for s, p in enumerate(people) if s != seat and sides[s] == side), None),
            **{"preset": "classico", "deals": 5, "points": 40 + seat, "tally": {"accuse": seat + 1}, **facts},
        )
        for seat, (user, side) in enumerate(zip(people, sides, strict=True))
    ]
    return row, per_seat


def score(*matches: tuple[Match, list[Result]]) -> None:
    for row, per_seat in matches:
        results.enter_results(row, per_seat)


def everything() -> list[list[tuple[object, ...]]]:
    """Return all projections, for an exact comparison."""
    return [
        list(model.objects.order_by(*order).values_list(*fields))
        for model, order, fields in (
            (
                Result,
                ("match", "seat"),
                ("match", "seat", "user", "mu", "sigma", "gain", "weight", "won", "rated"),
            ),
            (
                Rating,
                ("game", "user"),
                ("game", "user", "mu", "sigma", "shown", "spread", "matches", "listed"),
            ),
            (
                Standing,
                ("game", "user", "period"),
                (
                    *("game", "user", "period", "matches", "wins", "rated", "rated_wins", "gain"),
                    *("deals", "points", "streak", "longest", "tally", "split", "listed"),
                ),
            ),
        )
    ]
