"""The table of all simulated events, at the smallest size: each format with each game that fits it, at real
tables and on the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from tournaments import selectors, simulation
from tournaments.chronicle import sides_of
from tournaments.formats.catalog import FORMATS, TEAM, Format
from tournaments.models import Event

SHORT: dict[str, Any] = {
    "rounds": 1, "first_rounds": 1, "then_rounds": 1, "then_best": 2, "last": "none", "groups": 2,
    "through": 1, "minutes": 10, "instances": 1, "extra": 1,
}  # fmt: skip
"""The least that an event can have of each option."""

FEWEST = 4
"""The fewest entries of an event of these."""


@dataclass(frozen=True)
class SmallEvent:
    game: str
    players: int
    format: str
    unit: str
    venue: str
    first: str = ""
    """The first of two stages, if it is held in stages."""

    def __str__(self) -> str:
        return "-".join(map(str, filter(None, vars(self).values())))

    @property
    def settings(self) -> dict[str, Any]:
        game, known = GAMES[self.game], {option.name for option in FORMATS[self.format].all_options}
        rules = {"preset": game.preset_for(self.players), **game.lasting(1)}
        takes_one = game.lasting(1) and not isinstance(game.rules_from(rules), Refused)
        wanted = {**SHORT, **({"deals": 1} if takes_one else {}), "first": self.first}
        firsts = _first_stages(FORMATS[self.format])
        wanted["then"] = firsts[firsts.index(self.first) - 1]
        return {option: value for option, value in wanted.items() if option in known}

    def play(self) -> None:
        """Play it to its end, in which everybody has a place: with at least as many as sit at a table."""
        entries = max(FEWEST, self.players)
        event = simulation.make_event(
            str(self), game=self.game, players=self.players, format=self.format, unit=self.unit,
            venue=self.venue, entries=entries, settings=self.settings,
        )  # fmt: skip
        assert simulation.finish_event(event).status == Event.Status.FINISHED
        lines = selectors.standings_of_event(event)
        assert sorted(line.entrant for line in lines) == [*range(1, entries + 1)]


@cache
def small_events() -> tuple[SmallEvent, ...]:
    """Return every event that can be held."""
    return tuple(_each_event())


def _each_event() -> Iterator[SmallEvent]:
    for game, its in GAMES.items():
        for players, (name, format) in product(its.players, FORMATS.items()):
            venues = [Event.Venue.ONLINE] if format.flows else Event.Venue.values
            units = format.units(sides_of(game, {"preset": its.preset_for(players)}, players))
            for unit, venue, first in product(units, venues, _first_stages(format)):
                yield SmallEvent(game, players, name, unit, str(venue), first)


def _first_stages(format: Format) -> tuple[str, ...]:
    """Return the kinds of the first stage; one that is empty if the format has none."""
    return next((each.choices for each in format.options if each.name == "first"), ("",))


def few_of_all() -> list[SmallEvent]:
    """Return some of them: each format at each venue, each unit and stage, and on the site each game with
    each number of players."""
    cheapest_first = sorted(small_events(), key=_cost)
    covered = {each: _covered_by(each) for each in cheapest_first}
    missing = set[Any]().union(*covered.values())
    found = []
    while missing:
        best = max(covered, key=lambda event: len(covered[event] & missing))
        found.append(best)
        missing -= covered[best]
    return found


def _covered_by(event: SmallEvent) -> set[tuple[Any, ...]]:
    covered: set[tuple[Any, ...]] = {(event.format, event.venue), (event.unit, event.venue), (event.first,)}
    return covered | {(event.game, event.players)} if event.venue == Event.Venue.ONLINE else covered


def _cost(event: SmallEvent) -> tuple[bool, bool, int]:
    """Return the order of events by their cost: cards are played on the site only, and teams play twice."""
    return event.unit == TEAM, event.venue == Event.Venue.ONLINE, event.players
