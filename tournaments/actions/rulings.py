"""The directors' rulings on results: each is logged with its reason and what it has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.play import actions as play
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle, tie_parts
from tournaments.actions import seats
from tournaments.actions.checking import NOTHING_SEEN, check_reason, check_seen
from tournaments.actions.holding import event_action
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.models import GONE, Event, Round, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import HappeningKind, happened
from tournaments.roles import EventCapability
from tournaments.running import collecting, round_steps, seating, sequencer
from tournaments.selectors import entry_name

HUNDREDTHS = 100

TableStatus = TournamentTable.Status


@event_action(EventCapability.RULE)
def end_table(by: User, table: TournamentTable, reason: str, now: datetime | None = None) -> TournamentTable:
    """End a table now: the finished deals count."""
    now = now or timezone.now()
    event = table.round.event
    check_reason(by, reason)
    if table.status != TableStatus.PLAYING:
        raise ActionRefused("table_over")
    collecting.abort_table(event, table, now, by=by, reason=reason)
    sequencer.take_step(event, now)
    table.refresh_from_db()
    return table


@event_action(EventCapability.RULE)
def give_average(
    by: User,
    table: TournamentTable,
    reason: str,
    now: datetime | None = None,
    *,
    missing: int | None = None,
    seen: Mapping[str, str] = NOTHING_SEEN,
) -> Event:
    """Give those whose opponents have left their own average, as with a bye: the table is not played. If the
    event says so, they win by as much as can be.

    `missing` is the place of an entry that only misses this round. Only at real tables; on the site bots play
    for those who are not there. A table that no later round follows from goes: kept and annulled, it would be
    a meeting, and neither a bye of those who came nor a round that was missed, for pairings and tie-breaks.

    Refused as `changed_meanwhile` if the missing one has other people by now than were `seen` (`name-0`).
    """
    now = now or timezone.now()
    event, round_ = table.round.event, table.round
    check_reason(by, reason)
    alone, gone = left_alone(table, missing)
    if missing is not None:
        missed = chronicle.read_chronicle(event).entries[table.places[missing]]
        check_seen(seen, f"name-{missing}", entry_name(missed))
    full = walkover_points_at(table)
    is_fixed = _is_in_fixed_plan(table)
    if is_fixed and round_.status == Round.Status.DRAWN:
        raise ActionRefused("not_begun")

    def log_as(left: HappeningKind[TournamentTable]) -> None:
        if missing is None:
            happened(event, left, table, by=by, reason=reason, now=now)
        else:
            who = table.places[missing]
            happened(event, happenings.ROUND_MISSED, table, by=by, reason=reason, now=now, entry=who)

    if full is not None:
        table.adjusted, table.reason = [0 if who in gone else full for who in table.places], reason
        table.save(update_fields=["adjusted", "reason"])
        log_as(happenings.ADJUSTED)
        collecting.abort_table(event, table, now, by=by, reason=reason)
    elif is_fixed or collecting.is_scored(event, table):
        table.annulled, table.reason = True, reason
        table.forfeits = table.forfeits if missing is None else [missing]
        table.save(update_fields=["annulled", "reason", "forfeits"])
        log_as(happenings.ANNULLED)
        collecting.abort_table(event, table, now, by=by, reason=reason)
    else:
        round_.byes = [*catalog.join_byes(round_.byes, alone, table.stage)]
        round_.save(update_fields=["byes"])
        log_as(happenings.RESTS)
        table.delete()
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.RULE)
def seat_resting(
    by: User, table: TournamentTable, reason: str, now: datetime | None = None
) -> TournamentTable:
    """Let an entry that rests in this round play in place of one that has left, before the first score.

    In a final only finalists come, in a consolation only the others.
    """
    event, round_ = table.round.event, table.round
    check_reason(by, reason)
    _alone, gone = left_alone(table)
    if collecting.is_scored(event, table):
        raise ActionRefused("round_scored")
    state = chronicle.read_chronicle(event)
    history = state.history()
    field = state.settings, state.shape, history, event.draw_seed
    left_out = catalog.entrants_left_out(*field) if state.format.in_stages else ()
    is_beside = table.stage.startswith(catalog.CONSOLATION)
    asked = history.sitting_out(round_.number)
    waiting = [who for who in round_.byes if who not in asked and (who in left_out) is is_beside]
    if not waiting:
        raise ActionRefused("nobody_rests")
    comes = waiting[0]
    rest = [who for who in round_.byes if who != comes]
    table.places = [comes if who == gone[0] else who for who in table.places]
    round_.byes = rest
    round_.save(update_fields=["byes"])
    seats.seat_again(event, [table])
    happened(event, happenings.RESTING_SEATED, table, by=by, reason=reason, now=now, entry=comes)
    return table


def _is_in_fixed_plan(table: TournamentTable) -> bool:
    """Return whether later rounds follow from who sat at the table, so that it has to stay."""
    event = table.round.event
    has_plan = catalog.FORMATS[event.format].has_plan and not event.is_mixed
    return has_plan and not catalog.is_elimination(table.stage)


def walkover_points_at(table: TournamentTable) -> int | None:
    """Return the points of those at a table whose opponents have left; None for their own average."""
    event = table.round.event
    is_two_sided = event.unit != Event.Unit.SINGLE or len(table.places) == 2
    return walkover_points(event) if is_two_sided else None


def walkover_points(event: Event) -> int | None:
    """Return the points of those whose opponents have left; None for their own average."""
    if event.walkover == Event.Walkover.AVERAGE:
        return None
    state = chronicle.read_chronicle(event)
    return catalog.full_points(state.settings, state.shape)


def left_alone(table: TournamentTable, missing: int | None = None) -> tuple[list[int], list[int]]:
    """Return the entries at a table that is not over, and those of them that have left, or are `missing` in
    this round at a place; refused if there are none."""
    event = table.round.event
    if not event.is_real:
        raise ActionRefused("not_at_site")
    if table.status == TableStatus.OVER:
        raise ActionRefused("table_over")
    gone = set(
        event.entries.filter(number__in=table.places, status__in=GONE).values_list("number", flat=True)
    )
    if missing is not None:
        if type(missing) is not int or not 0 <= missing < len(table.places):
            raise ActionRefused("no_place")
        if collecting.is_scored(event, table):
            raise ActionRefused("round_scored")
        gone.add(table.places[missing])
    if not gone:
        raise ActionRefused("nobody_left")
    return [who for who in table.places if who not in gone], [who for who in table.places if who in gone]


@event_action(EventCapability.RULE)
def adjust_points(
    by: User,
    table: TournamentTable,
    points: Sequence[int | None],
    reason: str,
    now: datetime | None = None,
    *,
    confirmed: bool = False,
) -> TournamentTable:
    """Set the points of a table by place, in hundredths, in place of the played result; none restores it."""
    if not _are_points(points) or len(points) not in (0, len(table.places)):
        raise ActionRefused("bad_points")
    changed = {"adjusted": list(points), "annulled": False}
    return change_by_ruling(by, table, happenings.ADJUSTED, reason, now, changed, confirmed=confirmed)


@event_action(EventCapability.RULE)
def penalise_table(
    by: User,
    table: TournamentTable,
    points: Sequence[int],
    reason: str,
    now: datetime | None = None,
    *,
    confirmed: bool = False,
) -> TournamentTable:
    """Deduct points by place, in hundredths; negative numbers add."""
    if not _are_points(points) or None in points or len(points) not in (0, len(table.places)):
        raise ActionRefused("bad_points")
    return change_by_ruling(
        by, table, happenings.PENALISED, reason, now, {"penalties": list(points)}, confirmed=confirmed
    )


@event_action(EventCapability.RULE)
def annul_result(
    by: User, table: TournamentTable, reason: str, now: datetime | None = None, *, confirmed: bool = False
) -> TournamentTable:
    """Annul the result of a table."""
    return change_by_ruling(
        by, table, happenings.ANNULLED, reason, now, {"annulled": True}, confirmed=confirmed
    )


@event_action(EventCapability.RULE)
def restore_result(
    by: User, table: TournamentTable, reason: str, now: datetime | None = None, *, confirmed: bool = False
) -> TournamentTable:
    """Take back all rulings on a table; annulled deals are read from the match again."""
    played = collecting.scored_at(table)
    changed = {"annulled": False, "adjusted": [], "penalties": [], "forfeits": [], "deals": played}
    return change_by_ruling(by, table, happenings.RESTORED, reason, now, changed, confirmed=confirmed)


@event_action(EventCapability.RULE)
def annul_deal(
    by: User,
    table: TournamentTable,
    label: str,
    reason: str,
    now: datetime | None = None,
    *,
    confirmed: bool = False,
) -> TournamentTable:
    """Annul one deal at one table."""
    return _rule_deal(by, table, label, happenings.DEAL_ANNULLED, reason, now, confirmed=confirmed)


@event_action(EventCapability.RULE)
def restore_deal(
    by: User,
    table: TournamentTable,
    label: str,
    reason: str,
    now: datetime | None = None,
    *,
    confirmed: bool = False,
) -> TournamentTable:
    """Count an annulled deal at one table again, as it was played."""
    return _rule_deal(by, table, label, happenings.DEAL_RESTORED, reason, now, confirmed=confirmed)


@event_action(EventCapability.RULE)
def forfeit_part(
    by: User,
    table: TournamentTable,
    part: int,
    place: int | None,
    reason: str,
    now: datetime | None = None,
    *,
    confirmed: bool = False,
) -> TournamentTable:
    """Rule that the side at a place has forfeited a part of its tie (from 1), or with None that it counts as
    it is played.

    A match of the part that is in play on the site ends, and the next part begins. Deals of it may be known
    by then, so there the part can be counted as played only once the table is over.
    """
    now = now or timezone.now()
    event = table.round.event
    number = len(tie_parts.parts_of_event(event))
    if not event.is_mixed or type(part) is not int or not 1 <= part <= number:
        raise ActionRefused("no_part")
    if place is not None and (type(place) is not int or not 0 <= place < len(table.places)):
        raise ActionRefused("no_place")
    if table.status == TableStatus.WAITING:
        raise ActionRefused("not_begun")
    if place is None and not event.is_real and table.status != TableStatus.OVER:
        raise ActionRefused("end_table_first")
    forfeits = [*table.forfeits, *[None] * (number - len(table.forfeits))]
    forfeits[part - 1] = place
    happening = happenings.PART_PLAYED if place is None else happenings.PART_FORFEITED
    facts = {"part": part, **({} if place is None else {"entry": table.places[place]})}
    if table.status == TableStatus.OVER:
        changed = {"forfeits": forfeits}
        return change_by_ruling(by, table, happening, reason, now, changed, facts, confirmed=confirmed)
    check_reason(by, reason)
    table.forfeits = forfeits
    table.save(update_fields=["forfeits"])
    happened(event, happening, table, by=by, reason=reason, now=now, **facts)
    course = tie_parts.course_of_table(table, collecting.scored_at(table))
    if table.table is not None and table.table.match_id is not None and collecting.is_idle(table, course):
        play.abort_match(table.table.match_id, now)
    sequencer.take_step(event, now)
    table.refresh_from_db()
    return table


def points_bounds(state: Chronicle, table: TournamentTable) -> tuple[int, int]:
    """Return the least and the most points that a place of the table can have."""
    a_deal = chronicle.deal_bounds_of(state.event)
    rows = len(state.plan.rows) if state.plan.is_mixed else len(table.labels)
    return catalog.table_bounds(state.settings, state.shape, rows, a_deal)


# ---- shared


def _rule_deal(
    by: User,
    table: TournamentTable,
    label: str,
    happening: HappeningKind[TournamentTable],
    reason: str,
    now: datetime | None,
    *,
    confirmed: bool,
) -> TournamentTable:
    played = collecting.scored_at(table).get(label, table.deals.get(label))
    if label not in table.deals or played is None:
        raise ActionRefused("no_deal")
    counts = None if happening is happenings.DEAL_ANNULLED else played
    changed = {"deals": {**table.deals, label: counts}}
    facts = {"deal": label, "scores": played}
    return change_by_ruling(by, table, happening, reason, now, changed, facts, confirmed=confirmed)


def change_by_ruling(
    by: User,
    table: TournamentTable,
    happening: HappeningKind[TournamentTable],
    reason: str,
    now: datetime | None,
    changed: Mapping[str, Any],
    facts: Mapping[str, Any] | None = None,
    *,
    confirmed: bool,
) -> TournamentTable:
    """Change the fields of a table, and log its points before and after."""
    now = now or timezone.now()
    event = table.round.event
    check_reason(by, reason)
    state = chronicle.read_chronicle(event)
    found = state.table(table.pk)
    if found.status != TableStatus.OVER:
        raise ActionRefused("table_open")
    _check_bounds(state, found, changed)
    before, in_rounds = state.points[found.pk], _in_rounds(state, found.round.number)
    for name, value in changed.items():
        setattr(found, name, value)
    found.reason = reason
    begun = _plays_missing_part(state, found)
    state.reckon_again()
    after = state.points[found.pk]
    affected = _affected(state, in_rounds, found.round.number)
    if affected is not None and not confirmed:
        raise affected
    found.save(update_fields=[*changed, "reason", "labels", "status", "over_at"])
    facts = {
        **(facts or {}),
        "points_before": before and list(before),
        "points_after": after and list(after),
    }
    happened(event, happening, found, by=by, reason=reason, now=now, **facts)
    if begun is not None:
        happened(event, happenings.PART_BEGAN, found, now=now, part=begun + 1)
    if affected is not None:
        _draw_again(event, by, reason, now)
    if event.status == Event.Status.FINISHED:
        sequencer.store_places(event)
    return found


def _plays_missing_part(state: Chronicle, table: TournamentTable) -> int | None:
    """Put a part on the sheet of a real table that has become necessary; return its number if the table plays
    it, because its round is still in play."""
    is_settled = table.annulled or bool(table.adjusted) or not state.event.is_real
    part = None if is_settled else tie_parts.course_of_table(table).missing
    if part is None:
        return None
    further = len(table.labels) + state.plan.rows[part] - state.plan.rows_at_first
    table.labels = [*seating.labels_of_table(state, table, state.event.players, further)]
    if table.round.status != Round.Status.PLAYING:
        return None
    table.status, table.over_at = TableStatus.PLAYING, None
    return part


def _check_bounds(state: Chronicle, table: TournamentTable, changed: Mapping[str, Any]) -> None:
    least, most = points_bounds(state, table)
    given = [each for each in changed.get("adjusted", ()) if each is not None]
    taken = changed.get("penalties", ())
    if all(HUNDREDTHS * least <= each <= HUNDREDTHS * most for each in given) and all(
        abs(each) <= HUNDREDTHS * (most - least) for each in taken
    ):
        return None
    if given:
        raise ActionRefused("points_bounds", least=least, most=most)
    most -= least
    raise ActionRefused("points_bounds", least=-most, most=most)


def _in_rounds(state: Chronicle, since: int) -> list[frozenset[int]]:
    """Return the entries that go on into each round paired after `since`, by the results before it."""
    if state.out_after is None:
        return []
    return [state.drawn_after(number) for number in range(max(since, state.out_after), len(state.rounds))]


def _affected(state: Chronicle, before: Sequence[frozenset[int]], since: int) -> ActionRefused | None:
    """Return a refusal if other entries would go on; it names them, and the round that depends on the
    result."""
    for number, (was, now) in enumerate(zip(before, _in_rounds(state, since), strict=True), start=since + 1):
        if was != now:
            into, out = (", ".join(entry_name(state.entries[n]) for n in sorted(those))
                         for those in (now - was, was - now))  # fmt: skip
            return ActionRefused("goes_on_instead", into=into, out=out, round=number)
    return None


def _draw_again(event: Event, by: User, reason: str, now: datetime) -> None:
    """Pair again a round that depends on a changed result, unless the round has begun."""
    latest = event.rounds.order_by("number").last()
    if latest is not None and latest.status == Round.Status.DRAWN:
        round_steps.undo_pairing(event, latest, now)
        happened(event, happenings.ROUND_PAIRED_AGAIN, latest, by=by, reason=reason, now=now)
        sequencer.take_step(event, now)


def _are_points(points: Any) -> bool:
    return isinstance(points, list | tuple) and all(each is None or type(each) is int for each in points)
