"""The form that creates or changes a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_PLACE, Club

INPUT = {"class": "input"}


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the club"), max_length=LONGEST_NAME, widget=forms.TextInput(INPUT)
    )
    place = forms.CharField(
        label=_("Where you meet"),
        max_length=LONGEST_PLACE,
        required=False,
        widget=forms.TextInput(INPUT),
        help_text=_("A town, a bar, a house."),
    )
    description = forms.CharField(
        label=_("A few words about it"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea({**INPUT, "rows": 4}),
    )
    categories = forms.CharField(
        label=_("Categories"),
        max_length=500,
        required=False,
        widget=forms.TextInput(INPUT),
        help_text=_("If your members have any, separated by commas: prima, seconda, allievi."),
    )
    private = forms.BooleanField(
        label=_("Only members know that the club exists"),
        required=False,
        help_text=_("People join by the link alone. Requests that are open are declined."),
    )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """Return the form filled in with a club's values."""
        names = ("name", "place", "description", "private")
        return cls(
            initial={name: getattr(club, name) for name in names} | {"categories": ", ".join(club.categories)}
        )

    def fields_of_club(self) -> dict[str, Any]:
        """Return the checked values as the actions take them."""
        categories = [each for each in self.cleaned_data["categories"].split(",") if each.strip()]
        return {**self.cleaned_data, "categories": categories}
