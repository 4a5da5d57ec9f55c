"""What the worker does for webhooks."""

from __future__ import annotations

from celery import shared_task

from ludopoli.webhooks import deliveries


@shared_task
def send() -> None:
    """Send what is due; where that is more than a run, another one goes on."""
    if deliveries.send_due() and deliveries.is_due():
        send.delay()


@shared_task
def sweep() -> None:
    """Find what is due again, or was not enqueued."""
    if deliveries.is_due():
        send()


@shared_task
def tidy() -> None:
    deliveries.tidy()
