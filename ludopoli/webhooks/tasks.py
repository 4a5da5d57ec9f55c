"""Celery tasks that send deliveries of webhooks."""

from __future__ import annotations

from celery import shared_task

from ludopoli.webhooks import deliveries


@shared_task
def send() -> None:
    """Send due deliveries; enqueue another run if some are left."""
    if deliveries.send_due_deliveries() and deliveries.is_due():
        send.delay()


@shared_task
def sweep() -> None:
    """Send deliveries that are due again, or whose task was not enqueued."""
    if deliveries.is_due():
        send()
