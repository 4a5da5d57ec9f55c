"""The deals of an event: their results at all tables, the barometer, the cards of real tables, and the hand
of the evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from games.archive import hands
from games.models import Match
from ludocards.engine.duplicate import result_of
from ludocards.engine.game import Deal
from ludocards.engine.registry import GAMES
from tournaments import selectors
from tournaments.models import Event, Round, TournamentTable
from tournaments.selectors import EventSheet

FEWEST = 2
"""The fewest tables of a deal that are worth comparing."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """The line of one table on the traveller of a deal."""

    table: TournamentTable
    names: tuple[str, ...]
    """By place."""
    scores: tuple[int, ...] | None
    """By side; None if the deal was annulled at this table."""
    deal: int
    """Its number in the match, from 0."""


def traveller_lines(sheet: EventSheet, label: str) -> list[Traveller]:
    """Return the lines of all tables that have played a deal; none before its boards are open."""
    opened = (each for each in sheet.rounds if each.boards is not None and selectors.is_open(each))
    tables = (table for round_ in opened for table in sheet.tables(round_.number))
    return [traveller(sheet, each, label) for each in tables if label in each.deals]


def traveller(sheet: EventSheet, table: TournamentTable, label: str) -> Traveller:
    """Return the line of a table that has played a deal."""
    names, scores = tuple(sheet.name(each) for each in table.places), table.deals[label]
    return Traveller(table, names, scores and tuple(scores), table.labels.index(label))


@dataclass(frozen=True, slots=True)
class EntryCourse:
    """An entry in a round, deal by deal; None where it is not ranked."""

    entry: int
    places: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    """In hundredths."""


def standings_by_deal(sheet: EventSheet, number: int) -> list[EntryCourse]:
    """Return the standings after each deal of a round, in the order after its last one.

    There are none before the round is over and its deals are open, nor where rounds overlap or the score is
    how far an entry came.
    """
    round_ = next((each for each in sheet.rounds if each.number == number), None)
    if round_ is None or round_.status != Round.Status.OVER or not selectors.is_open(round_):
        return []
    if sheet.state.format.flows or sheet.is_bracket:
        return []
    steps = [{line.entrant: line for line in lines} for lines in sheet.state.barometer(number)]
    found = []
    for entry in steps[-1] if steps else ():
        lines = [step.get(entry) for step in steps]
        places = tuple(line.place if line is not None else None for line in lines)
        found.append(
            EntryCourse(entry, places, tuple(line.score if line is not None else None for line in lines))
        )
    return found


def replay_links(tables: Iterable[TournamentTable]) -> dict[int, list[tuple[UUID, int]]]:
    """Return where the deals of tables were played: by the table's id, in the order of its labels, the match
    and the number in it, from 0. One query."""
    found: dict[int, list[tuple[UUID, int]]] = defaultdict(list)
    hosts = {each.table_id: each.pk for each in tables if each.table_id is not None}
    rows = Match.objects.filter(table__in=[*hosts]).order_by("started_at", "pk")
    for pk, table, name, rules, players in rows.values_list("pk", "table", "game", "rules", "players"):
        game = GAMES[name]
        deals = game.length(game.rules_from(rules), len(players)) or 0
        found[hosts[table]] += [(pk, number) for number in range(deals)]
    return found


def visible_labels(sheet: EventSheet, number: int) -> list[str]:
    """Return the labels of a round's deals that may be seen, in their order."""
    found: dict[str, None] = {}
    round_ = next(each for each in sheet.rounds if each.number == number)
    if round_.boards is not None and selectors.is_open(round_):
        for table in sheet.tables(number):
            found |= dict.fromkeys(label for label in table.labels if label in table.deals)
    return list(found)


def board_deal(event: Event, round_: Round, table: TournamentTable, number: int) -> Deal:
    """Return a deal of a round whose tables are real, by its number at the table, from 0."""
    assert round_.boards is not None, round_
    return hands.on_board(round_.boards, table.label(number), number, event.game, event.rules, event.players)


@dataclass(frozen=True, slots=True)
class Highlight:
    """The deal of the evening: of all deals of an event, the one whose results differ the most."""

    label: str
    best: Traveller
    """The best result of the first side."""
    worst: Traveller
    cards: Deal | None
    """At real tables; on the site they are in the replay of the match."""


def hand_of_evening(sheet: EventSheet) -> Highlight | None:
    """Return the hand of an event that is over, the earliest of several; None if no deals can be compared."""
    event, played = sheet.event, GAMES[sheet.event.game]
    if not event.is_over or not sheet.state.settings.get("duplicate", sheet.state.format.duplicate):
        return None
    results: dict[str, list[tuple[int, TournamentTable]]] = defaultdict(list)
    for round_ in sheet.rounds:
        for table in sheet.tables(round_.number) if selectors.is_open(round_) and round_.boards else ():
            for label, scores in table.deals.items():
                if scores is not None:
                    results[label].append((result_of(played.results(scores), 0), table))
    compared = {label: those for label, those in results.items() if len(those) >= FEWEST}
    if not compared:
        return None
    ranked = {label: sorted(those, key=lambda each: each[0]) for label, those in compared.items()}
    label = max(ranked, key=lambda label: ranked[label][-1][0] - ranked[label][0][0])
    worst, best = (traveller(sheet, each, label) for each in (ranked[label][0][1], ranked[label][-1][1]))
    cards = board_deal(event, best.table.round, best.table, best.deal) if event.is_real else None
    return Highlight(label, best, worst, cards)
