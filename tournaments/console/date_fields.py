"""The fields for rounds on further days in the form that creates or changes a tournament."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions import MOST_ROUNDS
from tournaments.console.fields import moment_field, whole_number_field
from tournaments.models.round_dates import RoundDates

DATE = "date_"
"""The prefix of these fields."""

PLACES_OF_DATES = 3


class RoundDateFields(forms.Form):
    """The rounds that begin on a further day: the number of each, and when."""

    date_round_1 = whole_number_field(_("Round"), 2, MOST_ROUNDS)
    date_at_1 = moment_field(_("Not before"), required=False)
    date_round_2 = whole_number_field(_("Round"), 2, MOST_ROUNDS)
    date_at_2 = moment_field(_("Not before"), required=False)
    date_round_3 = whole_number_field(_("Round"), 2, MOST_ROUNDS)
    date_at_3 = moment_field(_("Not before"), required=False)

    @property
    def date_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        places = range(1, PLACES_OF_DATES + 1)
        return [(self[f"{DATE}round_{place}"], self[f"{DATE}at_{place}"]) for place in places]

    def check_dates(self) -> None:
        """Put an error beside a round without a time, and a time without a round."""
        for round_, at in self.date_fields:
            given = [self.cleaned_data.get(each.name) for each in (round_, at)]
            if given.count(None) == 1:
                missing = (round_, at)[given.index(None)].name
                if missing not in self.errors:
                    self.add_error(missing, _("A round on another day needs its number and its time."))

    @property
    def round_dates(self) -> RoundDates:
        pairs = [
            (self.cleaned_data.get(round_.name), self.cleaned_data.get(at.name))
            for round_, at in self.date_fields
        ]
        return {number: at for number, at in pairs if number is not None and at is not None}


def initial_dates(dates: RoundDates) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for place, (number, at) in enumerate(sorted(dates.items())[:PLACES_OF_DATES], start=1):
        found |= {f"{DATE}round_{place}": number, f"{DATE}at_{place}": at}
    return found
