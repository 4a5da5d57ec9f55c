"""The lines of the log: each names the request, socket or task it belongs to, and none has secrets or cards.

The trace of a line is `request` or `socket/command`. Threads inherit it, and tasks carry it to their worker
(`ludopoli.site.celery`), so that one word finds everything that followed from a click.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

from ludopoli.base.secret_links import without_secrets

TRACE_HEADER = "trace"
"""The header of a task's message that carries the trace of its sender."""

SENT = re.compile(r"[\w-]{8,64}", re.ASCII)
"""The request ids that are accepted from outside."""

_work: ContextVar[str] = ContextVar("work", default="")
_command: ContextVar[str] = ContextVar("command", default="")


def begin_trace(sent: str = "") -> str:
    """Begin a request or a connection, with the id that came with it or a new one; return the id."""
    name = sent if SENT.fullmatch(sent) else secrets.token_hex(8)
    resume_trace(name)
    return name


def resume_trace(trace: str) -> None:
    """Continue the trace of work that began elsewhere."""
    _work.set(trace)
    _command.set("")


def name_command(command_id: str) -> None:
    """Name the command of a socket that is handled from now on; empty if there is none."""
    _command.set(command_id)


def current_trace() -> str:
    """Return the request, or the connection and its command, for which this code runs; empty if none."""
    return "/".join(filter(None, (_work.get(), _command.get())))


def is_refusal(record: logging.LogRecord) -> bool:
    """Return whether a line is about a request that was refused, which is no failure of ours."""
    return record.name.startswith("django.security") or 400 <= getattr(record, "status_code", 0) < 500


class OneLine(logging.Filter):
    """Log refused requests without a traceback, which would only show where we refuse."""

    def filter(self, record: logging.LogRecord) -> bool:
        if is_refusal(record):
            record.exc_info = record.exc_text = None
        return True


ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
"""An e-mail address, or the password and host in a URL."""


def redact_text(text: str) -> str:
    """Return a text without the secrets of links, and without e-mail addresses."""
    return ADDRESS.sub("…@…", without_secrets(text))


class Formatter(logging.Formatter):
    """Lines for people, redacted, and without a database's details about a refused row, which may contain
    cards."""

    def format(self, record: logging.LogRecord) -> str:
        record.trace = current_trace() or "-"
        return redact_text(super().format(record))

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        lines = super().formatException(ei).splitlines()
        return "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))


class JsonFormatter(Formatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact_text(record.getMessage()),
            "process": record.process,
            "trace": current_trace(),
        }
        if record.exc_info:
            entry["exception"] = redact_text(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)
