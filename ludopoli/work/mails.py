"""How mails leave: by the mail server or, as a mail may contain the key to an account, as private files."""

from __future__ import annotations

import os

from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.filebased import EmailBackend


def open_mailer() -> BaseEmailBackend:
    """Return the backend by which mails leave, to be used as a context."""
    mailers = getattr(mail, "mailers", None)  # since Django 6.1
    return mailers.default if mailers else mail.get_connection()


class PrivateFiles(EmailBackend):
    """Files that nobody else can read, whatever the umask."""

    def open(self) -> bool:
        if self.stream is not None:
            return False
        flags = os.O_APPEND | os.O_CREAT | os.O_WRONLY
        self.stream = os.fdopen(os.open(self._get_filename(), flags, 0o600), "ab")
        return True
