"""Links that share finished matches: they work for everybody, until a player withdraws them.

`finished_matches.eyes_of` decides, each time a link is opened, what it shows.
"""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches, replay
from games.models import Match, Share
from games.play import selectors
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.throttle import shared_bucket

PER_SECOND, AT_ONCE = 1 / 60, 10
"""The rate limit for links that a person makes."""


def share(user: User, match_id: uuid.UUID) -> Share | Refused:
    """Make the link of a match, or return the one that there is.

    Refused as the replay is, and as `not_your_match`, `match_unfinished`, `came_later`, `throttled`.
    """
    found = finished_matches.access_replay(user, match_id)
    if isinstance(found, Refused):
        return found
    row, _eyes = found
    if not is_players(user, row):
        return _not_yours()
    if row.status != Match.Status.FINISHED:
        return Refused("match_unfinished", "only finished matches are shared")
    known = Share.objects.filter(match=row).first()
    if known is None and not may_make(user, row):
        return Refused("came_later", "only people who played from the beginning share a match")
    if known is None and not shared_bucket(("share", user.pk), rate=PER_SECOND, burst=AT_ONCE).take():
        return Refused("throttled", "too many links, wait a little")
    return known or Share.objects.get_or_create(match=row, defaults={"by": user})[0]


def standing(user: selectors.Reader, match_id: uuid.UUID) -> Share | Refused:
    """The link of a match, for its players. Refused as `no_match`, `not_your_match`, `not_shared`."""
    row = _own(user, match_id)
    if isinstance(row, Refused):
        return row
    known = Share.objects.filter(match=row).first()
    return known or Refused("not_shared", "nobody shares this match")


def withdraw(user: User, match_id: uuid.UUID) -> Match | Refused:
    """Withdraw the link of a match. Refused as `no_match`, `not_your_match`."""
    row = _own(user, match_id)
    if isinstance(row, Match):
        Share.objects.filter(match=row).delete()
    return row


def opened(token: str) -> tuple[Match, replay.Eyes] | Refused:
    """The match of a link, and the seats whose cards it shows. Refused as `not_shared`, `boards_closed`."""
    shared = Match.objects.select_related("table__boards").filter(share__token=token, game__in=GAMES)
    row = None if "\0" in token else shared.first()
    if row is None:
        return Refused("not_shared", "this link opens nothing")
    eyes = finished_matches.eyes_of(AnonymousUser(), row, is_shared=True)
    return eyes if isinstance(eyes, Refused) else (row, eyes)


def is_players(user: selectors.Reader, row: Match) -> bool:
    """Return whether a person, not a program, played the match."""
    return isinstance(user, User) and not user.is_bot and row.seat_of(user.pk) is not None


def may_make(user: selectors.Reader, row: Match) -> bool:
    """Return whether a person played from the beginning; a newcomer may not show earlier deals."""
    seat = row.seat_of(user.pk)
    return is_players(user, row) and seat is not None and not row.since(seat)


def _own(user: selectors.Reader, match_id: uuid.UUID) -> Match | Refused:
    row = Match.objects.select_related("table").filter(pk=match_id, game__in=GAMES).first()
    if row is not None and is_players(user, row):
        return row
    return selectors.NO_MATCH if row is None or selectors.is_concealed(user, row.table) else _not_yours()


def _not_yours() -> Refused:
    return Refused("not_your_match", "only people who played this match share it")
