"""Everything that is stored about a person: exporting and deleting it.

An app that stores something registers it in its module `privacy`, which is loaded at startup: accounts know
no games.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy

from ludopoli.accounts import change_mails, names, outgoing_mails, people
from ludopoli.accounts.models import User
from ludopoli.http.throttle import shared_bucket
from ludopoli.sockets import sessions as stored_sessions
from ludopoli.sockets.sessions import recheck_sessions
from ludopoli.text.renaming import replace_name

EXPORTS_AT_ONCE, SECONDS_PER_EXPORT = 3, 60

GHOST = "Giocatore"
"""The name of deleted accounts; a number follows."""


def _nothing(*_args: Any) -> None:
    """The default for apps that have nothing to do at this point."""


@dataclass(frozen=True)
class PersonalData:
    """The data that an app stores about a person.

    `export` returns it as JSON. `withdraw` takes the person out of anything in progress, before anything is
    deleted and in transactions of its own; `forget` deletes the person's data within the transaction of the
    deletion. It gets the account, which has its new name by then, and the former name. Both may be called
    twice.
    """

    export: Callable[[User], Any]
    withdraw: Callable[[User], None] = _nothing
    forget: Callable[[User, str], None] = _nothing


_parts: dict[str, PersonalData] = {}


def register_personal_data(name: str, part: PersonalData) -> None:
    """Register an app's data under its name in the export. Raises `ValueError` if the name is in use."""
    if _parts.setdefault(name, part) is not part:
        raise ValueError(f"{name!r} is registered already")


# ---- exporting


def export_person(person: User) -> dict[str, Any]:
    """All data about a person, by app, without secrets (passwords, keys, codes)."""
    return {
        "exported_at": timezone.now(),
        **{name: part.export(person) for name, part in sorted(_parts.items())},
    }


def take_export(person: User) -> str | None:
    """Return the export as JSON, and mail the person that it was taken; None if it is asked for too often."""
    if not shared_bucket(("export", person.pk), rate=1 / SECONDS_PER_EXPORT, burst=EXPORTS_AT_ONCE).take():
        return None
    exported = export_json(person)
    change_mails.mail_change(person, gettext_lazy("All your data was downloaded."))
    return exported


def export_json(person: User) -> str:
    return json.dumps(export_person(person), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


# ---- deleting


def delete_person(person: User) -> User:
    """Make the person a ghost: the row and its games stay, under an anonymous name."""
    _withdraw(person)
    with transaction.atomic():
        ghost = User.objects.select_for_update().get(pk=person.pk)
        if ghost.deleted_at is None:
            former = ghost.username
            _become_ghost(ghost)
            for part in _parts.values():
                part.forget(ghost, former)
            recheck_sessions(ghost.pk)
    _withdraw(ghost)  # from what their last requests began meanwhile
    return ghost


def _withdraw(person: User) -> None:
    for part in _parts.values():
        part.withdraw(person)


def _become_ghost(person: User) -> None:
    person.set_unusable_password()  # which also ends every session
    person.email = person.first_name = person.last_name = person.bio = ""
    person.country = person.language = person.zone = ""
    person.preferences = {}
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.deleted_at = timezone.now()
    person.groups.clear()
    person.user_permissions.clear()
    names.give_number(person, GHOST)


# ---- the accounts' own data


def _account(person: User) -> dict[str, Any]:
    return {
        "name": person.username,
        "email": person.email,
        "addresses": [
            *EmailAddress.objects.filter(user=person).values(
                "email", "verified", "primary", refused_at=F("refusal__at")
            )
        ],
        "bio": person.bio,
        "country": person.country,
        "language": person.language,
        "zone": person.zone,
        "preferences": person.preferences,
        "joined_at": person.date_joined,
        "last_login": person.last_login,
        "people": people.ties_as_data(person),
        "second_steps": [
            *Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")
        ],
        "sessions": [
            *UserSession.objects.filter(user=person).values("ip", "user_agent", "created_at", "last_seen_at")
        ],
    }


def _forget_account(person: User, former: str) -> None:
    people.forget_ties(person)
    addresses = EmailAddress.objects.filter(user=person)
    outgoing_mails.forget_mails(addresses.values_list("email", flat=True))
    addresses.delete()
    Authenticator.objects.filter(user=person).delete()
    sessions = UserSession.objects.filter(user=person)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    store.get_model_class().objects.filter(session_key__in=sessions.values("session_key")).delete()
    sessions.delete()
    for entry in LogEntry.objects.filter(object_repr__contains=former):
        entry.object_repr = replace_name(entry.object_repr, former, person.username)
        entry.save(update_fields=["object_repr"])


@receiver(stored_sessions.ended)
def _forget_device(key: str, **_signal: Any) -> None:
    """Delete the address and the browser of a session that has ended."""
    UserSession.objects.filter(session_key=key).delete()


register_personal_data("account", PersonalData(export=_account, forget=_forget_account))
