"""Periodic tasks of the notices: sending mails and pushes, and deleting old notices."""

from __future__ import annotations

from celery import shared_task

from ludopoli.notices import mails, notifying, pushes


@shared_task
def send_mails() -> None:
    mails.send_due_mails()


@shared_task
def send_pushes() -> None:
    pushes.send_due_pushes()


@shared_task
def forget_old() -> None:
    notifying.delete_old_notices()
