"""Which names a person may carry at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.db.models import Q
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 24
GUEST = "Ospite"
"""Guests are called this and a number; nobody else's name may begin so."""


@deconstructible
class NameValidator(RegexValidator):
    """Letters of any alphabet and digits, with single spaces and `. - _ '` inside."""

    regex = r"^[^\W_]+(?:[ .\-_'’]{1,2}[^\W_]+)*[.'’]?\Z"
    message = _("Use letters and digits; spaces, dots, hyphens and apostrophes only between them.")
    code = "bad_name"


name_validators: list[Callable[[Any], None]] = [
    MinLengthValidator(SHORTEST, _("At least %(limit_value)d characters.")),
    NameValidator(),
]
"""For every name, a guest's too."""


def not_a_guests_name(name: str) -> None:
    """Refuse for an account what looks like a guest."""
    if name.casefold().startswith(GUEST.casefold()):
        raise ValidationError(
            _("Names beginning with “%(word)s” belong to guests."), "guest_name", {"word": GUEST}
        )


def check_account_name(name: str) -> None:
    for validate in name_validators:
        validate(name)
    MaxLengthValidator(LONGEST)(name)
    not_a_guests_name(name)


def tidy(name: str) -> str:
    """One space where there were several, none at the ends, one kind of apostrophe."""
    plain = unicodedata.normalize("NFKC", name).replace("’", "'")
    return re.sub(r"\s+", " ", plain).strip()


def taken(name: str) -> bool:
    """Whether somebody has this name, in whatever case (SQLite knows no case outside ASCII)."""
    people = get_user_model().objects
    spellings = {name, name.lower(), name.upper(), name.title(), name.capitalize()}
    return people.filter(Q(username__iexact=name) | Q(username__in=spellings)).exists()
