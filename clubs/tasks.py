"""The task of Celery workers: old score pads."""

from __future__ import annotations

from celery import shared_task

from clubs import scorepads


@shared_task
def forget_scorepads() -> None:
    """Delete score pads that are old and nobody's."""
    scorepads.delete_old_pads()
