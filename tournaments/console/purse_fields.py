"""The fields for entry fee and prizes in the form that creates or changes a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.console.fields import SELECT, choice_field, whole_number_field, yes_field
from tournaments.prizes.money import CURRENCIES, format_money, plain_money, read_money
from tournaments.prizes.prize_lines import (
    BadLine,
    read_lower_fees,
    read_prizes,
    write_lower_fees,
    write_prizes,
)
from tournaments.prizes.purse import ENTRY, MOST_CENTS, PERSON, PLACES, SCORES, STEPS, WHOLE, read_purse

PURSE = "purse_"
"""The prefix of these fields."""

LONGEST_LIST = 4000


def sum_field(label: Any, **more: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={**SELECT, "inputmode": "decimal", "autocomplete": "off"})
    return forms.CharField(label=label, required=False, max_length=12, widget=widget, **more)


def list_field(label: Any, rows: int, **more: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={**SELECT, "rows": rows})
    return forms.CharField(label=label, required=False, max_length=LONGEST_LIST, widget=widget, **more)


class PurseFields(forms.Form):
    """Entry fees, the share of the house, and the prizes."""

    purse_fee = sum_field(_("Entry fee"), help_text=_("Empty: none. It is paid in cash at the desk."))
    purse_per = choice_field(
        _("Who pays it"), [(PERSON, _("Each person")), (ENTRY, _("Each pair or team"))], required=False
    )
    purse_currency = choice_field(_("Currency"), [(code, code) for code in CURRENCIES], required=False)
    purse_members = sum_field(_("Members of the club pay"), help_text=_("Empty: as everybody."))
    purse_categories = list_field(
        _("Categories that pay less"), 2, help_text=_("One per line, for example: Juniors: 5")
    )
    purse_house_percent = whole_number_field(
        _("The house keeps, in percent"), 0, WHOLE, help_text=_("Of the fees; the rest is the pot.")
    )
    purse_house_amount = sum_field(_("And a fixed sum"))
    purse_prizes = list_field(
        _("Prizes"),
        5,
        help_text=_(
            "A place, a colon and its prize on each line. 1: 40% (a share of the pot), 2: 50 (a sum of "
            "money), 3-5: a salami (one each), 1 Juniors: 20 (the first of a category)."
        ),
    )
    purse_ties = choice_field(
        _("Prizes are shared by"),
        [
            (PLACES, _("Those in the same place, after the tie-breaks")),
            (SCORES, _("All with the same score")),
        ],
        required=False,
    )
    purse_step = choice_field(
        _("Rounded down to"), [(str(step), format_money(step, "EUR")) for step in STEPS], required=False
    )
    purse_several = yes_field(_("Prizes of categories come on top of the others"), initial=True)

    def clean_purse_fee(self) -> int | None:
        return self._cents("purse_fee")

    def clean_purse_members(self) -> int | None:
        return self._cents("purse_members")

    def clean_purse_house_amount(self) -> int | None:
        return self._cents("purse_house_amount")

    def _cents(self, name: str) -> int | None:
        text = self.cleaned_data[name].strip()
        cents = read_money(text) if text else None
        if text and (cents is None or cents > MOST_CENTS):
            raise forms.ValidationError(_("Write a sum such as 10 or 7,50."))
        return cents

    def clean_purse_categories(self) -> dict[str, int]:
        return self._listed("purse_categories", read_lower_fees)

    def clean_purse_prizes(self) -> list[dict[str, Any]]:
        return self._listed("purse_prizes", read_prizes)

    def _listed(self, name: str, read: Any) -> Any:
        try:
            return read(self.cleaned_data[name])
        except BadLine as wrong:
            said = gettext("Line %(n)d cannot be read: write it as in the examples.")
            raise forms.ValidationError(said % {"n": wrong.args[0]}) from wrong

    @property
    def purse(self) -> dict[str, Any]:
        """The purse as it is stored; empty if there is neither a fee nor a prize."""
        sent = {name.removeprefix(PURSE): value for name, value in self.cleaned_data.items()}
        fee = {
            "amount": sent["fee"],
            "per": sent["per"] or PERSON,
            "members": sent["members"],
            "categories": sent["categories"],
        }
        return {
            "fee": fee if sent["fee"] else None,
            "currency": sent["currency"] or next(iter(CURRENCIES)),
            "house_percent": sent["house_percent"] or 0,
            "house_amount": sent["house_amount"] or 0,
            "prizes": sent["prizes"],
            "ties": sent["ties"] or PLACES,
            "several": sent["several"],
            "step": int(sent["step"] or STEPS[0]),
        }


def initial_purse(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields for a purse that is stored."""
    purse = read_purse(stored)
    fee = purse.fee
    values = {
        "fee": plain_money(fee.amount) if fee else "",
        "per": fee.per if fee else PERSON,
        "members": "" if fee is None or fee.members is None else plain_money(fee.members),
        "categories": write_lower_fees(fee.categories) if fee else "",
        "currency": purse.currency,
        "house_percent": purse.house_percent or None,
        "house_amount": plain_money(purse.house_amount) if purse.house_amount else "",
        "prizes": write_prizes(purse.prizes),
        "ties": purse.ties,
        "step": str(purse.step),
        "several": purse.several,
    }
    return {PURSE + name: value for name, value in values.items()}
