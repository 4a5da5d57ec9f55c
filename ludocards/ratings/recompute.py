"""Compute every rating and leaderboard from the files of the archive alone.

`python -m ludocards.ratings.recompute FOLDER` reads all months in a folder, as `/archivio/` has them. It
compares every rating in the records and in the tables with its own, prints the leaderboards as JSON, and
fails at the first difference. It needs nothing of the site.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from itertools import combinations
from math import isclose
from pathlib import Path
from typing import Any

from ludocards.ratings.skill import MEMORY, SeatResult, Skill, match_weight, rate_match

RECORDS = re.compile(r"ludopoli-(\d{4}-\d\d)(-[0-9a-f]{16})?\.jsonl\.gz")
RATINGS = re.compile(r"ludopoli-(\d{4}-\d\d)(-[0-9a-f]{16})?\.valutazioni\.csv\.gz")

LEAST = {4: 30, 7: 10}
"""The least number of rated matches for a leaderboard, by the length of its period: `2026`, `2026-11`."""

Record = Mapping[str, Any]
Board = list[tuple[int, str, int, int, int]]
"""A leaderboard: rank, account, value, and the numbers of rated matches and of those won."""


class ArchiveDiffers(Exception):
    """The archive states something else than what follows from its matches."""


@dataclass
class GameRatings:
    """The ratings at a game, and what the next match needs to know of those before."""

    skills: dict[str, Skill] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    gains: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    matches: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    wins: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By period, then by account."""
    recent: deque[tuple[datetime, tuple[str, ...]]] = field(default_factory=deque)
    counts: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """The meetings of two people and the absences of one within `MEMORY`."""

    def rate(self, month: str, record: Record) -> None:
        """Rate a match, the latest so far. Raises `ArchiveDiffers`."""
        at, seats, result = datetime.fromisoformat(record["ended"]), record["seats"], record["result"]
        places, ranks = result["places"], result.get("ranks", result["places"])
        self._forget_before(at)
        people = [seat.get("owner", seat.get("account")) for seat in seats]
        sides = [number % len(places) for number in range(len(seats))]
        absent = [seat.get("absent", False) for seat in seats]
        before = [self.skills.get(seat.get("account"), Skill()) for seat in seats]
        rated = [
            SeatResult(side, ranks[side], gone, again=self.counts[person,] > 0)
            for side, gone, person in zip(sides, absent, people, strict=True)
        ]
        met = [
            self.counts[_pair(people[one], people[other])]
            for one, other in combinations(range(len(seats)), 2)
            if sides[one] != sides[other] and people[one] and people[other]
        ]
        after = rate_match(rated, before, match_weight(max(met, default=0)))
        self._remember(at, {person: gone for person, gone in zip(people, absent, strict=True) if person})
        for seat, side, old, new in zip(seats, sides, before, after, strict=True):
            if "account" in seat:
                won = places[side] == 1 < max(places) and not seat.get("absent")
                self._store(month, seat, new, new.shown - old.shown, won)
                _compare(
                    record["id"], (seat.get("rating"), seat.get("change")), (old.shown, new.shown - old.shown)
                )

    def board(self, period: str) -> Board:
        """The leaderboard of a period, `all`, `2026` or `2026-11`."""
        rated, won = self.matches[period], self.wins[period]
        if period == "all":
            values = {who: skill.shown for who, skill in self.skills.items() if not skill.is_provisional}
        else:
            values = {who: self.gains[period][who] for who in rated if rated[who] >= LEAST[len(period)]}
        values = {who: value for who, value in values.items() if self.kinds[who] == "person"}
        rank = {value: at for at, value in reversed([*enumerate(sorted(values.values(), reverse=True), 1)])}
        return sorted((rank[value], who, value, rated[who], won[who]) for who, value in values.items())

    def _store(self, month: str, seat: Record, skill: Skill, gain: int, won: bool) -> None:
        who = seat["account"]
        self.skills[who], self.kinds[who] = skill, seat["kind"]
        for period in ("all", month[:4], month):
            self.gains[period][who] += gain
            self.matches[period][who] += 1
            self.wins[period][who] += won

    def _forget_before(self, at: datetime) -> None:
        while self.recent and self.recent[0][0] <= at - MEMORY:
            self.counts[self.recent.popleft()[1]] -= 1

    def _remember(self, at: datetime, people: Mapping[str, bool]) -> None:
        for trace in [_pair(*two) for two in combinations(people, 2)] + [
            (who,) for who in people if people[who]
        ]:
            self.recent.append((at, trace))
            self.counts[trace] += 1


def _pair(one: str, other: str) -> tuple[str, ...]:
    return (one, other) if one < other else (other, one)


def _compare(where: str, stated: object, computed: object) -> None:
    if stated != computed:
        raise ArchiveDiffers(f"{where}: {stated} is stated, {computed} follows from the matches")


def recompute_ratings(folder: Path) -> dict[str, GameRatings]:
    """The ratings by game after all months in a folder. Raises `ArchiveDiffers`."""
    ladders: dict[str, GameRatings] = defaultdict(GameRatings)
    for month, path in _months(folder, RECORDS):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                if record["rated"]:
                    ladders[record["game"]].rate(month, record)
        for _, table in _months(folder, RATINGS, month):
            _check_table(month, table, ladders)
    return ladders


def _months(folder: Path, names: re.Pattern[str], wanted: str = "") -> Iterator[tuple[str, Path]]:
    """The files of these names, by month."""
    for path in sorted(folder.iterdir()):
        found = names.fullmatch(path.name)
        if found is not None and found[1] in (wanted or found[1]):
            yield found[1], path


def _check_table(month: str, path: Path, ladders: Mapping[str, GameRatings]) -> None:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as table:
        lines = {(row["game"], row["account"]): row for row in csv.DictReader(table)}
    computed = {(game, who) for game, ladder in ladders.items() for who in ladder.matches[month]}
    _compare(f"the accounts of {month}", set(lines), computed)
    for (game, who), row in lines.items():
        ladder, skill = ladders[game], ladders[game].skills[who]
        is_listed = not skill.is_provisional and ladder.kinds[who] == "person"
        played = (ladder.matches[month][who], ladder.gains[month][who])
        stated = [int(row[name]) for name in ("rating", "spread", "listed", "matches", "change")]
        _compare(f"{game} {month} {who}", stated, [skill.shown, skill.spread, is_listed, *played])
        for name, value in asdict(skill).items():
            if not isclose(float(row.get(name, value)), value):  # a last digit may depend on the machine
                _compare(f"{game} {month} {who} {name}", row[name], value)


def all_boards(ladders: Mapping[str, GameRatings]) -> dict[str, dict[str, Board]]:
    """The leaderboards by game and period."""
    return {
        game: {each: ladder.board(each) for each in sorted(ladder.matches)}
        for game, ladder in ladders.items()
    }


def main(arguments: Sequence[str]) -> int:
    try:
        json.dump(all_boards(recompute_ratings(Path(arguments[0]))), sys.stdout, indent=1)
    except ArchiveDiffers as difference:
        sys.stderr.write(f"{difference}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
