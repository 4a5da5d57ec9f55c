"""What a match does to the ratings of its seats: pure arithmetic.

`docs/ratings.md` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from ludocards.engine.extras import needs_extra

with needs_extra("ratings"):
    from openskill import models

MODEL = models.PlackettLuce(mu=25, sigma=25 / 3, beta=25 / 6, kappa=0.0001, tau=25 / 300)
"""With openskill's own parameters, which `docs/ratings.md` lists."""

CENTRE, UNIT = 1500, 40
"""The rating shown for a new player, and the number of points shown for one unit of the model."""

PROVISIONAL = 250
"""The largest spread on a leaderboard; it takes some 12 to 22 matches to get there."""

SETTLED = (PROVISIONAL + 0.5) / UNIT
"""The standard deviation that is shown as this spread at the most."""

WEIGHTS = (1.0, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.125)
"""The weight of a match by how often two opponents in it have met within `MEMORY`; the last repeats."""

MEMORY = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Skill:
    """The estimate of a player's skill: mean and standard deviation, in the unit of the model."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        return round(CENTRE + UNIT * (self.mu - MODEL.mu))

    @property
    def spread(self) -> int:
        return round(UNIT * self.sigma)

    @property
    def is_provisional(self) -> bool:
        return self.spread > PROVISIONAL


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a match for a seat, as far as it matters to ratings."""

    side: int
    place: int
    absent: bool
    """True if a bot took a substantial part of the person's decisions."""
    again: bool = False
    """True if a bot did so in another match within `MEMORY`, too; the partner is then no longer protected."""


def rate_match(seats: Sequence[SeatResult], before: Sequence[Skill], weight: float) -> list[Skill]:
    """The ratings of all seats after a match.

    Sides are teams, and places are ranks. A person for whom a bot played never gains by it, and their partner
    does not lose by it, unless it happens often.
    """
    members: dict[int, list[int]] = {}
    for number, seat in enumerate(seats):
        members.setdefault(seat.side, []).append(number)
    teams = [[MODEL.rating(before[n].mu, before[n].sigma) for n in team] for team in members.values()]
    ranks = [float(seats[team[0]].place) for team in members.values()]
    after = list(before)
    for team, rated in zip(members.values(), MODEL.rate(teams, ranks=ranks), strict=True):
        for number, new in zip(team, rated, strict=True):
            old = before[number]
            mu = old.mu + weight * (new.mu - old.mu)
            if seats[number].absent:
                mu = min(mu, old.mu)
            elif any(seats[other].absent and not seats[other].again for other in team):
                mu = max(mu, old.mu)
            after[number] = Skill(mu, old.sigma + weight * (new.sigma - old.sigma))
    return after


def match_weight(earlier: int) -> float:
    """The weight of a match, by the number of times that two opponents in it met in the `MEMORY` before."""
    return WEIGHTS[min(earlier, len(WEIGHTS) - 1)]
