"""The display data of an event's page: rows of standings, rounds and tables, as plain texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from ludopoli.text.word_filter import mask_words
from tournaments import format_texts, selectors, texts
from tournaments.chronicle import Points
from tournaments.formats import catalog
from tournaments.formats.catalog import StandingsLine, Sum
from tournaments.formats.standings import rounded_average
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.running import deals, rated
from tournaments.scores.amounts import HUNDREDTHS, UNITS, format_amount, table_score
from tournaments.selectors import EventSheet

MANY = 1000
"""More entries than any number of rounds needs."""

MOST_RANKED = 20
"""The most entries of the standings deal by deal."""

LATEST = 12
"""The number of finished tables shown where rounds overlap."""


@dataclass(frozen=True, slots=True)
class TermShown:
    round: int
    opponent: str
    amount: str
    counts: bool


@dataclass(frozen=True, slots=True)
class BreakShown:
    value: str
    made: Sum | None


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the standings."""

    place: int
    entry: Entry
    name: str
    score: str
    rounds: tuple[TermShown, ...]
    """The points that each round has added to the score."""
    breaks: tuple[BreakShown, ...]

    @property
    def cells(self) -> list[tuple[str, str]]:
        """The figures of the line, each with the name of its breakdown on the page; empty if it has none."""
        breaks = enumerate(self.breaks, start=1)
        return [
            (self.score, "punti" if self.rounds else ""),
            *((each.value, str(at) if each.made and each.made.terms else "") for at, each in breaks),
        ]


@dataclass(frozen=True, slots=True)
class SideShown:
    names: str
    entries: tuple[int, ...]
    points: str
    best: bool


@dataclass(frozen=True, slots=True)
class RulingShown:
    said: str
    """The ruling in words, with the values before and after."""
    reason: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round: its sides, and its result."""

    row: TournamentTable
    stage: str
    sides: tuple[SideShown, ...]
    score: str
    watch: str
    """The code of the table if it is in play and may be watched, otherwise empty."""
    match: UUID | None
    """The match for the replay, if it may be seen."""
    rulings: tuple[RulingShown, ...]

    @property
    def has_breakdown(self) -> bool:
        """True if there is a breakdown of its points to show."""
        return bool(self.score or self.rulings)

    @property
    def is_ruled(self) -> bool:
        """True if a director has changed the result."""
        changed = self.row.annulled or bool(self.row.adjusted) or any(self.row.penalties)
        return changed or None in self.row.deals.values()


class RoundShown:
    """A round; the display data of its tables is made on demand."""

    def __init__(self, shown: EventShown, row: Round) -> None:
        self.shown, self.row = shown, row
        self.rows = shown.sheet.tables(row.number)

    @cached_property
    def tables(self) -> tuple[TableShown, ...]:
        return tuple(self.shown.table(self.row, each) for each in self.rows)

    @property
    def over(self) -> int:
        """The number of tables that are over."""
        return sum(each.status == TournamentTable.Status.OVER for each in self.rows)

    @property
    def byes(self) -> str:
        return texts.names_listed([self.shown.sheet.name(number) for number in self.row.byes])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The deals whose results can be compared."""
        known = self.shown.is_duplicate
        return tuple(deals.visible_labels(self.shown.sheet, self.row.number)) if known else ()


class EventShown:
    """The display data of an event, all from one sheet."""

    def __init__(self, sheet: EventSheet) -> None:
        self.sheet = sheet
        self.event: Event = sheet.event
        self.format = sheet.state.format
        self.settings = sheet.state.settings

    # ---- properties of the event

    @property
    def format_name(self) -> str:
        return str(format_texts.FORMATS[self.event.format].name)

    @property
    def format_about(self) -> str:
        return str(format_texts.FORMATS[self.event.format].about)

    @property
    def scoring(self) -> format_texts.FormatText:
        name = self.settings["scoring"]
        own = {} if self.is_duplicate else format_texts.SCORINGS_OF_OWN_CARDS
        return own.get(name) or format_texts.SCORINGS[name]

    @property
    def keeps_names(self) -> bool:
        """True if people without an account may be, or are, in the event."""
        members = (each for entry in self.sheet.entries.values() for each in entry.members.all())
        return self.event.is_real or any(each.user is not None and each.user.is_named for each in members)

    @property
    def rating(self) -> str:
        """A sentence that says whether its matches are rated."""
        if not self.event.rated:
            return _("The matches are not rated.")
        if self.event.is_real:
            return _("The matches are not rated, since they are played with real cards.")
        if self.event.is_for_members:
            return _("The matches are not rated, since the tournament is for members of a club.")
        if self.event.unit == Event.Unit.TEAM:
            return _("The matches are not rated, since captains choose who meets whom.")
        if not self.event.is_open_to_ratings:
            return _("The matches are not rated, since the tournament is by invitation only.")
        if not rated.event_counts(self.event):
            return _("The matches are not rated, since one of its directors plays in it.")
        if self.is_duplicate:
            return _(
                "The matches are rated, by comparison with the other tables, if every seat is taken by "
                "somebody with an account."
            )
        return _("The matches are rated if every seat is taken by somebody with an account.")

    @property
    def table_sizes(self) -> str:
        """The tables of the next round with the present entries, in words, if their sizes differ."""
        return texts.names_listed(format_texts.table_sizes_text(self.sheet.state.table_sizes or ()))

    @property
    def is_duplicate(self) -> bool:
        return bool(self.settings.get("duplicate", self.format.duplicate))

    @property
    def stages(self) -> str:
        """The stages of an event that is held in stages, with the present entries, in words; else empty."""
        if self.format is not catalog.STAGES:
            return ""
        state = self.sheet.state
        here = sum(each.is_in(0) for each in state.entrants) or MANY
        found = catalog.stages_of_event(state.settings, state.shape, here)
        return _(", then ").join(format_texts.of_stages(found))

    @property
    def after_tie(self) -> str:
        """A sentence that says what decides a tied table whose loser would be out; empty if nobody is."""
        if not self.format.knockout:
            return ""
        if self.settings["tied"] == catalog.SEED:
            return _("The better seed goes on.")
        most = {"n": self.settings["extra"], "most": catalog.MOST_EXTRA}
        if self.event.unit == Event.Unit.TEAM:
            return (
                _(
                    "A match of teams plays %(n)d further deals in all of its rooms, and again until a team "
                    "leads. After %(most)d of them the better seed goes on."
                )
                % most
            )
        return (
            _(
                "A table plays further deals, one at a time, until somebody leads. After %(most)d of them "
                "the better seed goes on."
            )
            % most
        )

    @property
    def deals(self) -> int | None:
        return self.settings.get("deals")

    @cached_property
    def in_all(self) -> int | None:
        """The total number of rounds, if it is known."""
        if self.format.flows:
            return None
        planned = self.settings.get("rounds")
        return self.sheet.state.rounds_in_all if self.event.started_at is not None else planned

    def left_open(self, after: int) -> list[str]:
        """Return in sentences what stays open if the event ends after this number of rounds."""
        state = self.sheet.state
        announced = self.format.settings(self.event.settings)
        found = catalog.left_open(
            self.format, announced, state.shape, state.history(), self.event.draw_seed, after
        )
        return format_texts.of_left_open(found, self.sheet.name)

    @property
    def ended_early(self) -> list[str]:
        """What an event that is over has left open, in sentences; empty if it was played as planned."""
        planned, played = self.sheet.state.rounds_planned, len(self.sheet.rounds)
        is_early = self.event.last_round is not None and planned is not None and played < planned
        if self.event.status not in (Event.Status.FINISHED, Event.Status.ARCHIVED) or not is_early:
            return []
        return self.left_open(played)

    @property
    def minutes(self) -> int | None:
        """The minutes for which an event without fixed rounds is open."""
        return self.settings.get("minutes") if self.format.flows else None

    @property
    def takes_late(self) -> bool:
        """True if late entries are possible."""
        return self.sheet.state.takes_late(len(self.sheet.rounds))

    @property
    def break_names(self) -> list[str]:
        return [str(format_texts.BREAKS[name]) for name in self.sheet.breaks]

    # ---- entries

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries that take part, in the order of entering."""
        return [entry for entry in self.sheet.entries.values() if entry.plays or entry.status == "asked"]

    # ---- standings and rounds

    @cached_property
    def lines(self) -> list[LineShown]:
        made = self._by_round()
        if self.sheet.is_bracket:
            return [self._line(line, self._come_through(line, made)) for line in self.sheet.lines]
        return [self._line(line, made.get(line.entrant, ())) for line in self.sheet.lines]

    def _come_through(self, line: StandingsLine, made: Mapping[int, Sequence[TermShown]]) -> list[TermShown]:
        """Return a point for each round survived, with the opponent; a bye counts as survived."""
        met = {term.round: term.opponent for term in made.get(line.entrant, ())}
        far = line.score // HUNDREDTHS
        return [
            TermShown(
                at, met.get(at) or self._opponent(None), format_amount(HUNDREDTHS if at <= far else 0), True
            )
            for at in sorted({*met, *range(1, far + 1)})
        ]

    @property
    def out_of_competition(self) -> list[tuple[Entry, str]]:
        """The entries without a place, with their names."""
        return [(entry, self.sheet.name(entry.number)) for entry in self.sheet.state.out_of_competition]

    def _line(self, line: StandingsLine, rounds: Sequence[TermShown]) -> LineShown:
        return LineShown(
            place=line.place,
            entry=self.sheet.entries[line.entrant],
            name=self.sheet.name(line.entrant),
            score=format_amount(line.score),
            rounds=tuple(rounds),
            breaks=tuple(self._break(name, line.breaks.get(name)) for name in self.sheet.breaks),
        )

    def _break(self, name: str, made: Sum | None) -> BreakShown:
        if made is None:
            return BreakShown("", None)
        return BreakShown(format_amount(made.value, UNITS.get(name, HUNDREDTHS)), made)

    def sums(self, line: LineShown) -> list[tuple[str, str, list[TermShown]]]:
        """The tie-breaks of a line, each with its name, its value and its terms."""
        return [
            (label, each.value, self._terms(name, each.made))
            for name, label, each in zip(self.sheet.breaks, self.break_names, line.breaks, strict=True)
        ]

    def _terms(self, name: str, made: Sum | None) -> list[TermShown]:
        unit = UNITS.get(name, HUNDREDTHS)
        return [
            TermShown(
                term.round, self._opponent(term.opponent), format_amount(term.amount, unit), term.counts
            )
            for term in (made.terms if made else ())
        ]

    def _opponent(self, number: int | None) -> str:
        return _("nobody") if number is None else self.sheet.name(number)

    def _by_round(self) -> dict[int, list[TermShown]]:
        """Return everybody's points in the rounds so far, with the opponents; a bye scores the average."""
        made: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
        scored = self.sheet.rounds
        if self.format.knockout:  # rounds after the groups do not add to the score
            scored = scored[: len(self.sheet.planned) or None]
        for round_ in scored:
            for table in self.sheet.tables(round_.number):
                points = self.sheet.points(table)
                for place, number in enumerate(table.places):
                    if number > 0 and points is not None and points[place] is not None:
                        made[number].append((round_.number, self._against(table, place), points[place] or 0))
        for round_ in () if self.sheet.is_bracket else scored:
            for number in round_.byes:
                rested = rounded_average([points for _round, against, points in made[number] if against])
                made[number].append((round_.number, "", rested))
        return {
            number: [TermShown(at, who or _("sat out: the average"), format_amount(points), True)
                     for at, who, points in sorted(terms)]
            for number, terms in made.items()
        }  # fmt: skip

    def _against(self, table: TournamentTable, place: int) -> str:
        sides = self.sheet.state.shape.sides_at(len(table.places))
        return texts.names_listed(
            [
                self.sheet.name(who)
                for who, side in zip(table.places, sides, strict=True)
                if side != sides[place]
            ]
        )

    @cached_property
    def rounds(self) -> list[RoundShown]:
        """The rounds, most recent first."""
        return [RoundShown(self, each) for each in reversed(self.sheet.rounds)]

    @cached_property
    def flowing(self) -> list[TableShown]:
        """Where rounds overlap: the tables in play, and the most recent finished ones."""
        tables = [table for each in self.rounds for table in each.tables]
        over = TournamentTable.Status.OVER
        going = [each for each in tables if each.row.status != over]
        return going + [each for each in tables if each.row.status == over][:LATEST]

    @property
    def playing(self) -> int:
        return sum(len(each.rows) - each.over for each in self.rounds)

    @property
    def all_labels(self) -> list[str]:
        """The labels of all deals, where rounds overlap."""
        return sorted({label for each in self.rounds for label in each.labels})

    @property
    def barometer(self) -> tuple[RoundShown, list[tuple[str, list[int | None]]]] | None:
        """The latest round that is over and whose deals nobody can play any more, and by entry, in the order
        after its last deal, its place after each deal; None if there is no such round."""
        over = (each for each in self.rounds if each.row.status == Round.Status.OVER)
        latest = next((each for each in over if selectors.is_open(each.row)), None)
        steps = deals.standings_by_deal(self.sheet, latest.row.number) if latest is not None else []
        rows = [(self.sheet.name(each.entry), [*each.places]) for each in steps[:MOST_RANKED]]
        return (latest, rows) if latest is not None and rows else None

    @property
    def strip(self) -> list[RoundShown]:
        return self.rounds[::-1]

    def table(self, round_: Round, row: TournamentTable) -> TableShown:
        points, sides = self.sheet.points(row), self.sheet.state.shape.sides_at(len(row.places))
        playing = row.status == TournamentTable.Status.PLAYING
        is_seen = row.table is not None and row.table.watchable
        opened = selectors.is_open(round_)
        match = row.table.match_id if row.table is not None and row.status == "over" and opened else None
        return TableShown(
            row=row,
            stage=format_texts.stage_text(row.stage) if row.stage else "",
            sides=tuple(self._side(row, side, sides, points) for side in sorted({*sides})),
            score=table_score(self.sheet.scores(row)),
            watch=row.table.code if row.table is not None and playing and is_seen else "",
            match=match,
            rulings=tuple(
                RulingShown(texts.ruling_text(each.what, each.facts), mask_words(each.reason))
                for each in self.sheet.rulings.get((round_.number, row.number), ())
            ),
        )

    def _side(
        self, row: TournamentTable, side: int, sides: Sequence[int], points: Points | None
    ) -> SideShown:
        places = [place for place, its in enumerate(sides) if its == side]
        made = [] if points is None else [points[place] for place in places]
        known = list(dict.fromkeys(each for each in made if each is not None))
        best = max((each for each in points or () if each is not None), default=None)
        return SideShown(
            names=texts.names_listed([self.sheet.name(row.places[place]) for place in places]),
            entries=tuple(row.places[place] for place in places),
            points=" / ".join(map(format_amount, known)),
            best=best is not None and best in known and len({*(points or ())}) > 1,
        )

    # ---- the schedule

    @cached_property
    def planned(self) -> list[tuple[int, list[tuple[int, list[str]]], str]]:
        """The planned rounds that are not paired yet: number, tables, byes."""
        rows = []
        for number, drawn in enumerate(self.sheet.planned, start=1):
            if number > len(self.sheet.rounds):
                names = [self.sheet.side_names(table.places) for table in drawn.tables]
                byes = texts.names_listed([self.sheet.name(each) for each in drawn.byes])
                rows.append((number, [*enumerate(names, start=1)], byes))
        return rows
