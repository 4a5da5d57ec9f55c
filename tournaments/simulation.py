"""Events of bots, played to the end through the same actions as any other: for measurements and full pages.

Everything follows from the seed: the deals, the pairings, and the bots' moves. So an interrupted run can be
continued, and leads to the same standings.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.play import actions as play
from games.play import live
from games.texts import BOTS
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.bots.slips import MARK, choose
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import actions
from tournaments.models import Event, TournamentTable
from tournaments.running import due_times, sequencer

MINUTES_PER_DEAL = 5

HOST = "Prova"
"""The organiser of such events, an account to which nobody can sign in."""


def make_event(
    seed: str,
    *,
    game: str = next(iter(GAMES)),
    preset: str = "",
    players: int | None = None,
    format: str = "swiss",
    unit: str | None = None,
    entries: int = 8,
    settings: Mapping[str, Any] | None = None,
) -> Event:
    """Return the event of a seed; create and start it if it does not exist.

    The first entry is the best: each further one slips a little more often, the last in half of its moves.
    Raises `ActionRefused` if such an event is impossible.
    """
    code = "z" + hashlib.sha256(f"code {seed}".encode()).hexdigest()[:9]
    known = Event.objects.filter(code=code).first()
    if known is not None:
        return known
    host, _ = User.objects.get_or_create(username=HOST, defaults={"password": "!"})
    players = players or GAMES[game].players[0]
    with transaction.atomic():
        event = actions.create_event(
            host,
            name=f"{HOST} {seed}",
            game=game,
            rules={"preset": preset or GAMES[game].preset_for(players)},
            players=players,
            format=format,
            settings=dict(settings or {}),
            unit=unit or Event.Unit.SINGLE,
            starts_at=timezone.now() + due_times.REMINDS,
            check_in_minutes=0,
            break_seconds=0,
            pace=0.0,
            rated=False,
        )
        event.code, event.secret = code, hashlib.sha256(f"secret {seed}".encode()).hexdigest()
        event.save(update_fields=["code", "secret"])
        for number in range(entries):
            policy = f"{DEFAULT_POLICY}{MARK}{50 * number // max(1, entries - 1)}"
            members = actions.entrants_of(event)
            actions.enter_members(host, event, [policy] * members, f"{BOTS[number % len(BOTS)]} {number + 1}")
        return actions.start_event(host, event)


def finish_event(event: Event, moves: int | None = None) -> Event:
    """Play an event of bots to its end, or for a number of moves."""
    left = float("inf") if moves is None else moves
    while not event.is_over and left > 0:
        sequencer.advance_event(event.pk, event.closes_at if _time_is_over(event) else None)
        if event.closes_at is not None and not matches_in_play(event):  # everybody has had a table
            sequencer.advance_event(event.pk, event.closes_at)
        event.refresh_from_db()
        for match in matches_in_play(event):
            left = _play(match, left)
            if left <= 0:
                break
    return event


def _time_is_over(event: Event) -> bool:
    """Return whether the time of an arena is over. Bots take no time, so their deals are counted instead."""
    minutes = event.rounds.count() * event.settings.get("deals", 1) * MINUTES_PER_DEAL
    return event.closes_at is not None and minutes >= event.settings["minutes"]


def matches_in_play(event: Event) -> list[uuid.UUID]:
    """Return the matches in play, in the order of the tables."""
    tables = TournamentTable.objects.filter(round__event=event, table__match__status=Match.Status.PLAYING)
    return list(tables.order_by("round__number", "number").values_list("table__match", flat=True))


def _play(match: uuid.UUID, left: float) -> float:
    """Play a match to the end, or until no moves are left; return the moves left."""
    now = live.load_match(match)
    while (acting := now.to_act()) and left > 0:
        seat = acting[0]
        legal = now.game.legal(now.state, seat)
        command = choose(
            now.game.view(now.state, seat), legal, now.row.players[seat]["bot"] or DEFAULT_POLICY
        )
        try:
            play.submit_command(match, seat, command, f"{now.version}", now.version, by_bot=True)
        except ActionRefused as why:
            if why.code not in ("stale", "match_over"):  # a worker was quicker
                raise
        now, left = live.load_match(match), left - 1
    return left
