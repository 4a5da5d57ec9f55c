"""Events of bots, played to the end through the same actions as any other: for measurements and full pages.

At real tables the bots' deals are played in memory, and a director writes the scores down.

Everything follows from the seed: the deals, the pairings, and the bots' moves. So an interrupted run can be
continued, and leads to the same standings.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
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
from tournaments import actions, simulated_sheets
from tournaments.chronicle import read_chronicle, sides_of
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event, Round, TournamentTable
from tournaments.running import due_times, sequencer

MINUTES_PER_DEAL = 5

LETTERS = "ABCDEFGHIJ"
"""In the names of the members of an entry at real tables."""

HOST = "Prova"
"""The organiser of such events, an account to which nobody can sign in."""


def make_event(
    seed: str,
    *,
    game: str = next(iter(GAMES)),
    preset: str = "",
    players: int | None = None,
    format: str | None = None,
    unit: str | None = None,
    venue: str = Event.Venue.ONLINE,
    scores: str = Event.Scores.DEAL,
    policy: str = DEFAULT_POLICY,
    entries: int = 8,
    settings: Mapping[str, Any] | None = None,
    later_parts: Sequence[Mapping[str, Any]] = (),
    bella: bool = False,
) -> Event:
    """Return the event of a seed; create and start it if it does not exist.

    By default it has the first format that fits the game. The first entry is the best: each further one
    slips a little more often, the last in half of its moves. Raises `ActionRefused` if such an event is
    impossible.
    """
    code = "z" + hashlib.sha256(f"code {seed}".encode()).hexdigest()[:9]
    known = Event.objects.filter(code=code).first()
    if known is not None:
        return known
    host, _ = User.objects.get_or_create(username=HOST, defaults={"password": "!"})
    players = players or GAMES[game].players[0]
    rules = {"preset": preset or GAMES[game].preset_for(players)}
    fitting = formats_for(game, rules, players)
    with transaction.atomic():
        event = actions.create_event(
            host,
            name=f"{HOST} {seed}",
            game=game,
            rules=rules,
            players=players,
            format=format or fitting[0],
            venue=venue,
            scores=scores,
            settings=dict(settings or {}),
            later_parts=[dict(each) for each in later_parts],
            bella=bella,
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
            name = f"{BOTS[number % len(BOTS)]} {number + 1}"
            bot, members = f"{policy}{MARK}{slips_of(number, entries)}", actions.entrants_of(event)
            people: Sequence[Any] = [bot] * members
            if event.is_real:
                people = [actions.Named(f"{name} {letter}") for letter in LETTERS[:members]]
            actions.enter_members(host, event, people, name)
        return actions.start_event(host, event)


def formats_for(game: str, rules: Mapping[str, Any], players: int) -> list[str]:
    """Return the formats of events in which a game can be played."""
    sides = sides_of(game, rules, players)
    return [name for name, format in FORMATS.items() if format.units(sides)]


def slips_of(number: int, entries: int) -> int:
    """Return the share of the moves of an entry, from 0, that are random, in percent."""
    return 50 * number // max(1, entries - 1)


def finish_event(event: Event, moves: int | None = None, policy: str = DEFAULT_POLICY) -> Event:
    """Play an event of bots to its end, or for a number of moves."""
    left = float("inf") if moves is None else moves
    while event.is_real and not event.is_over and left > 0:
        left = _play_real_round(event, left, policy)
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


def _play_real_round(event: Event, left: float, policy: str) -> float:
    """Begin the round that is paired, play its tables, and pair the next one; return the moves left."""
    sequencer.advance_event(event.pk)
    event.refresh_from_db()
    host, state = User.objects.get(username=HOST), read_chronicle(event)
    if event.rounds.filter(status=Round.Status.DRAWN).exists():
        actions.start_round(host, event)
    tables = TournamentTable.objects.filter(round__event=event, status=TournamentTable.Status.PLAYING)
    policies = {
        number: f"{policy}{MARK}{slips_of(number - 1, len(state.entries))}" for number in state.entries
    }
    for table in tables.select_related("round__event").order_by("round__number", "number"):
        left -= simulated_sheets.fill_sheet(host, table, policies, state.shape)
        if left <= 0:
            break
    sequencer.advance_event(event.pk)
    event.refresh_from_db()
    return left


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
            at = now.row.turn_at  # so that no window closes meanwhile, however busy the machine is
            play.submit_command(match, seat, command, f"{now.version}", now.version, by_bot=True, now=at)
        except ActionRefused as why:
            if why.code not in ("stale", "match_over"):  # a worker was quicker
                raise
        now, left = live.load_match(match), left - 1
    return left
