"""The scores that a deal can have, from what a score pad asks for: refuses those that no deal can have.

A score pad asks for each row of a deal; a score sheet has only their sums. So this looks for rows that make
the scores, by side and within the limits of all sides together, and do not contradict each other.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, product
from operator import add
from typing import Any

from ludocards.engine.game import Game, Refused
from ludocards.engine.scorepad import DealOutcome, Numbers, PadRow, ScorepadForm, at_deal

Stances = frozenset[tuple[int, bool]]
"""The contradictions of which some side has a part: their places, and whether it is `mine` or `others`."""

Ways = Mapping[int, Sequence[Numbers]]
"""The numbers in the rows that make each score."""


def refuse_deal_scores(
    game: Game[Any, Any], rules: Any, players: int, deal: int, scores: Sequence[int]
) -> Refused | None:
    """Return why no deal number `deal` (from 0) can have these scores by side, or None if one can.

    Which side deals is not known. A game without a score rule accepts everything.
    """
    found = possible_scores(game, rules, players, deal)
    return None if found is None else found.refusal(tuple(scores))


@lru_cache(maxsize=256)
def possible_scores(game: Game[Any, Any], rules: Any, players: int, deal: int) -> PossibleScores | None:
    """Return the scores of a deal; None if the game has no score rule for this table."""
    rule = game.score_rule(rules, players)
    return None if rule is None else PossibleScores(rule, deal)


class PossibleScores:
    """The scores of a deal by a score rule."""

    def __init__(self, rule: ScorepadForm, deal: int) -> None:
        self.outcomes = [PossibleOutcome(each, deal) for each in rule.outcomes]
        self.counts_wins, self.deal = rule.counts_wins, deal
        self._totals: dict[int, set[int]] = {}

    def refusal(self, scores: Numbers) -> Refused | None:
        if self.counts_wins and not self.has(scores):
            return Refused("not_one_win", "the winner scores 1, all others 0", {"deal": self.deal + 1})
        totals = self.totals(len(scores))
        if totals and sum(scores) not in totals:
            listed = list_numbers(totals)
            details = {"deal": self.deal + 1, "totals": listed}
            return Refused("wrong_sum", f"together it must be {listed}", details)
        if self.has(scores):
            return None
        said = "–".join(map(str, scores))
        return Refused("impossible_deal", f"no deal scores {said}", {"deal": self.deal + 1, "scores": said})

    def has(self, scores: Numbers) -> bool:
        if self.counts_wins:
            return {*scores} <= {0, 1} and sum(scores) <= 1
        return any(each.has(scores) for each in self.outcomes)

    def of_a_side(self) -> set[int]:
        """The scores that a side can have."""
        return {0, 1} if self.counts_wins else {score for each in self.outcomes for score in each.of_a_side()}

    def within(self, most: Numbers) -> Iterator[Numbers]:
        """Yield scores with a possible sum, none above these: all that a deal can have, and others."""
        if self.counts_wins:
            yield from _within([{0, 1}] * len(most), {0, 1}, most)
        for each in () if self.counts_wins else self.outcomes:
            yield from _within([each.of_a_side()] * len(most), each.totals(len(most)), most)

    def totals(self, sides: int) -> set[int]:
        """The sums of the scores of all sides; empty if they do not follow from sums of the rows."""
        if sides not in self._totals:
            found = [{0, 1}] if self.counts_wins else [each.totals(sides) for each in self.outcomes]
            self._totals[sides] = set().union(*found) if all(found) else set()
        return self._totals[sides]


class PossibleOutcome:
    """The scores of a deal that ends in one way."""

    def __init__(self, outcome: DealOutcome, deal: int) -> None:
        self.rows, self.deal, self.contradictions = outcome.rows, deal, outcome.contradictions
        self._limits = [(at, self._most(row)) for at, row in enumerate(self.rows)]
        self._stances: dict[Numbers, tuple[Stances, Stances]] = {}
        self.ways = [self._ways(outcome, deals) for deals in (False, True)]

    def _ways(self, outcome: DealOutcome, deals: bool) -> Ways:
        found: dict[int, list[Numbers]] = defaultdict(list)
        values = [[each for each in row.values(self.deal) if each not in row.never] for row in self.rows]
        for numbers in product(*values):
            found[outcome.score(deals, *numbers)].append(numbers)
        return found

    def of_a_side(self) -> set[int]:
        return {score for ways in self.ways for score in ways}

    def has(self, scores: Numbers) -> bool:
        """Return whether some rows make these scores, whichever side deals."""
        plain, dealing = self.ways
        if plain == dealing:
            return self._fits([plain] * len(scores), scores)
        dealers = (
            [dealing if side == at else plain for side in range(len(scores))] for at in range(len(scores))
        )
        return any(self._fits(ways, scores) for ways in dealers)

    def _fits(self, ways: Sequence[Ways], scores: Numbers) -> bool:
        """Return whether rows of all sides make the scores: `made` has the sums of the sides so far."""
        columns = [each.get(score, ()) for each, score in zip(ways, scores, strict=True)]
        *before, last = columns
        made: set[tuple[Numbers, Stances]] = {((0,) * len(self.rows), frozenset())}
        for column in before:
            made = {more for one in made for each in column if (more := self._joined(*one, each))}
        return any(
            self._is_whole(more[0]) for one in made for each in last if (more := self._joined(*one, each))
        )

    def _joined(self, sums: Numbers, stances: Stances, own: Numbers) -> tuple[Numbers, Stances] | None:
        """Return the sums and stances with one more side; None if they cannot be those of a deal."""
        added = self._added(sums, own)
        if added is None:
            return None
        taken, barred = self._stances_of(own)
        return (added, stances | taken) if stances.isdisjoint(barred) else None

    def _stances_of(self, numbers: Numbers) -> tuple[Stances, Stances]:
        """Return the stances of a side with these numbers by row, and those that no other side then has."""
        if numbers not in self._stances:
            by_row = {row.name: each for row, each in zip(self.rows, numbers, strict=True)}
            taken = frozenset(
                (at, is_mine)
                for at, each in enumerate(self.contradictions)
                for is_mine, has_part in zip((True, False), each.stances(by_row), strict=True)
                if has_part
            )
            self._stances[numbers] = taken, frozenset((at, not is_mine) for at, is_mine in taken)
        return self._stances[numbers]

    def _added(self, one: Numbers, other: Numbers) -> Numbers | None:
        """Return the sums with one more side; None if they exceed the limit of a row."""
        sums = tuple(map(add, one, other))
        for at, most in self._limits:
            if sums[at] > most or (self.rows[at].is_sole and one[at] and other[at]):
                return None
        return sums

    def _most(self, row: PadRow) -> float:
        """The most that some of the sides have together."""
        most = at_deal(row.total, self.deal) if row.total else row.shared
        return math.inf if most is None or row.least < 0 else most

    def _is_whole(self, sums: Numbers) -> bool:
        return not any(
            row.wrong_sum(together, self.deal) for row, together in zip(self.rows, sums, strict=True)
        )

    def totals(self, sides: int) -> set[int]:
        """The sums of the scores; empty unless each number in a row adds the same to the score."""
        plain, dealing = (self._linear(ways) for ways in self.ways)
        if plain is None or dealing is None or plain[1] != dealing[1]:
            return set()
        found = {plain[0] * (sides - 1) + dealing[0]}
        for row, worth in zip(self.rows, plain[1], strict=True):
            found = {total + worth * each for total in found for each in self._row_totals(row, sides)}
        return found

    def _linear(self, ways: Ways) -> tuple[int, Numbers] | None:
        """Return the score of nothing in any row, and what one more in each row adds; None if that varies."""
        score = {numbers: points for points, all_of_it in ways.items() for numbers in all_of_it}
        least = tuple(row.values(self.deal)[0] for row in self.rows)
        worth = []
        for at, row in enumerate(self.rows):
            more = next((each for each in row.values(self.deal)[1:] if each not in row.never), None)
            if more is None:
                worth.append(0)
                continue
            moved = score[(*least[:at], more, *least[at + 1 :])] - score[least]
            if moved % (more - least[at]):
                return None
            worth.append(moved // (more - least[at]))
        base = score[least] - sum(w * each for w, each in zip(worth, least, strict=True))
        if any(
            points != base + sum(w * each for w, each in zip(worth, numbers, strict=True))
            for numbers, points in score.items()
        ):
            return None
        return base, tuple(worth)

    def _row_totals(self, row: PadRow, sides: int) -> set[int]:
        """The sums of a row that its limits allow."""
        values = [each for each in row.values(self.deal) if each not in row.never]
        if row.is_sole:
            return {*values}
        found = {0}
        for _ in range(sides):
            found = {together + each for together in found for each in values}
        return {together for together in found if not row.wrong_sum(together, self.deal)}


def _within(
    values: Sequence[Collection[int]], sums: Collection[int], most: Numbers, before: Numbers = ()
) -> Iterator[Numbers]:
    """Yield a value for each side, up to its most, with one of the sums; with any if there are none."""
    if not values:
        if not sums or sum(before) in sums:
            yield before
        return
    if sums:
        least, highest = (sum(map(of, values)) + sum(before) for of in (min, max))
        if least > max(sums) or highest < min(sums):
            return
    own, *others = values
    for value in sorted(own, reverse=True):
        if value <= most[len(before)]:
            yield from _within(others, sums, most, (*before, value))


def list_numbers(numbers: Iterable[int]) -> str:
    """Numbers as people read them: "11, 14, 15, 17–35"."""
    return ", ".join(
        str(first) if first == last else f"{first}, {last}" if last == first + 1 else f"{first}–{last}"
        for first, last in _runs(sorted(numbers))
    )


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        values = [number for _, number in run]
        yield values[0], values[-1]
