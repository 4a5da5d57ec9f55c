"""What the programs of an account are told: as it comes on its stream, and by its webhooks.

A happening is stored in the transaction that makes it happen, so whoever was away hears of it when he is
back. Its number is the cursor of the stream. Numbers are given before transactions end, so on a busy server
one may show up a moment after a later one: readers look back over `OVERLAP` for what they have not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Challenge, Happening, Match, Result, Table
from games.play import doorbell
from ludopoli.base.commits import after_commit
from ludopoli.base.times import utc
from ludopoli.webhooks import deliveries, kinds

KEPT = timedelta(days=7)
OVERLAP = timedelta(seconds=5)
MOST_READ = 200

kinds.register(
    match_started=_("a match of mine, or at a table I opened, begins"),
    match_finished=_("a match of mine, or at a table I opened, is over: its results"),
    match_annulled=_("a match of mine, or at a table I opened, is annulled: it no longer counts"),
    match_restored=_("a match of mine that was annulled counts again"),
    challenge=_("somebody asks me to a table"),
    challenge_accepted=_("somebody I asked says yes"),
    challenge_declined=_("somebody I asked says no"),
    challenge_withdrawn=_("the challenger changes their mind"),
)


def tell(users: Iterable[int], kind: str, data: dict[str, Any]) -> None:
    """Note for these people that something happens, in the transaction in which it does."""
    people, now = sorted(set(users)), timezone.now()
    Happening.objects.bulk_create(Happening(user_id=user, kind=kind, data=data, at=now) for user in people)
    deliveries.tell(people, kind, data, now)
    for user in people:
        after_commit(doorbell.ring_account, user)


def since(user: int, have: int) -> list[Happening]:
    """What somebody was told after a cursor, oldest first, and what came late in the moments before it."""
    own = Happening.objects.filter(user=user)
    last = own.filter(pk__lte=have).order_by("-pk").values_list("at", flat=True).first()
    newer = Q(pk__gt=have)
    if last is not None:
        newer |= Q(pk__lt=have, at__gt=last - OVERLAP)
    return list(own.filter(newer).order_by("pk")[:MOST_READ])


def latest(user: int) -> int:
    """The cursor of somebody who has heard everything."""
    return Happening.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True).first() or 0


def tidy(now: datetime | None = None) -> None:
    Happening.objects.filter(at__lt=(now or timezone.now()) - KEPT).delete()


# ---- what happens


def match_started(row: Match, table: Table) -> None:
    tell(_concerned(row, table), "match_started", _match(row, table))


def match_finished(row: Match, results: Sequence[Result]) -> None:
    """Told when it is scored, so with what it gave."""
    seats = [
        {
            "seat": result.seat,
            "name": row.players[result.seat]["name"],
            "bot": bool(result.bot),
            "side": result.side,
            "score": result.score,
            "place": result.place,
            "left": result.left,
            "gain": result.gain,
        }
        for result in results
    ]
    told = {**_match(row, row.table), "rated": row.rated, "results": seats}
    tell(_concerned(row, row.table), "match_finished", told)


def match_judged(row: Match, kind: str) -> None:
    """A moderator has annulled a match (`match_annulled`), or let it count again (`match_restored`)."""
    tell(_concerned(row, row.table), kind, _match(row, row.table))


def challenge(made: Challenge, kind: str, user: int) -> None:
    tell([user], kind, challenge_json(made))


def challenge_json(made: Challenge) -> dict[str, Any]:
    """A challenge for programs; read it with its table and both people."""
    return {
        "id": str(made.pk),
        "table": made.table.code,
        "game": made.table.game,
        "rules": made.table.rules,
        "from": made.challenger.username,
        "to": made.challenged.username,
        "status": made.status,
        "at": utc(made.at),
    }


def _match(row: Match, table: Table) -> dict[str, Any]:
    return {"match": str(row.pk), "table": table.code, "game": row.game}


def _concerned(row: Match, table: Table) -> set[int]:
    """Who plays it, and who opened the table."""
    people = {player["user"] for player in row.players} | {table.host_id}
    return {user for user in people if user is not None}
