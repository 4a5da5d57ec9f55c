"""The cards of deals at real tables, and the hand of the evening."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from games.archive import hands
from ludocards.engine.duplicate import result_of
from ludocards.engine.game import Deal
from ludocards.engine.registry import GAMES
from tournaments import selectors
from tournaments.models import Event, Round, TournamentTable
from tournaments.selectors import Sheet, Traveller

FEWEST = 2
"""The fewest tables of a deal that are worth comparing."""


def board_deal(event: Event, round_: Round, table: TournamentTable, number: int) -> Deal:
    """Return a deal of a round whose tables are real, by its number at the table, from 0."""
    assert round_.boards is not None, round_
    return hands.on_board(round_.boards, table.label(number), number, event.game, event.rules, event.players)


@dataclass(frozen=True, slots=True)
class Highlight:
    """The hand of the evening: of all deals of an event, the one whose results differ the most."""

    label: str
    best: Traveller
    """The best result of the first side."""
    worst: Traveller
    cards: Deal | None
    """At real tables; on the site they are in the replay of the match."""


def hand_of_evening(sheet: Sheet) -> Highlight | None:
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
    worst, best = (
        selectors.traveller(sheet, each, label) for each in (ranked[label][0][1], ranked[label][-1][1])
    )
    cards = board_deal(event, best.table.round, best.table, best.deal) if event.is_real else None
    return Highlight(label, best, worst, cards)
