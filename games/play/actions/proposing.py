"""Proposals: what one player proposes, and the others agree to (`games/play/proposals.py`).

A proposal waits until everybody who is asked has agreed; one refusal, or the next step of the play, ends it.
Bots answer at once: from their own cards to a claim, with yes to everything else.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.fairplay import bans
from games.models import Event, Match
from games.play import clock, event_log, feed, live, proposals
from games.play.actions.seating import hand_back, resume_match
from games.play.actions.storing import Accepted, SentCommand, abandon_match, store_step
from ludocards.engine import claims, match
from ludocards.engine.cards import codes
from ludocards.engine.game import CLOCK, Command, Game, Step, unrefused
from ludocards.engine.game import Event as Happened
from ludocards.engine.record import read_deal
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket
from ludopoli.text import times

AGREED = "agreed"
"""The reason of a pause, or of an annulment, on which the players have agreed."""

PROPOSALS_PER_SECOND, PROPOSALS_AT_ONCE = 1 / 20, 4
"""The rate of proposals of one seat: the others should not have to refuse all the time."""


def make_proposal(match_id: uuid.UUID, seat: int, what: str, now: datetime | None = None) -> Accepted:
    """Propose something to the others, or do it at once if nobody has to be asked.

    Refused with a code of `proposals.check_proposal`, `bad_proposal`, `too_many_proposals`, or one of
    `submit_command`.
    """
    if what not in [*proposals.RULES]:
        raise ActionRefused("bad_proposal")
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        state = live.state_of(row)
        bans.check_return(row, seat)
        proposals.check_proposal(row, state, seat, what)
        if clock.is_overdue(row, now):
            raise ActionRefused("too_late")
        bucket = shared_bucket(
            ("propose", match_id, seat), rate=PROPOSALS_PER_SECOND, burst=PROPOSALS_AT_ONCE
        )
        if not bucket.take():
            raise ActionRefused("too_many_proposals")
        since = _last_card(row, seat) if what == "undo" else None
        if what == "undo" and since is None:
            raise ActionRefused("nothing_to_undo")
        proposed: dict[str, Any] = {"seat": seat, "what": what}
        if what == "claim":
            proposed["cards"] = codes(state.hands[seat])
            row.snapshot = {**row.snapshot, "shown": _shown(row, seat, proposed["cards"])}
        events = (*hand_back(row, seat, now), Happened("proposed", proposed))
        asked = _asked(row, seat, what)
        bots = [other for other in asked if _is_bot(row, other, what)]
        against = next((other for other in bots if not _bot_agrees(row, seat, what, other)), None)
        waits = [other for other in asked if other not in bots]
        if against is not None:
            declined = Happened("declined", {"seat": against, "what": what})
            store_step(row, Step(state, (*events, declined)), {}, now)
        elif waits:
            deal = row.snapshot["fair"]["deal"]
            waiting = {"id": row.version + 1, "seat": seat, "what": what, "asked": waits, "deal": deal}
            row.snapshot = {**row.snapshot, "proposal": {**waiting, "since": since}}
            store_step(row, Step(state, events), {}, now)
        else:
            _carry_out(row, seat, what, since, events, now)
        return Accepted(row.version)


def answer_proposal(
    match_id: uuid.UUID, seat: int, proposal: int, *, agrees: bool, now: datetime | None = None
) -> Accepted:
    """Agree to the proposal with this id, or refuse it; its own player may withdraw it.

    Refused as `no_proposal`, `not_your_answer` or `match_over`.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        waits = row.snapshot.get("proposal")
        if waits is None or waits["id"] != proposal:
            raise ActionRefused("no_proposal")
        if seat not in waits["asked"] and (agrees or seat != waits["seat"]):
            raise ActionRefused("not_your_answer")
        bans.check_return(row, seat)
        what, state = waits["what"], live.state_of(row)
        answered = Happened("agreed" if agrees else "declined", {"seat": seat, "what": what})
        events = (*hand_back(row, seat, now), answered)
        others = [other for other in waits["asked"] if other != seat]
        if agrees and not others:
            _carry_out(row, waits["seat"], what, waits["since"], events, now)
        else:
            row.snapshot = {**row.snapshot, "proposal": {**waits, "asked": others}}
            store_step(row, Step(state, events), {}, now)
        return Accepted(row.version)


def end_pause(match_id: uuid.UUID, seat: int, now: datetime | None = None) -> Accepted:
    """Resume a match that its players have paused; any of them may. The pause is charged to nobody."""
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        if row.table.hosted:
            raise ActionRefused("not_host")
        bans.check_return(row, seat)
        if row.stopped_at is not None:
            events = hand_back(row, seat, now)
            events = (*events, *(resume_match(row, now) if row.stopped_at is not None else ()))
            store_step(row, Step(live.state_of(row), events), {}, now)
        return Accepted(row.version)


# ---- who is asked


def _asked(row: Match, seat: int, what: str) -> list[int]:
    state = live.state_of(row)
    is_sure = (what == "claim" and claims.is_certain(GAMES[row.game], state, seat)) or (
        what == "concede" and proposals.is_match_decided(row, state)
    )
    return [] if is_sure else proposals.seats_to_ask(row, state, seat, what)


def _is_bot(row: Match, seat: int, what: str) -> bool:
    """Return whether a bot answers for a seat; it gives up no match for somebody who may come back."""
    return bool(row.players[seat]["bot"]) or (what not in proposals.COSTS and seat in row.away)


def _bot_agrees(row: Match, seat: int, what: str, other: int) -> bool:
    return what != "claim" or claims.is_safe_from(GAMES[row.game], live.state_of(row), seat, other)


def _shown(row: Match, seat: int, cards: Sequence[str]) -> dict[str, Any]:
    """The hands that have been shown in this deal, with this one."""
    deal, before = row.snapshot["fair"]["deal"], row.snapshot.get("shown", {})
    known = before["cards"] if before.get("deal") == deal else {}
    return {"deal": deal, "cards": {**known, str(seat): [*cards]}}


# ---- what is done


def _carry_out(
    row: Match, seat: int, what: str, since: int | None, before: tuple[Happened, ...], now: datetime
) -> None:
    """Do what was proposed, after these events; `since` is the first event that is undone."""
    if what == "claim":
        _play_out(row, seat, before, now)
    elif what == "undo":
        assert since is not None, row.pk
        _undo(row, seat, since, before, now)
    elif what == "pause":
        row.stopped_at = now
        store_step(
            row, Step(live.state_of(row), (*before, Happened("stopped", {"because": AGREED}))), {}, now
        )
    elif what == "annul":
        row.snapshot = {**row.snapshot, "annulled": True}
        store_step(
            row, Step(live.state_of(row), (*before, *abandon_match(row, now, because=AGREED))), {}, now
        )
        feed.match_judged(row, "match_annulled")
    else:
        end = match.concede if what == "concede" else match.win_by_default
        over = end(GAMES[row.game], live.state_of(row), seat)
        row.words.all().delete()
        end_of_match = over.events[-1].public
        kept = {name: end_of_match[name] for name in ("places", "conceded") if name in end_of_match}
        row.snapshot = {**row.snapshot, **kept}
        store_step(row, Step(over.state, (*before, *over.events)), {}, now)


def _play_out(row: Match, seat: int, before: tuple[Happened, ...], now: datetime) -> None:
    """Play the deal to its end; the record has the plays, as if everybody had made their own."""
    state, events = live.state_of(row), [*before]
    sent: dict[int, SentCommand] = {}
    clock.spend_reserve(row, row.table, seat, now)
    for acting, command, step in claims.played_out(GAMES[row.game], state, seat):
        sent[len(events)] = SentCommand(acting, command, f"claim:{row.version}:{len(events)}", 0)
        state, events = step.state, [*events, *step.events]
    store_step(row, Step(state, tuple(events)), sent, now)


def _undo(row: Match, seat: int, since: int, before: tuple[Happened, ...], now: datetime) -> None:
    """Return to the position before the seat's last card; what happened since counts no more."""
    state = _state_before(row, since)
    undone = Event.objects.filter(match=row.pk, seq__gte=since).exclude(kind__in=("left", "substituted"))
    undone.update(undone=True)
    store_step(row, Step(state, (*before, Happened("undone", {"seat": seat}))), {}, now)


def _last_card(row: Match, seat: int) -> int | None:
    """The seq of the step with the last card of a seat in the deal in play."""
    log = Event.objects.filter(match=row.pk, undone=False)
    dealt = log.filter(kind="dealt").order_by("-seq").values_list("seq", flat=True)[0]
    plays = log.filter(seq__gt=dealt, seat=seat, command__do="play").order_by("-seq")
    return plays.values_list("seq", flat=True).first()


def _state_before(row: Match, seq: int) -> Any:
    """The state of a match before a step of its log, played again from the beginning."""
    game: Game[Any, Any] = GAMES[row.game]
    state: Any = None
    for event in event_log.read_events(row.pk, stop=seq):
        if event.kind == "dealt" and event.sealed:
            deal = read_deal({**event.public, **event.sealed}, game.deck)
            state = state or game.start(game.rules_from(row.rules), len(row.players), deal.dealer)
            step = game.deal(state, deal)
        elif event.command is not None:
            command = Command.from_json(event.command)
            assert isinstance(command, Command), event
            step = game.apply(state, CLOCK if event.seat is None else event.seat, command)
        else:
            continue
        state = unrefused(step).state
    return state
