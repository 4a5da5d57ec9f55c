"""The periodic task of the accounts: the mails that the mail server has not taken yet."""

from __future__ import annotations

from celery import shared_task

from ludopoli.accounts import outgoing_mails


@shared_task
def send_kept_mails() -> None:
    outgoing_mails.send_kept()
