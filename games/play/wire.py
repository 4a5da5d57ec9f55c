"""The commands of a client at the sockets of tables and of the lobby, and the frames that it is sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from ludopoli.sockets.frames import CommandId, ErrorFrame, SocketCommand, SocketFrame

# ---- to the server


class DoCommand(SocketCommand, tag="do"):
    """a command of the game; answered by `ack` or `error`, before or after its `events`"""

    id: CommandId
    version: Annotated[int, Meta(description="the version that the client has")]
    command: Annotated[Any, Meta(description="`Command` of the API")] = None


class ResumeCommand(SocketCommand, tag="resume"):
    """asks for what is missing; answered by `events` or `state`"""

    have: Annotated[int | None, Meta(description="the version that the client has")] = None


class PingCommand(SocketCommand, tag="ping"):
    """answered by anything newer, then `pong`"""


class TouchedCommand(SocketCommand, tag="touched"):
    """somebody uses the page: they count as
    [present](../people.md#connection-presence-absence-and-the-clock) for five minutes"""


class SayCommand(SocketCommand, tag="say"):
    """a line of the table's chat; from a spectator, of the spectators'"""

    malformed = "bad_text"

    text: str = ""
    phrase: Annotated[
        str | None, Meta(description="a code of `games/texts/phrases.py`, in place of a text")
    ] = None


class BackCommand(SocketCommand, tag="back"):
    """ "eccomi": the player reclaims the seat from its bot"""


class LendCommand(SocketCommand, tag="lend"):
    """at a friendly table: a bot plays for the absent person of this seat"""

    malformed = "no_seat"

    seat: int


class WaitCommand(SocketCommand, tag="wait"):
    """at a friendly table: the table waits for the absent person of this seat"""

    malformed = "no_seat"

    seat: int


class ProposeCommand(SocketCommand, tag="propose"):
    """makes a [proposal](../spine.md#proposals)"""

    malformed = "bad_proposal"

    what: str


class AnswerCommand(SocketCommand, tag="answer"):
    """answers a proposal, or withdraws the player's own"""

    malformed = "no_proposal"

    proposal: Annotated[int, Meta(description="its `id`")]
    agrees: bool = False


class GoOnCommand(SocketCommand, tag="go_on"):
    """ends a pause"""


class RematchCommand(SocketCommand, tag="rematch"):
    """asks for another match, or does so no more"""

    wants: bool = True


class NonceCommand(SocketCommand, tag="nonce"):
    """is mixed into the shuffle of the next match, whose commitment it names; only the first counts"""

    malformed = "bad_nonce"

    commitment: str
    nonce: str


PlayCommand = (
    DoCommand
    | ResumeCommand
    | PingCommand
    | TouchedCommand
    | SayCommand
    | BackCommand
    | LendCommand
    | WaitCommand
    | ProposeCommand
    | AnswerCommand
    | GoOnCommand
    | RematchCommand
    | NonceCommand
)
LobbyCommand = TouchedCommand

# ---- to the client


class TableFrame(TypedDict):
    """on connect; when seats change, or a match begins or ends"""

    t: Literal["table"]
    rev: int
    table: Annotated[dict[str, Any], Meta(description="`TableShape` of the API")]


class MatchFrame(TypedDict):
    """A match as its viewer may know it, as in `StateShape` of the API.

    The times of an open window are added under the game's name for it (`Game.window_name`).
    """

    match: str
    version: int
    view: Annotated[dict[str, Any], Meta(description="`View`")]
    legal: Annotated[list[dict[str, Any]], Meta(description="each a `Command`")]
    duty: NotRequired[Annotated[dict[str, Any], Meta(description="`Duty`")]]
    clock: Annotated[dict[str, Any] | None, Meta(description="`Clock`")]
    proposal: NotRequired[Annotated[dict[str, Any], Meta(description="`Proposal`")]]
    shown: NotRequired[Annotated[list[dict[str, Any]], Meta(description="each a `ShownHand`")]]
    may_propose: NotRequired[list[str]]
    stopped: NotRequired[bool]
    fair: Annotated[dict[str, Any], Meta(description="`Fair`")]


class StateFrame(MatchFrame):
    """on connect with a match; on `resume` over too long a gap; when a match begins or the viewpoint changes;
    ahead of the refusals `stale`, `too_late` and `match_over`"""

    t: Literal["state"]


class EventsFrame(MatchFrame):
    """after every change: all events since the last version sent, without a gap"""

    t: Literal["events"]
    events: Annotated[list[dict[str, Any]], Meta(description="each an `Event`, as the viewer may know it")]


class AckFrame(SocketFrame, tag="ack"):
    """a command was accepted and is durable"""

    id: CommandId
    version: int


class TableChatLine(TypedDict):
    id: int
    name: str
    seat: int | None
    text: str
    at: str


class ChatFrame(SocketFrame, tag="chat"):
    """on connect (the last 50, or none) and as they come"""

    messages: list[TableChatLine]


class PongFrame(SocketFrame, tag="pong"):
    """answers a `ping`: what was sent last"""

    version: int
    rev: int


class LobbyChangedFrame(SocketFrame, tag="changed"):
    """the list of tables, or of people around, has changed"""

    within: Annotated[float, Meta(description="the seconds over which the readers spread their fetches")]


LobbyFrame = LobbyChangedFrame | ErrorFrame
PlayFrame = TableFrame | StateFrame | EventsFrame | AckFrame | ChatFrame | PongFrame | ErrorFrame
