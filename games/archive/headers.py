"""The headers of a record that say how a match ended and what it is made of, for readers of the archive.

`docs/record.md` describes them. Whatever holds events registers its own (`register_event_headers`).
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Match, Result
from games.people.ratings import skill_after
from ludocards.engine.game import Json

Headers = dict[str, Json]

EventHeaders = Callable[[Collection[int]], Mapping[int, Headers]]
"""Returns `event`, `round` and `table` by the ids of these tables; of those that everybody may know."""

_events: list[EventHeaders] = []


def register_event_headers(headers: EventHeaders) -> EventHeaders:
    _events.append(headers)
    return headers


def account_key(account: int) -> str:
    """The name of an account that never changes, and from which only this site could find the account."""
    return salted_hmac("ludopoli.archive", str(account), algorithm="sha256").hexdigest()[:20]


def match_headers(rows: Sequence[Match]) -> dict[uuid.UUID, Headers]:
    """The headers of finished matches, read with their tables. One query, and one if there are events."""
    seated: dict[uuid.UUID, list[Result]] = defaultdict(list)
    results = Result.objects.filter(match__in=[row.pk for row in rows]).select_related("user")
    for result in results.order_by("match", "seat"):
        seated[result.match_id].append(result)
    hosted = [row.table_id for row in rows if row.table.hosted and not row.table.private]
    events: dict[int, Headers] = {}
    for headers in _events if hosted else ():
        events |= headers(hosted)
    return {
        row.pk: {"site": settings.SITE_URL, **events.get(row.table_id, {}), **_outcome(row, seated[row.pk])}
        for row in rows
    }


def _outcome(row: Match, seated: Sequence[Result]) -> Headers:
    known: Headers = {"rated": row.rated}
    if row.finished_at is not None:
        known["ended"] = row.finished_at.isoformat()
    if row.table.move_seconds is not None:
        known["clock"] = {"move": row.table.move_seconds, "reserve": row.table.bank_seconds}
    if seated:
        known["result"] = _result([each for _, each in sorted({each.side: each for each in seated}.items())])
        known["seats"] = [_seat(each) for each in seated]
    return known


def _result(sides: Sequence[Result]) -> Headers:
    places, ranks = [each.place for each in sides], [each.rank for each in sides]
    compared = {} if ranks == places else {"ranks": ranks}
    return {"scores": [each.score for each in sides], "places": places, **compared}


def _seat(result: Result) -> Headers:
    known: Headers = {"kind": _kind(result)}
    if result.bot:
        known["level"] = result.bot
    if result.user is not None:
        known["account"] = account_key(result.user.pk)
        if result.user.owner_id is not None:
            known["owner"] = account_key(result.user.owner_id)
    if result.absent:
        known["absent"] = True
    if result.user is not None and result.gain is not None:
        known |= {"rating": skill_after(result).shown - result.gain, "change": result.gain}
    return known


def _kind(result: Result) -> str:
    if result.user is None:
        return "bot" if result.bot else "forgotten"
    if result.user.deleted_at is not None:
        return "forgotten"
    return "guest" if result.user.is_guest else "program" if result.user.is_bot else "person"
