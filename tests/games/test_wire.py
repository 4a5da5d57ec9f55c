"""Frames of the sockets: each is read and sent as its type says, and the scripts know the same types."""

from __future__ import annotations

import json
import re
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from games.pages.lobby_socket import LobbyConsumer
from games.play import wire
from games.play.consumers import TableConsumer
from games.play.sockets import Socket
from ludopoli.notices.consumers import NoticeShown, UnreadFrame
from ludopoli.sockets.frames import ErrorFrame, MalformedFrame, SocketFrame, kinds_of, read_frame
from tests.sources import SCRIPTS
from tournaments.outlets.consumers import EventChangedFrame, EventConsumer

LINE: wire.TableChatLine = {
    "id": 1,
    "name": "Anna",
    "seat": None,
    "text": "è mia",
    "at": "19:15",
}

SENT = [
    (wire.AckFrame("a-1", 57), '{"t":"ack","id":"a-1","version":57}'),
    (wire.PongFrame(57, 3), '{"t":"pong","version":57,"rev":3}'),
    (
        wire.ChatFrame([LINE]),
        '{"t":"chat","messages":[{"id":1,"name":"Anna","seat":null,"text":"è mia","at":"19:15"}]}',
    ),
    (ErrorFrame("stale", "Già giocata"), '{"t":"error","code":"stale","message":"Già giocata"}'),
    (
        ErrorFrame("bad_text", "Long", {"most": 300}, "a-1"),
        '{"t":"error","code":"bad_text","message":"Long","details":{"most":300},"id":"a-1"}',
    ),
    (
        wire.TablesFrame(["abc"], {"abc": "<li>"}, ""),
        '{"t":"tables","keys":["abc"],"lines":{"abc":"<li>"},"rest":""}',
    ),
    (EventChangedFrame(4, [1, 2]), '{"t":"changed","revision":4,"concerned":[1,2]}'),
    (EventChangedFrame(4, None), '{"t":"changed","revision":4,"concerned":null}'),
    (UnreadFrame(0, "0", "Avvisi"), '{"t":"unread","n":0,"shown":"0","label":"Avvisi"}'),
    (
        UnreadFrame(1, "1", "Avvisi", NoticeShown("Tocca a te", "bell", "/avvisi/1/")),
        '{"t":"unread","n":1,"shown":"1","label":"Avvisi",'
        '"notice":{"text":"Tocca a te","icon":"bell","url":"/avvisi/1/"}}',
    ),
]


@pytest.mark.parametrize(("frame", "text"), SENT)
def test_a_frame_is_sent_as_its_json(frame: SocketFrame, text: str) -> None:
    assert frame.encoded() == text


MALFORMED: list[tuple[str | None, str]] = [
    (None, "bad_frame"),
    ("", "bad_frame"),
    ("not json", "bad_frame"),
    ("[" * 9000, "bad_frame"),
    ("[]", "bad_frame"),
    ("{}", "bad_frame"),
    ('{"t": 1}', "bad_frame"),
    ('{"t": []}', "bad_frame"),
    ('{"t": "nonsense"}', "bad_frame"),
    ('{"t": "__class__"}', "bad_frame"),
    ('{"t": "SocketCommand"}', "bad_frame"),
    ('{"t": "do"}', "bad_frame"),
    ('{"t": "do", "id": "a", "version": true, "command": {"do": "play"}}', "bad_frame"),
    ('{"t": "do", "id": "a", "version": 9e99, "command": {"do": "play"}}', "bad_frame"),
    ('{"t": "do", "id": "a\\u0000b", "version": 2, "command": {"do": "play"}}', "bad_frame"),
    ('{"t": "do", "id": "\\ud800", "version": 1, "command": 3}', "bad_frame"),
    ('{"t": "do", "id": "' + "a" * 65 + '", "version": 1, "command": 3}', "bad_frame"),
    ('{"t": "say", "text": "\\ud800"}', "bad_text"),
    ('{"t": "say", "text": {"a": 1}}', "bad_text"),
    ('{"t": "say", "text": "' + "x" * 20_000 + '"}', "frame_too_large"),
    ('{"t": "say", "text": "' + "è" * 9_000 + '"}', "frame_too_large"),
    ('{"t": "say", "phrase": ["moment"]}', "bad_text"),
    ('{"t": "lend"}', "no_seat"),
    ('{"t": "lend", "seat": null}', "no_seat"),
    ('{"t": "lend", "seat": "1"}', "no_seat"),
    ('{"t": "wait", "seat": true}', "no_seat"),
    ('{"t": "propose", "what": ["claim"]}', "bad_proposal"),
    ('{"t": "answer", "proposal": null, "agrees": true}', "no_proposal"),
    ('{"t": "nonce", "commitment": "9f", "nonce": 5}', "bad_nonce"),
]


@pytest.mark.parametrize(("text", "code"), MALFORMED)
def test_a_malformed_frame_is_refused_in_the_code_of_its_kind(text: str | None, code: str) -> None:
    with pytest.raises(MalformedFrame) as refused:
        read_frame(text, TableConsumer.decoder)
    assert refused.value.code == code


def test_the_refusal_of_a_malformed_command_has_its_id() -> None:
    for sent_id, known in (("a-1", "a-1"), ("a b", None), (7, None), ("x" * 65, None)):
        sent = json.dumps({"t": "do", "id": sent_id, "version": "2", "command": {}})
        with pytest.raises(MalformedFrame) as refused:
            read_frame(sent, TableConsumer.decoder)
        assert refused.value.command_id == known


@pytest.mark.parametrize("text", ['{"t": "ping"}', "{}", '{"t": ""}', '{"t": "SocketCommand"}'])
@pytest.mark.parametrize("socket", [LobbyConsumer, EventConsumer])
def test_a_socket_understands_no_commands_but_its_own(socket: type[Socket], text: str) -> None:
    with pytest.raises(MalformedFrame) as refused:
        read_frame(text, socket.decoder)
    assert refused.value.code == "bad_frame"


def test_fields_that_a_command_does_not_have_are_ignored() -> None:
    """The pages of today send their position with each ping."""
    sent = '{"t": "ping", "have": 3, "rev": 1, "chat": 0}'
    assert read_frame(sent, TableConsumer.decoder) == wire.PingCommand()


# ---- the scripts

LITERAL = re.compile(r'\{ t: "(\w+)"((?:,[^}]*)?) \}')


def test_the_scripts_send_every_command_with_fields_that_it_has() -> None:
    kinds = kinds_of(wire.PlayCommand | wire.LobbyCommand)
    sent = [found for path in SCRIPTS for found in LITERAL.findall(path.read_text(encoding="utf-8"))]
    assert {tag for tag, _ in sent} == kinds.keys()
    for tag, fields in sent:
        assert {*re.findall(r", (\w+)(?=[:, ])", fields)} <= {*kinds[tag].__struct_fields__}, tag


def test_the_table_takes_every_frame_of_the_server() -> None:
    [conversation] = [path.read_text(encoding="utf-8") for path in SCRIPTS if path.name == "conversation.js"]
    [hearers] = re.findall(r"const hearers = \{(.*?)\n  \};", conversation, re.DOTALL)
    assert {*re.findall(r"^    (\w+):", hearers, re.MULTILINE)} == {*map(tag_of, get_args(wire.PlayFrame))}


def tag_of(kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return str(kind.__struct_config__.tag)
    [tag] = get_args(get_type_hints(kind)["t"])
    return str(tag)
