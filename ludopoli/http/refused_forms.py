"""Refused forms, shown again with the reason.

Most forms are answered with a redirect to a page. So that nothing has to be typed twice, the refused form is
kept in the session until that page shows it (`templatetags/refused.py`). The forms of Django are shown at
once, with the refusal among their errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest

from ludopoli.http.refusals import ActionRefused

KEPT = "refused_form"

STATUS = "refused_with"
"""The attribute of a form with the status of its refusal."""

MOST_TYPED = 20_000
"""The most characters of a form that is kept; nobody types more."""


@dataclass(frozen=True, slots=True)
class RefusedForm:
    action: str
    """The address to which the form was sent."""
    fields: Mapping[str, str]
    message: str
    """Why it was refused."""
    code: str = ""
    """The code of the refusal, for forms that then ask for something more."""


@contextmanager
def refusals_in(form: BaseForm) -> Iterator[None]:
    """Turn a refusal into an error of the form, beside the field that it names or above them all."""
    try:
        yield
    except ActionRefused as why:
        field = why.details.get("field")
        form.add_error(field if isinstance(field, str) and field in form.fields else None, str(why))
        setattr(form, STATUS, why.status)


def status_of(form: BaseForm) -> int:
    """The status of a page with this form: that of its refusal, or 400 for other errors."""
    return getattr(form, STATUS, 400) if form.errors else 200


def keep(request: HttpRequest, fields: Mapping[str, Any], message: str, code: str = "") -> None:
    """Keep what was typed, in place of any earlier refused form."""
    typed = {name: value for name, value in fields.items() if isinstance(value, str)}
    typed.pop("csrfmiddlewaretoken", None)
    if sum(len(name) + len(value) for name, value in typed.items()) <= MOST_TYPED:
        request.session[KEPT] = asdict(RefusedForm(request.path, typed, message, code))


def find(request: HttpRequest, action: str, fields: Mapping[str, str]) -> RefusedForm | None:
    """Return the refused form that was sent to this address with these fields, for this page only."""
    kept = getattr(request, KEPT, None) or request.session.get(KEPT)
    if kept is None or kept["action"] != action or not fields.items() <= kept["fields"].items():
        return None
    request.session.pop(KEPT, None)
    setattr(request, KEPT, kept)
    return RefusedForm(**kept)
