"""Mails as private files, for sites without a mail server: a mail may contain the key to an account."""

from __future__ import annotations

import os

from django.core.mail.backends.filebased import EmailBackend


class PrivateFiles(EmailBackend):
    """Files that nobody else can read, whatever the umask."""

    def open(self) -> bool:
        if self.stream is not None:
            return False
        flags = os.O_APPEND | os.O_CREAT | os.O_WRONLY
        self.stream = os.fdopen(os.open(self._get_filename(), flags, 0o600), "ab")
        return True
