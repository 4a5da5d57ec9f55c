"""The score pad of a match with real cards: what each deal asks for, as data, and the lines of the answers.

The log of a pad only grows: an entry has the result of a deal, `{"id": …, "deal": 0, "outcome": "played",
"rows": {"cards": [6, 5]}}`, or takes back the last one that stands, `{"id": …, "strikes": …}`. The match is
what the game itself resumes from the lines of the entries that stand, so the game's own rule ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ludocards.engine import match
from ludocards.engine.game import Json, Refused

if TYPE_CHECKING:
    from ludocards.engine.game import Game

Numbers = tuple[int, ...]
"""A number for each side."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """A number that is asked for each side. Its name is its key in a line of the sheet.

    `most`, `total` and `barred` are by deal; the last one stands for all later deals.
    """

    name: str
    most: tuple[int, ...]
    least: int = 0
    step: int = 1
    total: tuple[int, ...] = ()
    """The sum of all sides, if the rules fix it."""
    shared: int | None = None
    """The most that all sides have together, if the rules limit it."""
    at_least: int = 0
    """The least that all sides have together."""
    barred: tuple[int, ...] = ()
    """The sum that the rules forbid, by deal, if they forbid one."""
    never: tuple[int, ...] = ()
    """The numbers within the limits that no side can have."""
    is_sole: bool = False
    """True if at most one side has any."""
    usual: int | None = None
    """The number that most sides have, which is filled in before they are asked."""

    def as_json(self) -> dict[str, Json]:
        limits = {"least": self.least, "most": [*self.most], "step": self.step, "total": [*self.total]}
        sums = {"shared": self.shared, "at_least": self.at_least, "barred": [*self.barred]}
        sides = {"never": [*self.never], "is_sole": self.is_sole}
        return {"name": self.name, "usual": self.usual, **limits, **sums, **sides}

    def values(self, deal: int | None = None) -> range:
        """The numbers of a side that are possible in a deal, or in any."""
        most = max(self.most) if deal is None else at_deal(self.most, deal)
        return range(self.least, most + 1, self.step)

    def refusal(self, numbers: Json, sides: int, deal: int) -> Refused | None:
        """Return why these numbers cannot be the result of a deal, or None if they can."""
        if not (isinstance(numbers, list) and len(numbers) == sides):
            return Refused("bad_entry", f"{self.name} is a number for each of {sides} sides")
        possible = self.values(deal)
        if not all(type(each) is int and each in possible for each in numbers):
            limits = {"least": possible[0], "most": possible[-1]}
            return Refused(
                "wrong_score", f"{self.name} is not between {possible[0]} and {possible[-1]}", limits
            )
        if any(each in self.never for each in numbers):
            never = ", ".join(map(str, self.never))
            return Refused("impossible_score", f"{self.name} is never {never}", {"numbers": never})
        if self.is_sole and sum(map(bool, numbers)) > 1:
            return Refused("one_side_only", f"only one side has {self.name}")
        return self.wrong_sum(sum(numbers), deal)

    def wrong_sum(self, together: int, deal: int) -> Refused | None:
        """Return why all sides together cannot have this number, or None if they can."""
        total, barred = (at_deal(each, deal) if each else None for each in (self.total, self.barred))
        if total is not None and together != total:
            return Refused("wrong_total", f"{self.name} must be {total} together", {"total": total})
        if self.shared is not None and together > self.shared:
            return Refused(
                "over_total", f"{self.name} is at most {self.shared} together", {"total": self.shared}
            )
        if together < self.at_least:
            return Refused(
                "under_total", f"{self.name} is at least {self.at_least} together", {"total": self.at_least}
            )
        if together == barred:
            return Refused("barred_total", f"{self.name} may not be {barred} together", {"total": barred})
        return None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Numbers that no deal gives together: by row, those of one side, and those of some other side."""

    mine: Mapping[str, Numbers]
    others: Mapping[str, Numbers] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        return {
            which: {name: [*numbers] for name, numbers in rows.items()}
            for which, rows in (("mine", self.mine), ("others", self.others))
        }

    @property
    def rows(self) -> list[str]:
        return [*dict.fromkeys([*self.mine, *self.others])]

    def is_in(self, rows: Mapping[str, Sequence[int]], sides: int) -> bool:
        """Return whether these numbers, by row and side, have it."""

        of_sides = [{name: numbers[side] for name, numbers in rows.items()} for side in range(sides)]
        stances = map(self.stances, of_sides)
        return any(one[0] and other[1] for one, other in permutations(stances, 2))

    def stances(self, numbers: Mapping[str, int]) -> tuple[bool, bool]:
        """Return whether a side with these numbers, by row, has `mine`, and whether it has `others`."""
        mine, others = (
            all(numbers[name] in some for name, some in wanted.items()) for wanted in (self.mine, self.others)
        )
        return mine, others


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """A way in which a deal may end."""

    name: str
    rows: tuple[PadRow, ...]
    score: Callable[..., int]
    """The score of a side, from whether it deals and its number in each row."""
    also: Callable[[Mapping[str, Numbers], Numbers], Mapping[str, Json]] = lambda rows, points: {}
    """What a line of the sheet has besides its rows and scores, from the rows and the points of the deal."""
    counts: bool = True
    """False if the deal is not one of the number that the match has."""
    contradictions: tuple[Contradiction, ...] = ()
    """Numbers that are possible in each row, but not together."""

    def as_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "rows": [row.as_json() for row in self.rows],
            "contradictions": [each.as_json() for each in self.contradictions],
            "scores": [self._table(deals) for deals in (False, True)],
            "counts": self.counts,
        }

    def _table(self, deals: bool, *numbers: int) -> Json:
        """All scores of a side, in lists nested by row; browsers look them up."""
        if len(numbers) == len(self.rows):
            return self.score(deals, *numbers)
        row = self.rows[len(numbers)]
        return [self._table(deals, *numbers, number) for number in row.values()]


@dataclass(frozen=True, slots=True)
class ScorepadForm:
    """What a match with real cards asks for, by these rules and with this number of players."""

    rules: Any
    """The rules, without those that only a table of the site can keep track of."""
    outcomes: tuple[DealOutcome, ...]
    deals: int | None = None
    """The number of deals in the match; None if a side must reach the `target`."""
    target: int | None = None
    counts_wins: bool = False
    """True if a deal scores 1 for the side strictly ahead in it, and nothing for the others."""
    award: int | None = None
    """The most points that count at once where points count one after the other and those that reach the
    target end the match; None where whole deals count."""
    has_other_wins: bool = False
    """True if a side can also win the match without being ahead at the target."""

    def as_json(self) -> dict[str, Json]:
        """The pad as browsers use it while there is no network."""
        return {
            "outcomes": [outcome.as_json() for outcome in self.outcomes],
            "deals": self.deals,
            "target": self.target,
            "counts_wins": self.counts_wins,
        }

    def line(self, entry: Mapping[str, Json], sides: Sequence[int], dealer: int, deal: int) -> Json | Refused:
        """The line of the sheet that an entry makes; `sides` are by seat, `dealer` is a seat."""
        outcome = next((each for each in self.outcomes if each.name == entry.get("outcome")), None)
        rows = entry.get("rows")
        if outcome is None or not isinstance(rows, dict) or {*rows} != {row.name for row in outcome.rows}:
            return Refused("bad_entry", "an entry has an outcome, and a row for each that it asks for")
        for row in outcome.rows:
            if refused := row.refusal(rows[row.name], len({*sides}), deal):
                return refused
        for each in outcome.contradictions:
            if each.is_in(rows, len({*sides})):
                names = ", ".join(each.rows)
                return Refused("contradiction", f"no deal has these numbers of {names}", {"rows": names})
        columns = zip(*(rows[row.name] for row in outcome.rows), strict=True)
        points = tuple(outcome.score(sides[dealer] == side, *column) for side, column in enumerate(columns))
        also = outcome.also({name: tuple(row) for name, row in rows.items()}, points)
        return {**rows, "scores": [*(won_alone(points) if self.counts_wins else points)], **also}


def won_alone(points: Numbers) -> Numbers:
    """1 for the side with the most points, if it is alone, and 0 for the others."""
    best = max(points)
    return tuple(int(each == best and points.count(best) == 1) for each in points)


def start_scorepad(game: Game[Any, Any], rules: Any, players: int, dealer: int) -> Any | Refused:
    """The state of a match before its first deal. Refused if the game has no pad for these rules."""
    start = game.start(rules, players, dealer)
    if not isinstance(start, Refused) and game.scorepad(rules, players) is None:
        return Refused("no_scorepad", f"{game.name} has no score pad")
    return start


def resume_scorepad(
    game: Game[Any, Any], rules: Any, players: int, dealer: int, log: Sequence[Mapping[str, Json]]
) -> Any | Refused:
    """The state of a match after a log; `dealer` is the seat that dealt first, and the deal goes round.

    Refused if the game has no pad, or if the last entry could not follow the earlier ones, each of which was
    judged when it was the last.
    """
    start = start_scorepad(game, rules, players, dealer)
    if isinstance(start, Refused):
        return start
    pad = game.scorepad(rules, players)
    assert pad is not None, game.name
    sides = game.sides(start)
    ids: list[Json] = []
    lines: list[Json] = []
    for number, entry in enumerate(log, start=1):
        if "strikes" in entry:
            if not ids or entry["strikes"] != ids[-1]:
                return Refused("not_last", "only the last deal can be taken back")
            ids.pop()
            lines.pop()
            continue
        deal = len(lines)
        if number == len(log) and game.is_over(game.resume(pad.rules, players, dealer, lines)):
            return match.OVER
        if entry.get("deal") != deal:
            return Refused("not_this_deal", "another deal is to be entered", {"deal": deal + 1})
        line = pad.line(entry, sides, (dealer + deal) % players, deal)
        if isinstance(line, Refused):
            return line
        ids.append(entry["id"])
        lines.append(line)
    return game.resume(pad.rules, players, dealer, lines)


def at_deal(by_deal: Sequence[int], deal: int) -> int:
    return by_deal[min(deal, len(by_deal) - 1)]
