"""Log filters: secrets and hidden cards do not get into a log."""

from __future__ import annotations

import logging
import re
from types import TracebackType


class OneLine(logging.Filter):
    """Log refused requests without a traceback, which would only show where we refuse."""

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", 0)
        if record.name.startswith("django.security") or 400 <= status < 500:
            record.exc_info = record.exc_text = None
        return True


SECRET = re.compile(
    r"(:(?=[\w-]{20,}(?:/|\s|$))|(?:/|%2F)(?:condivisa|shared)(?:/|%2F))[\w-]{20,}", re.IGNORECASE
)
"""The signature of a link or the token of a shared match, also within the query of another address: anybody
who has it has access."""


class Formatter(logging.Formatter):
    """Remove the secrets of links, and a database's details about a refused row, which may contain cards."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub(r"\1…", super().format(record))

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        lines = super().formatException(ei).splitlines()
        return "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))
