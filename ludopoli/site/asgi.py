"""The ASGI application: pages by Django, sockets by Channels, and the pulse of this web process."""

from __future__ import annotations

import asyncio
import gc
import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  (needs the apps to be loaded)
from channels.routing import URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core import checks  # noqa: E402
from django.core.exceptions import ImproperlyConfigured  # noqa: E402
from django.http.request import split_domain_port, validate_host  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone, translation  # noqa: E402

from games.fairplay import bans  # noqa: E402
from games.pages.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402
from games.play import pulse  # noqa: E402
from games.play.routing import websocket_urlpatterns  # noqa: E402
from ludopoli.api.auth import token_to_listen  # noqa: E402
from ludopoli.api.models import Token  # noqa: E402
from ludopoli.base import logs, measures  # noqa: E402
from ludopoli.http import languages, site_path  # noqa: E402
from ludopoli.http.refusals import ActionRefused  # noqa: E402
from ludopoli.http.throttle import address_block, client_address  # noqa: E402
from ludopoli.notices.routing import websocket_urlpatterns as notices_sockets  # noqa: E402
from ludopoli.site import server  # noqa: E402
from ludopoli.site.checks import TAG  # noqa: E402
from ludopoli.site.operations import metrics, probes  # noqa: E402
from ludopoli.sockets import doorbell, draining, sessions  # noqa: E402
from ludopoli.sockets.frames import ErrorFrame  # noqa: E402
from ludopoli.work.threads import in_thread  # noqa: E402
from tournaments.outlets.routing import websocket_urlpatterns as event_sockets  # noqa: E402

if problems := checks.run_checks(tags=[TAG]):  # daphne runs no checks of its own
    raise ImproperlyConfigured("; ".join(f"{problem.msg} {problem.hint}" for problem in problems))

Asgi = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def same_origin(inner: Asgi) -> Asgi:
    """Refuse sockets that a page of another site opens with our visitor's cookies, or by another host name.

    Programs send no `Origin`; they have no cookies but their own.
    """

    async def checked(scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        if not _is_ours(origin, host):
            await send({"type": "websocket.close", "code": 4403})
        else:
            await inner(scope, receive, send)

    return checked


def _is_ours(origin: str, host: str) -> bool:
    """Return whether the host is this site, and the origin, if any, is the same host."""
    name, _port = split_domain_port(host)
    if not validate_host(name, settings.ALLOWED_HOSTS):
        return False
    schemes = ("https",) if settings.HTTPS else ("http", "https")
    return not origin or origin in {f"{scheme}://{host}" for scheme in schemes}


CLOSED_TOKEN = 4401


def with_tokens(inner: Asgi, without: Asgi) -> Asgi:
    """Let programs in by their tokens, and everybody else on to `without`.

    A refusal is a frame: otherwise a program that believes it is signed in would see what a stranger sees.
    """

    async def checked(scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        sent, accepted = (
            headers.get(name, b"").decode("latin-1") for name in (b"authorization", b"accept-language")
        )
        try:
            token = await in_thread(_admitted_token, sent)
        except ActionRefused as why:
            with translation.override(languages.preferred_language(None, accepted)):
                frame = msgspec.to_builtins(ErrorFrame(why.code, str(why)))
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": json.dumps(frame)})
            await send({"type": "websocket.close", "code": CLOSED_TOKEN})
            return
        if token is None:
            await without(scope, receive, send)
            return
        expiring = asyncio.create_task(_recheck_when_expired(token))
        try:
            await inner(scope | {"token": token, "user": token.user}, receive, send)
        finally:
            expiring.cancel()

    return checked


def _admitted_token(authorization: str) -> Token | None:
    token = token_to_listen(authorization)
    if token is not None:
        bans.check_barred(token.user)
    return token


async def _recheck_when_expired(token: Token) -> None:
    if token.expires_at is not None:
        await asyncio.sleep((token.expires_at - timezone.now()).total_seconds())
        await in_thread(sessions.recheck_sessions, token.user_id)


def bounded(inner: Asgi) -> Asgi:
    """Refuse sockets from an address that already has the most allowed in this process."""
    opened: Counter[str] = Counter()

    async def counted(scope: dict[str, Any], receive: Any, send: Any) -> None:
        address = address_block(client_address(scope))
        if opened[address] >= settings.SOCKETS_PER_ADDRESS:
            await send({"type": "websocket.close", "code": 4429})
            return
        opened[address] += 1
        try:
            with measures.SOCKETS.track_inprogress():
                await inner(scope, receive, send)
        finally:
            opened[address] -= 1
            if not opened[address]:
                del opened[address]

    return counted


def traced(inner: Asgi) -> Asgi:
    """Name each request and each connection in the log. The response to a request has its `X-Request-ID`."""

    async def named(scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        name = logs.begin_trace(headers.get(b"x-request-id", b"").decode("latin-1")).encode()

        async def answer(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", name)]
                if draining.has_begun():
                    message["headers"].append((b"connection", b"close"))
            await send(message)

        await inner(scope, receive, send if scope["type"] == "websocket" else answer)

    return named


def signed_in(inner: Asgi) -> Asgi:
    """Add the session and the user to the scope. Channels would also look at both with each frame that is
    sent, to save a changed session with a response, which sockets do not have."""

    async def served(scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def straight(scope: dict[str, Any], receive: Any, _send: Any) -> None:
            await inner(scope, receive, send)

        await AuthMiddlewareStack(straight)(scope, receive, send)

    return served


routes = URLRouter([*notices_sockets, *event_sockets, *lobby_sockets, *websocket_urlpatterns])
addresses = [path(settings.SITE_PATH[1:], routes)]
requests = traced(probes.answer_probes(pages))
consumers = URLRouter(addresses)
sockets = traced(bounded(same_origin(with_tokens(consumers, signed_in(consumers)))))


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    doorbell.serve_from(asyncio.get_running_loop())
    pulse.start_pulse()  # begun already, unless another server than ours serves
    metrics.watch_loop(asyncio.get_running_loop())
    address = scope | {"path": site_path.whole_path(scope["path"])}
    await (sockets if scope["type"] == "websocket" else requests)(address, receive, send)


server.install_server(pulse.start_pulse)
gc.freeze()  # what is loaded now stays; scanning it at each collection would delay every table by 0.1 s
gc.set_threshold(10_000, 5, 25)  # moves leave no cycles, only connections that have ended: so collect rarely
