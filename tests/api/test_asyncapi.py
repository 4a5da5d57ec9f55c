"""The AsyncAPI document describes what sockets, streams and webhooks send: a match is played against it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator
from functools import cache
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]

from games.models import Match
from games.play import actions, consumers, live
from ludopoli.sockets.frames import kinds_of
from ludopoli.webhooks import deliveries
from ludopoli.webhooks.kinds import KINDS
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending
from tests.api.document import DOCUMENT, closed
from tests.api.test_streams import MINE, account, play_one, table_of
from tests.communicator import PatientCommunicator
from tournaments.api.asyncapi import SOCKETS, make_document

ASYNC = make_document(DOCUMENT)
MESSAGES = ASYNC["components"]["messages"]
CLOSED = {"schemas": closed(ASYNC["components"]["schemas"], ASYNC["components"]["schemas"])}


@cache
def payloads_of(operation: str) -> dict[str, Draft202012Validator]:
    """The validators of what an operation sends or receives, by the names of the messages."""
    found = {}
    for reference in ASYNC["operations"][operation]["messages"]:
        message = MESSAGES[reference["$ref"].rpartition("/")[2]]
        whole = {**closed(message["payload"], CLOSED["schemas"]), "components": CLOSED}
        found[message["name"]] = Draft202012Validator(whole, format_checker=FormatChecker())
    return found


def references(part: Any) -> set[str]:
    if isinstance(part, list):
        return {found for each in part for found in references(each)}
    if not isinstance(part, dict):
        return set()
    own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
    return own.union(*(references(each) for each in part.values()))


def test_every_reference_leads_to_a_part_of_the_document() -> None:
    for reference in references(ASYNC):
        part: Any = ASYNC
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
    assert {name for each in ASYNC["channels"].values() for name in each["messages"]} == MESSAGES.keys()


def test_every_frame_and_every_event_is_in_it() -> None:
    for name, socket in SOCKETS.items():
        assert len(payloads_of(f"send_{name}")) == len(getattr(socket.frames, "__args__", [socket.frames]))
        assert (socket.commands is None) == (f"receive_{name}" not in ASYNC["operations"])
    assert payloads_of("receive_table").keys() == kinds_of(SOCKETS["table"].commands).keys()
    assert payloads_of("send_webhook").keys() == KINDS.keys()


def test_it_is_served_beside_the_other_document() -> None:
    served = Client().get("/api/v1/asyncapi/")
    assert (served["Content-Type"], served["Access-Control-Allow-Origin"]) == (
        "application/json; charset=utf-8", "*",
    )  # fmt: skip
    assert served.json()["channels"].keys() == ASYNC["channels"].keys()
    assert Client().get("/api/v1/asyncapi/", headers={"If-None-Match": served["ETag"]}).status_code == 304


def test_no_summary_has_a_link_that_leads_nowhere() -> None:
    assert not [each for each in MESSAGES.values() if re.search(r"\]\(|\n", each["summary"])]


async def lines_of(path: str, secret: str) -> AsyncGenerator[dict[str, Any]]:
    answer = await AsyncClient().get(path, headers={"Authorization": f"Bearer {secret}"})
    assert isinstance(answer, StreamingHttpResponse)
    content: Any = answer.streaming_content
    async for line in content:
        if line.strip():
            yield json.loads(line)


@pytest.mark.django_db(transaction=True)
async def test_what_a_match_sends_is_as_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "deliver_webhook", lambda *_delivery: 200)
    anna, secret = await sync_to_async(account)("Anna")
    await Webhook.objects.acreate(user=anna, url="https://example.org/hook", kinds=[*KINDS])
    table = await sync_to_async(table_of)(anna)
    socket = PatientCommunicator(consumers.TableConsumer.as_asgi(), f"/ws/table/{table.code}/")
    socket.scope |= {"user": anna, "cookies": {}, "url_route": {"kwargs": {"code": table.code}}}
    assert (await socket.connect())[0]
    heard: set[str] = set()

    async def hear(until: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = await socket.receive_json_from()
            payloads_of("send_table")[frame["t"]].validate(frame)
            heard.add(frame["t"])
            if frame["t"] == until:
                return frame

    async def say(**command: Any) -> None:
        payloads_of("receive_table")[command["t"]].validate(command)
        await socket.send_json_to(command)

    await hear("chat")
    await sync_to_async(actions.fill_with_bots)(anna, table)
    state = await hear("state")
    match = await Match.objects.aget(pk=state["match"])
    lines = lines_of(f"/api/v1/matches/{match.pk}/stream/", secret)
    streamed = [await anext(lines)]
    while 0 not in (now := await sync_to_async(live.load_match)(match.pk)).to_act():
        await sync_to_async(play_one)(match.pk)
    card = now.game.legal(now.state, 0)[0].as_json()
    await say(t="do", id="a-1", version=now.version, command=card)
    await hear("ack")
    await say(t="say", text="Buona partita")
    await hear("chat")
    await say(t="do", id="a-2", version=0, command={"do": "play", "card": "3B"})
    await hear("error")
    while (await Match.objects.aget()).status == Match.Status.PLAYING:
        await sync_to_async(play_one)(match.pk)
    await say(t="ping")
    await hear("pong")
    await socket.disconnect()
    assert heard == payloads_of("send_table").keys()
    streamed += [line async for line in lines]
    for line in streamed:
        payloads_of("send_match_stream")[line["t"]].validate(line)
    assert {line["t"] for line in streamed} == {"state", "events"}
    account_lines = lines_of(f"{MINE}?have=0", secret)
    began = await anext(account_lines)
    payloads_of("send_account_stream")[began["t"]].validate(began)
    await sync_to_async(deliveries.send_due_deliveries)()
    delivered = await Delivery.objects.aget(kind="match_started")
    payloads_of("send_webhook")["match_started"].validate(json.loads(delivered.body))
    assert (began["t"], began["id"]) == ("match_started", json.loads(delivered.body)["id"])
    await account_lines.aclose()
