"""Notices by web push (RFC 8030): encrypted for the device (RFC 8291), signed by the site (VAPID, RFC 8292).

The push service of a browser is a stranger's address that a client has named: it is reached as webhooks are,
at public addresses only. As with mails, a worker claims a push before sending it, by postponing it.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone, translation
from py_vapid import Vapid02

from ludopoli.base import sealing
from ludopoli.failures import retrying
from ludopoli.notices import devices, limits
from ludopoli.notices.devices import decode_base64, encode_base64
from ludopoli.notices.models import Device, Mailbox, Notice, Push, PushKey
from ludopoli.notices.page import show_on_page
from ludopoli.text import zones
from ludopoli.work import sending

log = logging.getLogger(__name__)

WAITS = timedelta(seconds=10)
"""The delay of pushes: a notice read within this time, on an open page, is not pushed."""

GIVEN_UP = timedelta(hours=6)
"""The age at which a notice is no longer worth a push, unless quiet hours have held it up."""

AT_ONCE = 50
CLAIM = timedelta(minutes=2)
RUN = timedelta(seconds=20)

GONE = {404, 410}
"""The answers of a push service about a device that no longer exists."""

PUSH = "notices.push"
"""The name under which failures are noted."""


class NotPushed(Exception):
    """The push service did not accept a push; the message is its status."""


# ---- the key of the site


def _private_key() -> str:
    """The private key in base64, made at the first use and then always the same."""
    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
        row, _ = PushKey.objects.get_or_create(
            pk=1, defaults={"private": sealing.seal_text(encode_base64(made))}
        )
    return sealing.unseal_text(row.private)


def _vapid() -> Vapid02:
    return Vapid02.from_raw(_private_key().encode())


def public_key() -> str:
    """The public key, as browsers need it to subscribe: 65 bytes in base64, without padding."""
    point = _vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return encode_base64(point)


# ---- pushing


def plan_pushes(notices: Iterable[Notice]) -> set[int]:
    """Plan the pushes of new notices to all devices of their people, in three queries; return who has one."""
    by_user = {notice.user_id: notice for notice in notices}
    reached = list(Device.objects.filter(user__in=by_user))
    if not reached:
        return set()
    boxes = Mailbox.objects.in_bulk([device.user_id for device in reached])
    due = {user: _loud(notice.at + WAITS, boxes.get(user)) for user, notice in by_user.items()}
    Push.objects.bulk_create(
        Push(notice=by_user[device.user_id], device=device, due_at=due[device.user_id]) for device in reached
    )
    return {device.user_id for device in reached}


def _loud(at: datetime, box: Mailbox | None) -> datetime:
    """The first moment from `at` on that lies outside the quiet hours of a person."""
    start, end = (box.quiet_from, box.quiet_until) if box is not None else (22, 8)
    there = timezone.localtime(at, zones.zone_named(box.zone if box else ""))
    is_quiet = start <= there.hour < end if start <= end else there.hour >= start or there.hour < end
    if not is_quiet:
        return at
    ends = there.replace(hour=end, minute=0, second=0, microsecond=0)
    return ends if ends > there else ends + timedelta(days=1)


def send_due_pushes(now: datetime | None = None) -> int:
    """Send a batch of due pushes. Return the number that push services have accepted."""
    now, until, sent = now or timezone.now(), time.monotonic() + RUN.total_seconds(), 0
    due = Push.objects.filter(due_at__lte=now).order_by("due_at")
    due = due.select_related("notice__user", "notice__actor", "device__user", "device__token__user__owner")
    for push in due[:AT_ONCE]:
        if time.monotonic() > until:
            break
        sent += _send_claimed(push, now)
    return sent


def _send_claimed(push: Push, now: datetime) -> bool:
    if not Push.objects.filter(pk=push.pk, due_at=push.due_at).update(due_at=now + CLAIM):
        return False
    if not devices.is_current(push.device):
        devices.end_device(push.device)
        return False
    try:
        matters = push.notice.still_matters
        status = _post(push) if matters and _may_be_sent(push, now) else None
    except Exception as failure:
        log.warning("a notice was not pushed and is tried again: %s", type(failure).__name__)
        again = retrying.note_work_failure(PUSH, push.pk, failure, now=now).due_at
        Push.objects.filter(pk=push.pk).update(due_at=again, tried=True)
        if again is None:
            show_on_page(push.notice)
        return False
    retrying.work_done(PUSH, push.pk)
    if status is None and matters:
        show_on_page(push.notice)
    if status in GONE:
        devices.lose_device(push.device)
    else:
        Push.objects.filter(pk=push.pk).delete()
    return status is not None and status not in GONE


def _may_be_sent(push: Push, now: datetime) -> bool:
    """Return whether a push is neither too late nor beyond the limit of its device, and count it."""
    box = Mailbox.objects.filter(user=push.notice.user_id).first()
    if now - _loud(push.notice.at + WAITS, box) > GIVEN_UP:
        return False
    return push.tried or limits.count_notice("pushes", push.device_id, push.notice)


def _post(push: Push) -> int:
    """Post a push to the service of its device; return the status, which is a success or `GONE`."""
    device, notice = push.device, push.notice
    parts = urlsplit(device.endpoint)
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"mailto:{sender}"}
    body = http_ece.encrypt(
        json.dumps(_content(notice), ensure_ascii=False).encode(),
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode_base64(device.public_key),
        auth_secret=decode_base64(device.secret),
        version="aes128gcm",
    )
    headers = {
        **_vapid().sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(GIVEN_UP.total_seconds())),
        "Urgency": "high",
    }
    status = sending.post_body(device.endpoint, headers, body)
    if status not in GONE and not 200 <= status < 300:
        raise NotPushed(str(status))
    return status


def _content(notice: Notice) -> dict[str, str]:
    """What the service worker shows: the text in the reader's language, and the page that it opens."""
    box = Mailbox.objects.filter(user=notice.user_id).first()
    with translation.override(box.language if box else settings.LANGUAGE_CODE):
        return {
            "text": notice.text,
            "url": reverse("open-notice", args=[notice.pk]),
            "tag": notice.about or f"notice:{notice.pk}",
        }


@receiver(pre_delete, sender=Device)
def _show_on_the_page(instance: Device, **_signal: Any) -> None:
    """Show what a device was yet to show, where it was wanted on devices alone."""
    for notice in Notice.objects.filter(pushes__device=instance, shown=False):
        show_on_page(notice)


@receiver(retrying.wanted_again)
def _send_again(work: str, subject: str, **_others: object) -> None:
    if work == PUSH:
        Push.objects.filter(pk=subject, due_at=None).update(due_at=timezone.now())
