"""Tags for forms that show again what was typed when they were refused.

A form begins with `{% refused action as refused %}`. Then its fields have `{% typed name %}` as their value,
its options `{% chosen name value %}`, its checkboxes `{% ticked name %}`;
`partials/refused.html` shows why it was refused.
"""

from __future__ import annotations

from typing import Any

from django import template

from ludopoli.http import refused_forms
from ludopoli.http.refused_forms import RefusedForm

register = template.Library()


@register.simple_tag(takes_context=True)
def refused(context: template.Context, *actions: str, **fields: Any) -> RefusedForm | None:
    """Return the form with one of these addresses and these hidden fields, if it was refused."""
    request = context.get("request")
    if request is None:
        return None
    sent = {name: str(value) for name, value in fields.items()}
    found = (refused_forms.find(request, action, sent) for action in actions)
    return next((form for form in found if form is not None), None)


@register.simple_tag(takes_context=True)
def typed(context: template.Context, *name: Any, default: Any = "") -> Any:
    """Return a field's value as it was typed, or else the default; the field's name may come in parts."""
    form = context.get("refused")
    if form is None:
        return "" if default is None else default
    return form.fields.get("".join(map(str, name)), "")


@register.simple_tag(takes_context=True)
def chosen(context: template.Context, name: str, *value: Any, default: bool = False) -> str:
    """Return "selected" for the option that was chosen, or else for the default; its value may come in
    parts."""
    form = context.get("refused")
    is_chosen = default if form is None else form.fields.get(name) == "".join(map(str, value))
    return "selected" if is_chosen else ""


@register.simple_tag(takes_context=True)
def ticked(context: template.Context, name: str) -> str:
    """Return "checked" for a checkbox that was ticked."""
    form = context.get("refused")
    return "checked" if form is not None and name in form.fields else ""
