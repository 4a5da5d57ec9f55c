"""Leaderboards: of all time by rating, of a year or a month by rating points gained in it.

A leaderboard among friends has everybody with a rated match, including provisional ratings and the reader.

Ties share a rank (1, 1, 3). A page begins after a cursor, the value and the person of the row before, so that
all pages cost the same; ranks are counted by the index of the leaderboard.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from games.models import Rating, Standing
from games.people import standings
from games.people.ratings import matches_until_settled
from games.play.selectors import Reader
from ludopoli.accounts import people
from ludopoli.accounts.models import User

ROWS = 50
"""The number of rows on a page."""

ABOVE = 5
"""The number of rows above the reader's own on a page around it."""

PERIOD = re.compile(r"20\d\d(-(0[1-9]|1[0-2]))?")
CURSOR = re.compile(r"(-?\d{1,6})\.(\d{1,18})")

Cursor = tuple[int, int]
"""The value and the person of the last row before a page."""

Among = Collection[int] | None
"""The people on a leaderboard; None for everybody."""

RATED = ("user_id", "shown", "spread", "listed")
PLAYED = ("user_id", "gain", "rated", "rated_wins", "listed")
PERSON = ("user__username", "user__is_active", "user__is_bot")
"""The columns that a row shows."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A person on a leaderboard; `value` is what it is ordered by, the rating or the gain."""

    rank: int
    user: User
    value: int
    shown: int
    spread: int
    provisional: bool
    matches: int
    wins: int

    @property
    def won(self) -> int:
        """The percentage of rated matches won."""
        return round(100 * self.wins / self.matches) if self.matches else 0


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A person's place: the rank and the distance to the next above, or what they lack to be listed."""

    rank: int | None
    value: int
    above: str = ""
    missing: int = 0
    matches_missing: int = 0
    spread: int = 0


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    rows: list[LeaderboardRow]
    after: Cursor | None
    """The cursor of the next page; None on the last."""
    first: bool
    """True on the first page."""


def period_of(text: str, today: date) -> str | None:
    """The period that an address names: `sempre`, `anno`, `mese`, `2026` or `2026-11`; None if none."""
    named = {"sempre": standings.ALL, "anno": f"{today:%Y}", "mese": f"{today:%Y-%m}"}
    return named.get(text) or (text if PERIOD.fullmatch(text) else None)


def neighbouring_periods(period: str, today: date) -> tuple[str, str | None]:
    """The year or month before this one, and the one after it if it has begun."""
    if not standings.is_month(period):
        year = int(period)
        return str(year - 1), str(year + 1) if year < today.year else None
    year, month = map(int, period.split("-"))
    before = f"{year - 1}-12" if month == 1 else f"{year}-{month - 1:02}"
    after = f"{year + 1}-01" if month == 12 else f"{year}-{month + 1:02}"
    return before, after if after <= f"{today:%Y-%m}" else None


def leaderboard_cursor(text: str) -> Cursor | None:
    """The cursor in an address; None if it is malformed."""
    found = CURSOR.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def friends_circle(user: User) -> list[int]:
    """The ids of the people on a leaderboard among friends, without bot accounts. One query."""
    return [user.pk, *people.friends_of(user).filter(is_bot=False).values_list("pk", flat=True)]


def leaderboard_rows(
    game: str, period: str, after: Cursor | None = None, size: int = ROWS, among: Among = None
) -> LeaderboardPage:
    """The rows after a cursor. Four queries at most."""
    board = _Board(game, period, among)
    below = board.listed if after is None else board.listed.filter(board.after(*after))
    ordered = below.select_related("user").only(*board.columns, *PERSON).order_by(f"-{board.field}", "user")
    read: list[Rating | Standing] = [*ordered[: size + 1]]
    shown = read[:size]
    ahead = board.ahead(read[0]) if after is not None and read else (0, 0)
    last = (board.value(shown[-1]), shown[-1].user_id) if len(read) > size else None
    return LeaderboardPage(_rows(board, shown, *ahead), last, first=sum(ahead) == 0)


def own_place(user: Reader, game: str, period: str, among: Among = None) -> OwnPlace | None:
    """A person's place on a leaderboard; None if they have played nothing that counts. Three queries at
    most."""
    board = _Board(game, period, among)
    own = board.everybody.filter(user=user.pk).first() if user.is_authenticated else None
    if own is None:
        return None
    value = board.value(own)
    if isinstance(own, Standing) and not own.rated:
        return None
    if among is None and not own.listed:
        if isinstance(own, Rating):
            missing = matches_until_settled(own)
            return OwnPlace(None, value, matches_missing=missing, spread=own.spread)
        return OwnPlace(None, value, matches_missing=standings.least_matches(period) - own.rated)
    better = board.listed.filter(**{f"{board.field}__gt": value})
    above = better.select_related("user").order_by(board.field, "-user").first()
    if above is None:
        return OwnPlace(1, value)
    return OwnPlace(better.count() + 1, value, above.user.username, board.value(above) - value)


def cursor_around(user: Reader, game: str, period: str, among: Among = None) -> Cursor | None:
    """The cursor of the page around the reader's own row; None for the first page. Two queries."""
    board = _Board(game, period, among)
    own = board.listed.filter(user=user.pk).first() if user.is_authenticated else None
    if own is None:
        return None
    ahead = board.listed.filter(board.before(board.value(own), own.user_id))
    nearest: list[Rating | Standing] = [*ahead.order_by(board.field, "-user")[: ABOVE + 1]]
    return (board.value(nearest[ABOVE]), nearest[ABOVE].user_id) if len(nearest) > ABOVE else None


class _Board:
    """The rows behind a leaderboard, and the column that it is ordered by."""

    def __init__(self, game: str, period: str, among: Among = None) -> None:
        self.game, self.period, self.among = game, period, among
        self.everybody: QuerySet[Rating] | QuerySet[Standing]
        self.columns: tuple[str, ...]
        if period == standings.ALL:
            self.field, self.columns = "shown", RATED
            self.everybody = Rating.objects.filter(game=game)
        else:
            self.field, self.columns = "gain", PLAYED
            self.everybody = Standing.objects.filter(game=game, period=period)

    @property
    def listed(self) -> QuerySet[Rating] | QuerySet[Standing]:
        if self.among is None:
            return self.everybody.filter(listed=True)
        counting = {} if self.period == standings.ALL else {"rated__gt": 0}
        return self.everybody.filter(user__in=self.among, **counting)

    def value(self, row: Rating | Standing) -> int:
        return int(getattr(row, self.field))

    def after(self, value: int, user: int) -> Q:
        lower = Q(**{f"{self.field}__lt": value}) | Q(user__gt=user)
        return Q(**{f"{self.field}__lte": value}) & lower

    def before(self, value: int, user: int) -> Q:
        higher = Q(**{f"{self.field}__gt": value}) | Q(user__lt=user)
        return Q(**{f"{self.field}__gte": value}) & higher

    def ahead(self, row: Rating | Standing) -> tuple[int, int]:
        """The numbers of rows that are better, and of equal rows that come before."""
        value = self.value(row)
        better = self.listed.filter(**{f"{self.field}__gt": value}).count()
        return better, self.listed.filter(**{self.field: value}, user__lt=row.user_id).count()


def _rows(
    board: _Board, read: Sequence[Rating | Standing], better: int, as_good: int
) -> list[LeaderboardRow]:
    rows: list[LeaderboardRow] = []
    ratings, played = _facts(board, read)
    for place, each in enumerate(read, start=better + as_good + 1):
        value = board.value(each)
        tied = rows[-1].rank if rows and rows[-1].value == value else None
        rating, standing = ratings[each.user_id], played[each.user_id]
        rows.append(
            LeaderboardRow(
                rank=tied or (place if rows else better + 1),
                user=each.user,
                value=value,
                shown=rating.shown,
                spread=rating.spread,
                provisional=not rating.listed,
                matches=standing.rated,
                wins=standing.rated_wins,
            )
        )
    return rows


def _facts(board: _Board, read: Sequence[Rating | Standing]) -> tuple[dict[int, Rating], dict[int, Standing]]:
    """The ratings and the standings behind the rows, by person; one query fetches what was not read yet."""
    ratings = {each.user_id: each for each in read if isinstance(each, Rating)}
    played = {each.user_id: each for each in read if isinstance(each, Standing)}
    known = [each.user_id for each in read]
    if board.period == standings.ALL:
        sums = Standing.objects.filter(game=board.game, period=board.period, user__in=known).only(*PLAYED)
        played = {each.user_id: each for each in sums}
    else:
        rated = Rating.objects.filter(game=board.game, user__in=known).only(*RATED)
        ratings = {each.user_id: each for each in rated}
    return ratings, played
