"""The parts of a tie as pages show them: on score sheets, on slips, and beside its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludocards.engine.registry import GAMES
from tournaments import tie_parts
from tournaments.models import TournamentTable
from tournaments.scores.amounts import table_score


@dataclass(frozen=True, slots=True)
class PartShown:
    number: int
    """From 1."""
    title: str
    deals_first: str
    """The names of the side that deals first."""
    score: str
    """In points of its game; empty if none is known."""
    winner: str
    """The names of the side that has won it; empty if it is drawn or not over."""
    forfeited: int | None
    """The place of the side that has forfeited it."""
    counts: bool
    """False if the tie is decided without it."""
    is_on_sheet: bool


def parts_of_tie(
    table: TournamentTable, names: Sequence[str], deals: Mapping[str, Sequence[int] | None] | None = None
) -> tuple[PartShown, ...]:
    """Return the parts of the tie at a table, by its scores that count, or by others; none if it has one."""
    event = table.round.event
    if not event.is_mixed:
        return ()
    found = []
    for at, each in enumerate(tie_parts.course_of_table(table, deals).parts):
        game = GAMES[tie_parts.part_of_event(event, at).game]
        winner = each.winner if each.counts and not each.is_open else None
        found.append(
            PartShown(
                number=at + 1,
                title=tie_parts.part_title(event, at),
                deals_first=names[tie_parts.first_to_deal(table, at)],
                score=table_score(game.results(each.scores)) if each.scores else "",
                winner="" if winner is None else names[winner],
                forfeited=each.forfeited,
                counts=each.counts,
                is_on_sheet=bool(each.labels),
            )
        )
    return tuple(found)


def rows_on_paper(table: TournamentTable, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the rows of a sheet to be filled in by hand: the name of each, and the names of the side that
    deals first where a part begins. The bella is among them, since paper does not wait for it."""
    event = table.round.event
    if not event.is_mixed:
        return [(str(tie_parts.deal_number(table, row)), "") for row in range(len(table.labels))]
    plan = tie_parts.plan_of_event(event)
    found = []
    for row in range(max(sum(plan.rows), len(table.labels))):
        at = plan.part_of(row)
        begins = row == plan.first_row(at)
        found.append(
            (tie_parts.row_title(table, row), names[tie_parts.first_to_deal(table, at)] if begins else "")
        )
    return found
