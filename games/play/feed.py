"""The feed of an account, for its programs: what happens, live on a stream and by webhooks.

A happening is stored in the transaction in which it happens, so a program that was away gets it when it is
back. Its id is the cursor of the stream. Ids are given before transactions end, so on a busy server a smaller
one may appear a moment after a larger one: readers look back over `OVERLAP` for what they have not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import texts
from games.models import Challenge, Happening, Match, Result, Table
from games.play import doorbell
from ludopoli.base.commits import after_commit
from ludopoli.text import times
from ludopoli.text.times import format_utc
from ludopoli.webhooks import deliveries, kinds

OVERLAP = timedelta(seconds=5)
MOST_READ = 200

kinds.register_webhook_kinds(
    match_started=_("a match of yours, or at a table you opened, begins"),
    match_finished=_("a match of yours, or at a table you opened, is over: its results"),
    match_annulled=_("a match of yours, or at a table you opened, is annulled: it no longer counts"),
    match_restored=_("a match of yours that was annulled counts again"),
    challenge=_("somebody challenges you"),
    challenge_accepted=_("somebody accepts your challenge"),
    challenge_declined=_("somebody declines your challenge"),
    challenge_withdrawn=_("a challenge to you is withdrawn"),
)


def publish_happening(
    users: Iterable[int], kind: str, data: dict[str, Any], about: deliveries.Topics = deliveries.NO_TOPICS
) -> None:
    """Add a happening to the feeds of these people, in the transaction in which it happens.

    `about` are the clubs and tournaments to which a webhook may be limited.
    """
    people, now = sorted(set(users)), times.now()
    made = Happening.objects.bulk_create(
        Happening(user_id=user, kind=kind, data=data, at=now) for user in people
    )
    deliveries.queue_event({each.user_id: each.pk for each in made}, kind, data, now, about)
    for user in people:
        after_commit(doorbell.ring_account, user)


def happenings_since(user: int, have: int) -> list[Happening]:
    """The happenings after a cursor, oldest first, with those just before it, which may have appeared
    late."""
    own = Happening.objects.filter(user=user)
    last = own.filter(pk__lte=have).order_by("-pk").values_list("at", flat=True).first()
    newer = Q(pk__gt=have)
    if last is not None:
        newer |= Q(pk__lt=have, at__gt=last - OVERLAP)
    return list(own.filter(newer).order_by("pk")[:MOST_READ])


def latest_cursor(user: int) -> int:
    """The cursor of a reader who has seen everything."""
    return Happening.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True).first() or 0


# ---- what happens


def match_started(row: Match, table: Table) -> None:
    publish_happening(_concerned(row, table), "match_started", _match(row, table))


def match_finished(row: Match, results: Sequence[Result]) -> None:
    """Publish that a match is over, once it is scored, with its results."""
    seats = [
        {
            "seat": result.seat,
            "name": texts.name_as_played(row.players[result.seat], result.seat),
            "bot": bool(result.bot),
            "side": result.side,
            "score": result.score,
            "place": result.place,
            "left": result.left,
            "gain": result.gain,
        }
        for result in results
    ]
    data = {**_match(row, row.table), "rated": row.rated, "results": seats}
    publish_happening(_concerned(row, row.table), "match_finished", data)


def match_judged(row: Match, kind: str) -> None:
    """Publish that a moderator has annulled a match (`match_annulled`) or restored it (`match_restored`)."""
    publish_happening(_concerned(row, row.table), kind, _match(row, row.table))


def publish_challenge(made: Challenge, kind: str, user: int) -> None:
    publish_happening([user], kind, challenge_json(made))


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
        "at": format_utc(made.at),
    }


def _match(row: Match, table: Table) -> dict[str, Any]:
    return {"match": str(row.pk), "table": table.code, "game": row.game}


def _concerned(row: Match, table: Table) -> set[int]:
    """The ids of the people who play the match, and of the table's host."""
    people = {player["user"] for player in row.players} | {table.host_id}
    return {user for user in people if user is not None}
