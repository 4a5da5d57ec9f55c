"""Periodic tasks of the notices: sending mails, and deleting old notices."""

from __future__ import annotations

from celery import shared_task

from ludopoli.notices import mails, notifying


@shared_task
def send_mails() -> None:
    mails.send_due()


@shared_task
def forget_old() -> None:
    notifying.forget_old()
