"""The devices that show pushed notices: each belongs to the session or the token that added it, and ends with
that.

A push service is a stranger's address that a client has named: only public ones are accepted. The keys of a
subscription are known to its browser alone, so they prove that it is the same browser.
"""

from __future__ import annotations

import base64
from typing import Annotated, Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import change_mails
from ludopoli.accounts.models import User
from ludopoli.api.models import Token
from ludopoli.base.foreign import Foreign
from ludopoli.http.throttle import shared_bucket
from ludopoli.notices.models import Device
from ludopoli.sockets import sessions
from ludopoli.text import letters
from ludopoli.work import sending

MOST_DEVICES = 10
"""The most devices of a person; a new one takes the place of the oldest."""

LONGEST_NAME = 60

NEW_AT_ONCE, NEW_PER_SECOND = 5, 0.1
"""The rate limit for new devices: each needs a DNS lookup, which may take a while."""

lost = Signal()
"""Sent with a `device` that is forgotten, although its person has not asked for that."""


class SubscriptionKeys(Foreign, forbid_unknown_fields=False):
    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class Subscription(Foreign, forbid_unknown_fields=False):
    """The subscription of a browser. Browsers add fields of their own, which are not read."""

    endpoint: Annotated[str, msgspec.Meta(max_length=500)]
    keys: SubscriptionKeys

    @property
    def columns(self) -> dict[str, str]:
        """The subscription as the row of a device has it."""
        return {"endpoint": self.endpoint, "public_key": self.keys.p256dh, "secret": self.keys.auth}


def encode_base64(content: bytes) -> str:
    """Base64 in the alphabet of URLs, without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    """Base64 in the alphabet of URLs, with or without padding. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def read_subscription(sent: Any) -> Subscription | None:
    """Read a subscription as a client sends it (`PushSubscription.toJSON`); None if it is not one."""
    try:
        subscription = msgspec.convert(sent, Subscription)
        sending.check_address(subscription.endpoint)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(subscription.keys.p256dh))
        return subscription if len(decode_base64(subscription.keys.auth)) == 16 else None
    except (ValueError, sending.Unreachable):
        return None


def _is_public(endpoint: str) -> bool:
    try:
        sending.check_public(endpoint)
    except sending.Unreachable:
        return False
    return True


def _is_of(device: Device, subscription: Subscription) -> bool:
    return all(getattr(device, column) == value for column, value in subscription.columns.items())


# ---- adding


def may_add(user: User) -> bool:
    """Count a try; return whether the person may add a device now."""
    return shared_bucket(("new device", user.pk), rate=NEW_PER_SECOND, burst=NEW_AT_ONCE).take()


def add_device(
    request: HttpRequest, user: User, sent: Any, name: str, token: Token | None = None
) -> Device | None:
    """Add a device for the session of a request, or for the token of a program, and mail the person."""
    session = "" if token is not None else request.session.session_key or ""
    device = subscribe(user, sent, name, session=session, token=token)
    if device is not None:
        text = _("A device that shows your notices was added: %(name)s")
        change_mails.mail_change(user, text, {"name": device.name})
    return device


def subscribe(
    user: User, sent: Any, name: str, *, session: str = "", token: Token | None = None
) -> Device | None:
    """Keep a device by the subscription of its browser; None if that is not one.

    A device that is known already goes over to this person only with its keys: an endpoint alone is no proof.
    """
    subscription = read_subscription(sent)
    if subscription is None or not 0 < len(name.strip()) <= LONGEST_NAME or not letters.is_readable(name):
        return None
    if not _is_public(subscription.endpoint):
        return None
    with transaction.atomic():
        device, _created = Device.objects.select_for_update().get_or_create(
            endpoint=subscription.endpoint, defaults={**subscription.columns, "user": user, "name": name}
        )
        if not _is_of(device, subscription):
            return None
        device.user, device.name, device.at = user, name, timezone.now()
        device.session, device.token = session, token
        device.save()
        mine = Device.objects.filter(user=user)
        if session:
            mine.filter(session=session).exclude(pk=device.pk).delete()
        kept = mine.order_by("-at", "-pk").values_list("pk", flat=True)
        mine.exclude(pk__in=list(kept[:MOST_DEVICES])).delete()
    return device


def renew_device(former: Any, sent: Any) -> bool:
    """Replace the subscription of a device by a newer one of its browser, which the former keys prove."""
    before, after = read_subscription(former), read_subscription(sent)
    if before is None or after is None:
        return False
    with transaction.atomic():
        known = Device.objects.select_for_update().filter(endpoint__in=(before.endpoint, after.endpoint))
        devices = list(known)
        if any(_is_of(device, after) for device in devices):
            return True
        if len(devices) != 1 or not _is_of(devices[0], before) or not is_current(devices[0]):
            return False
        if not _is_public(after.endpoint):
            return False
        known.filter(pk=devices[0].pk).update(**after.columns, at=timezone.now())
    return True


# ---- ending


def is_current(device: Device) -> bool:
    """True if the session or token that added the device still acts for its person."""
    if device.token is not None:
        return device.token.opens and not sessions.is_barred_stranger(device.token.user)
    return bool(device.session) and sessions.is_signed_in(device.session, device.user_id)


def lose_device(device: Device) -> None:
    """Forget a device that its push service no longer knows, and let its person know."""
    lost.send(Device, device=device)
    device.delete()


def end_device(device: Device) -> None:
    """Forget a device that is no longer current; if it has neither session nor token its person has not ended
    it, and gets a notice."""
    if device.session or device.token is not None:
        device.delete()
    else:
        lose_device(device)


def forget_ended(user: User) -> None:
    """Forget the devices of a person that are no longer current."""
    for device in Device.objects.filter(user=user).select_related("token__user__owner"):
        if not is_current(device):
            device.delete()


@receiver(sessions.ended)
def _session_ended(key: str, heir: str | None, **_signal: Any) -> None:
    devices = Device.objects.filter(session=key)
    if heir is not None:
        devices.update(session=heir)
    else:
        devices.delete()
