"""Guide cards: the way of each entry through a movement that is known beforehand, and those of a table."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats import catalog
from tournaments.formats.catalog import HistoryTable
from tournaments.selectors import EventSheet


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A round of an entry: its table, its seats there, the others, and the deals."""

    round: int
    table: int | None = None
    """None if it rests."""
    seats: tuple[int, ...] = ()
    """From 1."""
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    deals: tuple[int, int] | None = None
    """The first and the last, counted over the whole movement; None if every table has deals of its own."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of an entry, with a line for each round."""

    entry: int
    name: str
    lines: tuple[GuideLine, ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A round at a table: its entries with their seats, from 1, and the deals."""

    round: int
    entries: tuple[tuple[tuple[int, ...], str], ...]
    deals: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card that lies on a table, with a line for each round in which it is used."""

    table: int
    lines: tuple[TableLine, ...]


def guide_cards(sheet: EventSheet) -> list[GuideCard]:
    """Return a card for each entry, in the order of their numbers; none if the rounds are not planned."""
    lines: dict[int, list[GuideLine]] = {}
    for number, planned in enumerate(sheet.planned, start=1):
        for at, table in enumerate(planned.tables, start=1):
            for who in table.places:
                lines.setdefault(who, []).append(_line(sheet, number, table.number or at, table, who))
        for who in planned.byes:
            lines.setdefault(who, []).append(GuideLine(number))
    return [GuideCard(who, sheet.name(who), tuple(lines[who])) for who in sorted(lines) if who > 0]


def table_cards(sheet: EventSheet) -> list[TableCard]:
    """Return a card for each table, in the order of their numbers; none if the rounds are not planned."""
    lines: dict[int, list[TableLine]] = {}
    for number, planned in enumerate(sheet.planned, start=1):
        for at, table in enumerate(planned.tables, start=1):
            entries = tuple((_seats(sheet, table, who), sheet.name(who)) for who in table.places)
            line = TableLine(number, entries, _deals(sheet, table.deals or number))
            lines.setdefault(table.number or at, []).append(line)
    return [TableCard(number, tuple(lines[number])) for number in sorted(lines)]


def _seats(sheet: EventSheet, table: HistoryTable, who: int) -> tuple[int, ...]:
    """Return the seats of an entry at a table, from 1."""
    seated = catalog.seats_of_table(sheet.state.shape, table)
    return tuple(seat for seat, (entry, _place) in enumerate(seated, start=1) if entry == who)


def _line(sheet: EventSheet, round_: int, number: int, table: HistoryTable, who: int) -> GuideLine:
    shape = sheet.state.shape
    side_of = dict(zip(table.places, shape.sides_at(len(table.places)), strict=True))
    others = [each for each in table.places if each != who]
    return GuideLine(
        round_,
        number,
        _seats(sheet, table, who),
        tuple(sheet.name(each) for each in others if side_of[each] == side_of[who]),
        tuple(sheet.name(each) for each in others if side_of[each] != side_of[who]),
        _deals(sheet, table.deals or round_),
    )


def _deals(sheet: EventSheet, number: int) -> tuple[int, int] | None:
    """Return the first and the last deal of a set."""
    state = sheet.state
    if not state.settings.get("duplicate", state.format.duplicate):
        return None
    in_set = state.settings["deals"]
    return (number - 1) * in_set + 1, number * in_set
