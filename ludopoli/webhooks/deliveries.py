"""From an event to its deliveries, and what becomes of them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.utils import timezone

from ludopoli.commits import after_commit
from ludopoli.webhooks import sending
from ludopoli.webhooks.models import Delivery, Webhook

BACK_OFF = tuple(timedelta(seconds=each) for each in (10, 60, 300, 1800, 7200, 21600))
"""How long after each attempt the next is made; after the last of them it is given up."""

MOST_FAILURES = 20
"""So many attempts in a row that fail switch a webhook off."""

AT_ONCE = 8
"""Addresses that are told at a time. One worker in all does it, so that the bots have the others."""

LEASE = timedelta(seconds=60)
"""How long whoever took a delivery has for it; then it is due again."""

KEPT = timedelta(days=30)
BUSY = "webhooks:busy"


def tell(users: Iterable[int], kind: str, data: Any, at: datetime) -> None:
    """Put an event on its way to the webhooks of these people, in the transaction that made it."""
    hooks = Webhook.objects.filter(user__in=set(users), active=True)
    put(((hook, kind, data) for hook in hooks if kind in hook.kinds), at)


def put(events: Iterable[tuple[Webhook, str, Any]], at: datetime) -> list[Delivery]:
    """Store deliveries, and send them soon."""
    made = []
    for hook, kind, data in events:
        name = uuid.uuid4()
        told = {"id": name, "kind": kind, "at": at, "data": data}
        body = json.dumps(told, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False)
        made.append(Delivery(pk=name, webhook=hook, kind=kind, body=body, due_at=at, made_at=at))
    if made:
        from ludopoli.webhooks.tasks import send  # the tasks load this module

        Delivery.objects.bulk_create(made)
        after_commit(send.delay)
    return made


def send_due(now: datetime | None = None) -> int:
    """Send all that is due, unless another worker does; how many were tried."""
    if not cache.add(BUSY, True, timeout=LEASE.total_seconds()):
        return 0
    try:
        tried = 0
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while taken := _taken(now or timezone.now()):
                answers = list(pool.map(_answer, taken))
                for delivery, answer in zip(taken, answers, strict=True):
                    _settle(delivery, answer, now or timezone.now())
                tried += len(taken)
        return tried
    finally:
        cache.delete(BUSY)


def is_due() -> bool:
    return Delivery.objects.filter(status=Delivery.Status.WAITING, due_at__lte=timezone.now()).exists()


def tidy(now: datetime | None = None) -> None:
    """Forget what was told long ago."""
    Delivery.objects.filter(made_at__lt=(now or timezone.now()) - KEPT).delete()


def _taken(now: datetime) -> list[Delivery]:
    """Some that are due, one of a webhook at most; nobody else takes them for a while."""
    due = Delivery.objects.filter(status=Delivery.Status.WAITING, due_at__lte=now).order_by("due_at", "pk")
    with transaction.atomic():
        rows = due.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
        by_hook: dict[int, Delivery] = {}
        for delivery in rows[: AT_ONCE * 4]:
            by_hook.setdefault(delivery.webhook_id, delivery)
        taken = list(by_hook.values())[:AT_ONCE]
        Delivery.objects.filter(pk__in=[each.pk for each in taken]).update(due_at=now + LEASE)
    return list(Delivery.objects.filter(pk__in=[each.pk for each in taken]).select_related("webhook"))


def _answer(delivery: Delivery) -> int | str:
    """The status of what came back, or why nothing did. No database in here: it runs in a thread."""
    hook = delivery.webhook
    try:
        return sending.post(hook.url, hook.secret, delivery.kind, str(delivery.pk), delivery.body)
    except sending.Unreachable as why:
        return str(why)


def _settle(delivery: Delivery, answer: int | str, now: datetime) -> None:
    """Note an attempt: delivered, to be tried again, or given up; who fails too often is switched off."""
    arrived = isinstance(answer, int) and 200 <= answer < 300
    delivery.attempts += 1
    delivery.answer = str(answer)
    with transaction.atomic():
        hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
        if hook is None:
            return  # deleted meanwhile, and the delivery with it
        hook.failures = 0 if arrived else hook.failures + 1
        hook.active = hook.active and hook.failures < MOST_FAILURES
        hook.save(update_fields=["failures", "active"])
        if arrived:
            delivery.status = Delivery.Status.DONE
        elif delivery.attempts > len(BACK_OFF) or not hook.active:
            delivery.status = Delivery.Status.FAILED
        else:
            delivery.due_at = now + BACK_OFF[delivery.attempts - 1]
        delivery.save(update_fields=["status", "attempts", "due_at", "answer"])
        if not hook.active:
            waiting = Delivery.objects.filter(webhook=hook, status=Delivery.Status.WAITING)
            waiting.update(status=Delivery.Status.FAILED)
