"""Sockets that programs open with their tokens, and that end with these."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.utils import timezone

from games.models import Match, Message, Seat, Table
from games.play import actions, live
from ludopoli.accounts.models import User
from ludopoli.api.admin import AppAdmin
from ludopoli.api.models import AppGrant, RegisteredApp, Scope, Token
from ludopoli.api.oauth.provider import end_grants
from ludopoli.api.pages import revoke_token
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.site import asgi
from ludopoli.sockets.sessions import recheck_sessions
from tests.api.test_streams import play_one
from tests.communicator import PatientCommunicator

pytestmark = pytest.mark.django_db(transaction=True)

NOTICES = "/ws/notices/"


def bot_of_anna() -> User:
    anna, _made = User.objects.get_or_create(username="Anna")
    bot, _made = User.objects.get_or_create(username="Robot", defaults={"is_bot": True, "owner": anna})
    return bot


def connected_to(user: User, *scopes: str) -> tuple[AppGrant, str]:
    """Return what a person has allowed an app, and its access token."""
    carla = User.objects.create_user("Carla")
    app = RegisteredApp.objects.create(owner=carla, name="Briscolino", scopes=Scope.values)
    grant = AppGrant.objects.create(app=app, user=user, code="c", asked={}, refresh="r")
    return grant, Token.make(user.pk, app.name, [*scopes], timedelta(hours=1), grant)[1]


def table_of(host: User) -> Table:
    return actions.open_table(host, game="briscola", rules={"preset": "classico"}, players=2)


async def opened(path: str, secret: str) -> PatientCommunicator:
    headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {secret}".encode())]
    socket = PatientCommunicator(asgi.sockets, path, headers)
    assert (await socket.connect())[0]
    return socket


async def first_of(socket: PatientCommunicator, kind: str) -> Any:
    while (frame := await socket.receive_json_from())["t"] != kind:
        pass
    return frame


def on_turn(bot: User, table: Table) -> None:
    """Begin the match, and play until the bot account is on turn."""
    actions.fill_with_bots(bot, table)
    match = Match.objects.get()
    while live.load_match(match.pk).to_act() != (0,):
        play_one(match.pk)


async def test_a_bot_account_plays_at_a_socket() -> None:
    bot = await sync_to_async(bot_of_anna)()
    _token, secret = await sync_to_async(Token.make)(bot.pk, "prova", [Scope.PLAY])
    table = await sync_to_async(table_of)(bot)
    await sync_to_async(on_turn)(bot, table)
    socket = await opened(f"/ws/table/{table.code}/", secret)
    assert (await first_of(socket, "table"))["table"]["me"] == 0
    state = await first_of(socket, "state")
    assert await Seat.objects.filter(user=bot).exclude(socket="").aexists()
    command = {"t": "do", "id": "x1", "version": state["version"], "command": state["legal"][0]}
    await socket.send_json_to(command)
    assert (await first_of(socket, "ack"))["id"] == "x1"
    await socket.disconnect()


async def test_a_token_that_only_reads_does_nothing_at_a_socket() -> None:
    bot = await sync_to_async(bot_of_anna)()
    _token, secret = await sync_to_async(Token.make)(bot.pk, "prova", [Scope.READ])
    table = await sync_to_async(table_of)(bot)
    socket = await opened(f"/ws/table/{table.code}/", secret)
    await first_of(socket, "chat")
    assert not await Seat.objects.exclude(socket="").aexists(), "nobody is there"
    await socket.send_json_to({"t": "ping"})
    await first_of(socket, "pong")
    for command in ({"t": "say", "text": "Buonasera"}, {"t": "rematch", "wants": True}):
        await socket.send_json_to(command)
        assert (await first_of(socket, "error"))["code"] == "no_scope"
    assert not await Message.objects.aexists()
    await socket.disconnect()


async def refused(secret: str) -> tuple[str, int]:
    socket = await opened(NOTICES, secret)
    frame, closed = await socket.receive_json_from(), await socket.receive_output()
    return frame["code"], closed["code"]


async def test_a_token_that_does_not_read_opens_no_socket() -> None:
    """It would be taken for a stranger, and not know."""
    bot = await sync_to_async(bot_of_anna)()
    now = timezone.now()
    token, secret = await sync_to_async(Token.make)(bot.pk, "prova", [Scope.OPENID])
    assert await refused(secret) == ("no_scope", 4401)
    assert await refused("ludo_nonsense") == ("bad_token", 4401)
    await Token.objects.filter(pk=token.pk).aupdate(expires_at=now)
    assert await refused(secret) == ("token_expired", 4401)
    await Token.objects.filter(pk=token.pk).aupdate(expires_at=None, scopes=["play"])
    await sync_to_async(sanctions.impose_sanction)(bot, Sanction.Kind.BAN, reason="Barava.")
    assert await refused(secret) == ("banned", 4401)


def revoked(grant: AppGrant) -> None:
    end_grants(grant)


def blocked(grant: AppGrant) -> None:
    request = RequestFactory().post("/")
    request.user = User.objects.create_superuser("Capo")
    AppAdmin(RegisteredApp, site).block_apps(request, RegisteredApp.objects.all())


def barred(grant: AppGrant) -> None:
    sanctions.impose_sanction(grant.user, Sanction.Kind.BAN, reason="Barava.")
    recheck_sessions(grant.user_id)  # as the moderators' decision does


def owner_barred(grant: AppGrant) -> None:
    grant.app.owner.is_active = False
    grant.app.owner.save()


def token_revoked(grant: AppGrant) -> None:
    revoke_token(grant.user, grant.tokens.get())


@pytest.mark.parametrize("end", [revoked, blocked, barred, owner_barred, token_revoked])
async def test_the_sockets_of_an_app_end_with_its_grant(end: Callable[[AppGrant], None]) -> None:
    dina = await sync_to_async(User.objects.create_user)("Dina")
    grant, secret = await sync_to_async(connected_to)(dina, Scope.PLAY)
    table = await sync_to_async(table_of)(dina)
    sockets = [await opened(path, secret) for path in (NOTICES, f"/ws/table/{table.code}/")]
    await first_of(sockets[0], "unread")
    await first_of(sockets[1], "chat")
    await sync_to_async(end)(grant)
    for socket in sockets:
        while (message := await socket.receive_output())["type"] != "websocket.close":
            pass
        assert message["code"] == 4401


async def test_a_socket_ends_when_its_token_expires() -> None:
    bot = await sync_to_async(bot_of_anna)()
    _token, secret = await sync_to_async(Token.make)(bot.pk, "prova", ["play"], timedelta(seconds=1))
    socket = await opened(NOTICES, secret)
    await first_of(socket, "unread")
    assert await socket.receive_output() == {"type": "websocket.close", "code": 4401}
