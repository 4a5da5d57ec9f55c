"""The rules for names of people."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.deconstruct import deconstructible
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import lookalikes
from ludopoli.text import letters, word_filter

SHORTEST, LONGEST = 2, 24
GUESTS = {"it": "Ospite", "en": "Guest"}
"""The words that begin the names of guests ("Ospite 4711"), by language, barred for accounts."""

BOT = "Bot "
"""The prefix of the names of bots ("Bot Pescatore"), barred for accounts."""

MARK = "°"
"""The sign after the name of a person without an account; no account's name has it."""

MOST_NAMESAKES = 999

LONGEST_MARKED = LONGEST - len(f" {MARK}{MOST_NAMESAKES}")

FEWEST_DIGITS, MOST_DIGITS = 4, 12
"""The length of the number in a generated name."""

LOOK_ALIKES = str.maketrans({"0": "o", "1": "i", "ı": "i", "İ": "i", "í": "i", "ì": "i"})


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
"""The validators of every name, a guest's too."""


def honest_letters(name: str) -> None:
    """Refuse letters that cannot be seen, and alphabets mixed to imitate another name."""
    if lookalikes.mixes_scripts(name) or lookalikes.INVISIBLE & set(name):
        raise ValidationError(NameValidator.message, NameValidator.code)


def not_a_guests_name(name: str) -> None:
    """Refuse names that look like a guest's or a bot's."""
    looks_like = name.casefold().translate(LOOK_ALIKES)
    if looks_like.startswith(tuple(word.casefold() for word in (*GUESTS.values(), BOT))):
        raise ValidationError(
            _("Names beginning with “%(word)s” belong to guests."), "guest_name", {"word": name.split()[0]}
        )


def not_of_the_house(name: str) -> None:
    """Refuse names that seem official."""
    if lookalikes.is_reserved(name):
        raise ValidationError(_("This name is reserved for the site. Choose another one."), "reserved")


def without_bad_words(name: str) -> None:
    """Refuse a word that the chat would mask."""
    if not word_filter.is_clean(name):
        raise ValidationError(
            _("This contains a word that is not allowed here. Choose another."), "bad_words"
        )


def check_account_name(name: str) -> None:
    for validate in name_validators:
        validate(name)
    MaxLengthValidator(LONGEST)(name)
    honest_letters(name)
    not_a_guests_name(name)
    not_of_the_house(name)
    without_bad_words(name)


def check_marked_name(name: str) -> None:
    """Check a name as for accounts, and leave room for the mark."""
    check_account_name(name)
    MaxLengthValidator(LONGEST_MARKED)(name)


def without_mark(name: str) -> str:
    """The name without the sign of a person without an account, and its number."""
    return name.partition(f" {MARK}")[0]


def with_mark(name: str) -> str:
    """The name with the sign of a person without an account."""
    return f"{name} {MARK}"


def give_mark(person: AbstractBaseUser, name: str) -> None:
    """Save a person without an account as "Mario Rossi °", or "Mario Rossi °2" if the first is taken."""
    marked = with_mark(name)
    if _save_as(person, marked):
        return
    namesakes = get_user_model().objects.filter(username__istartswith=marked).count()
    for number in range(max(namesakes, 1) + 1, MOST_NAMESAKES + 1):
        if _save_as(person, f"{marked}{number}"):
            return
    give_number(person, guest_word())


def guest_word() -> str:
    """The word for a guest in the reader's language."""
    return GUESTS.get(get_language() or "", GUESTS["en"])


def suggest_name() -> str:
    """Return a name of the kind given to guests who choose none."""
    return _numbered(guest_word(), FEWEST_DIGITS)


def is_suggested(name: str) -> bool:
    """Return whether a name is of the kind given to guests who choose none, in any language."""
    words = "|".join(GUESTS.values())
    return re.fullmatch(rf"(?:{words}) [1-9][0-9]{{{FEWEST_DIGITS - 1},{MOST_DIGITS - 1}}}", name) is not None


def in_language_of_reader(name: str) -> str:
    """A name of the kind given to guests, with the word for a guest in the reader's language."""
    return f"{guest_word()} {name.split()[-1]}" if is_suggested(name) else name


def give_number(person: AbstractBaseUser, word: str, wanted: str = "") -> None:
    """Save a person under a word and a free number, a longer one if the short ones are taken.

    `wanted` is a name of this kind to try first.
    """
    if wanted and _save_as(person, wanted):
        return
    for digits in range(FEWEST_DIGITS, MOST_DIGITS + 1):
        if _save_as(person, _numbered(word, digits)):
            return
    raise RuntimeError(f"no free name for {word}")


def _numbered(word: str, digits: int) -> str:
    return f"{word} {secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"


def _save_as(person: AbstractBaseUser, name: str) -> bool:
    """Save the person under this name; return False if it, or a lookalike, is taken."""
    person.username = name  # type: ignore[attr-defined]
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        return False
    return True


def tidy_username(name: str) -> str:
    """Normalise a name: single spaces, none at the ends, one kind of apostrophe."""
    plain = unicodedata.normalize("NFKC", name).replace("’", "'")
    return re.sub(r"\s+", " ", plain).strip()


def is_taken(name: str) -> bool:
    """Return whether this name or a lookalike is taken, regardless of case; accents make another name."""
    looks = lookalikes.skeleton(name)
    alike = get_user_model().objects.filter(
        Q(folded=letters.fold_text(name)) | Q(username=name) | Q(skeleton=looks)
    )
    spelt = letters.in_any_case(name)
    return any(each.skeleton == looks or letters.in_any_case(each.username) == spelt for each in alike)
