"""A finished match as frames for a viewer: its positions, and the events that lead from one to the next.

Pure functions of the log and of the seats whose cards may be seen. The engine plays the match again, so that
the browser needs no rules. A frame is one deal or one command; `replay_document` describes its content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ludocards.engine import record
from ludocards.engine.game import CLOCK, Command, Event, Game, Json, Refused, plain

Eyes = Sequence[int]
"""The seats whose cards may be seen: all of them, one, or none to see what a spectator saw."""

PROMISES = ("committed", "revealed")
"""Events about the shuffle: `replay_document` has them once per deal, under `fair`, not in the frames."""

PORTION = 20
"""The number of deals that a viewer is sent at a time; it asks for others when the reader goes there."""


class DoesNotReplay(ValueError):
    """The log is not one of a match by these rules; the message names the event."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An event of the log; the first event of a command has the command and its seat."""

    event: Event
    seat: int | None = None
    command: Command | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some consecutive deals of a match, with what carries over from those before."""

    deals: range
    of: int
    """The number of deals in the match."""
    log: Sequence[Logged]
    """The events of these deals; those from the start of the match if there is nothing to resume from."""
    promises: Sequence[Logged] = ()
    """The shuffle's events of these deals and of the one before, with the match's first commitment."""
    resumed: Any = None
    """The state before the first of these deals; None if the log starts at the first deal of the match."""

    @classmethod
    def whole(cls, log: Sequence[Logged]) -> Stretch:
        dealt = len({each.event.public["deal"] for each in log if each.event.kind == "dealt"})
        promises = [each for each in log if each.event.kind in PROMISES]
        return cls(range(dealt), dealt, log, promises)


@dataclass(frozen=True, slots=True)
class ReplayedCommand:
    """A command, with the states before and after it; `at` is that of its frame."""

    at: str
    before: Any
    seat: int
    command: Command
    after: Any


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a match.

    `at` names it in addresses: `s3` is the third deal, `s3-p4-c2` the second card played in its fourth trick
    (or round, in a game without tricks), `s3-a1` its first action that plays no card, `s3-fine` its points.

    `position` is None if the engine went on to the next deal in the same step: then the viewer shows the
    position before, changed by the events.
    """

    at: str
    events: tuple[dict[str, Json], ...]
    position: dict[str, Json] | None


def deal_of_place(place: str) -> int:
    """The deal, from 0, of a place such as `s3-p4-c2`; 0 if the text is not a place."""
    named = re.match(r"s(\d{1,4})(?:-|$)", place, re.ASCII)
    return max(0, int(named[1]) - 1) if named else 0


def portion_of(place: str) -> range:
    """The deals that are sent together with that of a place."""
    return portion_around(deal_of_place(place))


def portion_around(deal: int) -> range:
    start = deal // PORTION * PORTION
    return range(start, start + PORTION)


def replay_document(
    game: Game[Any, Any], rules: Any, players: int, stretch: Stretch, eyes: Eyes
) -> dict[str, Json]:
    """Everything that a viewer shows of some deals, as JSON.

    - `eyes` are the seats whose cards are shown, `deals` is the number of deals in the match, and `first` is
      the first of these deals.
    - `frames` have `at`, `events` (public fields only) and `patch`, which turns the position before into this
      one (see `patch`); there is no patch where the position is None. The first patch applies to an empty
      position. A position is the view of a spectator with `own`, the cards of each of the `eyes` by seat
      (`Game.own`), and `so_far`, the points of the deal in play (`Game.so_far`); its `sheet` begins with the
      deal `first`.
    - `fair` has, for each of these deals and the one before, the `commitment`, and the `seed` if all hands
      may be seen, since the seed gives them away.
    - `shuffle` and `nonces` are those of the record, if the seeds are a chain.
    """
    before: dict[str, Json] = {}
    shown = []
    for frame in replay_frames(game, rules, players, stretch, eyes):
        step: dict[str, Json] = {"at": frame.at, "events": list(frame.events)}
        if frame.position is not None:
            step["patch"] = patch(before, frame.position)
            before = frame.position
        shown.append(step)
    return {
        "eyes": list(eyes),
        "deals": stretch.of,
        "first": stretch.deals.start,
        "frames": shown,
        "fair": _promises(stretch, sees_all(eyes, players)),
        **_chain(stretch.promises),
    }


def sees_all(eyes: Eyes, players: int) -> bool:
    return set(eyes) == set(range(players))


def replay_frames(
    game: Game[Any, Any], rules: Any, players: int, stretch: Stretch, eyes: Eyes
) -> Iterator[Frame]:
    for place, _first, events, _before, after in _played(game, rules, players, stretch):
        position = _position(game, after, eyes, stretch.deals.start)
        published = tuple({"kind": event.kind, **event.public} for event in events)
        yield from _as_frames(place, published, position)


def replayed_commands(
    game: Game[Any, Any], rules: Any, players: int, stretch: Stretch
) -> Iterator[ReplayedCommand]:
    """Every command of these deals, including the clock's."""
    for place, first, _, before, after in _played(game, rules, players, stretch):
        if first.command is not None:
            seat = CLOCK if first.seat is None else first.seat
            yield ReplayedCommand(place, before, seat, first.command, after)


def replayed_states(game: Game[Any, Any], rules: Any, players: int, stretch: Stretch) -> Iterator[Any]:
    """The state after each step of these deals: after every deal, and after every command."""
    for _place, _first, _events, _before, after in _played(game, rules, players, stretch):
        yield after


def _played(
    game: Game[Any, Any], rules: Any, players: int, stretch: Stretch
) -> Iterator[tuple[str, Logged, list[Event], Any, Any]]:
    """Each step of these deals: its place, first event, events, and the states before and after.

    Steps of earlier deals are played, but not yielded.
    """
    state, deal, plays, acts = stretch.resumed, -1, 0, 0
    for number, (first, events) in enumerate(_steps(stretch.log), start=1):
        before = state
        if first.command is None:
            deal, plays, acts = first.event.public["deal"], 0, 0
            step = ""
            state = _dealt(game, rules, players, state, first.event, number)
        else:
            if first.command.do == "play":
                step = f"-p{plays // players + 1}-c{plays % players + 1}"
                plays += 1
            else:
                acts += 1
                step = f"-a{acts}"
            state = _applied(game, state, first, number)
        if deal in stretch.deals:
            yield f"s{deal + 1}{step}", first, events, before, state


# ---- the steps of a log


@dataclass(slots=True)
class _Step:
    first: Logged
    events: list[Event] = field(default_factory=list)


def _steps(log: Iterable[Logged]) -> Iterator[tuple[Logged, list[Event]]]:
    """Each deal and each command, with its events and those that the platform added before the next one."""
    step: _Step | None = None
    for logged in log:
        if logged.event.kind in PROMISES:
            continue
        if logged.command is not None or logged.event.sealed:
            if step is not None:
                yield step.first, step.events
            step = _Step(logged)
        if step is None:
            raise DoesNotReplay(f"{logged.event.kind} comes before the first deal")
        step.events.append(logged.event)
    if step is not None:
        yield step.first, step.events


def _dealt(game: Game[Any, Any], rules: Any, players: int, state: Any, event: Event, number: int) -> Any:
    deal = record.read_deal({**event.public, **event.sealed}, game.deck)
    if state is None:
        state = replayed_or_raise(game.start(rules, players, deal.dealer), f"step {number}")
    return replayed_or_raise(game.deal(state, deal), f"step {number}").state


def _applied(game: Game[Any, Any], state: Any, logged: Logged, number: int) -> Any:
    seat = CLOCK if logged.seat is None else logged.seat
    assert logged.command is not None
    return replayed_or_raise(game.apply(state, seat, logged.command), f"step {number}").state


Answer = TypeVar("Answer")


def replayed_or_raise(answer: Answer | Refused, where: object = "") -> Answer:
    """Return what the engine answered. Raises `DoesNotReplay` if it refused."""
    if isinstance(answer, Refused):
        raise DoesNotReplay(f"{where}: {answer.code}, {answer.message}")
    return answer


# ---- frames


def _position(game: Game[Any, Any], state: Any, eyes: Eyes, first: int) -> dict[str, Json]:
    """The position as it is sent: a view, `own`, `so_far`, and the sheet from deal `first` on."""
    views = {seat: game.view(state, seat) for seat in eyes}
    own = {str(seat): {name: view[name] for name in game.own if name in view} for seat, view in views.items()}
    shown = game.view(state, None)
    so_far = game.so_far(state) if state.phase == "play" else None
    return {**shown, "sheet": shown["sheet"][first:], "own": own, "so_far": plain(so_far)}


def _as_frames(place: str, events: tuple[dict[str, Json], ...], position: dict[str, Json]) -> Iterator[Frame]:
    """One frame, or two when the deal is over: one for its last command, one for its points."""
    scored = next((at for at, event in enumerate(events) if event["kind"] == "scored"), None)
    if scored is None:
        yield Frame(place, events, position)
        return
    yield Frame(place, events[:scored], None)
    yield Frame(f"{place.partition('-')[0]}-fine", events[scored:], position)


def _promises(stretch: Stretch, with_seeds: bool) -> dict[str, Json]:
    """The commitments and seeds by deal; None for those that were never published."""
    published: dict[str, dict[int, Mapping[str, Json]]] = {kind: {} for kind in PROMISES}
    for logged in stretch.promises:
        published[logged.event.kind][logged.event.public["deal"]] = logged.event.public
    return {
        str(deal): {
            "commitment": published["committed"].get(deal, {}).get("commitment"),
            "seed": published["revealed"].get(deal, {}).get("seed") if with_seeds else None,
        }
        for deal in range(max(0, stretch.deals.start - 1), stretch.deals.stop)
    }


def _chain(log: Iterable[Logged]) -> dict[str, Json]:
    """The scheme and the nonces, which are in the match's first commitment."""
    first = next((logged.event.public for logged in log if logged.event.kind == "committed"), {})
    return {name: first[name] for name in ("shuffle", "nonces") if name in first}


# ---- what changes from one position to the next


def patch(before: Json, after: Json) -> Json:
    """The patch that turns `before` into `after`.

    The patch of an object has those of its fields that change: `{"deal": …, "own": …}`. Any other patch is a
    list: `["=", value]` replaces the value, `["-"]` removes the field, and `["~", start, count, items]`
    replaces `count` items of a list, from `start`, by others.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {
            name: patch(before[name], value) if name in before else ["=", value]
            for name, value in after.items()
            if name not in before or before[name] != value
        }
        return {**changed, **{name: ["-"] for name in before if name not in after}}
    if isinstance(before, list) and isinstance(after, list):
        return _splice(before, after)
    return ["=", after]


def _splice(before: list[Json], after: list[Json]) -> Json:
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    left = shorter - start
    end = next((at for at in range(left) if before[-1 - at] != after[-1 - at]), left)
    return ["~", start, len(before) - start - end, after[start : len(after) - end]]
