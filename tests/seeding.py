"""Many people with many finished matches without logs, for benchmarks and for filling pages.

Ratings and standings are those that `rebuild` gives.
"""

from __future__ import annotations

import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from operator import attrgetter
from statistics import mean
from typing import Any

from django.db import connection, transaction
from django.db.models import AutoField, DateTimeField, Field, JSONField, Max, Model
from django.db.models.expressions import DatabaseDefault
from django.utils import timezone
from psycopg.types.json import Jsonb

from games import texts
from games.models import Match, Rating, Result, Standing, Table
from games.people import ratings, standings
from ludocards.engine.game import unrefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User

DAYS = 730
"""The number of past days over which the matches are spread."""

RESULTS = 5
"""The average number of results per match; games for more players are played as often as that requires."""

SEATED = {name: max(game.players) for name, game in GAMES.items()}
"""The number of players at a table, by game."""

LASTING = 20
"""The range of a match's length, in minutes."""

SURNAME = "Prova"
"""The names of seeded people: this and their number."""

BATCH = 20_000
"""The number of rows written at a time."""


def _shares() -> list[float]:
    """Return the share of each game, so that a match has `RESULTS` results on average."""
    fewer = [seats for seats in SEATED.values() if seats < RESULTS]
    more = [seats for seats in SEATED.values() if seats >= RESULTS]
    if not fewer or not more:
        return [1.0] * len(SEATED)
    low, high = mean(fewer), mean(more)
    others = (RESULTS - low) / (high - low)
    return [(1 - others) / len(fewer) if seats < RESULTS else others / len(more) for seats in SEATED.values()]


@transaction.atomic
def fill(players: int, matches: int, seed_of_lots: int = 1) -> None:
    """Make accounts, and finished rated matches between them, with ratings and standings."""
    seed(players, matches, random.Random(seed_of_lots))


def seed(players: int, matches: int, rng: random.Random, now: datetime | None = None) -> None:
    """Make accounts and rated matches between them."""
    now = now or timezone.now()
    people = _people(players)
    walks = {game: ratings.Walk(game) for game in SEATED}
    played: dict[str, Counter[int]] = {game: Counter() for game in SEATED}
    made = _matches(people, matches, rng, now)
    while batch := list(islice(made, BATCH // 5)):
        for row, results in batch:
            for _ in walks[row.game].rate(results):
                pass  # there are no totals yet that it could change
            played[row.game].update(result.user_id for result in results if result.user_id is not None)
        store(Match, [row for row, _ in batch])
        store(Result, [result for _, results in batch for result in results])
    for game, walk in walks.items():
        skills = sorted(walk.skills.items())
        store(Rating, [ratings.rating(game, user, skill, played[game][user]) for user, skill in skills])
        theirs = Result.objects.filter(game=game, user__gte=people[0], user__lte=people[-1])
        sums = standings.summed(theirs.order_by("user", "at", "match").iterator(chunk_size=BATCH))
        while rows := list(islice(sums, BATCH)):
            store(Standing, rows)


def store(model: type[Model], rows: Sequence[Model]) -> None:
    """Insert rows in the fastest way of the database, which fills in its own defaults."""
    if connection.vendor != "postgresql" or not rows:
        model._default_manager.bulk_create(rows)
        return
    fields = [
        field
        for field in model._meta.concrete_fields
        if not isinstance(field, AutoField)
        and any(not isinstance(getattr(row, field.attname), DatabaseDefault) for row in rows)
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    with (
        connection.cursor() as cursor,
        cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN') as into,
    ):
        values = [_value(field) for field in fields]
        for row in rows:
            into.write_row([value(row) for value in values])


def _value(field: Field[Any, Any]) -> Callable[[Model], Any]:
    """Return a fast function that formats a value for COPY; Django's own would dominate the run time."""
    plain = attrgetter(field.attname)
    if isinstance(field, JSONField):
        return lambda row: Jsonb(plain(row))
    if isinstance(field, DateTimeField) and (field.auto_now or field.auto_now_add):
        return lambda row: plain(row) or field.pre_save(row, add=True)
    return plain


def _people(players: int) -> list[int]:
    """Make accounts without passwords, and return their ids, which are consecutive."""
    known = User.objects.aggregate(last=Max("pk"))["last"] or 0
    names = (f"{SURNAME} {number}" for number in range(known + 1, known + players + 1))
    while some := list(islice(names, BATCH)):
        store(User, [User(username=name, password="!") for name in some])
    return list(User.objects.filter(pk__gt=known).order_by("pk").values_list("pk", flat=True))


def _matches(
    people: Sequence[int], matches: int, rng: random.Random, now: datetime
) -> Iterator[tuple[Match, list[Result]]]:
    """Yield matches in the order in which they finish; some people play often, most only occasionally."""
    strengths = {user: rng.gauss(0, 1) for user in people}
    games, shares = list(SEATED), _shares()
    tables = {game: _table(game) for game in games}
    for number in range(matches):
        [game] = rng.choices(games, shares)
        seated: list[int] = []
        while len(seated) < SEATED[game]:
            user = people[int(len(people) * rng.random() ** 2)]
            if user not in seated:
                seated.append(user)
        yield _match(
            tables[game], seated, strengths, now - timedelta(days=DAYS) * (1 - number / matches), rng
        )


def _table(game: str) -> Table:
    preset = next(iter(GAMES[game].presets))
    rules = {"preset": preset}
    return Table.objects.create(game=game, rules=rules, players=SEATED[game], status=Table.Status.CLOSED)


@cache
def _sides(game: str) -> tuple[int, ...]:
    """Return the side of each seat under the first preset of a game."""
    rules = next(iter(GAMES[game].presets.values()))
    return GAMES[game].sides(unrefused(GAMES[game].start(rules, SEATED[game], 0)))


def _match(
    table: Table, seated: Sequence[int], strengths: Mapping[int, float], at: datetime, rng: random.Random
) -> tuple[Match, list[Result]]:
    sides = _sides(table.game)
    luck = {side: rng.gauss(0, 1) for side in set(sides)}
    for side, user in zip(sides, seated, strict=True):
        luck[side] += strengths[user]
    places = {side: place for place, side in enumerate(sorted(luck, key=lambda side: -luck[side]), start=1)}
    row = Match(
        pk=uuid.UUID(int=rng.getrandbits(128), version=4),
        table=table,
        game=table.game,
        rules=table.rules,
        players=[{"name": f"{SURNAME} {user}", "user": user, "bot": ""} for user in seated],
        missed=[0] * len(seated),
        bank_ms=[0] * len(seated),
        snapshot={},
        status=Match.Status.FINISHED.value,  # COPY would write the name of a member
        started_at=at - timedelta(minutes=LASTING),
        finished_at=at,
        rated=True,
        scored=True,
    )
    deals = rng.randint(4, 12)
    results = [
        Result(
            match_id=row.pk,  # faster than the object
            seat=seat,
            user_id=user,
            side=sides[seat],
            score=21 - 5 * (places[sides[seat]] - 1),
            place=places[sides[seat]],
            game=row.game,
            preset=row.rules["preset"],
            players=len(seated),
            at=at,
            rated=True,
            rank=places[sides[seat]],
            won=places[sides[seat]] == 1,
            left=False,
            absent=False,
            partner_id=next((u for s, u in enumerate(seated) if s != seat and sides[s] == sides[seat]), None),
            deals=deals,
            points=deals * rng.randint(2, 20),
            tally={name: rng.randint(0, 4) for name in texts.texts_of_game(row.game).tallies},
        )
        for seat, user in enumerate(seated)
    ]
    return row, results
