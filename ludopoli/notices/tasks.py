"""Periodic tasks of the notices: sending mails and pushes."""

from __future__ import annotations

from celery import shared_task

from ludopoli.notices import mails, pushes


@shared_task
def send_mails() -> None:
    mails.send_due_mails()


@shared_task
def send_pushes() -> None:
    pushes.send_due_pushes()
