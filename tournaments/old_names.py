"""Repair of stored names that contain bad words.

The word filter refuses them in new names; old ones date from before it, or from before the word was on its
list. Free text is masked whenever it is shown, and needs no repair. Names are used as keys and in URLs
all over the site, so they are changed in the database, and their owners are notified.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.models import Member as ClubMember
from games import privacy
from games.models import HouseRules, Table
from ludopoli.accounts import names, outgoing_mails
from ludopoli.accounts.change_mails import address_of
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.notices.models import Notice
from ludopoli.text import word_filter
from tournaments.models import Entry, Event, Series

NAMELESS = "Senza nome"
"""The new name, with a number, of an account or bot: a user name cannot have the stars of a masked word."""

RENAMED = "renamed"
"""The code of the `Sanction` that notifies the owner; it is only a message."""

OWNED: tuple[tuple[Any, str], ...] = (
    (HouseRules, "owner"),
    (Event, "organiser"),
    (Series, "organiser"),
    (Club, "owners"),
)
"""The models with a `name` that people have given, and the attribute with the person or list of people."""

COPIED: tuple[tuple[Any, str], ...] = (
    (ClubMember, "name"),
    (ClubMember, "card"),
    (ClubMember, "category"),
    (Entry, "name"),
    (Event, "rules_name"),
    (Table, "rules_name"),
    (Notice, "facts__name"),
    (Notice, "facts__text"),
    (Notice, "facts__reason"),
)
"""Other models and fields with names, most of them copies; `facts__name` is a key of a JSON field.

Nobody is notified about these.
"""


def repair_names() -> int:
    """Repair all names with a bad word, and return their number.

    A repaired name is clean, so an interrupted run can simply be repeated.
    """
    owned = sum(_mask_owned_names(*each) for each in OWNED)
    copied = sum(_mask_copied_names(*each) for each in COPIED)
    return _rename_accounts() + owned + copied + _mask_club_categories()


def _rename_accounts() -> int:
    known = User.objects.filter(deleted_at=None).order_by("pk").values_list("pk", "username")
    bad = [pk for pk, name in known if not word_filter.is_clean(name)]
    for pk in bad:
        _rename_account(pk)
    return len(bad)


def _rename_account(pk: int) -> None:
    """Rename an account or a bot, and notify its owner; a person also gets a mail."""
    with transaction.atomic():
        person = User.objects.select_for_update(of=("self",)).select_related("owner").get(pk=pk)
        names.give_number(person, NAMELESS)
        privacy.rename_in_games(person, person.username)
        _inform(person.owner or person, person.username)
    if person.owner is None:
        _mail_new_name(person)


def _mask_owned_names(model: Any, owner: str) -> int:
    """Mask the names of a model, notify the people in `owner`, and return the number of names."""
    known = model.objects.order_by("pk").values_list("pk", "name")
    bad = [pk for pk, name in known if not word_filter.is_clean(name)]
    for row in model.objects.filter(pk__in=bad):
        with transaction.atomic():
            _mask(row, "name")
            owners = getattr(row, owner)
            for person in owners if isinstance(owners, list) else filter(None, [owners]):
                _inform(person, row.name)
    return len(bad)


def _mask(row: Any, field: str) -> None:
    """Mask a name of a row; number it if the field is unique and another row has the masked name."""
    masked = word_filter.mask_words(getattr(row, field))
    for number in count(1):
        ending = "" if number == 1 else f" ({number})"
        setattr(row, field, masked[: row._meta.get_field(field).max_length - len(ending)] + ending)
        try:
            with transaction.atomic():
                row.save(update_fields=[field])
        except IntegrityError:
            continue
        return


def _mask_copied_names(model: Any, lookup: str) -> int:
    """Mask the names in a field, or under a key of a JSON field; return the number of different names."""
    field, _sep, key = lookup.partition("__")
    known = {name for name in model.objects.values_list(lookup, flat=True).distinct() if name}
    bad = [name for name in known if not word_filter.is_clean(name)]
    for name in bad:
        for row in model.objects.filter(**{lookup: name}):
            if not key:
                _mask(row, field)
                continue
            setattr(row, field, {**getattr(row, field), key: word_filter.mask_words(name)})
            row.save(update_fields=[field])
    return len(bad)


def _mask_club_categories() -> int:
    """Mask the lists of categories in clubs; the category of a member is one of `COPIED`."""
    bad = 0
    for club in Club.objects.exclude(categories=[]).iterator():
        masked = [word_filter.mask_words(each) for each in club.categories]
        if masked != club.categories:
            club.categories = masked
            club.save(update_fields=["categories"])
            bad += 1
    return bad


def _inform(person: User, name: str) -> None:
    """Notify the owner of a name of the new one, on the site."""
    sanctions.impose_sanction(person, Sanction.Kind.MESSAGE, code=RENAMED, reason=name)


def _mail_new_name(person: User) -> None:
    """Mail the new name to a person, who needs it to sign in."""
    address = address_of(person)
    if not address:
        return
    with translation.override(person.language or translation.get_language()):
        body = render_to_string("account/email/renamed.txt", {"name": person.username})
        subject = _("Your name on Ludopoli has changed")
    outgoing_mails.send_mail_or_keep(EmailMessage(subject, body, to=[address]))
