"""Links that share finished matches: they work for everybody, until a player withdraws them.

`finished_matches.eyes_of` decides, each time a link is opened, what it shows.
"""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches, replay
from games.models import Match, Share
from games.play import selectors
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket

PER_SECOND, AT_ONCE = 1 / 60, 10
"""The rate limit for links that a person makes."""


def share_match(user: User, match_id: uuid.UUID) -> Share:
    """Make the link of a match, or return the one that there is.

    Refused as the replay is, and as `not_your_match`, `match_unfinished`, `came_later`, `throttled`.
    """
    row, _eyes = finished_matches.access_replay(user, match_id)
    if not is_players(user, row):
        raise ActionRefused("not_your_match")
    if row.status != Match.Status.FINISHED:
        raise ActionRefused("match_unfinished")
    known = Share.objects.filter(match=row).first()
    if known is None and not may_make(user, row):
        raise ActionRefused("came_later")
    if known is None and not shared_bucket(("share", user.pk), rate=PER_SECOND, burst=AT_ONCE).take():
        raise ActionRefused("throttled")
    return known or Share.objects.get_or_create(match=row, defaults={"by": user})[0]


def own_share(user: selectors.Reader, match_id: uuid.UUID) -> Share:
    """The link of a match, for its players. Refused as `no_match`, `not_your_match`, `not_shared`."""
    known = Share.objects.filter(match=_own(user, match_id)).first()
    if known is None:
        raise ActionRefused("not_shared")
    return known


def withdraw_share(user: User, match_id: uuid.UUID) -> None:
    """Withdraw the link of a match. Refused as `no_match`, `not_your_match`."""
    Share.objects.filter(match=_own(user, match_id)).delete()


def open_share(token: str) -> tuple[Match, replay.Eyes]:
    """The match of a link, and the seats whose cards it shows. Refused as `not_shared`, `boards_closed`."""
    shared = Match.objects.select_related("table__boards").filter(share__token=token, game__in=GAMES)
    row = None if "\0" in token else shared.first()
    if row is None:
        raise ActionRefused("not_shared")
    return row, finished_matches.eyes_of(AnonymousUser(), row, is_shared=True)


def is_players(user: selectors.Reader, row: Match) -> bool:
    """Return whether a person, not a program, played the match."""
    return isinstance(user, User) and not user.is_bot and row.seat_of(user.pk) is not None


def may_make(user: selectors.Reader, row: Match) -> bool:
    """Return whether a person played from the beginning; a newcomer may not show earlier deals."""
    seat = row.seat_of(user.pk)
    return is_players(user, row) and seat is not None and not row.since(seat)


def _own(user: selectors.Reader, match_id: uuid.UUID) -> Match:
    row = Match.objects.select_related("table").filter(pk=match_id, game__in=GAMES).first()
    if row is None:
        raise ActionRefused("no_match", finished_matches.NO_SUCH_MATCH)
    if is_players(user, row):
        return row
    if selectors.is_concealed(user, row.table):
        raise ActionRefused("no_match", finished_matches.NO_SUCH_MATCH)
    raise ActionRefused("not_your_match")
