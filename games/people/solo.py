"""Ratings against the levels: one per person and game, changed by every match that they play with bots alone.

The arithmetic is that of `ratings`, with the levels as opponents and partners whose own ratings are fixed:
those that the exam has measured (`RATINGS`). Nobody else's rating depends on it, so a person's is computed
from their results alone. `docs/ratings.md` gives the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, Result, SoloResult
from games.people import ratings
from games.people.order import earlier_than, later_than
from games.play.selectors import Reader
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.bots.registry import RATINGS
from ludocards.engine.registry import GAMES
from ludocards.ratings.skill import CENTRE, MODEL, UNIT, SeatResult, Skill, rate_match
from ludopoli.accounts.models import User

LEVEL_SIGMA = 1.0
"""The uncertainty of a level's rating, in the unit of the model: some 40 points, as the exam leaves it."""

CHART = 120
"""The number of recent matches in a chart."""


# ---- the arithmetic


def level_skill(game: str, level: str) -> Skill:
    """The fixed rating of a level."""
    return Skill(MODEL.mu + (RATINGS[game][level] - CENTRE) / UNIT, LEVEL_SIGMA)


def rate_solo(before: Skill, seats: Sequence[Result]) -> Skill:
    """The rating of the only person in a match after it.

    If bots made a quarter of their decisions, or most of them before they came, they do not gain by it.
    """
    last = max(seat.place for seat in seats)
    [own] = [number for number, seat in enumerate(seats) if seat.user_id is not None]
    results = [
        SeatResult(seat.side, seat.place, seat.absent or (seat.place == 1 < last and not seat.won))
        for seat in seats
    ]
    skills = [before if seat.user_id is not None else level_skill(seat.game, seat.bot) for seat in seats]
    return rate_match(results, skills, 1.0)[own]


def weakest_opponent(own: Result, seats: Sequence[Result]) -> str:
    """The level of the weakest bot against whom a person played."""
    levels = [seat.bot for seat in seats if seat.side != own.side]
    return min(levels, key=RATINGS[own.game].__getitem__)


def is_won_to_nothing(own: Result, seats: Sequence[Result]) -> bool:
    """Return whether a match was won without a point for the others; where the fewest points win, without one
    of the person's own."""
    without = [seat for seat in seats if (seat.side == own.side) == GAMES[own.game].fewest_win]
    return own.won and not any(seat.score for seat in without)


# ---- keeping it up to date


def rerate_solo_matches(row: Match, people: Collection[int]) -> None:
    """Rate the solo matches of these people from a match on that was scored, annulled or changed.

    The caller holds the lock of the game (`ratings.lock_game`).
    """
    assert row.finished_at is not None, row.pk
    for user in people:
        own = SoloResult.objects.filter(user=user, game=row.game)
        latest = own.filter(earlier_than((row.finished_at, row.pk))).order_by("-at", "-match").first()
        _rerate(row.game, user, latest)


def rebuild_solo_results(game: str) -> int:
    """Rate the solo matches of all people anew; return their number."""
    with transaction.atomic():
        ratings.lock_game(game)
        SoloResult.objects.filter(game=game).delete()
        for user in _solo_seats(game).order_by().values_list("user", flat=True).distinct():
            _rerate(game, user, None)
        return SoloResult.objects.filter(game=game).count()


def _rerate(game: str, user: int, latest: SoloResult | None) -> None:
    """Rate a person's solo matches after `latest`, or all of them."""
    after = Q() if latest is None else later_than((latest.at, latest.match_id))
    SoloResult.objects.filter(after, user=user, game=game).delete()
    mine = _solo_seats(game).filter(after, user=user)
    seats = Result.objects.filter(match__in=mine.values("match")).order_by("at", "match", "seat")
    skill = Skill() if latest is None else Skill(latest.mu, latest.sigma)
    SoloResult.objects.bulk_create(_rated(user, skill, seats))


def _solo_seats(game: str) -> QuerySet[Result]:
    """The results of people against bots alone, unless a card was taken back.

    In a rated match, bots sit for people who have not come.
    """
    others = Result.objects.filter(match=OuterRef("match")).exclude(seat=OuterRef("seat"))
    return Result.objects.filter(
        ~Exists(others.filter(Q(user__isnull=False) | ~Q(bot__in=RATINGS.get(game, ())))),
        game=game,
        rated=False,
        undone=False,
        user__deleted_at__isnull=True,
        user__isnull=False,
    )


def _rated(user: int, skill: Skill, seats: QuerySet[Result]) -> Iterator[SoloResult]:
    """The unsaved solo results of a person's matches, in their order."""
    for _match, by_seat in groupby(seats.iterator(), key=lambda seat: seat.match_id):
        match = list(by_seat)
        [own] = [seat for seat in match if seat.user_id is not None]
        before, skill = skill, rate_solo(skill, match)
        yield SoloResult(
            user_id=user,
            match_id=own.match_id,
            game=own.game,
            at=own.at,
            level=weakest_opponent(own, match),
            won=own.won,
            to_nothing=is_won_to_nothing(own, match),
            mu=skill.mu,
            sigma=skill.sigma,
            gain=skill.shown - before.shown,
        )


# ---- reading it


def nearest_level(game: str, skill: Skill) -> str:
    """The level whose rating is the nearest to a skill."""
    return min(RATINGS[game], key=lambda level: abs(RATINGS[game][level] - skill.shown))


@dataclass(frozen=True, slots=True)
class SoloLevel:
    """A person's standing against the levels of a game."""

    game: str
    skill: Skill = field(default_factory=Skill)
    matches: int = 0
    won: dict[str, int] = field(default_factory=dict)
    """The number of matches won against each level that has been beaten, the weakest level first."""
    to_nothing: int = 0
    """The number of matches won without a point for the others."""
    latest: UUID | None = None
    """The match that was rated last."""
    gain: int = 0
    """The gain of that match, in points of the rating."""

    @property
    def is_provisional(self) -> bool:
        return self.skill.is_provisional

    @property
    def suggested(self) -> str:
        """The level to play against next."""
        return nearest_level(self.game, self.skill)

    @property
    def goal(self) -> str:
        """The weakest level above all that have been beaten; empty after the strongest."""
        levels = [*RATINGS[self.game]]
        beaten = max((levels.index(level) + 1 for level in self.won), default=0)
        return next(iter(levels[beaten:]), "")


def solo_levels(person: User) -> dict[str, SoloLevel]:
    """A person's standings by game, in the order of the catalog, without games that they have not played. One
    query."""
    rows: dict[str, list[SoloResult]] = {}
    for row in SoloResult.objects.filter(user=person).order_by("at", "match"):
        rows.setdefault(row.game, []).append(row)
    return {game: _summed(game, rows[game]) for game in GAMES if game in rows}


def suggested_level(reader: Reader, game: str) -> str:
    """The level for a quick game: *circolo* for a newcomer. One query; none for a visitor."""
    return suggested_and_earned(reader, game)[0]


def suggested_and_earned(reader: Reader, game: str) -> tuple[str, str]:
    """The level suggested, and the one that the reader's matches have shown: empty while that is a guess,
    which suggests nothing."""
    latest = (
        None
        if reader.pk is None
        else SoloResult.objects.filter(user=reader.pk, game=game).order_by("-at", "-match").first()
    )
    if latest is None:
        return DEFAULT_POLICY, ""
    skill = Skill(latest.mu, latest.sigma)
    if skill.is_provisional:
        return DEFAULT_POLICY, ""
    level = nearest_level(game, skill)
    return level, level


def solo_history(person: User, game: str) -> list[tuple[datetime, Skill, int]]:
    """The end of each of the latest solo matches, the rating after it, and its gain; oldest first."""
    latest = SoloResult.objects.filter(user=person, game=game).order_by("-at", "-match")[:CHART]
    return [(each.at, Skill(each.mu, each.sigma), each.gain) for each in reversed(latest)]


def _summed(game: str, rows: Sequence[SoloResult]) -> SoloLevel:
    wins = [row.level for row in rows if row.won]
    return SoloLevel(
        game,
        Skill(rows[-1].mu, rows[-1].sigma),
        len(rows),
        {level: wins.count(level) for level in RATINGS[game] if level in wins},
        sum(row.to_nothing for row in rows),
        rows[-1].match_id,
        rows[-1].gain,
    )
