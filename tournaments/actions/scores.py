"""Writing down the scores of real tables: the sides by their phones, or a director."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle
from tournaments.actions.holding import check_id, event_action
from tournaments.actions.rulings import change_by_ruling
from tournaments.models import Entry, Event, ScoreEntry, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened, lock_event
from tournaments.roles import EventCapability
from tournaments.running import sequencer
from tournaments.scores import score_sheets
from tournaments.scores.amounts import table_score
from tournaments.scores.score_sheets import Scores, SheetRow

TableStatus = TournamentTable.Status

MOST_WRITTEN = 200
"""The most entries of a side for a table, after which only the others and directors can write."""


@event_action(EventCapability.RULE)
def enter_scores(
    by: User,
    table: TournamentTable,
    deals: Mapping[str, Sequence[int]],
    reason: str = "",
    now: datetime | None = None,
    *,
    broken_off: bool = False,
    confirmed: bool = False,
    seen: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> TournamentTable:
    """Enter scores by label, then by side: they count whatever the sides have written.

    `seen` are the scores that counted when the director began to write, empty for none; others that count by
    now are not replaced unseen.

    A match whose result alone is written may be `broken_off` before its end, and counts as it stands.
    Once the table is over this is a ruling, which needs a reason. Scores that count already change nothing.
    """
    now = now or timezone.now()
    _check(table, deals)
    [rows] = score_sheets.read_score_sheets([table]).values()
    before = {row.label: table.deals.get(row.label, row.counts and list(row.counts)) for row in rows}
    changed = {label: [*scores] for label, scores in deals.items() if before[label] != [*scores]}
    if not changed:
        return table
    _check_seen(rows, before, changed, seen)
    score_sheets.check_impossible(table.round.event, table, changed, broken_off=broken_off)
    facts: dict[str, Any] = {"scored": _changes(rows, before, changed)}
    if table.status == TableStatus.OVER:
        kept = {"deals": {**table.deals, **changed}}
        ruled = change_by_ruling(
            by, table, happenings.SCORES_CORRECTED, reason, now, kept, facts, confirmed=confirmed
        )
        _note(table, None, by, changed, now)
        return ruled
    _note(table, None, by, changed, now)
    happened(table.round.event, happenings.SCORES_ENTERED, table, by=by, reason=reason, now=now, **facts)
    sequencer.take_step(table.round.event, now)
    table.refresh_from_db()
    return table


@event_action(EventCapability.RULE)
def confirm_scores(
    by: User,
    event: Event,
    round: int,
    seen: int,
    table: int | None = None,
    now: datetime | None = None,
) -> Event:
    """Let the scores count that one side of each table of a round has written and no other has contradicted.

    With `table` those of one table. `seen` is the id of the latest `ScoreEntry` that the director has seen:
    what was written later stays as it is. Nothing is confirmed if anything seen has changed since.
    """
    now = now or timezone.now()
    tables = TournamentTable.objects.filter(round__event=event, round__number=round).select_related("round")
    for each in tables.order_by("number") if table is None else tables.filter(number=table):
        each.round.event = event
        if confirmed := _still_unconfirmed(each, seen):
            if each.status != TableStatus.PLAYING:
                raise ActionRefused("table_over")
            facts: dict[str, Any] = {"scored": [(row.number, None, [*its]) for row, its in confirmed]}
            _note(each, None, by, {row.label: [*its] for row, its in confirmed}, now)
            happened(event, happenings.SCORES_CONFIRMED, each, by=by, now=now, **facts)
    sequencer.take_step(event, now)
    return event


def _still_unconfirmed(table: TournamentTable, seen: int) -> list[tuple[SheetRow, Scores]]:
    """Return the rows that were unconfirmed when the entry `seen` was the latest, and do not count yet."""
    written = [*table.score_entries.order_by("pk")]
    then = score_sheets.rows_of_table(table, [each for each in written if each.pk <= seen])
    found = []
    for row, before in zip(score_sheets.rows_of_table(table, written), then, strict=True):
        if before.unconfirmed is None or row.counts == before.unconfirmed:
            continue
        if row.unconfirmed != before.unconfirmed:
            raise ActionRefused("scores_rewritten", table=table.number, deal=row.number)
        found.append((row, before.unconfirmed))
    return found


def write_scores(
    by: User | None,
    entry: Entry,
    table: TournamentTable,
    deals: Mapping[str, Sequence[int]],
    now: datetime | None = None,
    *,
    sent_as: str = "",
    broken_off: bool = False,
) -> TournamentTable:
    """Write scores down for the side of an entry, by label, then by side; `by` is None for its link.

    Rows that the side has written already do not change. The table is over once all rows count. `sent_as` is
    an id of the sender's: scores that have been stored with it are not stored again.
    """
    now = now or timezone.now()
    with transaction.atomic():
        event = lock_event(entry.event_id)
        table = TournamentTable.objects.select_related("round").get(pk=table.pk)
        table.round.event = event
        if sent_as and table.score_entries.filter(sent_as=sent_as).exists():
            return table
        check_id(sent_as)
        _check(table, deals)
        _check_writer(entry, table)
        places = chronicle.shape_of(event).sides_at(len(table.places))
        side = places[table.places.index(entry.number)]
        [rows] = score_sheets.read_score_sheets([table]).values()
        before = {row.label: row.written.get(side) for row in rows}
        changed = {label: [*scores] for label, scores in deals.items() if before[label] != tuple(scores)}
        settled = next((row for row in rows if row.ruled and row.label in changed), None)
        if settled is not None:
            raise ActionRefused("score_settled", deal=settled.number)
        if not changed:
            return table
        score_sheets.check_impossible(event, table, changed, broken_off=broken_off)
        if table.score_entries.filter(side=side).count() >= MOST_WRITTEN:
            raise ActionRefused("sheet_full")
        _note(table, side, by, changed, now, sent_as)
        facts: dict[str, Any] = {"entry": entry.number, "scored": _changes(rows, before, changed)}
        happened(event, happenings.SCORES_WRITTEN, table, by=by, now=now, **facts)
        sequencer.take_step(event, now)
        table.refresh_from_db()
        return table


@event_action(EventCapability.DIRECT)
def renew_score_link(by: User, entry: Entry, now: datetime | None = None) -> Entry:
    """End the link to the score sheets of an entry; from now on another is shown."""
    entry.link += 1
    entry.save(update_fields=["link"])
    happened(entry.event, happenings.LINK_RENEWED, entry, by=by, now=now)
    return entry


def _check_writer(entry: Entry, table: TournamentTable) -> None:
    if entry.number not in table.places or table.round.event_id != entry.event_id:
        raise ActionRefused("not_your_table")
    if table.status != TableStatus.PLAYING:
        raise ActionRefused("table_over")


def _check(table: TournamentTable, deals: Any) -> None:
    event = table.round.event
    if not event.is_real:
        raise ActionRefused("not_real")
    if table.status == TableStatus.WAITING:
        raise ActionRefused("not_begun")
    sides = chronicle.shape_of(event).sides_at(len(table.places))
    score_sheets.check_scores(event, table, len({*sides}), deals)


def _check_seen(
    rows: Sequence[SheetRow],
    before: Mapping[str, Sequence[int] | None],
    changed: Mapping[str, Sequence[int]],
    seen: Mapping[str, Sequence[int]],
) -> None:
    """Refuse to replace scores that count now, and did not when the director saw the sheet."""
    for row in rows:
        now = before[row.label]
        if row.label in changed and now and [*now] != [*seen.get(row.label, now)]:
            mine, theirs = (table_score(each) for each in (changed[row.label], now))
            raise ActionRefused("scores_changed", deal=row.number, yours=mine, theirs=theirs, now=[*now])


def _note(
    table: TournamentTable,
    side: int | None,
    by: User | None,
    deals: Mapping[str, list[int]],
    now: datetime,
    sent_as: str = "",
) -> None:
    ScoreEntry.objects.create(table=table, side=side, by=by, deals=deals, at=now, sent_as=sent_as)


def _changes(
    rows: Sequence[SheetRow], before: Mapping[str, Sequence[int] | None], after: Mapping[str, list[int]]
) -> list[tuple[int, Sequence[int] | None, list[int]]]:
    """Return the number of each changed row with its scores before and after, for the log."""
    return [(row.number, before[row.label], after[row.label]) for row in rows if row.label in after]
