"""A notice that is pushed at once, to a push service of the tests."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.test import override_settings
from django.utils import timezone

from games.models import Table
from ludopoli.accounts.models import User
from ludopoli.notices import devices, notifying, pushes
from ludopoli.notices.models import Device, Mailbox
from ludopoli.sockets.sessions import is_signed_in
from tests.live.seed import cookie
from tests.proofs import PASSWORD


def subscribe(name: str, subscription: dict[str, object]) -> bool:
    """Add a device of a push service of the tests, which is no public address."""
    person = User.objects.get(username=name)
    session = next(
        key for key in Session.objects.values_list("pk", flat=True) if is_signed_in(key, person.pk)
    )
    with override_settings(WEBHOOKS_TO_PRIVATE=True):
        return devices.subscribe(person, subscription, "prova", session=session) is not None


def push(name: str, code: str) -> int:
    """Invite a person to a table; return the number of pushes that were accepted."""
    person, table = User.objects.get(username=name), Table.objects.get(code=code)
    Mailbox.objects.filter(user=person).update(quiet_from=0, quiet_until=0)
    facts = {"game": table.game, "table": code}
    url, about = f"/tavolo/{code}/", f"table:{table.pk}"
    notifying.notify_people("invited", [person], actor=table.host, url=url, facts=facts, about=about)
    with override_settings(WEBHOOKS_TO_PRIVATE=True):
        return pushes.send_due_pushes(timezone.now() + pushes.WAITS + timedelta(seconds=1))


def give_password(name: str) -> str:
    """Give a person a password, which ends their sessions; return the cookie of a new one without a proof."""
    person = User.objects.get(username=name)
    person.set_password(PASSWORD)
    person.save()
    return cookie(person)


def endpoints(name: str) -> list[str]:
    """Return the endpoints of a person's devices."""
    return [*Device.objects.filter(user__username=name).values_list("endpoint", flat=True)]


def lose(name: str) -> None:
    """Forget the devices of a person, as after an answer of 410."""
    for device in Device.objects.filter(user__username=name):
        devices.lose_device(device)
