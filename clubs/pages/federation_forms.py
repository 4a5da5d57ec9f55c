"""The forms of federations: the federation itself, its clubs, organisers and licences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import (
    LONGEST_CARD,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_PERSON,
    LONGEST_SLUG,
    Club,
    Federation,
    Licence,
)
from clubs.pages.forms import ListForm
from games.pages.view_helpers import Fields, text_of
from ludopoli.base.lookups import number_of
from ludopoli.http.action_forms import ActionForm, hidden_field, line_field, select_field
from ludopoli.text import zones

INPUT = {"class": "input"}


class AgesField(forms.CharField):
    """Categories by age, a line each: the name, and after a comma the oldest age in it, unless it is the
    last."""

    widget = forms.Textarea({**INPUT, "rows": 4})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return "\n".join(name if oldest is None else f"{name}, {oldest}" for name, oldest in value)

    def clean(self, value: Any) -> list[list[Any]]:
        found = []
        for line in filter(str.strip, str(super().clean(value)).splitlines()):
            name, comma, oldest = (each.strip() for each in line.partition(","))
            found.append([name, number_of(oldest, 3) if comma else None])
            if comma and found[-1][1] is None:
                raise forms.ValidationError(_("After the comma stands an age: Juniors, 17."), "age")
        return found


class DayOfYearField(forms.CharField):
    """A day of the year as people write it: `1/9` is the first of September."""

    def prepare_value(self, value: Any) -> Any:
        month, dash, day = str(value).partition("-")
        return f"{int(day)}/{int(month)}" if dash and day.isdigit() and month.isdigit() else value

    def clean(self, value: Any) -> str:
        day, _slash, month = (number_of(each.strip(), 2) for each in str(super().clean(value)).partition("/"))
        try:
            return f"{date(2000, month or 0, day or 0):%m-%d}"
        except ValueError:
            raise forms.ValidationError(_("Write day and month: 1/9."), "day") from None


class FederationForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the federation"), max_length=LONGEST_NAME, widget=forms.TextInput(INPUT)
    )
    slug = forms.CharField(
        label=_("Its address"),
        max_length=LONGEST_SLUG,
        widget=forms.TextInput({**INPUT, "autocapitalize": "none"}),
        help_text=_("Lowercase letters, digits and hyphens, such as carte-romagna."),
    )
    description = forms.CharField(
        label=_("A few words about it"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea({**INPUT, "rows": 4}),
    )
    age_categories = AgesField(
        label=_("Categories by age"),
        max_length=1000,
        required=False,
        help_text=_(
            "One per line, the youngest first, with the oldest age in it: Juniors, 17. "
            "The last may have none. Empty: no categories by age."
        ),
    )
    age_day = DayOfYearField(
        label=_("Day from which ages count"),
        max_length=5,
        initial="1/1",
        widget=forms.TextInput(INPUT),
        help_text=_(
            "From this day on, for a year, people have the age that they reach in its calendar year: "
            "1/1 or 1/9."
        ),
    )

    def __init__(self, data: Any = None, federation: Federation | None = None) -> None:
        names = self.base_fields if federation is not None else ()
        super().__init__(data, initial={name: getattr(federation, name) for name in names} or None)


class InviteClubForm(ActionForm):
    """The address of a club's page, or its code at the end of that."""

    club = line_field(
        _("Address of the club’s page"), 200, needed=True, help_text=_("Copy it from the club’s page here.")
    )


class AskForClubForm(ActionForm):
    """A club of the reader's own."""

    def __init__(self, clubs: Sequence[Club], **more: Any) -> None:
        super().__init__(**more)
        self.fields["club"] = select_field(_("Your club"), [(each.code, each.name) for each in clubs])


class NewOrganiserForm(ActionForm):
    """The name of an account."""

    name = line_field(_("Name of the account"), 150, needed=True)


def _this_year() -> tuple[date, date]:
    """Return the days of a new licence: from today to the end of the year."""
    today = zones.site_day()
    return today, today.replace(month=12, day=31)


def _day_field(label: Any) -> forms.CharField:
    return line_field(label, 10, needed=True, type="date")


class LicenceForm(ActionForm):
    """A licence: its number, the year of birth of its person, its first and its last day."""

    number = line_field(_("Licence number"), LONGEST_CARD, needed=True)
    born = line_field(_("Year of birth"), 4, inputmode="numeric")
    valid_from = _day_field(_("Valid from"))
    valid_until = _day_field(_("Valid until"))

    beside: ClassVar[Mapping[str, str]] = {"bad_words": "number"}

    def __init__(self, licence: Licence | None = None) -> None:
        if licence is None:
            first, last = (day.isoformat() for day in _this_year())
            super().__init__(id="tessera", valid_from=first, valid_until=last)
            return
        super().__init__(
            id=f"tessera-{licence.pk}",
            licence=licence.number,
            number=licence.number,
            born=licence.born or "",
            valid_from=licence.valid_from.isoformat(),
            valid_until=licence.valid_until.isoformat(),
        )
        self.fields["licence"] = hidden_field()


class LicenceListForm(ListForm):
    """A list of licences in a file, and the days of those for which it names none."""

    valid_from = forms.DateField(label=_("Valid from"), widget=forms.DateInput({**INPUT, "type": "date"}))
    valid_until = forms.DateField(label=_("Valid until"), widget=forms.DateInput({**INPUT, "type": "date"}))

    def __init__(self, data: Any = None, files: Any = None) -> None:
        first, last = (day.isoformat() for day in _this_year())
        super().__init__(data, files, initial={"valid_from": first, "valid_until": last})


class HolderForm(ActionForm):
    """The person of a licence, in one of the federation's clubs."""

    person = line_field(_("Name or membership number in the club"), LONGEST_PERSON, needed=True)

    def __init__(self, clubs: Sequence[Club], licence: Licence) -> None:
        super().__init__(id=f"persona-{licence.pk}", licence=licence.number)
        add_club(self, clubs)
        self.fields["licence"] = hidden_field()


class NewLicenceForm(LicenceForm):
    """A licence that a person is to get."""

    person = line_field(_("Name or membership number in the club"), LONGEST_PERSON, needed=True)

    def __init__(self, clubs: Sequence[Club]) -> None:
        super().__init__()
        add_club(self, clubs)
        self.order_fields(["club", "person"])


def add_club(form: ActionForm, clubs: Sequence[Club]) -> None:
    """Ask in a form for one of these clubs."""
    form.fields["club"] = select_field(_("Club"), [(each.code, each.name) for each in clubs])
    form.order_fields(["club"])


def read_licence(fields: Fields) -> dict[str, Any]:
    """Return what was sent of a licence, as the actions take it; what is no day or year as the text, which
    they refuse."""
    sent = {name: text_of(fields, name) for name in ("number", "born", "valid_from", "valid_until")}
    year = number_of(sent["born"], 4)
    born = None if not sent["born"] else sent["born"] if year is None else year
    return {
        "number": sent["number"],
        "born": born,
        **{name: _day(sent[name]) for name in ("valid_from", "valid_until")},
    }


def _day(text: str) -> date | str:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text
