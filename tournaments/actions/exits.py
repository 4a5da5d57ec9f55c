"""How an evening bends: it becomes shorter or longer, ends here with its results, or takes entries again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle
from tournaments.actions.checking import check_reason
from tournaments.actions.directing import MOST_MINUTES
from tournaments.actions.events import set_deals
from tournaments.actions.holding import event_action
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.formats.options import DEALS, ROUNDS
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import collecting, round_steps, sequencer

HALF_AN_HOUR = 30
"""The minutes until an event begins whose registration was opened again, unless a director says otherwise."""

Status = Event.Status


@event_action(EventCapability.DIRECT)
def call_last_round(by: User, event: Event, reason: str = "", now: datetime | None = None) -> Event:
    """Let the event end after the round that is paired; where rounds overlap, no new tables are made.

    Standings, trophies and the points of a series are those of the rounds that were played.
    """
    now = now or timezone.now()
    check_reason(by, reason, needed=False)
    if event.status != Status.RUNNING or not event.rounds.exists():
        raise ActionRefused("no_round")
    if catalog.FORMATS[event.format].flows:
        event.closes_at = now
        event.save(update_fields=["closes_at"])
        happened(event, happenings.CLOSED, by=by, reason=reason, now=now)
    else:
        _end_after(event, event.rounds.count(), by, reason, now)
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def end_event(by: User, event: Event, reason: str, now: datetime | None = None) -> Event:
    """End the event at once: finished deals count, and a round that has not begun is not played.

    Refused as `nothing_played` if there is no result that could count.
    """
    now = now or timezone.now()
    check_reason(by, reason)
    if event.status != Status.RUNNING:
        raise ActionRefused("not_startable")
    rounds = list(event.rounds.order_by("number"))
    if not any(collecting.has_scores(event, each) for each in rounds):
        raise ActionRefused("nothing_played")
    if rounds[-1].status == Round.Status.DRAWN:
        round_steps.undo_pairing(event, rounds.pop(), now)
    event.paused_at = None
    event.save(update_fields=["paused_at"])
    if catalog.FORMATS[event.format].flows:
        event.closes_at = now
        event.save(update_fields=["closes_at"])
    else:
        _end_after(event, len(rounds), by, reason, now)
    playing = TournamentTable.objects.filter(round__event=event, status=TournamentTable.Status.PLAYING)
    for table in playing.select_related("round", "table").order_by("round__number", "number"):
        collecting.abort_table(event, table, now, by=by, reason=reason)
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def change_length(
    by: User,
    event: Event,
    rounds: int | None = None,
    deals: int | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> Event:
    """Change the number of rounds, or the deals of the rounds that have not begun; None changes nothing."""
    now = now or timezone.now()
    check_reason(by, reason, needed=False)
    if event.is_over:
        raise ActionRefused("event_over")
    state = chronicle.read_chronicle(event)
    if rounds is not None and rounds != state.rounds_in_all:
        _set_rounds(state, rounds, by, reason, now)
    if deals is not None and deals != event.settings.get("deals"):
        _set_deals(state, deals, by, reason, now)
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def reopen_registration(
    by: User, event: Event, reason: str, minutes: int = HALF_AN_HOUR, now: datetime | None = None
) -> Event:
    """Go back to registration while nobody has scored: the pairings are undone, and it begins later."""
    now = now or timezone.now()
    check_reason(by, reason)
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise ActionRefused("bad_minutes", most=MOST_MINUTES)
    if event.started_at is None:
        raise ActionRefused("not_begun_yet")
    rounds = list(event.rounds.order_by("-number"))
    overlap = catalog.FORMATS[event.format].flows and rounds
    if overlap or any(collecting.has_scores(event, each) for each in rounds):
        raise ActionRefused("has_scores")
    for round_ in rounds:
        round_steps.undo_pairing(event, round_, now)
    event.started_at = event.paused_at = event.closes_at = event.nonces_at = event.reminded_at = None
    event.keep_announced("starts_at")
    event.last_round, event.starts_at = None, now + timedelta(minutes=minutes)
    event.status = Status.REGISTRATION
    event.save(
        update_fields=[
            "started_at", "paused_at", "closes_at", "nonces_at", "reminded_at", "last_round", "starts_at",
            "announced", "status",
        ]
    )  # fmt: skip
    event.entries.filter(status=Entry.Status.NO_SHOW).update(status=Entry.Status.REGISTERED)
    happened(event, happenings.REOPENED, by=by, reason=reason, now=now)
    sequencer.take_step(event, now)
    return event


def round_bounds(state: Chronicle) -> tuple[int, int] | None:
    """Return the fewest and the most rounds that the event can still have; None if their number is not fixed.

    A format without the option of rounds can only become shorter, and only once it has begun.
    """
    begun = [each for each in state.rounds if each.status != Round.Status.DRAWN]
    fewest = max(1, len(begun), len(state.rounds) - 1)
    has_option = "rounds" in state.settings
    if state.event.started_at is None:
        return (ROUNDS.low, ROUNDS.high) if has_option else None
    longest = {"rounds": ROUNDS.high} if has_option else {}
    most = state.rounds_of({**state.settings, **longest})
    return None if most is None or most < fewest else (fewest, most)


# ---- shared


def _end_after(event: Event, number: int, by: User, reason: str, now: datetime) -> None:
    """Let the event end after this number of rounds, fewer or more than were planned."""
    state = chronicle.read_chronicle(event)
    was = state.rounds_in_all
    if number == was:
        return
    event.last_round = None if number == state.rounds_planned else number
    event.save(update_fields=["last_round"])
    happened(
        event, happenings.LENGTH_CHANGED, by=by, reason=reason, now=now, rounds=number, was=was or number
    )


def _set_rounds(state: Chronicle, rounds: int, by: User, reason: str, now: datetime) -> None:
    event, bounds = state.event, round_bounds(state)
    if bounds is None:
        raise ActionRefused("fixed_rounds")
    if type(rounds) is not int or not bounds[0] <= rounds <= bounds[1]:
        raise ActionRefused("bad_rounds", least=bounds[0], most=bounds[1])
    if event.started_at is not None:
        if rounds < len(state.rounds):
            round_steps.undo_pairing(event, state.rounds[-1], now)
        return _end_after(event, rounds, by, reason, now)
    was, event.settings = event.settings["rounds"], {**event.settings, "rounds": rounds}
    event.announce_anew({"settings"})
    event.save(update_fields=["settings", "announced"])
    happened(event, happenings.LENGTH_CHANGED, by=by, reason=reason, now=now, rounds=rounds, was=was)


def _set_deals(state: Chronicle, deals: int, by: User, reason: str, now: datetime) -> None:
    """Change the deals of the rounds that have not begun; one that is paired keeps its pairings.

    A tied table of a knockout counts its further deals by the number of deals, so it must be over.
    """
    event, latest = state.event, state.rounds[-1] if state.rounds else None
    if event.scores == Event.Scores.MATCH or event.is_mixed or "deals" not in event.settings:
        raise ActionRefused("bad_setting", option="deals")
    if not DEALS.accepts(deals):
        raise ActionRefused("bad_deals", least=DEALS.low, most=DEALS.high)
    under_way = latest is not None and latest.status == Round.Status.PLAYING
    playing = state.tables[latest.number] if latest is not None and under_way else ()
    has_ties = any(catalog.is_elimination(each.stage) for each in playing)
    if has_ties or (under_way and state.format.flows):
        raise ActionRefused("round_begun")
    was = event.settings["deals"]
    if event.started_at is None:
        event.announce_anew({"settings"})
    else:
        event.keep_announced("settings", "rules")
    set_deals(event, deals)
    event.save(update_fields=["settings", "rules", "announced"])
    if latest is not None and latest.status == Round.Status.DRAWN:
        pairing = state.history().rounds[-1].round
        round_steps.draw_anew(event, latest, now, pairing)
    happened(event, happenings.DEALS_CHANGED, by=by, reason=reason, now=now, deals=deals, was=was)
