"""The interface of every game: rules, a state, commands in, events out.

A `Game` is a set of pure functions over values. It does no I/O, reads no clock and draws no
random numbers: chance enters through `deal`, with a deck that the caller has shuffled (`shuffle.py`).
The external form of commands, deals and reports is the record (`record.py`, `docs/record.md`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import count
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from ludocards.engine import sheet
from ludocards.engine.cards import Card, Deck

if TYPE_CHECKING:
    from ludocards.engine.scorepad import ScorepadForm
    from ludocards.engine.tricks import Order
    from ludocards.engine.wire import Wire
    from ludocards.engine.worlds import DealUnseen

Json: TypeAlias = Any
"""A value that `json.dumps` writes and `json.loads` gives back unchanged."""

Viewer: TypeAlias = int | None
"""A seat number, or None for a spectator, who knows only what is public."""

CLOCK = -1
"""The seat of an action by the clock (a window closes); in the record such an action has no seat."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A command or value that was refused, and why; nothing has changed.

    `code` is the stable name that programs read, `message` plain English for people,
    `details` the values in the message (a suit, a card), for translations.
    """

    code: str
    message: str
    details: Mapping[str, Json] = field(default_factory=dict)


Answer = TypeVar("Answer")


class RefusedError(ValueError):
    """A refusal as an exception, raised by `unrefused`: `refused` is the value that says why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.code}: {refused.message}")
        self.refused = refused


def unrefused(answer: Answer | Refused) -> Answer:
    """Return an answer that is no refusal; raises `RefusedError` if it is one."""
    if isinstance(answer, Refused):
        raise RefusedError(answer)
    return answer


class Command(NamedTuple):
    """A request by a seat: the verb of the record and its fields, `Command.of("play", card="7B")`."""

    do: str
    fields: tuple[tuple[str, Json], ...] = ()

    @classmethod
    def of(cls, do: str, **fields: Json) -> Command:
        return cls(do, tuple((name, _frozen(value)) for name, value in sorted(fields.items())))

    @classmethod
    def from_json(cls, data: Json) -> Command | Refused:
        """Read `{"do": …, …}`. Only the shape is checked here: the game knows its own verbs."""
        if not isinstance(data, dict) or not isinstance(data.get("do"), str):
            return Refused("bad_command", "a command is an object with a text field 'do'")
        named = {name: value for name, value in data.items() if name not in ("do", "seat")}
        if not all(_is_plain(value) for value in named.values()):
            return Refused("bad_command", "the fields of a command are texts, whole numbers or lists of them")
        return cls(data["do"], tuple((name, _frozen(value)) for name, value in sorted(named.items())))

    def get(self, name: str) -> Json:
        """The value of a field, or None."""
        return dict(self.fields).get(name)

    def as_json(self) -> dict[str, Json]:
        return {"do": self.do, **{name: plain(value) for name, value in self.fields}}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, split by viewer.

    `public` is for everybody; `private[seat]` is added for that seat alone; `sealed` never
    leaves the server (the whole deal, for the log). A viewer's event is assembled from the parts
    that the viewer may know; nothing is ever removed from a whole.
    """

    kind: str
    public: Mapping[str, Json]
    private: Mapping[int, Mapping[str, Json]] = field(default_factory=dict)
    sealed: Mapping[str, Json] = field(default_factory=dict)

    def shown_to(self, viewer: Viewer) -> dict[str, Json]:
        own = self.private.get(viewer, {}) if viewer is not None else {}
        return {"kind": self.kind, **self.public, **own}


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one deal (smazzata): hands by seat in the order dealt, and the stock."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...] = ()


class Window(ABC):
    """A period in which all seats to act may speak, in any order, until the clock closes it.

    The engine reads no clock: times are in milliseconds, for the caller's clock
    (`games/play/speaking_windows.py`).
    """

    ms: int
    """The time for which the window is open."""
    open_ms: int
    """The time after its opening in which commands are refused, so that players can look first."""
    lock_ms: int
    """The time for which a command that locks the window binds the other seats."""
    batch_ms: int
    """Commands that arrive within this time count as simultaneous, and are ordered by `in_order`."""

    @abstractmethod
    def locks(self, command: Command) -> bool:
        """Return whether this command locks the window: for `lock_ms`, certain other commands are too
        soon."""

    @abstractmethod
    def too_soon(self, command: Command, since_open: int, since_lock: int | None) -> Refused | None:
        """Return why a command comes too early, or None if it counts; `since_lock` is None without a lock."""

    @abstractmethod
    def in_order(self, said: Sequence[tuple[int, Command]]) -> list[tuple[int, Command]]:
        """Return simultaneous commands with their seats, in the order in which they take effect."""


@dataclass(frozen=True, slots=True)
class Option:
    """One rule that a table may choose: `choices` is what a form offers, `accepts` what is valid."""

    name: str
    choices: tuple[Json, ...]
    accepts: Callable[[Json], bool]
    schema: Mapping[str, Json]
    """The same as `accepts`, as a JSON Schema."""

    @property
    def field(self) -> str:
        """The name of the field in the rules: the record's `offerMax` is `offer_max`."""
        return _with_underscores(self.name)


@cache
def _with_underscores(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


@dataclass(frozen=True, slots=True)
class Reported:
    """A list in the referee's report on a deal: its name, and the report's name for each field of the
    event."""

    name: str
    fields: Mapping[str, str]


S = TypeVar("S", bound=sheet.MatchState)
"""The state of a match: an immutable value, hidden cards included."""

R = TypeVar("R")
"""The rules of a table: a frozen, serialisable value."""


class Step(NamedTuple, Generic[S]):
    """A change that was accepted: the new state and what happened, in order."""

    state: S
    events: tuple[Event, ...]


class Game(ABC, Generic[R, S]):
    """One game of the catalog."""

    name: str
    deck: Deck
    players: tuple[int, ...]
    """The numbers of players, in the order offered; the first is the default."""
    presets: Mapping[str, R]
    """Rules by name, the default first."""
    options: tuple[Option, ...]
    wire: Wire
    """The schemas of what the game sends and accepts."""
    point: int = 1
    """The units of a deal's `points` that make one point as players count (3 for thirds)."""
    fewest_win: bool = False
    """True if points count against the side that makes them: the lowest total wins."""
    quick_preset: str = ""
    """The preset of a match that one tap begins, if not the first that fits the number of players."""
    own: tuple[str, ...] = ("hand",)
    """The keys of a seat's view that hold cards which only that seat knows."""
    window_name: str = ""
    """The key beside the view for the time left in an open `window`; empty if the game has no windows."""
    reported: Mapping[str, Reported] = {
        "taken": Reported("tricks", {"leader": "leader", "cards": "cards", "seat": "winner"}),
    }
    """The lists in the report on a record, by the kind of event."""
    reported_result: tuple[str, ...] = ("points", "scores")
    """The fields of the event `scored` that the report on a deal has."""
    pauses: Mapping[str, float] = {"dealt": 1.5, "taken": 1.2, "captured": 1.2, "scored": 4.0}
    """Seconds that players need to see an event of a kind before their clock goes on."""

    # ---- rules
    @abstractmethod
    def rules_from(self, data: Json) -> R | Refused:
        """Return rules from a preset and the options that differ: `{"preset": "classico", "deals": 3}`."""

    def rules_json(self, rules: R) -> dict[str, Json]:
        """The preset's name and only the options that differ from it, in the order of the rules."""
        chosen: Any = rules
        preset, names = self.presets[chosen.preset], {option.field: option.name for option in self.options}
        values = {each.name: getattr(rules, each.name) for each in fields(chosen)}
        differs = {name: value for name, value in values.items() if value != getattr(preset, name)}
        return {"preset": chosen.preset, **{names[name]: plain(value) for name, value in differs.items()}}

    def lasting(self, deals: int) -> Mapping[str, Json]:
        """The options that give a match this number of deals; none if the rules fix the number."""
        return {}

    def shortest(self, preset: str) -> dict[str, Json]:
        """The rules of a preset, as JSON, with as few deals as the game allows."""
        possible: Iterator[dict[str, Json]] = (
            {"preset": preset, **self.lasting(deals)} for deals in count(1)
        )
        return next(rules for rules in possible if not isinstance(self.rules_from(rules), Refused))

    def length(self, rules: R, players: int) -> int | None:
        """The number of deals in a match; None if it depends on the play."""
        return None

    @abstractmethod
    def deal_bounds(self, rules: R, players: int) -> tuple[int, int]:
        """The least and the most that one deal can add to the score of a side."""

    def packet(self, rules: R) -> int:
        """The number of cards that the dealer gives at a time."""
        return 1

    # ---- a match
    @abstractmethod
    def start(self, rules: R, players: int, dealer: int) -> S | Refused:
        """A match before its first deal; `dealer` is the seat that deals first."""

    def preset_for(self, players: int) -> str:
        """The first preset that so many may play; the first of all if there is none."""
        fitting = (
            name
            for name, rules in self.presets.items()
            if not isinstance(self.start(rules, players, 0), Refused)
        )
        return next(fitting, next(iter(self.presets)))

    def players_of(self, preset: str) -> tuple[int, ...]:
        """The numbers of players for a preset, the most usual first: those that usually play it."""
        rules = self.presets[preset]
        fitting = [n for n in self.players if not isinstance(self.start(rules, n, 0), Refused)]
        return tuple(sorted(fitting, key=lambda n: self.preset_for(n) != preset))

    def resume(self, rules: R, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]) -> S | None:
        """The match after these deals, over if they end it, rebuilt from their `scored` events.

        `dealer` dealt the first.

        None if a deal depends on more than the scores of the earlier ones: then the match must be replayed.
        """
        return None

    def scorepad(self, rules: R, players: int) -> ScorepadForm | None:
        """What a match with real cards asks for; None if the game has no score pad, or cannot `resume`."""
        return None

    def score_rule(self, rules: R, players: int) -> ScorepadForm | None:
        """The parts of the scores of a deal with real cards, also where a pad cannot tell who has won."""
        return self.scorepad(rules, players)

    def awaits_deal(self, state: S) -> int | None:
        """The number (from 0) of the deal that must be dealt now, or None."""
        return state.deal if state.phase == "deal" else None

    def pack(self, state: S) -> tuple[Card, ...]:
        """The cards in play, in the fixed order that a shuffle starts from; the whole deck."""
        return tuple(self.deck.cards.values())

    @abstractmethod
    def hand_out(self, state: S, cards: tuple[Card, ...]) -> Deal:
        """The next deal from a shuffled pack, in the packets that the rules prescribe."""

    @abstractmethod
    def deal(self, state: S, deal: Deal) -> Step[S] | Refused:
        """Begin the next deal with these cards; refused if they are not the pack, or the dealer is wrong."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that the game is waiting for."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[Command, ...]:
        """Every command the seat may give now, possibly none."""

    def every(self, state: S, seat: int) -> tuple[Command, ...]:
        """Like `legal`, with all variants of commands that have optional fields (words said with a card)."""
        return self.legal(state, seat)

    def possible(self, rules: R, players: int) -> Iterable[Command] | None:
        """Every command that may be legal under these rules, in a fixed order (`commands.py`); None if they
        are those that the schemas of `wire` allow."""
        return None

    def listed(self, state: S, seat: int) -> tuple[Command, ...]:
        """The legal commands sent to a table; empty if they are many and follow from the view."""
        return self.legal(state, seat)

    def duty(self, state: S, seat: int) -> Refused | None:
        """The refusal of the choices of the seat that a rule bars now; None if none are barred."""
        return None

    def window(self, state: S) -> Window | None:
        """The open window, at most one in a deal; None while seats act in turn."""
        return None

    @abstractmethod
    def apply(self, state: S, seat: int, command: Command) -> Step[S] | Refused:
        """Carry out a command, wholly or not at all."""

    @abstractmethod
    def on_timeout(self, state: S) -> tuple[int, Command]:
        """The legal command that is played when time runs out, with the seat that acts (or `CLOCK`)."""

    def claims(self, state: S) -> Order | None:
        """How tricks are taken, while the seat that leads may claim all that are left (`claims.py`)."""
        return None

    def is_over(self, state: S) -> bool:
        return state.phase == "over"

    # ---- what may be known
    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> dict[str, Json]:
        """Everything a viewer may know, built from an allow-list; `wire.view_schema` has the common keys.

        Views share what is over, such as the lines of the sheet: do not change them.
        """

    def sides(self, state: S) -> tuple[int, ...]:
        """The side that each seat scores for, all match long: (0, 1, 0, 1) in pairs, (0, 1, 2) alone."""
        return state.sides

    def teams(self, state: S, viewer: Viewer) -> tuple[int | None, ...]:
        """The team that each seat plays for in this deal, None as long as the viewer cannot know it.

        The teams are the sides, unless each deal makes its own teams; then every seat may score for itself.
        """
        return self.sides(state)

    def totals(self, state: S) -> tuple[int, ...]:
        """The score of the match so far, by side."""
        return sheet.totals_by_side(state)

    def so_far(self, state: S) -> tuple[int, ...] | None:
        """The raw points of the deal in play so far, by side, as a spectator can count them; None if they
        cannot, since hidden cards count, or only a whole deal does."""
        return None

    def returns(self, state: S) -> tuple[int, ...]:
        """The score of the match so far, by seat: that of its side."""
        totals = self.totals(state)
        return tuple(totals[side] for side in self.sides(state))

    def places(self, state: S) -> tuple[int, ...] | None:
        """The final places by side, from 1, ties sharing one (1, 1, 3); None until it is over."""
        return sheet.places_by_side(state, self.fewest_win)

    def results(self, scores: Sequence[int]) -> tuple[int, ...]:
        """The scores of a deal or a match as results: more is always better."""
        return tuple(-score for score in scores) if self.fewest_win else tuple(scores)

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        """The counts that an event adds to players' statistics: pairs of a seat and the name of a
        statistic."""
        return ()

    # ---- storage
    def dump(self, state: S) -> dict[str, Json]:
        """The state as JSON, for a snapshot that never leaves the server: its fields, the rules as chosen."""
        kept = {each.name: getattr(state, each.name) for each in fields(state)}
        return {name: self.rules_json(it) if name == "rules" else plain(it) for name, it in kept.items()}

    @abstractmethod
    def load(self, data: Mapping[str, Json]) -> S: ...


@runtime_checkable
class Determinizable(Protocol):
    """A game that can sample the hidden cards. Not every game can: check with `isinstance`."""

    def determinized(
        self,
        rules: Any,
        view: Mapping[str, Json],
        viewer: Viewer,
        random: Random,
        deal_unseen: DealUnseen = ...,
    ) -> Any:
        """Draw a random state that agrees with a view, from nothing but the view and the rules.

        In that state the viewer has the same view, and the cards of the other seats allow everything they
        did. Raises `worlds.Unlikely` if no such cards are found. `deal_unseen` deals the hidden cards, at
        random by default.
        """


def plain(value: Any) -> Json:
    """A value as JSON: a card is its code, a tuple a list, and other objects use their `as_json`."""
    kind = type(value)
    if kind is Card:
        return value.code
    if kind is tuple:
        return [plain(item) for item in value]
    return value if kind in (int, str, bool, NoneType) else value.as_json()


def _is_plain(value: Json) -> bool:
    return all(type(item) in (str, int) for item in (value if isinstance(value, list) else [value]))


def _frozen(value: Json) -> Json:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
