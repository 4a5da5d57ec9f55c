"""A socket ends with the session that opened it, in whichever processes they are."""

from __future__ import annotations

import asyncio

from websockets.asyncio.client import ClientConnection

from tests.live.browser import PASSWORD, Browser, signed_in, signed_up
from tests.live.stack import Stack

SIGNED_OUT = 4401


async def close_code(socket: ClientConnection) -> int | None:
    """Wait until the server closes a socket, and return the code."""
    async with asyncio.timeout(45):
        await socket.wait_closed()
    return socket.close_code


async def still_open(socket: ClientConnection) -> bool:
    await asyncio.sleep(0.3)
    async with asyncio.timeout(45):
        await (await socket.ping())
    return True


async def lobby_names(reader: Browser, name: str, *, is_named: bool) -> None:
    """Wait until the lobby shows a name, or no longer shows it."""
    for _ in range(100):
        if (f"/giocatori/{name}/" in await asyncio.to_thread(reader.get, "/tavoli/elenco/")) == is_named:
            return
        await asyncio.sleep(0.3)
    raise AssertionError(name)


async def test_signing_out_closes_every_socket(full: Stack) -> None:
    here = await asyncio.to_thread(signed_up, full, "Rosalia")
    there = await asyncio.to_thread(signed_in, full, "Rosalia")
    async with here.socket("/ws/lobby/") as first, there.socket("/ws/lobby/") as second:
        assert await still_open(first)
        await asyncio.to_thread(here.post, "/account/esci/")
        assert await close_code(first) == SIGNED_OUT
        assert await still_open(second)


async def test_a_device_signed_out_remotely_receives_nothing_more(embedded: Stack) -> None:
    here = await asyncio.to_thread(signed_up, embedded, "Calogero")
    there = await asyncio.to_thread(signed_in, embedded, "Calogero")
    async with here.socket("/ws/lobby/") as first, there.socket("/ws/lobby/") as second:
        assert await still_open(first)
        await asyncio.to_thread(there.post, "/account/dispositivi/")
        assert await close_code(first) == SIGNED_OUT
        assert await still_open(second)


async def test_a_new_password_ends_older_sessions(embedded: Stack) -> None:
    here = await asyncio.to_thread(signed_up, embedded, "Vito")
    there = await asyncio.to_thread(signed_in, embedded, "Vito")
    async with there.socket("/ws/lobby/") as second:
        assert await still_open(second)
        new = "quattro carte in mano"
        fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        await asyncio.to_thread(lambda: here.post("/account/password/cambia/", **fields))
        assert await close_code(second) == SIGNED_OUT
    assert "Vito" in await asyncio.to_thread(here.get, "/account/")


MODERATOR = """
from django.contrib.auth.models import Group
from ludopoli.accounts.models import User
marta = User.objects.get(username="Marta")
marta.is_staff = True
marta.save()
marta.groups.add(Group.objects.get(name="moderators"))
"""


async def test_a_ban_closes_the_sockets_of_every_session(embedded: Stack) -> None:
    moderator = await asyncio.to_thread(signed_up, embedded, "Marta")
    await asyncio.to_thread(embedded.manage, "shell", "-v", "0", "-c", MODERATOR)
    here = await asyncio.to_thread(signed_up, embedded, "Nino")
    [[nino]] = embedded.query("SELECT id FROM accounts_user WHERE username = 'Nino'")
    async with here.socket("/ws/lobby/") as lobby, here.socket("/ws/notices/") as notices:
        await lobby.send('{"t": "touched"}')
        await lobby_names(moderator, "Nino", is_named=True)
        ban = {"action": "ban", "person": str(nino), "lasting": "ever", "reason": "Gioca in due."}
        await asyncio.to_thread(lambda: moderator.post("/moderazione/persone/Nino/", **ban))
        assert await close_code(lobby) == SIGNED_OUT
        assert await close_code(notices) == SIGNED_OUT
    await lobby_names(moderator, "Nino", is_named=False)
    assert "Nino" in await asyncio.to_thread(here.get, "/"), "a banned person may read, and sees why"
