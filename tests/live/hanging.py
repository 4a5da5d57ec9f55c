"""An ASGI application whose event loop hangs, in each request, until a pipe is closed by its writer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ludopoli.site import server

server.install_server()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    hang()
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


def hang() -> None:
    Path(os.environ["PIPE"]).read_bytes()
