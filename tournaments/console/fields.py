"""The fields of the form for tournaments, among them those for the options of formats."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ludopoli.text.moment_fields import MomentField, MomentInput
from tournaments import format_texts
from tournaments.formats.catalog import FORMATS, FormatOption
from tournaments.formats.options import DEALS

OPTION, BREAK = "option_", "break_"
"""The prefixes of the fields for options and tie-breaks."""

SELECT = {"class": "input"}


def choice_field(label: Any, choices: Any, **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.Select(attrs=SELECT), **more)


def whole_number_field(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={**SELECT, "inputmode": "numeric"})
    more |= {"min_value": least, "max_value": most, "widget": widget}
    return forms.IntegerField(label=label, required=False, **more)


def yes_field(label: Any, **more: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, **more)


def moment_field(label: Any, *, required: bool, help_text: Any = "") -> MomentField:
    return MomentField(label=label, required=required, widget=MomentInput(SELECT), help_text=help_text)


# ---- the options of formats


def format_options() -> list[FormatOption]:
    """Return the options of all formats, each once, in the order of `format_texts.OPTIONS`."""
    found: dict[str, FormatOption] = {}
    for format in FORMATS.values():
        for option in format.all_options:
            found.setdefault(option.name, option)
    order = [*format_texts.OPTIONS]
    return sorted(found.values(), key=lambda option: order.index(option.name))


def formats_with(option: str) -> str:
    return " ".join(
        name for name, each in FORMATS.items() if any(option == known.name for known in each.all_options)
    )


def option_field(option: FormatOption) -> forms.Field:
    described = format_texts.OPTIONS[option.name]
    if option.some:
        return forms.CharField(required=False, widget=forms.HiddenInput)
    if not option.choices and option.name != "scoring":
        field: forms.Field = whole_number_field(
            described.name, option.low, option.high, help_text=described.about
        )
        if option.name != DEALS.name:  # the rules limit it
            field.widget.attrs["data-usual"] = json.dumps(_usual(option.name))
    else:
        offered = {str(value): formats for value, formats in _offered(option.name).items()}
        names = {str(value): label for value, label in described.choices.items()}
        usual = [("", _("As usual")), *((value, names[value]) for value in names if value in offered)]
        field = choice_field(described.name, usual, required=False, help_text=described.about)
        everywhere = formats_with(option.name).split()
        field.widget.attrs["data-only"] = json.dumps(
            {value: formats for value, formats in offered.items() if formats != everywhere}
        )
    return field


def _offered(option: str) -> dict[Any, list[str]]:
    """Return the formats that offer each value of an option."""
    found: dict[Any, list[str]] = {}
    for name, each in FORMATS.items():
        for known in each.all_options:
            for value in known.choices if known.name == option else ():
                found.setdefault(value, []).append(name)
    return found


def _usual(option: str) -> dict[str, Any]:
    """Return the default of an option in each format."""
    return {
        name: known.default
        for name, each in FORMATS.items()
        for known in each.all_options
        if known.name == option
    }


def sent_option(option: FormatOption, value: Any) -> Any:
    if value in (None, ""):
        return None
    return {str(each): each for each in option.choices}.get(value, value)
