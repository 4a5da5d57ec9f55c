"""Reports of errors to Sentry: where in the code something failed and for which request, and no data.

Every failure of a page, a socket, a task or a loop is logged as an error. So a handler of the log sees them
all, in every process and mode, and nothing has to be patched for it. A report is made of what is known to be
harmless: the template of the line, the types of the exceptions, and their places in the code. Arguments of
the line, messages of exceptions (which may name cards or people), variables and requests are never in it; the
log has them, under the same trace.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ludopoli.base import logs, outages

if TYPE_CHECKING:
    from sentry_sdk.types import Event

OURS = ("analysis", "clubs", "games", "ludocards", "ludopoli", "practice", "tournaments")
"""The packages whose lines of the log are templates (`make lint` checks it)."""

PLACE = ("filename", "function", "module", "lineno", "context_line", "pre_context", "post_context", "in_app")
"""What a report has of each frame."""

PATIENCE = 2.0
"""Seconds for which a process that ends waits for its last reports to be sent."""


def is_address(dsn: str) -> bool:
    """Return whether Sentry accepts this as an address of a project."""
    from sentry_sdk.utils import BadDsn, Dsn

    try:
        Dsn(dsn)
    except BadDsn:
        return False
    return True


class Handler(logging.Handler):
    """Reports errors of the site; not what passes by itself (`troubles`), nor requests that were refused."""

    def __init__(self, dsn: str, release: str, **options: Any) -> None:
        super().__init__(logging.ERROR)
        import sentry_sdk  # only here: sites without Sentry do without its memory

        self.client = sentry_sdk.Client(
            dsn=dsn if is_address(dsn) else None,  # otherwise `ludopoli.site.checks` objects
            release=release,
            environment="production",
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            send_client_reports=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            in_app_include=[*OURS],
            shutdown_timeout=PATIENCE,
            **options,
        )

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(super().filter(record)) and not (
            logs.is_refusal(record) or outages.trouble_of_record(record)
        )

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self.client.capture_event(_report(record, self.client.options))
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        self.client.flush(timeout=PATIENCE)


def _report(record: logging.LogRecord, options: dict[str, Any]) -> Event:
    from sentry_sdk.utils import event_from_exception

    report: Event = {
        "level": "fatal" if record.levelno >= logging.CRITICAL else "error",
        "logger": record.name,
        "logentry": {"message": _template(record)},
        "tags": {"trace": logs.redact_text(logs.current_trace() or "-")},
    }
    if record.exc_info and record.exc_info[0]:
        event, _hint = event_from_exception(record.exc_info, options)
        report["exception"] = {"values": [_without_data(each) for each in event["exception"]["values"]]}
    return report


def _template(record: logging.LogRecord) -> str:
    """The text of a line without its arguments; the name of its logger if they may be part of the text."""
    is_template = bool(record.args) or record.name.partition(".")[0] in OURS
    return logs.redact_text(str(record.msg)) if is_template else record.name


def _without_data(exception: dict[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames", ())
    places = [{name: frame[name] for name in PLACE if name in frame} for frame in frames]
    return {"type": exception["type"], "module": exception["module"], "stacktrace": {"frames": places}}
