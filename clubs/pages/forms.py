"""The forms of clubs: the club itself, and a date of its calendar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.dates import MOST_WEEKS
from clubs.models import (
    LONGEST_CARD,
    LONGEST_CATEGORY,
    LONGEST_DESCRIPTION,
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_PERSON,
    LONGEST_PLACE,
    LONGEST_RULES,
    LONGEST_WORDS,
    Club,
    Date,
    Member,
)
from ludopoli.http.action_forms import ActionForm, line_field, suggesting_field
from ludopoli.text import zones
from ludopoli.text.moment_fields import MomentField, MomentInput

INPUT = {"class": "input"}


class MemberForm(ActionForm):
    """A line of the list of members: one that is there, or a new one."""

    name = line_field(_("Name"), LONGEST_PERSON)
    card = line_field(_("Membership number"), LONGEST_CARD)

    beside: ClassVar[Mapping[str, str]] = {
        "bad_member_name": "name",
        "bad_words": "name",
        "possible_double": "name",
        "bad_card": "card",
        "card_taken": "card",
        "no_category": "category",
    }

    def __init__(self, club: Club, member: Member | None = None) -> None:
        names = ("name", "card", "category")
        own = {name: getattr(member, name) for name in names} if member else {}
        super().__init__(id=f"socio-{member.number}" if member else "nuovo", **own)
        self.fields["name"].widget.attrs["required"] = member is None
        self.fields["category"] = suggesting_field(_("Category"), LONGEST_CATEGORY, club.categories)


class ListForm(forms.Form):
    """A list of people in a file."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.FileInput(
            {**INPUT, "accept": ".xlsx, .csv, .txt, text/csv, text/plain", "required": True}
        ),
    )


class ChatForm(ActionForm):
    text = line_field(
        _("Your message"), LONGEST_LINE, needed=True, placeholder=_("Say something to the club")
    )


class CardForm(ActionForm):
    """The membership number, or the name, with which somebody joins."""

    card = line_field(
        _("Your membership number or your name"),
        LONGEST_PERSON,
        help_text=_(
            "If you are on the list already, a director is asked whether it is you, and what you have played "
            "becomes yours. Otherwise leave it empty."
        ),
    )


class NewClubForm(forms.Form):
    """The fields without which no club is founded; `ClubForm` has all."""

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
    private = forms.BooleanField(
        label=_("Only members know that the club exists"),
        required=False,
        help_text=_("People join by the link alone. Requests that are open are declined."),
    )


class ClubForm(NewClubForm):
    rules = forms.CharField(
        label=_("Customs of the club"),
        max_length=LONGEST_RULES,
        required=False,
        widget=forms.Textarea({**INPUT, "rows": 4}),
        help_text=_("What newcomers should know: when you begin, who shuffles, what is not done."),
    )
    categories = forms.CharField(
        label=_("Categories"),
        max_length=500,
        required=False,
        widget=forms.TextInput(INPUT),
        help_text=_("If your members have any, separated by commas: first, second, juniors."),
    )
    sites = forms.CharField(
        label=_("Sites that show the club’s pages"),
        max_length=1000,
        required=False,
        widget=forms.Textarea({**INPUT, "rows": 2}),
        help_text=_(
            "The addresses of your own sites, one per line. They may show the calendar and the standings."
        ),
    )

    field_order = ("name", "place", "description", "rules", "categories", "sites", "private")

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """Return the form filled in with a club's values."""
        names = ("name", "place", "description", "rules", "private")
        return cls(
            initial={
                **{name: getattr(club, name) for name in names},
                "categories": ", ".join(club.categories),
                "sites": "\n".join(club.sites),
            }
        )

    def fields_of_club(self) -> dict[str, Any]:
        """Return the checked values as the actions take them."""
        categories = [each for each in self.cleaned_data["categories"].split(",") if each.strip()]
        sites = self.cleaned_data["sites"].split()
        return {**self.cleaned_data, "categories": categories, "sites": sites}


class DateForm(forms.Form):
    title = forms.CharField(label=_("What"), max_length=LONGEST_NAME, widget=forms.TextInput(INPUT))
    starts_at = MomentField(label=_("When"), widget=MomentInput(INPUT))
    minutes = forms.IntegerField(
        label=_("How many minutes"),
        required=False,
        min_value=1,
        max_value=7 * 24 * 60,
        widget=forms.NumberInput(INPUT),
        help_text=_("Leave it empty for an open end."),
    )
    place = forms.CharField(
        label=_("Where"), max_length=LONGEST_PLACE, required=False, widget=forms.TextInput(INPUT)
    )
    words = forms.CharField(
        label=_("A few words about it"),
        max_length=LONGEST_WORDS,
        required=False,
        widget=forms.Textarea({**INPUT, "rows": 3}),
    )
    weeks = forms.IntegerField(
        label=_("Weeks"),
        min_value=1,
        max_value=MOST_WEEKS,
        initial=1,
        widget=forms.NumberInput(INPUT),
    )

    def __init__(self, data: Any = None, *, date: Date | None = None) -> None:
        names = ("title", "starts_at", "minutes", "place", "words")
        super().__init__(data, initial={name: getattr(date, name) for name in names} if date else None)
        self.fields["weeks"].help_text = _(
            "More than one: the same day and time every week, %(city)s time."
        ) % {"city": zones.city_of_site()}
        if date is not None:
            del self.fields["weeks"]
