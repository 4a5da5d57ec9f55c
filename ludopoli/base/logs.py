"""What a log may not tell."""

from __future__ import annotations

import logging
import re
from types import TracebackType


class OneLine(logging.Filter):
    """Gives a request that was refused one line: its traceback leads only to where we refuse."""

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", 0)
        if record.name.startswith("django.security") or 400 <= status < 500:
            record.exc_info = record.exc_text = None
        return True


SECRET = re.compile(
    r"(:(?=[\w-]{20,}(?:/|\s|$))|(?:/|%2F)(?:condivisa|shared)(?:/|%2F))[\w-]{20,}", re.IGNORECASE
)
"""The signature of a link, or the token of a match that is shared, also within the query of another address:
it opens something for whoever has it."""


class Formatter(logging.Formatter):
    """Leaves out the secrets of links, and what a database says of the row that it refused: there may be
    cards in it."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub(r"\1…", super().format(record))

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        lines = super().formatException(ei).splitlines()
        return "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))
