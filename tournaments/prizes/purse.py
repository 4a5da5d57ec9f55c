"""The purse of an event: its fees, the part that stays with the house, and the list of prizes.

All sums are whole cents. A purse is stored, and sent by the API and in the file of an evening, as JSON
without the values that are as usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from clubs.models import LONGEST_CATEGORY
from ludopoli.base.foreign import Foreign
from ludopoli.text import letters

MOST_CENTS = 1_000_000
"""The largest sum that a fee or a prize can be."""

MOST_PRIZES, MOST_CATEGORIES, LONGEST_THING, LAST_PLACE = 60, 20, 80, 200

WHOLE = 100
"""All of the pot, in percent."""

Cents = Annotated[int, Meta(ge=0, le=MOST_CENTS)]
Percent = Annotated[int, Meta(ge=0, le=WHOLE)]
Category = Annotated[str, Meta(min_length=1, max_length=LONGEST_CATEGORY)]

ONE_WORTH = _("Each prize is one sum, one share of the pot, or one thing.")
SHARES = _("The shares of the pot are more than 100 % together.")
LOWER_FEES = _("A lower fee is not above the usual one, and there are 20 categories at most.")

PERSON, ENTRY = "person", "entry"
PLACES, SCORES = "place", "score"

STEPS = (1, 100, 500, 1000)
"""The cents to which prizes can be rounded down."""


class BadPurse(ValueError):
    """A purse has values that do not go together: `args[0]` says which, as a sentence."""


class Fee(Foreign, omit_defaults=True):
    """The entry fee."""

    amount: Cents
    per: Literal["person", "entry"] = "person"
    members: Cents | None = None
    """The fee of members of the event's club; None: as everybody."""
    categories: dict[Category, Cents] = {}
    """The fees of some categories."""

    def due(self, payers: Sequence[Payer]) -> int:
        """Return what these people pay together, or one alone: the lowest of the sums that hold for all."""
        lower = [self.categories[name] for name in self.categories if all(each.has(name) for each in payers)]
        if self.members is not None and all(each.is_member for each in payers):
            lower.append(self.members)
        return min([self.amount, *lower])


@dataclass(frozen=True, slots=True)
class Payer:
    """Somebody who pays a fee."""

    is_member: bool = False
    category: str = ""

    def has(self, category: str) -> bool:
        return letters.fold_text(self.category) == letters.fold_text(category)


class Prize(Foreign, omit_defaults=True):
    """The worth of a place: a sum, a share of the pot, or a thing."""

    place: Annotated[int, Meta(ge=1, le=LAST_PLACE)]
    category: Annotated[str, Meta(max_length=LONGEST_CATEGORY)] = ""
    """The category among whose entries the place counts; empty: among all."""
    amount: Cents = 0
    share: Percent = 0
    """Of what is left of the pot after the fixed sums."""
    thing: Annotated[str, Meta(max_length=LONGEST_THING)] = ""


class Purse(Foreign, omit_defaults=True):
    """The fees and prizes of an event, and the rules by which they are shared out."""

    fee: Fee | None = None
    currency: Literal["EUR", "CHF", "GBP", "USD"] = "EUR"
    house_percent: Percent = 0
    house_amount: Cents = 0
    prizes: Annotated[list[Prize], Meta(max_length=MOST_PRIZES)] = []
    ties: Literal["place", "score"] = "place"
    """The entries that share prizes: those with the same place, or all with the same score."""
    several: bool = True
    """True if an entry gets prizes of categories besides others."""
    step: Literal[1, 100, 500, 1000] = 1
    """The cents to which shares of the pot and shared prizes are rounded down; the rest stays with the
    house."""

    @property
    def has_money(self) -> bool:
        """True if people pay, or can win money."""
        return self.fee is not None or any(each.amount or each.share for each in self.prizes)

    @property
    def needs_club(self) -> bool:
        """True if the members of a club pay less."""
        return self.fee is not None and self.fee.members is not None

    @property
    def prize_categories(self) -> list[str]:
        """The categories with prizes, in the order of the list; the empty one, for all, comes first."""
        return list(dict.fromkeys(["", *(each.category for each in self.prizes)]))

    def house_part(self, collected: int) -> int:
        """Return the part of what was collected that stays with the house by the announced rule."""
        return min(collected, self.house_amount + collected * self.house_percent // WHOLE)

    def __bool__(self) -> bool:
        return self.fee is not None or bool(self.prizes)


def read_purse(stored: Mapping[str, Any]) -> Purse:
    """Return the purse of its JSON, whose values are within their bounds. Raises `ValueError`."""
    return msgspec.convert(stored, Purse)


def checked_purse(sent: Mapping[str, Any]) -> Purse:
    """Return a purse that somebody proposes. Raises `ValueError`, with a sentence as `BadPurse`."""
    purse = read_purse(sent)
    if any(_wrong_prize(each) for each in purse.prizes):
        raise BadPurse(ONE_WORTH)
    if sum(each.share for each in purse.prizes) > WHOLE:
        raise BadPurse(SHARES)
    if (fee := purse.fee) is not None:
        lower = [*fee.categories.values(), fee.members or 0]
        if len(fee.categories) > MOST_CATEGORIES or any(each > fee.amount for each in lower):
            raise BadPurse(LOWER_FEES)
        if not all(each.isprintable() for each in fee.categories):
            raise BadPurse(ONE_WORTH)
    return purse


def _wrong_prize(prize: Prize) -> bool:
    worth = (prize.amount, prize.share, prize.thing)
    texts = (prize.thing, prize.category)
    one_line = all(each.isprintable() and each == " ".join(each.split()) for each in texts)
    return sum(bool(value) for value in worth) != 1 or not one_line


def purse_document(purse: Purse) -> dict[str, Any]:
    """Return a purse as it is stored: nothing if it has neither a fee nor prizes."""
    document: dict[str, Any] = msgspec.to_builtins(purse)
    return document if purse else {}
