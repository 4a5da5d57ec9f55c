"""The number of matches until a rating is settled: `python -m tests.bench.spread`.

It prints the table of `docs/log/ratings.md`, which explains it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from statistics import correlation, median

import django

PEOPLE, MOST = 240, 70
AFTER = (5, 10, 15, 20, 25, 40, 70)
SIDES = {"pairs": (0, 1, 0, 1), **{f"{n} alone": tuple(range(n)) for n in (3, 4, 5, 6)}}


def settle(sides: tuple[int, ...], rng: random.Random) -> Iterator[tuple[int, int, float]]:
    """Simulate random matches of people with normally distributed strengths.

    Yield each number of matches of `AFTER`, with the median spread of the ratings after so many matches and
    the correlation of their means with the strengths.
    """
    from games.people.ratings import Seated, Skill, rate

    strengths = [rng.gauss(0, 1) for _ in range(PEOPLE)]
    skills, played = [Skill()] * PEOPLE, [0] * PEOPLE
    seen: dict[int, list[tuple[int, float, float]]] = {count: [] for count in AFTER}
    while min(played) < MOST:
        seated = rng.sample(range(PEOPLE), len(sides))
        luck = {side: rng.gauss(0, 1) for side in set(sides)}
        for side, who in zip(sides, seated, strict=True):
            luck[side] += strengths[who]
        place = {side: number for number, side in enumerate(sorted(luck, key=lambda side: -luck[side]), 1)}
        seats = [Seated(side, place[side], absent=False) for side in sides]
        for who, skill in zip(seated, rate(seats, [skills[who] for who in seated], 1.0), strict=True):
            skills[who] = skill
            played[who] += 1
            if played[who] in seen:
                seen[played[who]].append((skill.spread, skill.mu, strengths[who]))
    for count, found in seen.items():
        spreads, means, truth = zip(*found, strict=True)
        yield count, round(median(spreads)), correlation(means, truth)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.settings")
    django.setup()
    for name, sides in SIDES.items():
        spreads = settle(sides, random.Random(1))
        print(name, *(f"{count}: {spread} ({match:.2f})" for count, spread, match in spreads), sep="  ")


if __name__ == "__main__":
    main()
