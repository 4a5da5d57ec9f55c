"""The addresses for an operator's programs, answered before Django: without host check, session or limits."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from ludopoli.site.operations import metrics, readiness

Asgi = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
Answer = tuple[int, bytes, bytes]
"""A status, the type of the content, and the content."""

JSON, TEXT = b"application/json", b"text/plain; charset=utf-8"


async def healthz(scope: dict[str, Any]) -> Answer:
    """Answer as long as this process lives and its event loop runs."""
    return 200, TEXT, b"ok\n"


async def readyz(scope: dict[str, Any]) -> Answer:
    """Report whether everything that play needs is there: each check by name, with "ok" or what is wrong."""
    checks = await readiness.readiness_report()
    is_ready = all(outcome == readiness.OK for outcome in checks.values())
    body = {"status": "ready" if is_ready else "not ready", "checks": checks}
    return 200 if is_ready else 503, JSON, json.dumps(body).encode()


async def of_prometheus(scope: dict[str, Any]) -> Answer:
    """Answer with the metrics, or with 404 if the client may not read them."""
    if not metrics.may_read_metrics(scope):
        return 404, TEXT, b"not here\n"
    return 200, TEXT, await metrics.metrics_exposition()


PROBES = {
    f"{settings.SITE_PATH}{name}": probe
    for name, probe in {"healthz": healthz, "readyz": readyz, "metrics": of_prometheus}.items()
}


def answer_probes(pages: Asgi) -> Asgi:
    """Answer the probes, and pass every other request on."""

    async def answered(scope: dict[str, Any], receive: Any, send: Any) -> None:
        probe = PROBES.get(scope.get("path", ""))
        if probe is None:
            await pages(scope, receive, send)
            return
        status, kind, body = (
            await probe(scope) if scope["method"] in ("GET", "HEAD") else (405, TEXT, b"only GET\n")
        )
        headers = [
            (b"content-type", kind),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    return answered
