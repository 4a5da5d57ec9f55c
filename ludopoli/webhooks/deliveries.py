"""Deliveries of events to webhooks: storing, sending and retrying."""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from ludopoli.base import measures
from ludopoli.base.commits import after_commit
from ludopoli.failures import retrying
from ludopoli.http.throttle import shared_bucket
from ludopoli.text.times import format_utc
from ludopoli.webhooks import kinds, notices
from ludopoli.webhooks.chats import body_for_chat
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending

BACK_OFF = tuple(timedelta(seconds=each) for each in (10, 60, 300, 1800, 7200, 21600))
"""The pauses between attempts; after the last one a delivery is given up."""

OFF_AFTER = timedelta(days=1)
"""A delivery given up after this long without any success switches its webhook off."""

PLACES = 16
"""The most simultaneous deliveries. Only one worker at a time sends them."""

OF_AN_ACCOUNT = 2
"""The most simultaneous deliveries to the webhooks of one account."""

FOR_SLOW = 8
"""The most simultaneous deliveries to slow webhooks; new ones count as slow until a quick response."""

SLOW = 1.0
"""Seconds after which a response counts as slow."""

RUN = timedelta(seconds=20)
"""The time for which a run starts deliveries; then another run takes over."""

LEASE = timedelta(seconds=120)
"""The time that a run, and each delivery it has taken, may last; then the delivery is due again."""

BY_HAND_AT_ONCE, BY_HAND_PER_SECOND = 5, 0.1
"""The rate limit of an account for tests and repeated deliveries."""

BUSY = "webhooks:busy"
OURS = "webhooks.send"
"""The name under which failures of our own are noted."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The outcome of an attempt: the status of the response, or why there was none."""

    result: int | str
    seconds: float
    fault: Exception | None = None
    """A failure of our own."""

    @property
    def arrived(self) -> bool:
        return isinstance(self.result, int) and 200 <= self.result < 300


Topics = Mapping[str, Iterable[int]]
"""By the code of a topic, to which a webhook can be limited, the ids of the people who may follow it."""

NO_TOPICS: Topics = MappingProxyType({})

NO_IDS: Mapping[int, int] = MappingProxyType({})
"""For what only webhooks get."""


MOST_SEQUENCE = 2**63 - 1

SUBJECTS = ("event", "club", "table")
"""The fields of an event's data that name what it is about; the first that it has."""


def queue_event(
    ids: Mapping[int, int], kind: str, data: Any, at: datetime, about: Topics = NO_TOPICS
) -> None:
    """Queue an event for the webhooks of these people, in the transaction that made it.

    `ids` are those of the event in the streams of their accounts.
    """
    hooks = webhooks_for(ids, kind, about)
    store_deliveries(((hook, kind, data) for hook in hooks), at, ids)


def webhooks_for(users: Iterable[int], kind: str, about: Topics = NO_TOPICS) -> list[Webhook]:
    """Return the active webhooks for a kind of events, those of these people and those limited to a topic."""
    wanted = Q(user__in=set(users), topic="")
    for topic, people in about.items():
        wanted |= Q(user__in=set(people), topic=topic)
    hooks = Webhook.objects.served().filter(wanted)
    return [hook for hook in hooks.prefetch_related("user") if kind in hook.kinds]


def store_deliveries(
    events: Iterable[tuple[Webhook, str, Any]], at: datetime, ids: Mapping[int, int] = NO_IDS
) -> list[Delivery]:
    """Store deliveries, and send them soon, in this order: they are made a microsecond apart."""
    made = []
    for number, (hook, kind, data) in enumerate(events):
        said = data.get("text") or str(kinds.kind_label(kind))
        event = body_for_chat(hook.url, said) or {
            "type": kind,
            "timestamp": format_utc(at),
            "id": ids.get(hook.user_id),
            "data": data,
        }
        subject = next((f"{field} {data[field]}" for field in SUBJECTS if field in data), "")
        made_at = at + timedelta(microseconds=number)
        made.append(
            Delivery(
                webhook=hook, kind=kind, subject=subject, body=as_body(event), due_at=at, made_at=made_at
            )
        )
    if made:
        Delivery.objects.bulk_create(made)
        _send_soon()
    return made


def as_body(event: Any) -> str:
    """Write an event as it is signed and sent."""
    return json.dumps(event, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False)


def _send_soon() -> None:
    after_commit(current_app.tasks["ludopoli.webhooks.tasks.send"].delay)


def send_due_deliveries(now: datetime | None = None) -> int:
    """Send due deliveries for a while, unless another worker is doing so. Return the number of attempts."""
    if not cache.add(BUSY, True, timeout=LEASE.total_seconds()):
        return 0
    try:
        with ThreadPoolExecutor(PLACES) as pool:
            return _run(pool, lambda: now or timezone.now())
    finally:
        cache.delete(BUSY)


def send_again(hook: Webhook, **which: Any) -> int:
    """Send the deliveries of an active webhook that fit a query again, but for those on their way. Return
    their number."""
    if not hook.active:
        return 0
    chosen = hook.deliveries.exclude(status=Delivery.Status.WAITING).filter(**which)
    count = chosen.update(status=Delivery.Status.WAITING, attempts=0, due_at=timezone.now())
    if count:
        _send_soon()
    return count


def may_send_by_hand(hook: Webhook) -> bool:
    """Count a delivery sent by hand; return whether the owner's rate limit allows it."""
    return shared_bucket(("webhook", hook.user_id), BY_HAND_PER_SECOND, BY_HAND_AT_ONCE).take()


@receiver(retrying.wanted_again)
def _send_at_once(work: str, subject: str, **_others: Any) -> None:
    if work == OURS:
        Delivery.objects.filter(pk=subject, status=Delivery.Status.WAITING).update(due_at=timezone.now())


def is_due() -> bool:
    return _due(timezone.now()).exists()


def _due(now: datetime) -> QuerySet[Delivery]:
    """The deliveries to active webhooks that are due and that no earlier one about the same subject holds
    back."""
    made_at, pk = OuterRef("made_at"), OuterRef("pk")
    earlier = Delivery.objects.filter(
        Q(made_at__lt=made_at) | Q(made_at=made_at, pk__lt=pk),
        webhook=OuterRef("webhook"),
        subject=OuterRef("subject"),
        status=Delivery.Status.WAITING,
    )
    free = Q(subject="") | ~Exists(earlier)
    return Delivery.objects.filter(
        free, webhook__in=Webhook.objects.served(), status=Delivery.Status.WAITING, due_at__lte=now
    )


def _run(pool: ThreadPoolExecutor, now: Callable[[], datetime]) -> int:
    """Send deliveries, filling each place as it becomes free, so that none waits for the slowest of a
    batch."""
    until, tried = time.monotonic() + RUN.total_seconds(), 0
    flying: dict[Future[AttemptOutcome], Delivery] = {}
    turns: dict[int, int] = {}
    while True:
        if time.monotonic() < until:
            for delivery in _next(list(flying.values()), turns, now()):
                flying[pool.submit(_answer, delivery)] = delivery
        if not flying:
            return tried
        for future in wait(flying, return_when=FIRST_COMPLETED).done:
            _settle(flying.pop(future), future.result(), now())
            tried += 1


def _next(flying: list[Delivery], turns: dict[int, int], now: datetime) -> list[Delivery]:
    """Take deliveries for the free places: one of each webhook at a time, accounts in turn."""
    places = PLACES - len(flying)
    of_account = Counter(each.webhook.user_id for each in flying)
    slow = sum(each.webhook.slow for each in flying)
    due = _due(now)
    waiting = Webhook.objects.filter(pk__in=due.values("webhook"))
    hooks = list(waiting.exclude(pk__in=[each.webhook_id for each in flying]))
    chosen: list[Delivery] = []
    for hook in sorted(hooks, key=lambda hook: (turns.get(hook.user_id, 0), hook.pk)):
        if len(chosen) == places:
            break
        if of_account[hook.user_id] == OF_AN_ACCOUNT or (hook.slow and slow == FOR_SLOW):
            continue
        first = due.filter(webhook=hook).order_by("due_at", "made_at", "pk").first()
        if first is None or not _take_delivery(first, now):
            continue
        chosen.append(first)
        turns[hook.user_id] = max(turns.values(), default=0) + 1
        of_account[hook.user_id] += 1
        slow += hook.slow
    return chosen


@transaction.atomic
def _take_delivery(delivery: Delivery, now: datetime) -> bool:
    """Take a due delivery, which gets its number before the first attempt; False if another worker has it."""
    its = Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.WAITING, due_at=delivery.due_at)
    if not its.update(due_at=now + LEASE):
        return False
    delivery.webhook = hook = Webhook.objects.select_for_update().get(pk=delivery.webhook_id)
    if delivery.sequence is None:
        _number_deliveries(hook, [delivery])
    return True


def _number_deliveries(hook: Webhook, unnumbered: Iterable[Delivery]) -> None:
    """Give deliveries of a locked webhook its next numbers, in this order."""
    in_body = body_for_chat(hook.url, "") is None
    for delivery in unnumbered:
        hook.sequence += 1
        delivery.sequence = hook.sequence
        if in_body:
            event = json.loads(delivery.body)
            if "at" in event:  # queued by a version before Standard Webhooks
                event = {"type": delivery.kind, "timestamp": event["at"], "id": None, "data": event["data"]}
            delivery.body = as_body({"sequence": hook.sequence, **event})
        delivery.save(update_fields=["sequence", "body"])
    hook.save(update_fields=["sequence"])


def _answer(delivery: Delivery) -> AttemptOutcome:
    """Make an attempt. It runs in a thread, without the database."""
    hook, begin, fault = delivery.webhook, time.monotonic(), None
    result: int | str
    try:
        result = sending.deliver_webhook(hook.url, hook.signing_key, str(delivery.pk), delivery.body)
    except sending.Unreachable as why:
        result = str(why)
    except Exception as ours:
        log.exception("delivery %s could not be sent", delivery.pk)
        result, fault = "an error of ours", ours
    return AttemptOutcome(result, time.monotonic() - begin, fault)


def _settle(delivery: Delivery, answer: AttemptOutcome, now: datetime) -> None:
    """Store the outcome of an attempt: delivered, to be retried, or given up."""
    if answer.fault is not None:
        retrying.note_work_failure(OURS, delivery.pk, answer.fault, now=now, most=1)
    elif answer.arrived and delivery.attempts:
        retrying.work_done(OURS, delivery.pk)
    measures.DELIVERIES.labels("arrived" if answer.arrived else "failed").inc()
    delivery.attempts += 1
    delivery.answer = str(answer.result)
    with transaction.atomic():
        hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
        if hook is None:
            return  # deleted meanwhile, and the delivery with it
        hook.failing_since = None if answer.arrived else hook.failing_since or now
        hook.slow = answer.seconds > SLOW
        hook.save(update_fields=["failing_since", "slow"])
        if answer.arrived:
            delivery.status = Delivery.Status.DONE
        elif delivery.attempts > len(BACK_OFF):
            delivery.status = Delivery.Status.FAILED
        else:
            delivery.due_at = now + BACK_OFF[delivery.attempts - 1]
        delivery.save(update_fields=["status", "attempts", "due_at", "answer"])
        if delivery.status == Delivery.Status.FAILED and hook.active:
            _give_up(hook, now)


def _give_up(hook: Webhook, now: datetime) -> None:
    """Notify the owner of a lost delivery, or after a day of failures switch the webhook off."""
    if hook.failing_since is None or now - hook.failing_since < OFF_AFTER:
        notices.notify_lost(hook)
        return
    hook.active = False
    hook.save(update_fields=["active"])
    waiting = hook.deliveries.filter(status=Delivery.Status.WAITING)
    _number_deliveries(hook, waiting.filter(sequence=None).order_by("made_at", "pk"))
    waiting.update(status=Delivery.Status.FAILED)
    notices.notify_switched_off(hook)
