"""Ratings: one per person and game, changed by every rated match in the order in which they finished.

`skill.rate_match` computes what a match does to the ratings of its seats. `rerate_after` applies it to
some matches and to all that depends on them, `rebuild_ratings` to all matches; both give the same numbers,
bit for bit. `docs/ratings.md` gives the reasons.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations, groupby
from math import ceil

from django.db import connection
from django.db.models import Count, Q

from games.models import Ladder, Match, Rating, Result
from games.people.order import Key, earlier_than, later_than, not_before
from ludocards.ratings.skill import MEMORY, MODEL, SETTLED, SeatResult, Skill, match_weight, rate_match
from ludopoli.accounts.models import User

UNRATED: dict[str, None] = dict.fromkeys(("mu", "sigma", "gain", "weight"))
"""The rating columns of a result that is not rated."""

PAGE = 4000
"""The number of results read at a time."""

Trace = tuple[int, ...]
"""A fact that later matches count: two people who met in a match, or one person for whom a bot played."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A change of the gain that a match gave a person."""

    user: int
    at: datetime
    by: int


def lock_game(game: str) -> None:
    """Keep other transactions from scoring or rating this game until this one ends."""
    Ladder.objects.get_or_create(game=game)
    Ladder.objects.select_for_update().get(game=game)


def rerate_after(matches: Sequence[Match], before: Collection[int] = ()) -> list[Moved]:
    """Rate matches of a game that were scored, annulled or changed, and all matches that depend on them.

    The caller holds the lock (`lock_game`). `before` are the people whose results from these matches are
    gone. Returns the changes of the gains of earlier matches.
    """
    results = Result.objects.filter(match__in=matches)
    casual = results.filter(match__in=[match for match in matches if not match.rated])
    taken_back = casual.filter(gain__isnull=False, user__isnull=False).values_list("user", "at", "gain")
    moved = [Moved(user, at, -gain) for user, at, gain in taken_back if gain]
    was_rated = casual.filter(gain__isnull=False).update(**UNRATED)
    if not was_rated and not any(match.rated for match in matches):
        return []
    people = set(before) | set(results.filter(user__isnull=False).values_list("user", flat=True))
    start = min((match.finished_at, match.pk) for match in matches if match.finished_at is not None)
    return moved + Walk(matches[0].game, start, people).go()


def rebuild_ratings(game: str) -> None:
    """Rate all matches of a game anew. The caller holds its lock, and rebuilds the standings afterwards."""
    Result.objects.filter(game=game, rated=False).exclude(mu=None).update(**UNRATED)
    Rating.objects.filter(game=game).delete()
    Walk(game).go()


@dataclass
class Walk:
    """A walk through the rated matches of a game, in order, that rates those of `touched` people again.

    Without a `start` it begins with the first match, and everybody is touched. A bot account is touched
    together with its owner, since in counting who met whom they are one person.
    """

    game: str
    start: Key | None = None
    touched: set[int] = field(default_factory=set)
    skills: dict[int, Skill] = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)
    recent: deque[tuple[datetime, Trace]] = field(default_factory=deque)
    counts: Counter[Trace] = field(default_factory=Counter)
    """The traces of the walk's own matches within `MEMORY`, with their numbers."""

    def go(self) -> list[Moved]:
        moved: list[Moved] = []
        self._learn_owners(self.touched)
        self.touched |= {self._person(user) for user in self.touched}
        for page in self._pages():
            self._learn_owners({result.user_id for results in page for result in results})
            changed = []
            for results in page:
                accounts = {result.user_id for result in results if result.user_id is not None}
                people = accounts | {self._person(user) for user in accounts}
                if self.start is None or people & self.touched:
                    self.touched |= people
                    moved += self.rate(results)
                    changed += results
                else:
                    self._note(results)
            _store(changed)
        for idle in self.touched - self.skills.keys():
            self.skills[idle] = self._latest(idle)
        _sum_up(self.game, self.skills)
        return moved

    def _pages(self) -> Iterator[list[list[Result]]]:
        """The results by match, page by page; no match is split between pages."""
        rated = Result.objects.filter(game=self.game, rated=True)
        rest = rated if self.start is None else rated.filter(not_before(self.start))
        while True:
            read = list(rest.order_by("at", "match", "seat")[:PAGE])
            matches = [list(results) for _, results in groupby(read, key=lambda result: result.match_id)]
            if len(read) == PAGE:
                matches.pop()
            yield matches
            if len(read) < PAGE:
                return
            last = matches[-1][0]
            rest = rated.filter(later_than((last.at, last.match_id)))

    def rate(self, results: list[Result]) -> Iterator[Moved]:
        """Set the ratings of a match's people after it; yield the gains that change by that."""
        key = results[0].at, results[0].match_id
        before = [self._before(result.user_id, key) for result in results]
        earlier = self._earlier(results, key)
        seats = [
            SeatResult(
                result.side,
                result.rank,
                result.absent,
                again=result.user_id is not None and earlier[self._person(result.user_id),] > 0,
            )
            for result in results
        ]
        counts = match_weight(max((earlier[pair] for pair in self._opponents(results)), default=0))
        self._note(results)
        after = rate_match(seats, before, counts)
        for result, old, new in zip(results, before, after, strict=True):
            gain = new.shown - old.shown
            if result.user_id is not None:
                self.skills[result.user_id] = new
                if gain != (result.gain or 0):
                    yield Moved(result.user_id, result.at, gain - (result.gain or 0))
            result.mu, result.sigma, result.gain, result.weight = new.mu, new.sigma, gain, counts

    def _before(self, user: int | None, key: Key) -> Skill:
        """The rating of a person before a match; that of a new player for a bot or a deleted account."""
        if user in self.skills:
            return self.skills[user]
        if user is None or self.start is None:
            return Skill()
        return self._latest(user, earlier_than(key))

    def _latest(self, user: int, *when: Q) -> Skill:
        """The rating after a person's latest rated match."""
        played = Result.objects.filter(*when, user=user, game=self.game, rated=True)
        latest = played.order_by("-at", "-match").first()
        return skill_after(latest) if latest is not None else Skill()

    def _earlier(self, results: Sequence[Result], key: Key) -> Counter[Trace]:
        """The traces of a match's people in the matches within the `MEMORY` before it."""
        since = key[0] - MEMORY
        while self.recent and self.recent[0][0] <= since:
            _, old = self.recent.popleft()
            self.counts[old] -= 1
            if not self.counts[old]:
                del self.counts[old]
        if self.start is None or self.start[0] <= since:
            return self.counts
        people = {self._person(result.user_id) for result in results if result.user_id is not None}
        return self.counts + self._before_start(self.start, people, since)

    def _before_start(self, start: Key, people: Collection[int], since: datetime) -> Counter[Trace]:
        """The traces of some people in matches that were over after `since` and before the walk begins."""
        accounts = User.objects.filter(Q(pk__in=people) | Q(owner__in=people)).values_list("pk", "owner")
        mine = {account: owner or account for account, owner in accounts}
        rated = Result.objects.filter(earlier_than(start), game=self.game, rated=True, at__gt=since)
        known = rated.filter(user__in=mine).order_by("match").values_list("match", "user", "absent")
        traces: Counter[Trace] = Counter()
        for _match, seats in groupby(known, key=lambda seat: seat[0]):
            traces.update(_traces((mine[user], absent) for _, user, absent in seats))
        return traces

    def _note(self, results: Sequence[Result]) -> None:
        """Keep the traces of a match, which later ones count."""
        seats = ((self._person(each.user_id), each.absent) for each in results if each.user_id is not None)
        for trace in _traces(seats):
            self.recent.append((results[0].at, trace))
            self.counts[trace] += 1

    def _opponents(self, results: Sequence[Result]) -> Iterator[Trace]:
        """The traces of all pairs of opponents in a match."""
        for one, other in combinations(results, 2):
            if one.side != other.side and one.user_id is not None and other.user_id is not None:
                yield _pair(self._person(one.user_id), self._person(other.user_id))

    def _person(self, account: int) -> int:
        """The person behind an account: for a bot its owner."""
        return self.owners.get(account, account)

    def _learn_owners(self, accounts: Collection[int | None]) -> None:
        bots = User.objects.filter(pk__in=set(accounts) - {None}, owner__isnull=False)
        self.owners.update((bot.pk, bot.owner_id) for bot in bots.only("owner") if bot.owner_id is not None)


def _traces(seats: Iterable[tuple[int, bool]]) -> Iterator[Trace]:
    """The traces that a match leaves; `seats` has each person, and True if they were absent."""
    present = dict(seats)
    yield from (_pair(one, other) for one, other in combinations(present, 2))
    yield from ((person,) for person, absent in present.items() if absent)


def _pair(one: int, other: int) -> Trace:
    return (one, other) if one < other else (other, one)


def _store(results: list[Result]) -> None:
    """Write ratings back in one statement; `bulk_update` would take as long as the rating itself."""
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {Result._meta.db_table} SET mu = %s, sigma = %s, gain = %s, weight = %s WHERE id = %s",
            [(each.mu, each.sigma, each.gain, each.weight, each.pk) for each in results],
        )


def _sum_up(game: str, skills: Mapping[int, Skill]) -> None:
    """Bring the ratings of some people up to date; those who have no rated match left lose theirs."""
    people = sorted(skills)
    for some in (people[at : at + PAGE] for at in range(0, len(people), PAGE)):
        rated = Result.objects.filter(game=game, rated=True, user__in=some)
        matches = dict(rated.order_by().values_list("user").annotate(Count("pk")))
        Rating.objects.filter(game=game, user__in=set(some) - matches.keys()).delete()
        hidden = User.objects.filter(Q(deleted_at__isnull=False) | Q(is_bot=True), pk__in=some)
        unlisted = set(hidden.values_list("pk", flat=True))
        rows = [rating(game, user, skills[user], matches[user]) for user in some if user in matches]
        for row in rows:
            row.listed = row.listed and row.user_id not in unlisted
        Rating.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["user", "game"],
            update_fields=["mu", "sigma", "shown", "spread", "matches", "listed"],
        )


def skill_after(result: Result) -> Skill:
    """The rating that a rated match left behind."""
    assert result.mu is not None, result
    assert result.sigma is not None, result
    return Skill(result.mu, result.sigma)


def rating(game: str, user: int, skill: Skill, matches: int) -> Rating:
    """The unsaved row of a rating."""
    return Rating(
        user_id=user,
        game=game,
        mu=skill.mu,
        sigma=skill.sigma,
        shown=skill.shown,
        spread=skill.spread,
        matches=matches,
        listed=not skill.is_provisional,
    )


def matches_until_settled(rating: Rating) -> int:
    """Estimate how many more matches a provisional rating needs; 0 if it is not provisional.

    The inverse of the variance grows by much the same with every match.
    """
    start, now, wanted = (sigma**-2 for sigma in (MODEL.sigma, rating.sigma, SETTLED))
    return ceil((wanted - now) / (now - start) * rating.matches) if start < now < wanted else 0
