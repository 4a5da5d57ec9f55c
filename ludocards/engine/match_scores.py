"""The scores that a whole match can end with, and those at which it can be broken off between two deals.

As for a single deal (`deal_scores.py`), scores are refused that follow from no rows of its deals, as far as
sums and the last deal say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any

from ludocards.engine import deal_scores
from ludocards.engine.deal_scores import PossibleScores
from ludocards.engine.ends import is_decided
from ludocards.engine.game import Game, Refused
from ludocards.engine.scorepad import Numbers, ScorepadForm


def refuse_match_scores(
    game: Game[Any, Any], rules: Any, players: int, scores: Sequence[int], *, broken_off: bool = False
) -> Refused | None:
    """Return why no match ends with these scores by side, or None if one can.

    With `broken_off`, the match may also have stopped before its end. A game without a score rule accepts
    everything.
    """
    found = possible(game, rules, players, len(scores))
    return None if found is None else found.refusal(tuple(scores), broken_off)


@lru_cache(maxsize=32)
def possible(game: Game[Any, Any], rules: Any, players: int, sides: int) -> PossibleMatch | None:
    """Return the scores of a match; None if the game has no score rule for this table."""
    rule = game.score_rule(rules, players)
    if rule is None:
        return None
    return PossibleMatch(
        rule, lambda deal: _possible_deal(game, rules, players, deal), sides, fewest_win=game.fewest_win
    )


def _possible_deal(game: Game[Any, Any], rules: Any, players: int, deal: int) -> PossibleScores:
    found = deal_scores.possible_scores(game, rules, players, deal)
    assert found is not None
    return found


class PossibleMatch:
    """The scores of a match by a score rule, for this number of sides."""

    def __init__(
        self, rule: ScorepadForm, of_deal: Callable[[int], PossibleScores], sides: int, *, fewest_win: bool
    ) -> None:
        self.rule, self.sides, self.fewest_win = rule, sides, fewest_win
        self.deal = of_deal(0)
        self.sums = SumsByDeals(lambda deal: of_deal(deal).totals(sides))
        is_counted = all(each.counts for each in rule.outcomes)
        self.of_a_side = SumsByDeals(lambda deal: of_deal(deal).of_a_side() if is_counted else ())

    def refusal(self, scores: Numbers, broken_off: bool) -> Refused | None:
        if self.can_end(scores):
            return None
        said, deals = "–".join(map(str, scores)), self.rule.deals
        if self.can_stop(scores):
            undecided = Refused("match_undecided", f"no match ends {said}", {"scores": said})
            return None if broken_off else undecided
        if deals is not None and not self.sums.has(deals, sum(scores)):
            listed = deal_scores.list_numbers(self.sums.all(deals))
            return Refused("wrong_match_sum", f"together it must be {listed}", {"totals": listed})
        return Refused("impossible_match", f"no match scores {said}", {"scores": said})

    def can_end(self, totals: Numbers) -> bool:
        if self.rule.deals is not None:
            return self._is_made(totals, self.rule.deals)
        is_won = self.rule.has_other_wins or (self._is_decided(totals) and not self._is_beyond(totals))
        return is_won and self._has_deals(totals) and self._follows(totals, self._is_under_way)

    def can_stop(self, totals: Numbers) -> bool:
        """Return whether some deals that have not decided the match can have these totals."""
        if self.rule.deals is not None:
            return any(self._is_made(totals, deals) for deals in range(1, self.rule.deals))
        return self._has_deals(totals) and self._is_under_way(totals)

    def _is_decided(self, totals: Numbers) -> bool:
        return is_decided(totals, self.rule.target or 0, fewest_win=self.fewest_win)

    def _is_beyond(self, totals: Numbers) -> bool:
        """Return whether points counted one after the other would have ended the match before."""
        target, award = self.rule.target or 0, self.rule.award
        return award is not None and max(totals) >= target + award

    def _is_under_way(self, totals: Numbers) -> bool:
        """Return whether these totals, perhaps those before the first deal, leave the match open."""
        if self._is_decided(totals) or (any(totals) and not self._has_deals(totals)):
            return False
        if max(totals) < (self.rule.target or 0):
            return True
        return self.rule.award is None and self._follows(totals, lambda before: not self._is_decided(before))

    def _follows(self, totals: Numbers, is_open: Callable[[Numbers], bool]) -> bool:
        """Return whether a deal can lead to these totals from others that leave the match open."""
        return any(
            is_open(tuple(total - score for total, score in zip(totals, scores, strict=True)))
            and self.deal.has(scores)
            for scores in self.deal.within(totals)
            if any(scores)
        )

    def _has_deals(self, totals: Numbers) -> bool:
        """Return whether some number of deals makes these totals."""
        most = sum(map(abs, totals)) // max(1, min(self.deal.totals(self.sides), default=1)) + 1
        return any(self._is_made(totals, deals) for deals in range(1, most + 1))

    def _is_made(self, totals: Numbers, deals: int) -> bool:
        return self.sums.has(deals, sum(totals)) and all(self.of_a_side.has(deals, each) for each in totals)


class SumsByDeals:
    """The sums of one of some numbers for each deal, by the number of deals: the bits of a whole number.

    Deals without numbers can have any sum.
    """

    def __init__(self, of_deal: Callable[[int], Collection[int]]) -> None:
        self.of_deal = of_deal
        self.found: list[tuple[int, int] | None] = [(0, 1)]
        """The least sum of so many deals, and a bit for each number from it on."""

    def has(self, deals: int, number: int) -> bool:
        found = self._of(deals)
        return found is None or (number >= found[0] and found[1] >> (number - found[0]) & 1 == 1)

    def all(self, deals: int) -> list[int]:
        least, bits = self._of(deals) or (0, 0)
        return [least + at for at in range(bits.bit_length()) if bits >> at & 1]

    def _of(self, deals: int) -> tuple[int, int] | None:
        while len(self.found) <= deals:
            before, numbers = self.found[-1], self.of_deal(len(self.found) - 1)
            if before is None or not numbers:
                self.found.append(None)
                continue
            least, bits = min(numbers), 0
            for number in numbers:
                bits |= before[1] << (number - least)
            self.found.append((before[0] + least, bits))
        return self.found[deals]
