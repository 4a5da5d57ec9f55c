"""What every format is: data, and functions from a history to the next round and to the standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from tournaments.formats.draw import Shape
from tournaments.formats.history import CannotDraw, History, Next, Round, Table
from tournaments.formats.options import ODD_SIZES, OF_SIZES, SIZES, BadSetting, Json, Option, one_of
from tournaments.formats.standings import USUAL, Line, standings

Settings: TypeAlias = Mapping[str, Json]
"""The options of an event, complete and valid."""

PAIR, SINGLE = "pair", "single"
Units = tuple[str, ...]

COMPARED = ("matchpoints", "cross")
"""Scorings that need the same deals at all tables."""


@dataclass(frozen=True)
class EventShape:
    """Who the entrants are, and the side of each seat at the table of the game."""

    unit: str
    sides: tuple[int, ...]
    sizes: tuple[int, ...] = ()
    """The numbers of people for whom there may be tables, if there may be others than the usual."""

    @property
    def place_sides(self) -> tuple[int, ...]:
        """The side of each place at a table."""
        return (0, 1) if self.unit == PAIR else self.sides

    def sides_at(self, places: int) -> tuple[int, ...]:
        """The side of each place at a table that has so many: at one of another size all play alone."""
        usual = self.place_sides
        return usual if places == len(usual) else tuple(range(places))

    @property
    def table(self) -> Shape:
        """The table, as draws know it."""
        sides = self.place_sides
        seats = range(len(sides))
        together = {(one, other) for other in seats for one in range(other) if sides[one] == sides[other]}
        return Shape(len(sides), frozenset(together))


def two_sides(sides: Sequence[int]) -> Units:
    """One against one, or pair against pair."""
    return {(0, 1): (SINGLE,), (0, 1, 0, 1): (PAIR,)}.get(tuple(sides), ())


def each_alone(sides: Sequence[int]) -> Units:
    """Three and more, everybody for himself."""
    return (SINGLE,) if len(sides) > 2 and len({*sides}) == len(sides) else ()


def changing_partners(sides: Sequence[int]) -> Units:
    return (SINGLE,) if tuple(sides) == (0, 1, 0, 1) else ()


def anything(sides: Sequence[int]) -> Units:
    return (SINGLE, PAIR) if tuple(sides) == (0, 1, 0, 1) else (SINGLE,)


def anybody(_sides: Sequence[int]) -> Units:
    return (SINGLE,)


Drawing = Callable[[Settings, EventShape, History, str], Next]
Planning = Callable[[Settings, EventShape, History, str], tuple[Round, ...]]
Ranking = Callable[[Settings, EventShape, History, str], list[Line]]


def as_set(settings: Settings, _shape: EventShape, _entrants: int) -> int | None:
    """As many rounds as the event has chosen."""
    return int(settings["rounds"])


def without_number(_settings: Settings, _shape: EventShape, _entrants: int) -> int | None:
    return None


def not_planned(_settings: Settings, _shape: EventShape, _history: History, _seed: str) -> tuple[Round, ...]:
    return ()


def by_points(settings: Settings, shape: EventShape, history: History, seed: str) -> list[Line]:
    """By points and the tie-breaks of the event; a round that somebody missed brings nothing."""
    return ranking(settings, shape, history, seed, missed=True)


def by_points_played(settings: Settings, shape: EventShape, history: History, seed: str) -> list[Line]:
    """By points, where not everybody is meant to play in every round."""
    return ranking(settings, shape, history, seed, missed=False)


def ranking(
    settings: Settings, shape: EventShape, history: History, seed: str, *, missed: bool
) -> list[Line]:
    entrants = [each.id for each in history.entrants]
    results = history.results(shape.sides_at, missed)
    return standings(entrants, results, seed, settings.get("breaks", USUAL))


@dataclass(frozen=True)
class Format:
    """A way to hold an event."""

    name: str
    next_round: Drawing
    """What follows: the same arguments give the same."""
    units: Callable[[Sequence[int]], Units]
    """Who the entrants may be at a table with these sides by seat; nobody, if the format is not for it."""
    scorings: tuple[str, ...]
    """How results become points, the usual first."""
    options: tuple[Option, ...]
    """All but the scoring."""
    rounds: Callable[[Settings, EventShape, int], int | None] = as_set
    """How many, for so many entrants; None: as long as it is open."""
    plan: Planning = not_planned
    """All rounds, where they are known beforehand."""
    rank: Ranking = by_points
    flows: bool = False
    """Rounds overlap: whoever is free is seated."""
    late: bool = True
    """Who comes after the first round can still play."""
    knockout: bool = False
    """Who loses is out."""
    alone: bool = False
    """One person at each table, and nobody waits for them: no clock, no check-in, and a table waits."""
    duplicate: bool = True
    """The same deals at all tables make sense."""

    @property
    def is_planned(self) -> bool:
        """True if the rounds are known beforehand, for those who are in when it begins."""
        return self.plan is not not_planned

    @property
    def all_options(self) -> tuple[Option, ...]:
        return (one_of("scoring", *self.scorings), *self.options)

    def takes_sizes(self, sizes: Sequence[int]) -> bool:
        """Return whether tables may differ in size, where a game has tables of these sizes."""
        return len(sizes) > 1 and any(option is ODD_SIZES for option in self.options)

    def asked(self, data: Mapping[str, Json], sizes: Sequence[int]) -> Mapping[str, Json]:
        """The options of a new event: tables differ in size where they may, so that nobody is left over and
        no bot is needed, unless something else was asked for that compares tables."""
        fits = all(data.get(name, value) == value for name, value in OF_SIZES.items())
        return {"odd": SIZES, **data} if self.takes_sizes(sizes) and fits else data

    def settings(self, data: Mapping[str, Json]) -> Settings:
        """The options with their defaults; raises `BadSetting`."""
        options = {option.name: option for option in self.all_options}
        for name, value in data.items():
            if name not in options:
                raise BadSetting(name, f"{self.name} has no option {name!r:.40}")
            if not options[name].accepts(value):
                raise BadSetting(name, f"no such value for the option {name}")
        of_sizes = OF_SIZES if data.get("odd") == SIZES else {}
        defaults = {**{name: option.default for name, option in options.items()}, **of_sizes}
        chosen = {name: data.get(name, default) for name, default in defaults.items()}
        for name, value in of_sizes.items():
            if chosen[name] != value:
                raise BadSetting(
                    name, "tables of different sizes are compared by place, with deals of their own"
                )
        if chosen["scoring"] in COMPARED and not chosen.get("duplicate", True):
            raise BadSetting("scoring", "to compare tables all of them must play the same deals")
        return MappingProxyType(chosen)


def seat(
    order: Sequence[int], seats: int, settings: Settings, history: History
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who sits at tables of so many, bots among them, and who rests; the last of the order who has not yet.

    Raises `CannotDraw` if there are not two.
    """
    if len(order) < 2:
        raise CannotDraw("too_few", f"{len(order)} entrants cannot play")
    left, full = len(order) % seats, len(order) - len(order) % seats
    rested = history.rested
    fresh = [who for who in reversed(order) if who not in rested]
    if left and full and settings["odd"] == "bye" and len(fresh) >= left:
        byes = fresh[:left]
        return tuple(who for who in order if who not in byes), tuple(byes)
    return (*order, *bots(-len(order) % seats)), ()


def bots(count: int) -> tuple[int, ...]:
    return tuple(-number for number in range(1, count + 1))


def tables(drawn: Sequence[tuple[int, ...]]) -> tuple[Table, ...]:
    return tuple(Table(places) for places in drawn)
