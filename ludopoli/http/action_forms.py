"""Forms of actions that have an address of their own, on pages with other things around them.

The action reads and checks what was sent; the form is for the page. `at` binds it to a refused request, with
the refusal as an error beside the field that it is about, or below all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from django import forms
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ludopoli.http import refused_forms
from ludopoli.http.refusals import ActionRefused

SEEN = "was-"
"""Begins the name of a hidden field that says what another showed when the page was rendered."""

INPUT = {"class": "input", "autocomplete": "off"}


class LineInput(forms.TextInput):
    """An input that is written without a template, since a page may have hundreds of them."""

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        widget = context["widget"]
        given = {"type": widget["type"], "name": widget["name"], "value": widget["value"], **widget["attrs"]}
        return format_html(
            "<input{}>", flatatt({name: each for name, each in given.items() if each is not None})
        )


class SuggestingInput(LineInput):
    """A `LineInput` that suggests texts; others can be typed as well."""

    def __init__(self, suggestions: Iterable[str], attrs: dict[str, Any]) -> None:
        super().__init__(attrs)
        self._suggestions = [*suggestions]

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        attrs = context["widget"]["attrs"]
        attrs["list"] = f"{attrs['id']}-list"
        options = format_html_join("", '<option value="{}"></option>', zip(self._suggestions, strict=True))
        line = super()._render(template_name, context, renderer)
        return format_html('{}<datalist id="{}">{}</datalist>', line, attrs["list"], options)


def line_field(
    label: Any, most: int, *, needed: bool = False, help_text: Any = "", **attrs: Any
) -> forms.CharField:
    """A text of one line; the browser asks for it if it is `needed`."""
    widget = LineInput({**INPUT, "maxlength": most, "required": needed, **attrs})
    return forms.CharField(label=label, required=False, strip=False, widget=widget, help_text=help_text)


def suggesting_field(label: Any, most: int, suggestions: Iterable[str]) -> forms.CharField:
    """A text of one line, for which the browser suggests some."""
    widget = SuggestingInput(suggestions, {**INPUT, "maxlength": most})
    return forms.CharField(label=label, required=False, strip=False, widget=widget)


def lines_field(
    label: Any, rows: int, *, needed: bool = False, help_text: Any = "", **attrs: Any
) -> forms.CharField:
    """A text of several lines."""
    widget = forms.Textarea({"class": "input", "cols": False, "rows": rows, "required": needed, **attrs})
    return forms.CharField(label=label, required=False, strip=False, widget=widget, help_text=help_text)


def select_field(label: Any, choices: Any, widget: type[forms.Select] = forms.Select) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=widget({"class": "input"}))


def offer_choices(form: forms.Form, name: str, choices: Any) -> None:
    """Set what the select field with this name offers."""
    form.fields[name].choices = choices  # type: ignore[attr-defined]


def checkbox_field(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


def hidden_field() -> forms.CharField:
    return forms.CharField(required=False, widget=forms.HiddenInput)


class ActionForm(forms.Form):
    """The fields of an action; without any, a button."""

    beside: ClassVar[Mapping[str, str]] = {}
    """The fields that refusals are about, by code."""

    def __init__(self, *, id: str = "", **initial: Any) -> None:
        """`id` begins the ids of the fields, for a form that a page has several times."""
        super().__init__(initial=initial, auto_id=f"{id or type(self).__name__}-%s", label_suffix="")
        self.action = ""
        self.seen: dict[str, str] = {}
        """The values of the fields when the page was first rendered, by name; the form sends them along."""

    def at(self, request: HttpRequest | None, *actions: str) -> Self:
        """Set the address to which the form is sent. If this request was sent there, or to another of these
        addresses, with the same hidden fields, and was refused: bind the form."""
        self.action = actions[0]
        constant = {field.name: str(field.value() or "") for field in self.hidden_fields()}
        for action in actions:
            if request and (refused := refused_forms.find_refused_form(request, action, constant)):
                self.data, self.is_bound = refused.fields, True
                self._add_refusal(refused.why)
        return self

    def lines(self) -> SafeString:
        """Return the visible fields as `partials/fields.html` writes them while nothing is wrong: without a
        template, since a page may have hundreds of such forms."""
        return format_html_join(
            "",
            '<div class="field"><label for="{}">{}</label>{}</div>',
            ((field.id_for_label, field.label, field) for field in self.visible_fields()),
        )

    def _add_refusal(self, why: ActionRefused) -> None:
        if why.code == "possible_double":
            self.fields["homonym"] = checkbox_field(_("Somebody else with the same name"))
        sent = {name: self.data[f"{SEEN}{name}"] for name in self.seen if f"{SEEN}{name}" in self.data}
        self.seen |= sent
        if why.code == "changed_meanwhile":
            self.seen[why.details["field"]] = why.details["theirs"]
        name = self.field_of(why)
        self.add_error(name if name in self.fields else None, str(why))
        for wrong in self.visible_fields():
            if wrong.errors:
                wrong.field.widget.attrs["autofocus"] = True
                break

    def field_of(self, why: ActionRefused) -> str | None:
        """Return the name of the field that a refusal is about."""
        named = why.details.get("field")
        if isinstance(named, str):
            return named
        visible = [field.name for field in self.visible_fields()]
        return visible[0] if len(visible) == 1 else self.beside.get(why.code)
