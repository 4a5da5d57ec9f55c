"""The bridge from the database to the formats: an event's entries, rounds and tables as their values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from django.db.models import Q

from clubs.roles import Capability
from games.texts import RulesRefused, accept_or_raise
from ludocards.engine.game import unrefused
from ludocards.engine.registry import GAMES
from ludopoli.base.lookups import PreparedQuery
from tournaments import tie_parts
from tournaments.formats import catalog
from tournaments.formats.catalog import (
    EventHistory,
    EventSides,
    Format,
    HistoryEntrant,
    PartsPlan,
    PlayedRound,
    StandingsLine,
    TableScores,
)
from tournaments.formats.scoring import DealWorth, deal_worths
from tournaments.formats.standings import lot_of
from tournaments.models import (
    GONE,
    Entry,
    Event,
    ForbiddenPairing,
    Member,
    Round,
    TournamentTable,
    attach_members,
)

Points = tuple[int | None, ...]


MOST_WRITTEN = 9999
"""The highest result of a match that is written down as a whole; the lowest is its negative."""


def row_bounds_of(event: Event, row: int = 0) -> tuple[int, int]:
    """Return the least and the most that a side can score in a deal, by the rules of its part; in a match,
    where only its result is written down. `row` is its row on the score sheet, from 0."""
    if event.scores == Event.Scores.MATCH:
        return -MOST_WRITTEN, MOST_WRITTEN
    part = tie_parts.part_of_row(event, row)
    played = GAMES[part.game]
    return played.deal_bounds(unrefused(played.rules_from(part.rules)), event.players)


def deal_bounds_of(event: Event) -> tuple[int, int]:
    """Return the least and the most that a row can be worth to a side in the scoring: a deal as a result, a
    part of a tie as won or not."""
    if event.is_mixed:
        return 0, 1
    least, most = sorted(GAMES[event.game].results(row_bounds_of(event)))
    return least, most


def sides_of(game: str, rules: Mapping[str, Any], players: int) -> tuple[int, ...]:
    """Return the side of each seat at a table. Raises `RulesRefused`."""
    played = GAMES[game]
    state = accept_or_raise(played.start(accept_or_raise(played.rules_from(rules), game), players, 0), game)
    return played.sides(state)


def sizes_of(format: Format, game: str, rules: Mapping[str, Any], unit: str) -> tuple[int, ...]:
    """Return the table sizes that the game offers and the format accepts, smallest first, at which everybody
    plays alone."""
    found = []
    for players in sorted(GAMES[game].players):
        with suppress(RulesRefused):
            sides = sides_of(game, rules, players)
            if unit in format.units(sides) and len({*sides}) == players:
                found.append(players)
    return tuple(found)


def takes_asked_byes(event: Event) -> bool:
    """Return whether entries can ask to sit out a round: each is paired with a choice."""
    return event.asked_byes != Event.AskedByes.NONE and catalog.FORMATS[event.format].apart


def shape_of(event: Event) -> EventSides:
    played = GAMES[event.game]
    sides = played.sides(unrefused(played.start(played.rules_from(event.rules), event.players, 0)))
    sizes = sizes_of(catalog.FORMATS[event.format], event.game, event.rules, event.unit)
    return EventSides(event.unit, sides, sizes)


@dataclass
class Chronicle:
    """Everything that determines the standings and the next round of an event."""

    event: Event
    entries: dict[int, Entry]
    """By number, with their members and these members' users."""
    rounds: list[Round]
    tables: dict[int, list[TournamentTable]]
    """By the number of the round, each with its game table."""
    forbidden: frozenset[frozenset[int]]
    clubmates: frozenset[frozenset[int]] = frozenset()
    """The entries with people of one club, if the event keeps these apart."""
    settings: Mapping[str, Any] = field(init=False)
    format: Format = field(init=False)
    shape: EventSides = field(init=False)
    plan: PartsPlan = field(init=False)
    """The parts of the ties."""

    def __post_init__(self) -> None:
        self.format = catalog.FORMATS[self.event.format]
        self.settings = self.format.settings(self.event.settings)
        if self.event.last_round is not None and "rounds" in self.settings:
            self.settings = {**self.settings, "rounds": self.event.last_round}
        self.shape = shape_of(self.event)
        self.plan = tie_parts.plan_of_event(self.event)

    @property
    def has_boards(self) -> bool:
        """True if the server deals: on the site always, at real tables if all tables have the same deals.

        Sets that go from table to table stay as they were dealt at the first one.
        """
        is_duplicate = bool(self.settings.get("duplicate", self.format.duplicate))
        return not self.event.is_real or (is_duplicate and not self.sets_travel)

    @property
    def sets_travel(self) -> bool:
        """True if sets of deals go from table to table, and are played there in other rounds."""
        return self.format.sets_travel and self.event.is_real

    @property
    def _deals_come_back(self) -> bool:
        """True if the same deals are played in several rounds."""
        return self.format.flows or self.sets_travel

    def settings_at(self, players: int) -> Mapping[str, Any]:
        """The settings for a table of this size, on which the length of a match may depend."""
        if players == self.event.players:
            return self.settings
        played = GAMES[self.event.game]
        rules = unrefused(played.rules_from(self.event.rules))
        return {**self.settings, "deals": played.length(rules, players) or self.settings["deals"]}

    @cached_property
    def table_sizes(self) -> tuple[int, ...] | None:
        """The sizes of tables for the present entrants, largest first; None if all are of one size."""
        return catalog.table_sizes(self.settings, self.shape, len(self.history().field()))

    @cached_property
    def entrants(self) -> tuple[HistoryEntrant, ...]:
        """The entrants in the order of their seeds: the organiser's, then by strength, then late entries."""
        playing = [each for each in self.entries.values() if self._has_part(each)]

        def order(entry: Entry) -> tuple[Any, ...]:
            seed = (0, entry.seed) if entry.seed is not None else (1, 0)
            return (entry.joined, *seed, -entry.strength, lot_of(self.event.draw_seed, entry.number))

        rests = self.settings.get("absent") == "rest"
        return tuple(
            HistoryEntrant(
                each.number,
                each.strength,
                each.joined,
                each.left,
                each.is_there and not (rests and each.has_vacancy and self.event.unit == Event.Unit.PAIR),
                each.competes,
                frozenset(each.byes_asked),
            )
            for each in sorted(playing, key=order)
        )

    @staticmethod
    def _has_part(entry: Entry) -> bool:
        return entry.plays or (entry.status in GONE and entry.left is not None)

    @cached_property
    def points(self) -> dict[int, Points | None]:
        """The points of each table by place, by the table's id; None for a table without a result."""
        return self._reckoned()

    def reckon_again(self) -> None:
        """Compute the points again, after a table was changed."""
        self.points = self._reckoned()

    def _reckoned(self) -> dict[int, Points | None]:
        if self._deals_come_back:
            return self._scored([each for tables in self.tables.values() for each in tables])
        return {pk: points for tables in self.tables.values() for pk, points in self._scored(tables).items()}

    def conceal(self, numbers: Iterable[int]) -> None:
        """Remove the results and rulings of the tables of these rounds, without saving.

        Where the same deals come back, the points are computed first, so that there are still standings.
        """
        if self._deals_come_back:
            self.points = self._reckoned()
        for table in (each for number in numbers for each in self.tables[number]):
            table.deals, table.adjusted, table.penalties, table.forfeits = {}, [], [], []
            table.annulled, table.reason = False, ""

    def _scored(self, tables: Sequence[TournamentTable]) -> dict[int, Points | None]:
        if self.shape.rooms > 1:
            return {
                pk: points for rooms in rooms_by_match(tables) for pk, points in self._match(rooms).items()
            }
        made = [self.counted([each]) for each in tables]
        scored = catalog.score_tables(self.settings, made)
        return {each.pk: points for each, points in zip(tables, scored, strict=True)}

    def _match(self, rooms: Sequence[TournamentTable]) -> dict[int, Points | None]:
        """Return the points of the rooms of a meeting of teams, each by its own places."""
        [points] = catalog.score_tables(self.settings, [self.counted(rooms)])
        return {each.pk: points and catalog.turn_places(points, each.room) for each in rooms}

    def made(self, table: TournamentTable) -> TableScores:
        """Return the scores of a table, deal by deal."""
        deals = {} if table.annulled else table.deals
        boards = tie_parts.results_by_label(self.event, table.labels, deals)
        adjusted = () if table.annulled else tuple(table.adjusted)
        return TableScores(self.shape.sides_at(len(table.places)), boards, adjusted, tuple(table.penalties))

    def counted(self, rooms: Sequence[TournamentTable]) -> TableScores:
        """Return the scores of a table, or of the rooms of a meeting of teams, as the scorings take them."""
        first, made = rooms[0], [self.made(each) for each in rooms]
        together = catalog.join_rooms(made) if len(made) > 1 else made[0]
        forfeits = () if first.annulled else first.forfeits
        return catalog.count_parts(self.plan, first.labels, together, forfeits)

    def history(self, *, busy: frozenset[int] = frozenset(), closed: bool = False) -> EventHistory:
        played = tuple(
            PlayedRound(
                catalog.HistoryRound(
                    tuple(
                        catalog.HistoryTable(
                            tuple(each.places),
                            each.stage,
                            1 + (each.number - 1) // self.shape.rooms,
                            int(each.labels[0].partition("-")[0]) if self.sets_travel else 0,
                        )
                        for each in self.tables[round_.number]
                        if not each.room
                    ),
                    tuple(round_.byes),
                ),
                tuple(self.points[each.pk] for each in self.tables[round_.number] if not each.room),
                self._missing(round_),
            )
            for round_ in self.rounds
        )
        rest = self.settings.get("absent") == "rest"
        early = self.format.apart and len(self.rounds) < self.event.clubs_apart
        apart = self.forbidden | self.clubmates if early else self.forbidden
        return EventHistory(self.entrants, played, apart, busy, closed, rest, self.asked_bye)

    def _missing(self, round_: Round) -> frozenset[int]:
        """Return the entries that were not there at tables of a round which were not played because of it."""
        if self.event.is_mixed:
            return frozenset()
        tables = [each for each in self.tables[round_.number] if each.annulled]
        places = ((each, place) for each in tables for place in each.forfeits)
        return frozenset(each.places[place] for each, place in places if place is not None)

    @property
    def asked_bye(self) -> tuple[int, ...] | None:
        """The points of a round in which an entry has asked to sit out, as `EventHistory` has them."""
        if not takes_asked_byes(self.event):
            return None
        full = catalog.full_points(self.settings, self.shape)
        tie = () if full is None else (full // 2,)
        return {"average": (), "tie": tie, "nothing": (0,)}[self.event.asked_byes]

    @property
    def takes_asked_byes(self) -> bool:
        return takes_asked_byes(self.event)

    def standings(self) -> list[StandingsLine]:
        """Return the standings of the entries that compete; places are counted among these alone."""
        history = self.history(busy=self.busy)
        lines = catalog.format_standings(
            self.format, self.settings, history, self.event.draw_seed, self.shape
        )
        ranked = [line for line in lines if line.entrant in history.competing]
        return [replace(line, place=1 + sum(each.place < line.place for each in ranked)) for line in ranked]

    def barometer(self, number: int) -> list[list[StandingsLine]]:
        """Return the standings after each deal of a round: those of the rounds before it, and its first deals
        at all tables."""
        rounds = [each for each in self.rounds if each.number <= number]
        most = max((len(each.labels) for each in self.tables[number]), default=0)
        found = []
        for deals in range(1, most + 1):
            tables = {each.number: self.tables[each.number] for each in rounds}
            tables[number] = [_until(each, deals) for each in tables[number]]
            then = replace(self, rounds=rounds, tables=tables)
            found.append(then.standings())
        return found

    @cached_property
    def rounds_in_all(self) -> int | None:
        """The number of rounds with the present entrants; None if it is not fixed."""
        number, last = self.rounds_of(self.settings), self.event.last_round
        return number if number is None or last is None else min(number, last)

    @property
    def rounds_planned(self) -> int | None:
        """The number of rounds as announced, whatever a director has changed during play."""
        return self.rounds_of(self.format.settings(self.event.settings))

    def rounds_of(self, settings: Mapping[str, Any]) -> int | None:
        """Return the number of rounds with these settings and the present entrants; None if not fixed."""
        counted = [each for each in self.entrants if each.is_in(0) or not self.format.is_planned]
        return catalog.number_of_rounds(self.format, settings, self.shape, len(counted))

    @cached_property
    def out_after(self) -> int | None:
        """The number of rounds after which entrants may be out before the end; None if nobody is."""
        counted = sum(each.is_in(0) for each in self.entrants)
        return self.format.out_after(self.settings, self.shape, counted)

    @property
    def is_past_cut(self) -> bool:
        """True if the round is paired after which some are out, so nobody can enter any more."""
        return self.out_after is not None and len(self.rounds) > self.out_after

    @property
    def is_past_last(self) -> bool:
        """True if a director has called one of the rounds so far the last."""
        last = self.event.last_round
        return last is not None and len(self.rounds) >= last

    def takes_late(self, drawn: int) -> bool:
        """Return whether late entries are possible after this number of paired rounds."""
        running = self.event.status == Event.Status.RUNNING
        last = None if self.format.flows else self.rounds_in_all
        is_open = all(end is None or drawn < end for end in (last, self.out_after))
        return running and self.event.late_entries and self.format.takes_late(self.event.is_real) and is_open

    @property
    def out_of_competition(self) -> list[Entry]:
        """The entries that have withdrawn, or for whose people bots play."""
        return [self.entries[each.id] for each in self.entrants if not each.competes]

    def worth(self, table: TournamentTable) -> list[DealWorth]:
        """Return the breakdown of a table's points by deal."""
        of = self.tables.values() if self._deals_come_back else [self.tables[table.round.number]]
        compared = [each for tables in of for each in tables]
        if self.shape.rooms > 1:
            compared = next(
                rooms for rooms in rooms_by_match(compared) if table.pk in {each.pk for each in rooms}
            )
        at = next(n for n, each in enumerate(compared) if each.pk == table.pk)
        return deal_worths(self.settings, [self.counted([each]) for each in compared], at)

    def drawn_after(self, number: int) -> frozenset[int]:
        """Return the entrants that would go on after this number of rounds, by their present results."""
        before = EventHistory(self.entrants, self.history().rounds[:number], self.forbidden)
        drawn = catalog.next_round(self.format, self.settings, self.shape, before, self.event.draw_seed)
        if not isinstance(drawn, catalog.HistoryRound):
            return frozenset()
        on = [table.places for table in drawn.tables if catalog.is_ahead(table.stage)]
        return frozenset(who for places in on for who in places) | {*drawn.byes}

    def forget_last(self) -> None:
        """Undo the pairing of the last round, if there is one, without saving."""
        if not self.rounds:
            return
        last = self.rounds.pop().number
        del self.tables[last]
        for entry in self.entries.values():
            entry.joined = min(entry.joined, last - 1)
            entry.left = None if entry.left is None else min(entry.left, last - 1)

    def has_handed_in(self, number: int) -> bool:
        """Return whether a team has handed in its line-up for the latest round; bots have none to hide."""
        entry = self.entries[number] if number > 0 else None
        return entry is None or entry.captain is None or entry.handed_in == len(self.rounds)

    def table(self, pk: int) -> TournamentTable:
        return next(each for tables in self.tables.values() for each in tables if each.pk == pk)

    @property
    def busy(self) -> frozenset[int]:
        """The entrants at tables that are not over."""
        waiting = TournamentTable.Status.OVER
        tables = (each for tables in self.tables.values() for each in tables if each.status != waiting)
        return frozenset(who for each in tables for who in each.places if who > 0)


def _until(table: TournamentTable, deals: int) -> TournamentTable:
    """Return a table as it was after its first deals, without saving."""
    then = copy(table)
    known = {*table.labels[:deals]}
    then.deals = {label: scores for label, scores in table.deals.items() if label in known}
    return then


def rooms_by_match(tables: Iterable[TournamentTable]) -> list[list[TournamentTable]]:
    """Return the rooms of each meeting of teams, from the tables of rounds in their order."""
    found: list[list[TournamentTable]] = []
    for table in tables:
        if table.room:
            found[-1].append(table)
        else:
            found.append([table])
    return found


_rounds = PreparedQuery(lambda event: Round.objects.filter(event=event).select_related("boards"))
_tables = PreparedQuery(
    lambda event: (
        TournamentTable.objects.filter(round__event=event).select_related("table").order_by("number")
    )
)
_entries = PreparedQuery(lambda event: Entry.objects.filter(event=event).select_related("club"))
_members = PreparedQuery(
    lambda event: Member.objects.filter(event=event).select_related("user", "club_line__user")
)
_bans = PreparedQuery(
    lambda event: ForbiddenPairing.objects.filter(event=event).values_list("one__number", "other__number")
)


def read_chronicle(event: Event) -> Chronicle:
    """Read an event in five queries, however large it is; in two more if it keeps members of one club apart.

    Readers hold no lock: what is drawn between two queries is left out, and entries come last, so that every
    number at a table is among them.
    """
    rounds = _rounds(event.pk)
    tables: dict[int, list[TournamentTable]] = {each.number: [] for each in rounds}
    numbers = {each.pk: each for each in rounds}
    for round_ in rounds:
        round_.event = event
    for table in _tables(event.pk) if rounds else ():
        if table.round_id in numbers:
            table.round = numbers[table.round_id]
            tables[table.round.number].append(table)
    entries = _entries(event.pk)
    for entry in entries:
        entry.event = event
    attach_members(entries, _members(event.pk) if entries else ())
    forbidden = frozenset(frozenset(two) for two in _bans(event.pk))
    by_number = {each.number: each for each in entries}
    return Chronicle(event, by_number, rounds, tables, forbidden, _clubmates(event))


def _clubmates(event: Event) -> frozenset[frozenset[int]]:
    """Return the pairs of entries that have people of one club or play for one, except the club of the event
    itself."""
    if not event.clubs_apart:
        return frozenset()
    belonging = Q(user__memberships__role__may=Capability.PARTICIPATE) & ~Q(
        user__memberships__club=event.club_id
    )
    rows = event.members.filter(belonging).values_list("user__memberships__club", "entry__number")
    teams = event.entries.exclude(club=None).exclude(club=event.club_id).values_list("club", "number")
    by_club: dict[int, set[int]] = defaultdict(set)
    for club, number in [*rows, *teams]:
        by_club[club].add(number)
    return frozenset(
        frozenset(two) for numbers in by_club.values() for two in combinations(sorted(numbers), 2)
    )
