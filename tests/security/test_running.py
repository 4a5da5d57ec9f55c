"""A running server: ended sessions, streams, and secrets in the log."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.error
import urllib.request
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.live.browser import PASSWORD, Browser, signed_up
from tests.live.stack import Stack


@pytest.fixture(scope="session")
def server(embedded: Stack) -> Stack:
    return embedded


async def test_an_ended_session_opens_nothing(server: Stack) -> None:
    here = await asyncio.to_thread(signed_up, server, "Agata")
    kept = here.cookies["sessionid"]
    await asyncio.to_thread(here.post, "/account/esci/")
    request = urllib.request.Request(server.url + "/api/v1/me/", headers={"Cookie": f"sessionid={kept}"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        await asyncio.to_thread(urllib.request.urlopen, request)
    with refused.value as answer:
        assert answer.status == 401


def test_streams_are_only_for_permitted_spectators(server: Stack) -> None:
    """Check the lines of `ASYNCHRONOUS` in the access matrix."""
    [hidden] = server.seed(people=4, private=True, watchable=False)
    stranger = signed_up(server, "Saverio")
    match = f"/api/v1/matches/{hidden['match']}/stream/"
    expected = {
        "": {match: 403, "/api/v1/me/stream/": 401},
        f"sessionid={stranger.cookies['sessionid']}": {match: 403, "/api/v1/me/stream/": 200},
        hidden["cookies"][0]: {match: 200, "/api/v1/me/stream/": 200},
    }
    for cookie, statuses in expected.items():
        for path, status in statuses.items():
            request = urllib.request.Request(server.url + path, headers={"Cookie": cookie} if cookie else {})
            assert status_of(request) == status, (cookie, path)


def status_of(request: urllib.request.Request) -> int:
    """Return the status of a response without reading its body."""
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


async def test_the_log_has_no_secrets(server: Stack) -> None:
    """After valid and invalid requests the log contains no password, token, link or card."""
    before = len(server.log())
    browser = await asyncio.to_thread(signed_up, server, "Nunzia")
    wrong = "una password sbagliata"
    secrets: list[str] = [PASSWORD, wrong, *browser.cookies.values()]

    def pages() -> None:
        outsider = Browser(server)
        outsider.post("/account/accedi/", login="Nunzia", password=wrong)
        outsider.post("/account/password/dimenticata/", email="nunzia@example.org")
        secrets.extend(outsider.cookies.values())
        browser.post("/account/conferma/", password=PASSWORD)
        made = browser.post("/account/token/", name="prova", scopes="play")
        token = re.search(r"ludo_[\w-]{20,}", made)
        assert token
        secrets.append(token[0])
        assert "Nunzia" in browser.get("/api/v1/me/", Authorization=f"Bearer {token[0]}")
        browser.get("/api/v1/me/", Authorization=f"Bearer {token[0]}x")
        browser.get(f"/api/v1/tables/?token={token[0]}", Authorization=f"Bearer {token[0]}")
        browser.get(f"/nessuno/?sessionid={browser.cookies['sessionid']}")
        browser.get("/tavoli/", Host="evil\x7f.example")
        browser.post("/tavoli/apri/", game="x" * 500, password=PASSWORD)
        mails = [path.read_text() for path in (server.home / "mails").iterdir()]
        links = re.findall(r"/account/\S+?/([\w:-]{20,})/", "".join(mails))
        assert links
        secrets.extend(links)

    await asyncio.to_thread(pages)
    [seeded] = await asyncio.to_thread(lambda: server.seed(people=1))
    [cookie] = seeded["cookies"]
    secrets.append(cookie.partition("=")[2])
    address = f"{server.url.replace('http', 'ws')}/ws/table/{seeded['code']}/"
    hand = await play_badly(address, cookie)
    log = server.log()[before:]
    assert "Not Found" in log  # it is the right log
    assert [secret for secret in secrets if len(secret) > 4 and secret in log] == []
    assert [card for card in hand if re.search(rf"\b{card}\b", log)] == []


async def play_badly(address: str, cookie: str) -> list[str]:
    """Send all kinds of frames to a table, and return the hand that was held."""
    async with connect(address, additional_headers={"Cookie": cookie}) as socket:
        frame: dict[str, Any] = {}
        async with asyncio.timeout(20):
            while not frame.get("legal"):
                received = json.loads(await socket.recv())
                frame = received if received["t"] in ("state", "events") else frame
        hand: list[str] = list(frame["view"]["hand"])
        for sent in (
            "{",
            json.dumps({"t": "do", "id": "a", "version": 0, "command": {"do": "play", "card": hand[0]}}),
            json.dumps({"t": "do", "id": "b", "version": frame["version"], "command": {"do": hand[0]}}),
            json.dumps({"t": "do", "id": "c", "version": frame["version"], "command": frame["legal"][0]}),
            json.dumps({"t": "say", "text": {"hand": hand}}),
            json.dumps({"t": "resume", "have": hand}),
        ):
            await socket.send(sent)
        async with asyncio.timeout(20):
            while json.loads(await socket.recv())["t"] != "ack":
                pass
    return hand
