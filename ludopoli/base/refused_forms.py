"""A form that was refused, kept in the session until the page it came from shows it again.

The answer to a form is a redirect to a page. So that nothing has to be typed twice, that page has the form
as it was sent, and beside it why it was refused (`templatetags/refused.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest

KEPT = "refused_form"

MOST_TYPED = 20_000
"""Characters of a form that is kept; nobody types more."""


@dataclass(frozen=True, slots=True)
class RefusedForm:
    action: str
    """The address that the form was sent to."""
    fields: Mapping[str, str]
    message: str
    """Why it was refused."""


def keep(request: HttpRequest, fields: Mapping[str, Any], message: str) -> None:
    """Keep what was typed; a form that was refused before is forgotten."""
    typed = {name: value for name, value in fields.items() if isinstance(value, str)}
    typed.pop("csrfmiddlewaretoken", None)
    if sum(len(name) + len(value) for name, value in typed.items()) <= MOST_TYPED:
        request.session[KEPT] = asdict(RefusedForm(request.path, typed, message))


def find(request: HttpRequest, action: str, fields: Mapping[str, str]) -> RefusedForm | None:
    """The refused form of this address that was sent with these fields; the next page has it no more."""
    kept = getattr(request, KEPT, None) or request.session.get(KEPT)
    if kept is None or kept["action"] != action or not fields.items() <= kept["fields"].items():
        return None
    request.session.pop(KEPT, None)
    setattr(request, KEPT, kept)
    return RefusedForm(**kept)
