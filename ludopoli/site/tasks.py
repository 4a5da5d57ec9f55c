"""Periodic tasks of the whole site."""

from __future__ import annotations

from celery import shared_task

from ludopoli.sockets import sessions


@shared_task
def clear_ended_sessions() -> None:
    sessions.clear_ended()
