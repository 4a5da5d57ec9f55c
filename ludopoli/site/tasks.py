"""Periodic tasks of the whole site."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from ludopoli.site.operations import retention
from ludopoli.sockets import sessions


@shared_task
def clear_ended_sessions() -> None:
    sessions.clear_ended()


@shared_task
def delete_due_rows() -> None:
    """Delete some of what has been kept long enough."""
    retention.delete_due_rows(timezone.now())
