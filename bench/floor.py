"""The lower bound for the time of a move: a bare Channels group echo after one committed insert.

Nothing of Ludopoli runs here: no session, no user, no game. A consumer stores what it receives with
`database_sync_to_async` over a persistent connection, and sends it to its group.
"""

from __future__ import annotations

import os
from typing import Any

import django
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
KEPT: dict[str, Any] = dict(settings.DATABASES["default"])
KEPT["CONN_MAX_AGE"] = None
KEPT["OPTIONS"] = {name: value for name, value in KEPT["OPTIONS"].items() if name != "pool"}
settings.DATABASES["default"] = KEPT
django.setup()

from django.db import connection  # noqa: E402


def create() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS floor (text VARCHAR(200))")


def insert(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO floor VALUES (%s)", [text])


class Echo(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.group = self.scope["url_route"]["kwargs"]["group"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await database_sync_to_async(insert)(text_data)
        await self.channel_layer.group_send(self.group, {"type": "echo", "text": text_data})

    async def echo(self, message: dict[str, str]) -> None:
        await self.send(message["text"])


application = ProtocolTypeRouter({"websocket": URLRouter([path("ws/<str:group>/", Echo.as_asgi())])})
