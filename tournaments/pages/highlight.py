"""The hand of the evening: of all deals of an event, the one whose results differ the most."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from uuid import UUID

from ludocards.engine.duplicate import result_of
from ludocards.engine.registry import GAMES
from tournaments import selectors
from tournaments.amounts import table_score
from tournaments.models import TournamentTable
from tournaments.pages.board import HandShown, board_deal, hands_shown
from tournaments.selectors import Sheet

FEWEST = 2
"""The fewest tables of a deal that are worth comparing."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A deal with its best and its worst result for the first side."""

    label: str
    best: tuple[str, str]
    """The names at the table, and its score."""
    worst: tuple[str, str]
    match: UUID | None
    """The match of the best result, to be replayed; None if not everybody may see it, and at real tables."""
    deal: int
    """The number of the deal in it, from 1."""
    hands: list[HandShown]
    """The cards, at real tables."""


def of_evening(sheet: Sheet) -> Highlight | None:
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
    worst, best = ranked[label][0][1], ranked[label][-1][1]
    number = best.labels.index(label)
    is_public = best.table is not None and not best.table.private
    where = selectors.replays([best]).get(best.pk, []) if is_public else []
    match, deal = where[number] if number < len(where) else (None, number)
    hands = hands_shown(event.game, board_deal(event, best.round, best, number)) if event.is_real else []
    return Highlight(label, _at(sheet, best, label), _at(sheet, worst, label), match, deal + 1, hands)


def _at(sheet: Sheet, table: TournamentTable, label: str) -> tuple[str, str]:
    names = " – ".join(sheet.name(number) for number in table.places)
    return names, table_score(table.deals[label] or ())
