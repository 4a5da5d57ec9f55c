"""The score sheets of real tables: what each side has written down, and what of it counts.

Nothing here writes; `actions.scores` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games.texts import RulesRefused
from ludocards.engine import deal_scores, match_scores
from ludocards.engine.game import unrefused
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from tournaments import tie_parts
from tournaments.chronicle import row_bounds_of, shape_of
from tournaments.models import Event, ScoreEntry, TournamentTable

Scores = tuple[int, ...]
"""By side, in points of the game."""

CONFIRMING = 2
"""The sides that must have written the same scores."""

HEARD = timedelta(minutes=3)
"""The time in which a third side can still confirm what two have written, or write something else."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a sheet: a deal, or a match where only its result is written down."""

    label: str
    number: int
    """From 1."""
    written: Mapping[int, Scores]
    """The latest scores of each side that has written any."""
    ruled: Scores | None = None
    """The latest scores entered by a director: they count whatever the sides have written."""
    written_at: datetime | None = None
    """The time of the latest scores of a side."""
    latest_entry: int = 0
    """The id of the `ScoreEntry` that has written it last; 0 for none."""

    @property
    def counts(self) -> Scores | None:
        """The scores that count, or None."""
        if self.ruled is not None:
            return self.ruled
        agrees = len(self.written) >= CONFIRMING and len({*self.written.values()}) == 1
        return next(iter(self.written.values())) if agrees else None

    def is_settled(self, now: datetime) -> bool:
        """Return whether its scores count, and no side that has written nothing can still object."""
        if self.counts is None or self.ruled is not None:
            return self.counts is not None
        silent = len(self.written) < len(self.counts)
        return not silent or self.written_at is None or self.written_at + HEARD <= now

    @property
    def unconfirmed(self) -> Scores | None:
        """The scores of one side that no other has confirmed or contradicted, or None."""
        if self.counts is not None or self.is_disputed or not self.written:
            return None
        return next(iter(self.written.values()))

    @property
    def is_disputed(self) -> bool:
        """True if two sides have written different scores, and no director has decided."""
        return self.ruled is None and len({*self.written.values()}) > 1


Sheet = tuple[SheetRow, ...]


def rows_of_table(table: TournamentTable, entries: Iterable[ScoreEntry]) -> Sheet:
    """Return the rows of a table, from everything written down for it in that order."""
    written: dict[str, dict[int | None, Scores]] = defaultdict(dict)
    latest: dict[str, ScoreEntry] = {}
    for entry in entries:
        for label, scores in entry.deals.items():
            written[label][entry.side] = tuple(scores)
            latest[label] = entry
    return tuple(
        SheetRow(
            label,
            number,
            {side: scores for side, scores in written[label].items() if side is not None},
            written[label].get(None),
            latest[label].at if label in latest else None,
            latest[label].pk if label in latest else 0,
        )
        for number, label in enumerate(table.labels, start=1)
    )


def read_score_sheets(tables: Sequence[TournamentTable]) -> dict[int, Sheet]:
    """Return the sheets of tables by their ids, in one query."""
    found: dict[int, list[ScoreEntry]] = defaultdict(list)
    for entry in ScoreEntry.objects.filter(table__in=tables).order_by("pk"):
        found[entry.table_id].append(entry)
    return {each.pk: rows_of_table(each, found[each.pk]) for each in tables}


def latest_entry(sheets: Iterable[Sheet]) -> int:
    """Return the id of the latest `ScoreEntry` of these sheets; 0 for none."""
    return max((row.latest_entry for rows in sheets for row in rows), default=0)


def counted_scores(rows: Sheet) -> dict[str, list[int]]:
    """Return the scores that count by label, as a table stores them."""
    return {row.label: list(row.counts) for row in rows if row.counts is not None}


def is_complete(table: TournamentTable, rows: Sheet, now: datetime) -> bool:
    """Return whether everything is written that must be known of a table."""
    needed = tie_parts.course_of_table(table, counted_scores(rows)).needed
    return all(row.is_settled(now) for row in rows if row.label in needed)


def check_scores(event: Event, table: TournamentTable, sides: int, deals: Any) -> None:
    """Refuse what is no scores for the rows of this table."""
    if not isinstance(deals, Mapping) or not deals or not {*deals} <= {*table.labels}:
        least, most = row_bounds_of(event)
        raise ActionRefused("bad_scores", least=least, most=most)
    for row, label in enumerate(table.labels):
        if label not in deals:
            continue
        scores, (least, most) = deals[label], row_bounds_of(event, row)
        is_row = isinstance(scores, list | tuple) and len(scores) == sides
        if not is_row or not all(type(each) is int and least <= each <= most for each in scores):
            raise ActionRefused("bad_scores", least=least, most=most)


def check_impossible(
    event: Event, table: TournamentTable, deals: Mapping[str, Sequence[int]], *, broken_off: bool = False
) -> None:
    """Refuse scores that no deal can have by the rules of the game, or no match, if only that is written.

    With `broken_off` a match may have stopped between two deals.
    """
    places, plan = len(table.places), tie_parts.plan_of_event(event)
    players = event.players if places == len(shape_of(event).place_sides) else places
    for row, label in enumerate(table.labels):
        if label not in deals:
            continue
        part = tie_parts.part_of_row(event, row)
        played = GAMES[part.game]
        rules = unrefused(played.rules_from(part.rules))
        if event.scores == Event.Scores.MATCH:
            refused = match_scores.refuse_match_scores(
                played, rules, players, deals[label], broken_off=broken_off
            )
        else:
            number = row - plan.first_row(plan.part_of(row))
            refused = deal_scores.refuse_deal_scores(played, rules, players, number, deals[label])
        if refused is not None:
            of_sheet = {"deal": row + 1} if "deal" in refused.details else {}
            raise RulesRefused(replace(refused, details={**refused.details, **of_sheet}), part.game)


def is_broken_off(event: Event, table: TournamentTable, label: str, scores: Sequence[int]) -> bool:
    """Return whether this row is a match that did not reach its end."""
    try:
        check_impossible(event, table, {label: scores})
    except RulesRefused as why:
        return why.code == "match_undecided"
    return False
