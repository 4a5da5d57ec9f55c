"""Shapes of fees and prizes. All sums are in cents."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.examples import AT
from ludopoli.api.shapes import Masked, Shape, Text, with_example
from ludopoli.text.word_filter import mask_words
from tournaments.models import FeePayment
from tournaments.prizes.awards import Award, Settlement
from tournaments.prizes.cash import CashBook, EntryFees, FeeLine, InHand
from tournaments.prizes.money import CURRENCIES
from tournaments.prizes.purse import (
    ENTRY,
    LAST_PLACE,
    LONGEST_THING,
    MOST_CENTS,
    MOST_PRIZES,
    PERSON,
    PLACES,
    SCORES,
    STEPS,
    WHOLE,
    Fee,
    Prize,
    Purse,
)

FEE_PAYERS, PRIZE_TIES, MONEY = (PERSON, ENTRY), (PLACES, SCORES), [*CURRENCIES]
"""These name the enumerations in the OpenAPI document: `ENUM_NAME_OVERRIDES` in the settings."""


def cents(help_text: str, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=f"{help_text}, in cents", **more)


def sent_cents(help_text: str, **more: Any) -> serializers.IntegerField:
    return cents(help_text, min_value=0, max_value=MOST_CENTS, **more)


class FeeShape(Shape[Fee]):
    amount = sent_cents("what people pay")
    per = serializers.ChoiceField(choices=FEE_PAYERS, required=False, help_text="`person` unless given")
    members = sent_cents("what members of the club pay; null: as everybody", required=False, allow_null=True)
    categories = serializers.DictField(child=sent_cents("what people of this category pay"), required=False)


class PrizeShape(Shape[Prize]):
    """A sum, a share or a thing."""

    place = serializers.IntegerField(min_value=1, max_value=LAST_PLACE)
    category = Text(required=False, help_text="among whose entries the place counts; empty: all")
    amount = sent_cents("a fixed sum", required=False)
    share = serializers.IntegerField(
        min_value=0, max_value=WHOLE, required=False,
        help_text="in percent of what the fixed sums leave of the pot",
    )  # fmt: skip
    thing = Text(required=False, help_text=f"at most {LONGEST_THING} characters")

    def show_category(self, prize: Prize) -> str:
        return mask_words(prize.category)

    def show_thing(self, prize: Prize) -> str:
        return mask_words(prize.thing)


PURSE = {
    "fee": {"amount": 1000, "per": "person", "members": 800, "categories": {"Juniores": 500}},
    "currency": "EUR",
    "house_percent": 20,
    "house_amount": 0,
    "prizes": [
        {"place": 1, "category": "", "amount": 0, "share": 60, "thing": ""},
        {"place": 2, "category": "", "amount": 0, "share": 40, "thing": ""},
        {"place": 1, "category": "Juniores", "amount": 0, "share": 0, "thing": "un salame"},
    ],
    "ties": "place",
    "several": True,
    "step": 100,
}


@with_example(**PURSE)
class PurseShape(Shape[Purse]):
    fee = FeeShape(required=False, allow_null=True)
    currency = serializers.ChoiceField(choices=MONEY, required=False)
    house_percent = serializers.IntegerField(
        min_value=0, max_value=WHOLE, required=False, help_text="of the fees, which stays with the house"
    )
    house_amount = sent_cents("a sum that stays with the house besides", required=False)
    prizes = PrizeShape(many=True, required=False, help_text=f"at most {MOST_PRIZES}")
    ties = serializers.ChoiceField(
        choices=PRIZE_TIES, required=False,
        help_text="who shares prizes: those on the same `place`, or with the same `score`",
    )  # fmt: skip
    several = serializers.BooleanField(
        required=False, help_text="an entry gets prizes of categories besides others"
    )
    step = serializers.ChoiceField(
        choices=STEPS, required=False, help_text="the cents to which sums are rounded down"
    )


class FeePaymentShape(Shape[FeePayment]):
    amount = cents("below 0 if it was given back")
    by = serializers.CharField(source="hand", help_text="who has taken it, or given it back")
    at = serializers.DateTimeField()


class FeeLineShape(Shape[FeeLine]):
    position = serializers.IntegerField(
        source="place", allow_null=True, help_text="of the person in the entry; null: the whole entry pays"
    )
    due = cents("the fee")
    paid = cents("what was paid of it")
    payments = FeePaymentShape(many=True)


class EntryFeesShape(Shape[EntryFees]):
    entry = serializers.IntegerField(source="entry.number")
    still_due = cents("what is not paid yet")
    lines = FeeLineShape(many=True)


class InHandShape(Shape[InHand]):
    name = serializers.CharField()
    amount = cents("what they have taken, less what they have given back")


class LostFeeShape(Shape[Any]):
    entry = serializers.IntegerField()
    amount = cents("what it has paid and not got back")


@with_example(
    collected=1000,
    still_due=1000,
    hands=[{"name": "Anna", "amount": 1000}],
    lost=[],
    entries=[
        {
            "entry": 1,
            "still_due": 1000,
            "lines": [
                {
                    "position": 0,
                    "due": 1000,
                    "paid": 1000,
                    "payments": [{"amount": 1000, "by": "Anna", "at": AT}],
                },
                {"position": 1, "due": 1000, "paid": 0, "payments": []},
            ],
        }
    ],
)
class CashShape(Shape[CashBook]):
    """The cash desk."""

    collected = cents("what is there")
    still_due = cents("what is not paid yet")
    hands = InHandShape(many=True)
    lost = LostFeeShape(many=True, help_text="entries that have paid, and left before the start")
    entries = EntryFeesShape(many=True)

    def show_lost(self, book: CashBook) -> list[dict[str, int]]:
        return [{"entry": number, "amount": amount} for number, amount in book.lost]


@with_example(position=0)
class TakeFee(Shape[Any]):
    position = serializers.IntegerField(
        source="place",
        required=False,
        min_value=0,
        help_text="of the person in the entry; without it, all of the entry",
    )


class AwardShape(Shape[Award]):
    entry = serializers.IntegerField()
    category = Masked(help_text="empty: among all")
    place = serializers.IntegerField(help_text="the first of the places that it shares")
    shared = serializers.IntegerField(help_text="how many entries share the prizes")
    amount = cents("what it gets")
    things = serializers.ListField(child=Masked())


@with_example(
    collected=16_000,
    pot=12_800,
    paid_out=12_800,
    house=3_200,
    awards=[
        {"entry": 4, "category": "", "place": 1, "shared": 1, "amount": 7_700, "things": []},
        {"entry": 2, "category": "", "place": 2, "shared": 1, "amount": 5_100, "things": []},
    ],
)
class SettlementShape(Shape[Settlement]):
    """The awards; `paid_out` and `house` together are the sum collected."""

    collected = cents("all fees")
    pot = cents("what the announced part of the house leaves")
    paid_out = cents("the sum of all awards")
    house = cents("what stays with the house; below 0 if it adds to the prizes")
    awards = AwardShape(many=True)
