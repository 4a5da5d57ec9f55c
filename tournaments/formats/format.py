"""The interface of formats: data, and functions from a history to the next round and to the standings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from tournaments.formats.history import CannotDraw, EventHistory, HistoryRound, HistoryTable, Next, Over
from tournaments.formats.meetings import TableSeats
from tournaments.formats.options import (
    BOTS,
    BYE,
    ODD_SIZES,
    OF_SIZES,
    REST,
    RESTS,
    SIZES,
    BadSetting,
    FormatOption,
    Json,
    choice_option,
)
from tournaments.formats.standings import USUAL, StandingsLine, sorted_standings

Settings: TypeAlias = Mapping[str, Json]
"""The options of an event, complete and valid."""

PAIR, SINGLE, TEAM = "pair", "single", "team"
Units = tuple[str, ...]

COMPARED = ("matchpoints", "cross")
"""Scorings that need the same deals at all tables."""

OF_PARTS = ("match", "game")
"""Scorings of ties of several parts: who has won more of them, or the number of parts won."""


@dataclass(frozen=True)
class EventSides:
    """The unit of the entrants, and the side of each seat at the game's table."""

    unit: str
    sides: tuple[int, ...]
    sizes: tuple[int, ...] = ()
    """The possible table sizes, if there is more than one."""

    @property
    def place_sides(self) -> tuple[int, ...]:
        """The side of each place at a table."""
        return self.sides if self.unit == SINGLE else tuple(range(len({*self.sides})))

    @property
    def rooms(self) -> int:
        """The number of game tables at which a table of the format is played: of teams one for each side."""
        return len({*self.sides}) if self.unit == TEAM else 1

    def sides_at(self, places: int) -> tuple[int, ...]:
        """The side of each place at a table of this size; at one of an unusual size everybody plays alone."""
        usual = self.place_sides
        return usual if places == len(usual) else tuple(range(places))

    @property
    def table(self) -> TableSeats:
        """The shape of a table for seating."""
        sides = self.place_sides
        seats = range(len(sides))
        together = {(one, other) for other in seats for one in range(other) if sides[one] == sides[other]}
        return TableSeats(len(sides), frozenset(together))


def two_sides(sides: Sequence[int]) -> Units:
    """One against one, pair against pair, or team against team."""
    return {(0, 1): (SINGLE, TEAM), (0, 1, 0, 1): (PAIR, TEAM)}.get(tuple(sides), ())


def two_sides_without_teams(sides: Sequence[int]) -> Units:
    """One against one or pair against pair, where only comparing tables counts: the rooms of a meeting of
    teams are compared with each other alone."""
    return tuple(unit for unit in two_sides(sides) if unit != TEAM)


def each_alone(sides: Sequence[int]) -> Units:
    """Three or more players, each alone, or as many teams."""
    return (SINGLE, TEAM) if len(sides) > 2 and len({*sides}) == len(sides) else ()


def changing_partners(sides: Sequence[int]) -> Units:
    return (SINGLE,) if tuple(sides) == (0, 1, 0, 1) else ()


def alone_or_with_partners(sides: Sequence[int]) -> Units:
    """Each alone, or with changing partners."""
    return each_alone(sides) or changing_partners(sides)


def any_units(sides: Sequence[int]) -> Units:
    return (SINGLE, PAIR) if tuple(sides) == (0, 1, 0, 1) else (SINGLE,)


def units_of_anybody(_sides: Sequence[int]) -> Units:
    return (SINGLE,)


Drawing = Callable[[Settings, EventSides, EventHistory, str], Next]
Planning = Callable[[Settings, EventSides, EventHistory, str], tuple[HistoryRound, ...]]
Ranking = Callable[[Settings, EventSides, EventHistory, str], list[StandingsLine]]


def as_set(settings: Settings, _shape: EventSides, _entrants: int) -> int | None:
    """Return the number of rounds in the settings."""
    return int(settings["rounds"])


def without_number(_settings: Settings, _shape: EventSides, _entrants: int) -> int | None:
    return None


def no_defaults(_data: Mapping[str, Json]) -> Mapping[str, Json]:
    return {}


def never_switched(_settings: Settings, _shape: EventSides, _history: EventHistory, _seed: str) -> int | None:
    return None


def not_planned(
    _settings: Settings, _shape: EventSides, _history: EventHistory, _seed: str
) -> tuple[HistoryRound, ...]:
    return ()


def as_planned(plan: Planning) -> Drawing:
    """The `next_round` of a format that plans all its rounds."""

    def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
        if len(history.begun) < 2:
            raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
        planned = plan(settings, shape, history, seed)
        return planned[history.number] if history.number < len(planned) else Over()

    return next_round


def rank_by_points(
    settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> list[StandingsLine]:
    """Rank by points and the event's tie-breaks; a missed round counts 0 points."""
    return ranked_lines(settings, shape, history, seed, missed=True)


def by_points_played(
    settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> list[StandingsLine]:
    """Rank by points where not everybody is meant to play every round: missed rounds do not count."""
    return ranked_lines(settings, shape, history, seed, missed=False)


def ranked_lines(
    settings: Settings,
    shape: EventSides,
    history: EventHistory,
    seed: str,
    *,
    missed: bool,
    among: Collection[int] | None = None,
) -> list[StandingsLine]:
    entrants = [each.id for each in history.entrants]
    results = history.results(shape.sides_at, missed)
    breaks = settings.get("breaks", USUAL)
    return sorted_standings(entrants, results, seed, breaks, carried=history.carried, among=among)


@dataclass(frozen=True)
class Format:
    """A way to hold an event."""

    name: str
    next_round: Drawing
    """A pure function that returns the next round."""
    units: Callable[[Sequence[int]], Units]
    """Returns the possible units for a table with these sides by seat; none if the format does not fit."""
    scorings: tuple[str, ...]
    """The possible scorings, the default first."""
    options: tuple[FormatOption, ...]
    """The options besides the scoring."""
    rounds: Callable[[Settings, EventSides, int], int | None] = as_set
    """Returns the number of rounds for a number of entrants; None if it is not fixed."""
    plan: Planning = not_planned
    """Returns all rounds that are known beforehand, with those that were played."""
    in_stages: bool = False
    """It has several stages, and only the rounds of the current one are known beforehand."""
    plans_anew: bool = False
    """Its plan has as few repeated meetings as possible, and is dropped when somebody comes or goes."""
    switched_in: Callable[[Settings, EventSides, EventHistory, str], int | None] = never_switched
    """Returns the number of the round in which two lines change places; None if they never do."""
    rank: Ranking = rank_by_points
    flows: bool = False
    """Rounds overlap: free entrants are seated at once."""
    late: bool = True
    """Late entries are possible after the first round."""
    late_there: bool = False
    """Late entries are possible at real tables, where no bots have played for them so far."""
    out_after: Callable[[Settings, EventSides, int], int | None] = without_number
    """Returns the number of rounds after which entrants may be out before the end; None if nobody is."""
    implied: Callable[[Mapping[str, Json]], Mapping[str, Json]] = no_defaults
    """Returns the defaults that follow from other options."""
    alone: bool = False
    """One person plays at each table with bots, so there is no clock and no check-in."""
    duplicate: bool = True
    """All tables may play the same deals."""
    sets_travel: bool = False
    """At real tables the sets of deals go from table to table, so tables are compared over all rounds."""
    apart: bool = False
    """Each round is paired with a choice, so that some can be kept apart in it."""
    mixed: bool = False
    """Two sides meet for good, so a tie may have several parts, each of another game."""

    @property
    def is_planned(self) -> bool:
        """True if all rounds are known at the start."""
        return self.has_plan and not self.in_stages

    @property
    def has_plan(self) -> bool:
        """True if some rounds are known beforehand."""
        return self.plan is not not_planned

    def takes_late(self, is_real: bool) -> bool:
        """Return whether late entries are possible at real tables, or on the site."""
        return self.late or (is_real and self.late_there)

    @property
    def may_cut(self) -> bool:
        """True if entrants may be out before the end."""
        return self.out_after is not without_number

    @property
    def all_options(self) -> tuple[FormatOption, ...]:
        return (choice_option("scoring", *self.scorings), *self.options)

    def takes_sizes(self, sizes: Sequence[int]) -> bool:
        """Return whether tables may differ in size, if the game offers these sizes."""
        return len(sizes) > 1 and any(option is ODD_SIZES for option in self.options)

    def asked(
        self, data: Mapping[str, Json], sizes: Sequence[int], unit: str = SINGLE, *, with_bots: bool = True
    ) -> Mapping[str, Json]:
        """Return the options of a new event: `without_bots` if there can be none, as at real tables."""
        chosen = self._asked(data, sizes, unit)
        return chosen if with_bots else self._without_bots(chosen, unit)

    def _without_bots(self, data: Mapping[str, Json], unit: str) -> Mapping[str, Json]:
        """Return the options of an event in which only people play: whoever is left over rests.

        Cards are shuffled at each table unless the options ask for the same deals, or teams are compared by
        them. Raises `BadSetting`.
        """
        for name in ("odd", "absent"):
            if data.get(name) == BOTS:
                raise BadSetting(name, "no bots play there")
        known = {option.name for option in self.options}
        own_deals = data.get("scoring") not in COMPARED and unit != TEAM
        usual = {"odd": RESTS, "absent": REST, **({"duplicate": False} if own_deals else {})}
        chosen = {**{name: value for name, value in usual.items() if name in known}, **data}
        if not chosen.get("duplicate", True) and chosen.get("odd") != SIZES:
            chosen.setdefault("scoring", next(each for each in self.scorings if each not in COMPARED))
        return chosen

    def _asked(self, data: Mapping[str, Json], sizes: Sequence[int], unit: str) -> Mapping[str, Json]:
        """Return the options with tables of several sizes if possible.

        That way nobody is left over and no bot is needed. Options that compare tables exclude it. Teams are
        compared within their match, so all of its rooms play the same deals. Raises `BadSetting`.
        """
        if unit == TEAM:
            scorings = [each for each in self.scorings if each not in COMPARED]
            if data.get("scoring", scorings[0]) not in scorings:
                raise BadSetting("scoring", "teams are compared within their match")
            for name, value in (("duplicate", False), ("odd", SIZES)):
                if data.get(name) == value:
                    raise BadSetting(
                        name, "the rooms of a meeting play the same deals, at tables of one size"
                    )
            return {"scoring": scorings[0], **data}
        fits = all(data.get(name, value) == value for name, value in OF_SIZES.items())
        return {"odd": SIZES, **data} if self.takes_sizes(sizes) and fits else data

    def asked_of_parts(self, data: Mapping[str, Json], *, is_real: bool) -> Mapping[str, Json]:
        """Return the options of an event whose ties have several parts: these are counted, no deals compared.

        Raises `BadSetting`.
        """
        counted = [each for each in self.scorings if each in OF_PARTS]
        if data.get("scoring", counted[0]) not in counted:
            raise BadSetting("scoring", "parts of different games have no deals to compare")
        if is_real and data.get("duplicate"):
            raise BadSetting("duplicate", "the deals of parts are not compared")
        return {**data, "scoring": data.get("scoring", counted[0])}

    def settings(self, data: Mapping[str, Json]) -> Settings:
        """Validate options and add the defaults. Raises `BadSetting`."""
        options = {option.name: option for option in self.all_options}
        for name, value in data.items():
            if name not in options:
                raise BadSetting(name, f"{self.name} has no option {name!r:.40}")
            if not options[name].accepts(value):
                raise BadSetting(name, f"no such value for the option {name}")
        of_sizes = OF_SIZES if data.get("odd") == SIZES else {}
        usual = {name: option.default for name, option in options.items()}
        defaults = {**usual, **self.implied(data), **of_sizes}
        chosen = {name: data.get(name, default) for name, default in defaults.items()}
        for name, value in of_sizes.items():
            if chosen[name] != value:
                raise BadSetting(
                    name, "tables of different sizes are compared by place, with deals of their own"
                )
        if chosen["scoring"] in COMPARED and not chosen.get("duplicate", True):
            raise BadSetting("scoring", "to compare tables all of them must play the same deals")
        return MappingProxyType(chosen)


def seat_entrants(
    order: Sequence[int], seats: int, settings: Settings, history: EventHistory
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the entrants to be seated at tables of this size, with bots if needed, and those with a bye.

    Byes go to those who have had the fewest, the last in the order first. Raises `CannotDraw` for fewer than
    two entrants, and for fewer than a table of them if no bots play.
    """
    if len(order) < 2:
        raise CannotDraw("too_few", f"{len(order)} entrants cannot play")
    left, full = len(order) % seats, len(order) - len(order) % seats
    rested = history.rests
    last_first = [*reversed(order)]
    waiting = sorted(last_first, key=rested.__getitem__)
    once = settings["odd"] == BYE and not any(rested[who] for who in waiting[:left])
    if left and full and (once or settings["odd"] == RESTS):
        byes = waiting[:left]
        return tuple(who for who in order if who not in byes), tuple(byes)
    if left and settings["odd"] == RESTS:
        raise CannotDraw("too_few", f"{len(order)} entrants do not fill a table")
    return (*order, *bot_numbers(-len(order) % seats)), ()


def bot_numbers(count: int) -> tuple[int, ...]:
    return tuple(-number for number in range(1, count + 1))


def history_tables(drawn: Sequence[tuple[int, ...]]) -> tuple[HistoryTable, ...]:
    return tuple(HistoryTable(places) for places in drawn)
