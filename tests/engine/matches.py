"""Matches for tests: dealt from a seed, played by choosers, replayed from their actions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import count, product
from random import Random
from typing import Any

from ludocards.engine import shuffle, wire
from ludocards.engine.game import CLOCK, Command, Deal, Event, Game, Json, Refused, Step, Viewer
from ludocards.engine.record import Action
from ludocards.engine.registry import GAMES

Chooser = Callable[[Json, Sequence[Command]], Command]
"""Chooses one of the legal commands, given a view."""


@dataclass
class Played:
    """A match with all its deals and actions."""

    game: Game[Any, Any]
    rules: Any
    players: int
    deals: list[tuple[Deal, list[Action]]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    state: Any = None

    def do(self, step: Step[Any] | Refused) -> None:
        assert not isinstance(step, Refused), step
        self.state = step.state
        self.events += step.events


def rules_of(game: Game[Any, Any], **options: Json) -> Any:
    rules = game.rules_from(options)
    assert not isinstance(rules, Refused), rules
    return rules


def seed_of(number: int) -> bytes:
    return number.to_bytes(shuffle.SEED_BYTES, "big")


@dataclass(frozen=True)
class AtRandom:
    """A chooser of random legal commands, with random declarations and signals from the view."""

    random: Random

    def __call__(self, view: Json, legal: Sequence[Command]) -> Command:
        offered = ways(view, self.random.choice(legal))
        return self.random.choice(offered) if len(offered) > 1 else offered[0]


@cache
def has_ways(name: str) -> bool:
    """Return whether the view of a game may offer declarations or signals; otherwise `AtRandom` needs none,
    which halves the time of a match."""
    return not {"declarations", "signals"}.isdisjoint(wire.view_schema(GAMES[name])["properties"])


def ways(view: Json, command: Command) -> list[Command]:
    """Return the variants of a command with every choice of declarations and signals (see Tressette's
    view)."""
    card = command.get("card")
    ticks: list[dict[str, Json]] = [{}]
    if command.do == "play" and "declarations" in view:
        open_boxes = view["declarations"]["boxes"]
        partner = [box for box in open_boxes if box.startswith("partner")]
        apart = [[box] for box in open_boxes if box not in partner] + ([partner] if partner else [])
        chosen = product(*([None, *group] for group in apart))
        ticks = [{"declare": [box for box in boxes if box]} if any(boxes) else {} for boxes in chosen]
    signals = view.get("signals", {}).get(card, ()) if command.do == "play" else ()
    given = [{}, *({"signal": signal} for signal in signals)]
    plain = dict(command.fields)
    return [Command.of(command.do, **plain, **tick, **signal) for tick in ticks for signal in given]


def play(
    name: str, players: int, seed: int, choosers: Sequence[Chooser] | None = None, **options: Json
) -> Played:
    """Play a whole match whose deal n has the seed `seed + n`; by default everybody plays at random."""
    *_, played = playing(name, players, seed, choosers, **options)
    return played


def playing(
    name: str, players: int, seed: int, choosers: Sequence[Chooser] | None = None, **options: Json
) -> Iterator[Played]:
    """Play a match like `play`; yield it before every deal and every action, and at the end."""
    game = GAMES[name]
    played = Played(game, rules_of(game, **options), players)
    state = game.start(played.rules, players, shuffle.first_dealer(seed_of(seed), "test", players))
    assert not isinstance(state, Refused), state
    played.state = state
    choosers = choosers or [AtRandom(Random(seed))] * players
    while not game.is_over(played.state):
        yield played
        number = game.awaits_deal(played.state)
        if number is not None:
            pack = shuffle.shuffle(game.pack(played.state), seed_of(seed + number), "test", number)
            deal = game.hand_out(played.state, pack)
            played.do(game.deal(played.state, deal))
            played.deals.append((deal, []))
        else:
            seat = game.to_act(played.state)[0]
            legal = game.legal(played.state, seat)
            is_blind = isinstance(choosers[seat], AtRandom) and not has_ways(name)
            command = choosers[seat]({} if is_blind else game.view(played.state, seat), legal)
            played.do(game.apply(played.state, seat, command))
            played.deals[-1][1].append(Action(seat, command))
    yield played


class _Course:
    """A match that everybody plays at random, remembered as far as somebody has walked through it."""

    def __init__(self, name: str, players: int, seed: int, options: str) -> None:
        self.source = playing(name, players, seed, **json.loads(options))
        self.moments: list[tuple[Any, list[Event], Deal | Action | None]] = []
        """For each moment the state, the events since the one before, and what led to it."""
        self.events = 0

    def moment(self, number: int) -> tuple[Any, list[Event], Deal | Action | None] | None:
        if number == len(self.moments):
            played = next(self.source, None)
            if played is None:
                return None
            last = played.deals[-1] if played.deals else None
            led = None if last is None else last[1][-1] if last[1] else last[0]
            self.moments.append((played.state, played.events[self.events :], led))
            self.events = len(played.events)
        return self.moments[number]


_course = lru_cache(maxsize=24)(_Course)


def walking(name: str, players: int, seed: int, **options: Json) -> Iterator[Played]:
    """Like `playing` at random, but several tests in turn walk through one match, which is played once."""
    course, game = _course(name, players, seed, json.dumps(options)), GAMES[name]
    played = Played(game, rules_of(game, **options), players)
    for number in count():
        moment = course.moment(number)
        if moment is None:
            return
        played.state, events, led = moment
        played.events += events
        if isinstance(led, Deal):
            played.deals.append((led, []))
        elif led is not None:
            played.deals[-1][1].append(led)
        yield played


def walked(name: str, players: int, seed: int, **options: Json) -> Played:
    """Return the end of a match of `walking`."""
    *_, played = walking(name, players, seed, **options)
    return played


def replay(
    game: Game[Any, Any], rules: Any, players: int, deals: Sequence[tuple[Deal, Sequence[Action]]]
) -> Played | Refused:
    """Return the match that results from these deals and actions, or the first refusal."""
    return resumed(Played(game, rules, players, state=game.start(rules, players, deals[0][0].dealer)), deals)


def resumed(before: Played, deals: Sequence[tuple[Deal, Sequence[Action]]]) -> Played | Refused:
    """Continue a match that awaits a deal with these deals and actions; return it, or the first refusal."""
    played = replace(before, deals=[*before.deals], events=[*before.events])
    for deal, actions in deals:
        played.do(played.game.deal(played.state, deal))
        played.deals.append((deal, [*actions]))
        for action in actions:
            seat = CLOCK if action.seat is None else action.seat
            step = played.game.apply(played.state, seat, action.command)
            if isinstance(step, Refused):
                return step
            played.do(step)
    return played


def frames(played: Played, viewer: Viewer) -> list[dict[str, Json]]:
    return [event.shown_to(viewer) for event in played.events]
