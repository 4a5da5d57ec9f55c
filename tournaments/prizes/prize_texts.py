"""Fees and prizes in words: what the page of an event, its console and its prints say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from ludopoli.text.word_filter import mask_words
from tournaments.models import Event
from tournaments.prizes.awards import Award, left_for_shares, worth_of
from tournaments.prizes.cash import CashBook
from tournaments.prizes.money import format_money
from tournaments.prizes.purse import ENTRY, SCORES, Prize, Purse


def fee_text(purse: Purse, unit: str) -> str:
    """Return the fee in words, with the lower ones; empty if nobody pays."""
    fee = purse.fee
    if fee is None:
        return ""
    money = lambda cents: format_money(cents, purse.currency)  # noqa: E731
    said = _per(fee.per, unit) % {"sum": money(fee.amount)}
    lower = [] if fee.members is None else [_("members of the club %(sum)s") % {"sum": money(fee.members)}]
    lower += [f"{mask_words(name)} {money(cents)}" for name, cents in fee.categories.items()]
    return "; ".join([said, *lower])


def _per(per: str, unit: str) -> str:
    if per == ENTRY and unit != Event.Unit.SINGLE:
        return _("%(sum)s for each pair") if unit == Event.Unit.PAIR else _("%(sum)s for each team")
    return _("%(sum)s for each person")


def house_text(purse: Purse) -> str:
    """Return the part that stays with the house, in words; empty if there is none."""
    percent, amount = purse.house_percent, format_money(purse.house_amount, purse.currency)
    if purse.house_percent and purse.house_amount:
        return _("%(percent)d %% of the fees and %(sum)s stay with the house.") % {
            "percent": percent,
            "sum": amount,
        }
    if purse.house_percent:
        return _("%(percent)d %% of the fees stay with the house.") % {"percent": percent}
    return _("%(sum)s of the fees stay with the house.") % {"sum": amount} if purse.house_amount else ""


def rules_texts(purse: Purse, unit: str) -> Iterator[str]:
    """Yield the rules by which prizes are shared out, as sentences; only those that can matter here."""
    if not purse.prizes:
        return
    if unit == Event.Unit.PAIR:
        yield _("A prize is for the pair.")
    elif unit == Event.Unit.TEAM:
        yield _("A prize is for the team.")
    if any(each.share for each in purse.prizes) and any(each.amount for each in purse.prizes):
        yield _("Fixed sums come first; the shares are of what is left of the pot.")
    if purse.has_money:
        yield (
            _("All with the same score share: their prizes are added up and divided.")
            if purse.ties == SCORES
            else _("The tie-breaks decide; those in the same place add their prizes up and divide them.")
        )
        yield (
            _("Sums are rounded down to the cent, and what cannot be divided stays with the house.")
            if purse.step == 1
            else _("Sums are rounded down to %(sum)s, and what cannot be divided stays with the house.")
            % {"sum": format_money(purse.step, purse.currency)}
        )
    if any(each.thing for each in purse.prizes):
        yield _("Prizes in kind follow the order of the standings.")
    if len(purse.prize_categories) > 1:
        yield _("An entry belongs to a category if all of its people do.")
        yield (
            _("Its prizes come on top of the others.")
            if purse.several
            else _("Nobody wins twice: those with another prize are left out there.")
        )


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """A line of the list of prizes."""

    place: str
    worth: str
    with_entries: str
    """Of a share, what it is worth with the present entries."""


@dataclass(frozen=True, slots=True)
class AwardShown:
    """A line of who gets what."""

    award: Award
    name: str
    sum: str
    things: str

    @property
    def says_shared(self) -> str:
        """The number of entries that divide a sum; things are not divided."""
        shared = self.award.shared if self.award.amount else 1
        return _("shared by %(n)d") % {"n": shared} if shared > 1 else ""


class PurseShown:
    """The fees and prizes of an event for display."""

    def __init__(self, book: CashBook, name_of: Callable[[int], str]) -> None:
        self.book, self.purse, self.event, self.name_of = book, book.purse, book.event, name_of

    def money(self, cents: int) -> str:
        return format_money(cents, self.purse.currency)

    @property
    def fee(self) -> str:
        return fee_text(self.purse, self.event.unit)

    @property
    def house(self) -> str:
        return house_text(self.purse)

    @property
    def rules(self) -> list[str]:
        return [*rules_texts(self.purse, self.event.unit)]

    @property
    def pot(self) -> str:
        """The pot once everybody has paid; empty if no prize is a share of it."""
        has_shares = any(each.share for each in self.purse.prizes)
        return self.money(self.book.pot) if has_shares and self.book.expected else ""

    @cached_property
    def prizes(self) -> list[tuple[str, list[PrizeShown]]]:
        """The list of prizes by category; the empty one is for all."""
        found = []
        for category in self.purse.prize_categories:
            own = [each for each in self.purse.prizes if each.category == category]
            if own:
                found.append((mask_words(category), [self._prize(each) for each in own]))
        return found

    def _prize(self, prize: Prize) -> PrizeShown:
        if prize.share:
            now = worth_of(self.purse, prize, left_for_shares(self.purse, self.book.pot))
            said = _("%(n)d %% of the pot") % {"n": prize.share}
            return PrizeShown(str(prize.place), said, self.money(now) if self.book.expected else "")
        return PrizeShown(str(prize.place), mask_words(prize.thing) or self.money(prize.amount), "")

    @cached_property
    def awards(self) -> list[tuple[str, list[AwardShown]]]:
        """The awards by category, once the places are final."""
        shown: dict[str, list[AwardShown]] = {}
        for each in self.book.settlement.awards if self.book.is_settled else ():
            line = AwardShown(
                each, self.name_of(each.entry), self.money(each.amount) if each.amount else "",
                mask_words(", ".join(each.things)),
            )  # fmt: skip
            shown.setdefault(mask_words(each.category), []).append(line)
        return [*shown.items()]

    @property
    def sums(self) -> list[tuple[str, str]]:
        """The sum collected, and where it went."""
        if not self.purse.has_money:
            return []
        settled = self.book.settlement
        return [
            (_("Collected"), self.money(settled.collected)),
            (_("Pot"), self.money(settled.pot)),
            (_("Paid out"), self.money(settled.paid_out)),
            (_("Stays with the house"), self.money(settled.house)),
        ]
