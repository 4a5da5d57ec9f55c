"""Look-ups of what an address names."""

from __future__ import annotations

import re
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

Found = TypeVar("Found")
Row = TypeVar("Row", bound=Model)

CODE = re.compile(r"[a-z0-9]{1,12}")
"""The form of the codes of tables, house rules, events and series."""


LONGEST_ID = 18
"""The most digits of an id; a longer number would be refused by the database."""


def number_of(text: str | None, digits: int = LONGEST_ID) -> int | None:
    """Read a whole number in an address or a form; None for anything else, and for more digits."""
    if text is None or len(text) > digits or not (text.isascii() and text.isdecimal()):
        return None
    return int(text)


def by_code(rows: QuerySet[Row], code: str) -> Row | None:
    """Return the row with a code; no query if the text cannot be one."""
    return rows.filter(code=code).first() if CODE.fullmatch(code) else None


def or_404(found: Found | None, missing: str = "") -> Found:
    """Return what was found. Raises `Http404` with the text for the reader if it is None."""
    if found is None:
        raise Http404(missing)
    return found
