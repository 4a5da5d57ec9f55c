"""Frames of sockets: JSON objects whose field `t` names their type.

The types of each socket are together in one module. `docs/reference/sockets.md` is made of them: a docstring
says when the frame is sent, or what the command does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ludopoli.http.refusals import ActionRefused

LARGEST_FRAME = 16 * 1024


def described_as(description: str) -> Meta:
    """Describe a field in the documents."""
    return Meta(description=description)


COMMAND_ID = r"[\x21-\x7e]{1,64}"

CommandId = Annotated[str, Meta(pattern=rf"\A{COMMAND_ID}\Z", description="1 to 64 visible ASCII characters")]
"""The client's id of a command, for example a UUID."""

_encode = msgspec.json.Encoder().encode


class SocketFrame(msgspec.Struct, tag_field="t"):
    """A frame to the client."""

    def encoded(self) -> str:
        """Return the frame as it is sent."""
        return _encode(self).decode()


class ErrorFrame(SocketFrame, tag="error"):
    """a refusal: nothing has changed"""

    code: str
    message: Annotated[str, described_as("in the reader's language")]
    details: Annotated[dict[str, Any], described_as("the values in the message")] | UnsetType = UNSET
    id: Annotated[CommandId, described_as("of the command")] | UnsetType = UNSET


class SocketCommand(msgspec.Struct, tag_field="t"):
    """A frame from the client; fields that its type does not have are ignored."""

    malformed: ClassVar[str] = "bad_frame"
    """The code of the refusal if a field is missing, or its value of another type."""

    scope: ClassVar[str] = "board"
    """The scope that a token needs to send it."""


class MalformedFrame(ActionRefused):
    """A frame from the client cannot be read; `command_id` is the id that it has all the same."""

    def __init__(self, code: str, command_id: str | None = None) -> None:
        super().__init__(code)
        self.command_id = command_id


def kinds_of(union: Any) -> dict[str, type[Any]]:
    """Return the types of a union, or the one type, by their tags."""
    return {kind.__struct_config__.tag: kind for kind in get_args(union) or (union,)}


def decoder_of(commands: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a union of commands. Of a single type msgspec would not ask for its `t`."""
    return msgspec.json.Decoder(commands | SocketCommand)


def read_frame(text: str | None, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Read a frame from the client. Raises `MalformedFrame`."""
    sent = (text or "").encode()
    if len(sent) > LARGEST_FRAME:
        raise MalformedFrame("frame_too_large")
    try:
        command = decoder.decode(sent)
    except (ValueError, RecursionError):
        raise _malformed(sent, kinds_of(decoder.type)) from None
    if type(command) is SocketCommand:
        raise MalformedFrame("bad_frame")
    return command


def _malformed(sent: bytes, kinds: Mapping[str, type[SocketCommand]]) -> MalformedFrame:
    """Return the refusal of a frame of one of these kinds, or of none."""
    try:
        fields = json.loads(sent)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        return MalformedFrame("bad_frame")
    kind, command_id = kinds.get(str(fields.get("t")), SocketCommand), fields.get("id")
    is_id = isinstance(command_id, str) and re.fullmatch(COMMAND_ID, command_id)
    return MalformedFrame(kind.malformed, command_id if is_id else None)
