"""Every read of a person's own mistakes that a page or an operation of the API needs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from ludocards.bots.registry import PUZZLED
from ludopoli.accounts.models import User
from ludopoli.base.lookups import by_code
from practice.models import Mistake, StudiedMatch

LATEST = 100
"""The number of a game's matches of which the page shows the accuracy and the kinds of mistakes."""


def mistakes_of(person: User) -> QuerySet[Mistake]:
    return Mistake.objects.filter(studied__user=person, game__in=PUZZLED)


def mistake_of(person: User, code: str) -> Mistake | None:
    return by_code(mistakes_of(person).select_related("studied__match__table__boards"), code)


def due_mistakes(person: User) -> QuerySet[Mistake]:
    """The mistakes to answer now: those that come back, longest due first, then new ones, costliest first."""
    now = mistakes_of(person).filter(Q(due=None) | Q(due__lte=timezone.now()))
    return now.order_by(F("due").asc(nulls_last=True), "-loss", "pk")


def next_due(person: User) -> datetime | None:
    """When the next position comes back, if none is due now."""
    return (
        mistakes_of(person)
        .filter(due__gt=timezone.now())
        .order_by("due")
        .values_list("due", flat=True)
        .first()
    )


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """The mistakes of one theme; one mistake may have several."""

    theme: str
    many: int
    points: float


@dataclass(frozen=True, slots=True)
class MistakeSummary:
    """What the reviews of a game say of a person, in their latest matches."""

    game: str
    matches: list[StudiedMatch]
    """Oldest first."""
    kinds: list[MistakeKind]
    """The costliest first."""
    many: int

    @property
    def history(self) -> list[tuple[datetime, float]]:
        return [(each.at, each.accuracy) for each in self.matches if each.accuracy is not None]

    @property
    def lost(self) -> float:
        """The points lost in all these matches, mistakes too small to come back included."""
        return sum(each.lost for each in self.matches)

    @property
    def per_match(self) -> float:
        return self.lost / len(self.matches)


def mistake_summaries(person: User) -> list[MistakeSummary]:
    """A summary for each game with a studied match of the person, in the order of the catalog."""
    found = []
    for game in PUZZLED:
        rows = StudiedMatch.objects.filter(user=person, game=game).order_by("-at", "-pk")
        if matches := [*rows[:LATEST]][::-1]:
            losses = [*Mistake.objects.filter(studied__in=matches).values_list("themes", "loss")]
            found.append(MistakeSummary(game, matches, mistake_kinds(losses), len(losses)))
    return found


def mistake_kinds(losses: list[tuple[str, float]]) -> list[MistakeKind]:
    """Sum up mistakes, given as their themes and loss in points, by theme; the costliest first."""
    by_theme: defaultdict[str, list[float]] = defaultdict(list)
    for themes, loss in losses:
        for theme in themes.split():
            by_theme[theme].append(loss)
    kinds = [MistakeKind(theme, len(by_theme[theme]), sum(by_theme[theme])) for theme in sorted(by_theme)]
    return sorted(kinds, key=lambda kind: -kind.points)
