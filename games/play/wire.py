"""The commands of a client at the sockets of tables and of the lobby, and the frames that it is sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from ludopoli.sockets.frames import CommandId, ErrorFrame, SocketCommand, SocketFrame, described_as

SeatNumber = Annotated[int, Meta(ge=0, description="a seat, from 0 in playing order")]
Count = Annotated[int, Meta(ge=0)]


def of_api(component: str, description: str | None = None) -> Meta:
    """Describe a value by a component of the API's document."""
    schema = {"$ref": f"#/components/schemas/{component}"}
    return Meta(description=description, extra_json_schema=schema)


# ---- to the server


class DoCommand(SocketCommand, tag="do"):
    """a command of the game; answered by `ack` or `error`, before or after its `events`"""

    id: CommandId
    version: Annotated[int, described_as("the version that the client has")]
    command: Annotated[Any, of_api("Command")] = None


class ResumeCommand(SocketCommand, tag="resume"):
    """asks for what is missing; answered by `events` or `state`"""

    scope = "read"

    have: Annotated[int | None, described_as("the version that the client has")] = None


class PingCommand(SocketCommand, tag="ping"):
    """answered by anything newer, then `pong`"""

    scope = "read"


class TouchedCommand(SocketCommand, tag="touched"):
    """somebody uses the page: they count as
    [present](../people.md#connection-presence-absence-and-the-clock) for five minutes"""


class SayCommand(SocketCommand, tag="say"):
    """a line of the table's chat; from a spectator, of the spectators'"""

    malformed, scope = "bad_text", "chat"

    text: str = ""
    phrase: Annotated[str | None, described_as("a code of `games/texts/phrases.py`, in place of a text")] = (
        None
    )


class BackCommand(SocketCommand, tag="back"):
    """ "eccomi": the player reclaims the seat from its bot"""


class LendCommand(SocketCommand, tag="lend"):
    """at a friendly table: a bot plays for the absent person of this seat"""

    malformed = "no_seat"

    seat: SeatNumber


class WaitCommand(SocketCommand, tag="wait"):
    """at a friendly table: the table waits for the absent person of this seat"""

    malformed = "no_seat"

    seat: SeatNumber


class ProposeCommand(SocketCommand, tag="propose"):
    """makes a [proposal](../spine.md#proposals)"""

    malformed = "bad_proposal"

    what: Annotated[str, of_api("ProposalKind")]


class AnswerCommand(SocketCommand, tag="answer"):
    """answers a proposal, or withdraws the player's own"""

    malformed = "no_proposal"

    proposal: Annotated[int, described_as("its `id`")]
    agrees: bool = False


class ListenCommand(SocketCommand, tag="listen"):
    """the only person at a table wishes to hear the bots first, which wait for them in an open window"""


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
    | ListenCommand
    | GoOnCommand
    | RematchCommand
    | NonceCommand
)


States = dict[str, str]


class HaveCommand(SocketCommand, tag="have"):
    """once the socket is open: what the page shows; answered by what has changed since, then by every further
    change"""

    scope = "read"

    tables: Annotated[States, described_as("`data-state` of each line, by `data-key`")]
    people: Annotated[States | None, described_as("the same; null if the page shows no people")] = None


LobbyCommand = TouchedCommand | HaveCommand

# ---- to the client


class TableFrame(TypedDict):
    """on connect; when seats change, or a match begins or ends"""

    t: Literal["table"]
    rev: int
    table: Annotated[
        dict[str, Any],
        of_api("TableShown", "as `TableShape`, but `rules` are pairs of an option and its value, in words"),
    ]


class Clock(TypedDict):
    seats: list[SeatNumber]
    first_deal: list[SeatNumber]
    left_ms: Annotated[int, described_as("below 0 in the second of grace")]
    move_ms: Count
    bank_ms: list[Count]


class OpenWindow(TypedDict):
    left_ms: Count
    untimed: NotRequired[
        Annotated[bool, described_as("true if the window has no deadline, as against bots alone")]
    ]
    bots_wait: NotRequired[
        Annotated[bool, described_as("true while bots wait until you have spoken, or `listen`")]
    ]
    open_in_ms: Count
    lock_left_ms: Count


class Proposal(TypedDict):
    id: Count
    seat: SeatNumber
    what: Annotated[str, of_api("ProposalKind")]
    asked: Annotated[list[SeatNumber], described_as("who has not answered yet")]


class ShownHand(TypedDict):
    seat: SeatNumber
    cards: Annotated[list[str], described_as("the cards that are shown")]


class Fair(TypedDict):
    deal: Count
    commitment: str
    shuffle: NotRequired[Count]
    boards: NotRequired[str]
    nonces: NotRequired[Annotated[list[str | None], described_as("by seat; null where the seat sent none")]]


class MatchFrame(TypedDict):
    """a match as its viewer may know it; `OpenWindow` comes under the name that the game has for it"""

    match: Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
    version: int
    view: Annotated[dict[str, Any], of_api("View")]
    legal: Annotated[
        list[Annotated[dict[str, Any], of_api("Command")]],
        described_as("every command that you may give now"),
    ]
    duty: NotRequired[
        Annotated[dict[str, Any], of_api("Duty", "the rule that bars some of your commands, with its values")]
    ]
    clock: Annotated[
        Clock | None, described_as("null where none runs: at a table without one, or with bots alone")
    ]
    proposal: NotRequired[
        Annotated[Proposal, described_as("what a player proposes, until all have answered")]
    ]
    shown: NotRequired[
        Annotated[
            list[ShownHand],
            described_as("the hands that were shown for claims in this deal, without the cards played since"),
        ]
    ]
    may_propose: NotRequired[
        Annotated[
            list[Annotated[str, of_api("ProposalKind")]],
            described_as("what you may propose now; absent for spectators"),
        ]
    ]
    certain_claim: NotRequired[
        Annotated[bool, described_as("true while your claim would hold wherever the unseen cards lie")]
    ]
    stopped: NotRequired[Annotated[bool, described_as("true while the match is stopped")]]
    conceded: NotRequired[Annotated[int, described_as("the seat whose player has conceded the match")]]
    annulled: NotRequired[Annotated[bool, described_as("true if the players have agreed to annul the match")]]
    fair: Annotated[Fair, described_as("number and commitment of the deal in play")]


class StateFrame(MatchFrame):
    """on connect with a match; on `resume` over too long a gap; when a match begins or the viewpoint changes;
    ahead of the refusals `stale`, `too_late` and `match_over`"""

    t: Literal["state"]


class EventsFrame(MatchFrame):
    """after every change: all events since the last version sent, without a gap"""

    t: Literal["events"]
    events: list[Annotated[dict[str, Any], of_api("Event", "as the viewer may know it")]]


class AckFrame(SocketFrame, tag="ack"):
    """a command was accepted and is durable"""

    id: CommandId
    version: int


class TableChatLine(TypedDict):
    id: int
    name: str
    seat: SeatNumber | None
    text: str
    at: str


class ChatFrame(SocketFrame, tag="chat"):
    """on connect (the last 50, or none) and as they come"""

    messages: list[TableChatLine]


class PongFrame(SocketFrame, tag="pong"):
    """answers a `ping`: what was sent last"""

    version: int
    rev: int


class LinesFrame(SocketFrame):
    """a live list as it is now"""

    keys: Annotated[list[str], described_as("of all its lines")]
    lines: Annotated[dict[str, str], described_as("HTML of the lines that are new or have changed, by key")]
    rest: Annotated[str, described_as("HTML after the lines, or in their place if there are none")]


class TablesFrame(LinesFrame, tag="tables"):
    """answers `have`; and when the list of tables has changed"""


class PeopleFrame(LinesFrame, tag="people"):
    """answers `have`; and when the list of people around has changed"""


class CountsFrame(SocketFrame, tag="counts"):
    """answers `have`; and when the counts of tables, people and free seats have changed"""

    text: str


LobbyFrame = TablesFrame | PeopleFrame | CountsFrame | ErrorFrame
PlayFrame = TableFrame | StateFrame | EventsFrame | AckFrame | ChatFrame | PongFrame | ErrorFrame
