"""A refused form, kept in the session until its page shows it again.

Forms are answered with a redirect to a page. So that nothing has to be typed twice, that page shows the form
as it was sent, with the reason for the refusal (`templatetags/refused.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest

KEPT = "refused_form"

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
