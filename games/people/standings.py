"""Standings: people's totals at a game, of all time, every year and every month. A projection of the results.

A match is added to the rows of its people when it is scored; `sum_up_person` sums up a person's results anew,
to the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.db.models import F, Q
from django.utils import timezone

from games.models import Result, Standing
from games.people.order import later_than
from games.people.ratings import Moved
from ludopoli.accounts.models import User
from ludopoli.text import zones

ALL = "all"

SUMS = (
    "matches", "wins", "rated", "rated_wins", "gain", "deals", "points", "streak", "longest", "tally",
    "split", "listed",
)  # fmt: skip

BATCH = 2000
"""The number of rows written at a time."""


def least_matches(period: str) -> int:
    """The least number of rated matches for the leaderboard of a period."""
    return 10 if is_month(period) else 30


def is_month(period: str) -> bool:
    return "-" in period


def periods_of(at: datetime) -> tuple[str, str, str]:
    """The periods that a time belongs to, in the site's time zone."""
    day = zones.site_day(at)
    return ALL, f"{day:%Y}", f"{day:%Y-%m}"


def period_span(period: str) -> tuple[datetime, datetime]:
    """The beginning and the end of a year or a month, in the site's time zone."""
    zone = timezone.get_default_timezone()
    year, month = int(period[:4]), int(period[5:] or 1)
    begin = datetime(year, month, 1, tzinfo=zone)
    if not is_month(period):
        return begin, begin.replace(year=year + 1)
    return begin, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone)


def add_results(results: Sequence[Result]) -> None:
    """Add the results of a match that has just been scored to the standings of its people."""
    theirs = {result.user_id: result for result in results if result.user_id is not None}
    if not theirs:
        return
    game, at, match = results[0].game, results[0].at, results[0].match_id
    played_since = Result.objects.filter(later_than((at, match)), user__in=theirs, game=game)
    early = set(played_since.values_list("user", flat=True))
    among = periods_of(at)
    rows = Standing.objects.filter(user__in=theirs.keys() - early, game=game, period__in=among)
    known = {(row.user_id, row.period): row for row in rows}
    for user, result in theirs.items():
        if user in early:
            sum_up_person(game, user)
            continue
        for period in among:
            row = known.get((user, period)) or known.setdefault((user, period), _empty(result, period))
            count_result(row, result)
    _store(known.values())


def sum_up_person(game: str, user: int) -> None:
    """Sum up a person's results at a game anew."""
    Standing.objects.filter(game=game, user=user).delete()
    _store(summed(Result.objects.filter(game=game, user=user).order_by("at", "match").iterator()))


def rebuild_standings(game: str) -> None:
    """Sum up everybody's results at a game anew. The caller holds the lock of the game."""
    Standing.objects.filter(game=game).delete()
    played = Result.objects.filter(game=game, user__isnull=False)
    _store(summed(played.order_by("user", "at", "match").iterator()))


def shift_gains(game: str, moved: Iterable[Moved]) -> None:
    """Apply changes in the gains of matches that have been added already."""
    by: Counter[tuple[int, str]] = Counter()
    for each in moved:
        for period in periods_of(each.at):
            by[each.user, period] += each.by
    for (user, period), more in sorted(by.items()):
        if more:
            Standing.objects.filter(user=user, game=game, period=period).update(gain=F("gain") + more)


def summed(results: Iterable[Result]) -> Iterator[Standing]:
    """The unsaved rows for results of one game, which are ordered by person, then by time."""
    rows: dict[str, Standing] = {}
    user = None
    for result in results:
        if result.user_id != user:
            yield from rows.values()
            rows, user = {}, result.user_id
        for period in periods_of(result.at):
            count_result(rows.get(period) or rows.setdefault(period, _empty(result, period)), result)
    yield from rows.values()


def count_result(row: Standing, result: Result) -> None:
    """Add a result, which must be later than all that the row has."""
    row.matches += 1
    row.wins += result.won
    row.rated += result.rated
    row.rated_wins += result.rated and result.won
    row.gain += result.gain or 0
    row.deals += result.deals
    row.points += result.points
    row.streak = row.streak + 1 if result.won else 0
    row.longest = max(row.longest, row.streak)
    row.tally = dict(sorted((Counter(row.tally) + Counter(result.tally)).items()))
    for what, which in (("preset", result.preset), ("seat", str(result.seat))):
        parts = row.split.setdefault(what, {})
        so_far = parts.get(which, (0, 0, 0, 0))
        of_this = (1, int(result.won), result.deals, result.points)
        parts[which] = [before + more for before, more in zip(so_far, of_this, strict=True)]
    row.listed = row.rated >= least_matches(row.period)


def _empty(result: Result, period: str) -> Standing:
    assert result.user_id is not None, result
    return Standing(user_id=result.user_id, game=result.game, period=period)


def _store(rows: Iterable[Standing]) -> None:
    """Insert rows, or overwrite those of the same people and periods."""
    waiting: list[Standing] = []
    for row in rows:
        waiting.append(row)
        if len(waiting) == BATCH:
            _write(waiting)
            waiting = []
    _write(waiting)


def _write(rows: list[Standing]) -> None:
    people = {row.user_id for row in rows}
    hidden = User.objects.filter(Q(deleted_at__isnull=False) | Q(is_bot=True), pk__in=people)
    unlisted = set(hidden.values_list("pk", flat=True))
    for row in rows:
        row.pk = None
        row.listed = row.listed and row.user_id not in unlisted
    Standing.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "game", "period"], update_fields=SUMS
    )
