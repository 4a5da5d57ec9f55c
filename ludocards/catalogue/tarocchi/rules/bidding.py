"""The free bidding (licitazione): one window for all players, in no order, with one word each.

The engine has no clock. `Window` gives the times in milliseconds, for callers who have one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.catalogue.tarocchi.values import PLAYERS
from ludocards.engine import game
from ludocards.engine.game import Command, Json, Refused

WORDS: Mapping[str, str | None] = {"tengo": None, "piglio": "from", "offro": "points", "vado": None}
"""The words of the bidding, strongest first, each with the name of its number, if it has one."""

LOCKED = ("piglio", "tengo")
"""The words that have to wait after an offer."""


@dataclass(frozen=True, slots=True)
class Call:
    """A word of a seat; `number` is the points offered, or the seat whose offer is taken."""

    seat: int
    word: str
    number: int | None = None

    @property
    def command(self) -> Command:
        return Command.of("call", call=self.word, **self._numbered)

    @property
    def _numbered(self) -> dict[str, Json]:
        name = WORDS[self.word]
        return {} if name is None else {name: self.number}

    def as_json(self) -> dict[str, Json]:
        return {"seat": self.seat, "call": self.word, **self._numbered}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Call:
        name = WORDS[data["call"]]
        return cls(data["seat"], data["call"], None if name is None else data[name])

    @classmethod
    def from_command(cls, seat: int, command: Command) -> Call | Refused:
        word = command.get("call")
        name = WORDS.get(word, "") if isinstance(word, str) else ""
        if name == "" or {field for field, _ in command.fields} != {"call", name} - {None}:
            return Refused("bad_command", "call 'vado', 'offro' with points, 'piglio' with from, or 'tengo'")
        number = None if name is None else command.get(name)
        if name is not None and type(number) is not int:
            return Refused("bad_command", f"'{name}' is a whole number")
        return cls(seat, word, number)


@dataclass(frozen=True, slots=True)
class Contract:
    """The outcome of the bidding: whether the deal is played, why, and who gains points from whom by it."""

    played: bool
    why: str
    """One of `tengo`, `silence`, `unanswered` (offers that nobody took), `piglio`, `vado` (said by all)."""
    seat: int | None = None
    """The seat whose word decided; None if it was no single word."""
    offerer: int | None = None
    points: int | None = None

    def as_json(self) -> dict[str, Json]:
        return {
            "result": "play" if self.played else "abandon",
            "why": self.why,
            "seat": self.seat,
            "from": self.offerer,
            "points": self.points,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Contract:
        return cls(data["result"] == "play", data["why"], data["seat"], data["from"], data["points"])


SILENCE = Contract(True, "silence")
"""The outcome if the window closes before all have spoken: silence is no consent to abandon the deal."""


def offers(calls: Sequence[Call]) -> tuple[Call, ...]:
    """The offers made, highest first."""
    made = [call for call in calls if call.word == "offro"]
    return tuple(sorted(made, key=lambda call: call.number or 0, reverse=True))


def may_call(calls: Sequence[Call], seat: int, rules: Rules) -> tuple[Call, ...]:
    """The words that a seat may say now."""
    if any(call.seat == seat for call in calls):
        return ()
    return (
        Call(seat, "vado"),
        *(Call(seat, "offro", points) for points in range(1, rules.offer_max + 1)),
        *(Call(seat, "piglio", offer.seat) for offer in offers(calls)),
        Call(seat, "tengo"),
    )


def possible_calls(rules: Rules) -> tuple[Call, ...]:
    """The words that some seat might say, whoever it is."""
    return may_call([Call(seat, "offro", 1) for seat in range(PLAYERS)], PLAYERS, rules)


def refusal(calls: Sequence[Call], call: Call, rules: Rules) -> Refused | None:
    """The reason why a word may not be said, if any."""
    if any(other.seat == call.seat for other in calls):
        return Refused("already_called", "everybody speaks only once")
    if call in may_call(calls, call.seat, rules):
        return None
    if call.word == "offro":
        return Refused("bad_offer", f"from 1 to {rules.offer_max} points", {"most": rules.offer_max})
    return Refused("no_such_offer", "that seat has offered nothing", {"from": call.number})


def outcome(calls: Sequence[Call], rules: Rules) -> Contract | None:
    """The outcome if the last word closed the bidding; None while it is open."""
    last = calls[-1]
    if last.word == "tengo":
        return Contract(True, "tengo", last.seat)
    if last.word == "piglio":
        [offer] = (call for call in offers(calls) if call.seat == last.number)
        return Contract(False, "piglio", last.seat, offer.seat, offer.number)
    if len(calls) < PLAYERS:
        return None
    if not offers(calls):
        return Contract(False, "vado")
    return Contract(rules.unanswered_offer == "play", "unanswered")


def in_order(batch: Sequence[Call], dealer: int) -> tuple[Call, ...]:
    """Order simultaneous words: by strength, then from the dealer's right."""
    rank = list(WORDS)
    return tuple(sorted(batch, key=lambda call: (rank.index(call.word), (call.seat - dealer - 1) % PLAYERS)))


@dataclass(frozen=True, slots=True)
class Window:
    """The times of the bidding, in milliseconds. They keep a faster connection from being an advantage."""

    ms: int
    """From the deal until the window closes."""
    open_ms: int
    """From the deal until words are accepted; the time to look at the cards."""
    lock_ms: int
    """After an offer, the time in which only another offer or vado is accepted."""
    batch_ms: int
    """The time within which words count as simultaneous (see `in_order`)."""

    @classmethod
    def of(cls, rules: Rules) -> Window:
        return cls(rules.bid_window_ms, rules.bid_open_delay_ms, rules.offer_lock_ms, rules.bid_batch_ms)

    def not_yet(self, word: str, since_deal: int, since_offer: int | None = None) -> Refused | None:
        """The reason why a word is premature, if it is. Such a word does not use up the seat's only one."""
        if since_deal < self.open_ms:
            wait = self.open_ms - since_deal
            return Refused("bidding_not_open", "first look at your cards", {"ms": wait})
        if since_offer is not None and since_offer < self.lock_ms and word in LOCKED:
            wait = self.lock_ms - since_offer
            return Refused("offer_too_fresh", "let everybody hear the offer first", {"ms": wait})
        return None

    def as_json(self) -> dict[str, Json]:
        return {
            "ms": self.ms,
            "open_ms": self.open_ms,
            "lock_ms": self.lock_ms,
            "batch_ms": self.batch_ms,
        }


@dataclass(frozen=True, slots=True)
class Bidding(Window, game.Window):
    """The window of one deal, in the form that all games share."""

    dealer: int = 0

    @classmethod
    def of(cls, rules: Rules, dealer: int = 0) -> Bidding:
        return cls(**Window.of(rules).as_json(), dealer=dealer)

    def locks(self, command: Command) -> bool:
        return bool(command.get("call") == "offro")

    def too_soon(self, command: Command, since_open: int, since_lock: int | None) -> Refused | None:
        return self.not_yet(command.get("call"), since_open, since_lock)

    def in_order(self, said: Sequence[tuple[int, Command]]) -> list[tuple[int, Command]]:
        calls = [Call.from_json({"seat": seat, **command.as_json()}) for seat, command in said]
        return [(call.seat, call.command) for call in in_order(calls, self.dealer)]
