"""Seats that change hands while a match is played: substitutes, and people who take over from bots.

A person gets a bot's seat between two deals, never during one. Until then it is only kept for them
(`Seat.coming`), and they watch like any spectator: nobody sees the hand that the bot is playing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from games import notices
from games.fairplay import bans
from games.models import Match, Seat, Table
from games.play import clock, doorbell
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.engine.game import Event as Happened
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import passes

CHANGED = ("players", "rated")
"""The fields of a match that `change_player` changes besides those of every step."""

FRESH = {
    "seen_at": None,
    "touched_at": None,
    "socket": "",
    "address": "",
    "rematch": False,
    "nonce": "",
    "carried_by": "",
}
"""The columns of a seat that has just been given to somebody."""

KEPT_FOR = timedelta(minutes=1)
"""The time for which a bot's seat is kept for somebody who is not at the table."""


def seat_entry(seat: Seat) -> dict[str, Any]:
    """The player on a seat, in the form of `Match.players`."""
    if seat.user:
        return person_entry(seat.user)
    return {"name": seat.bot, "user": None, "bot": seat.bot, "number": seat.name_number}


def person_entry(user: User) -> dict[str, Any]:
    """A person, in the form of `Match.players`; a program never counts as new to the game."""
    new = user.is_new and not user.is_bot
    return {"name": user.username, "user": user.pk, "bot": "", "new": new}


def players_stay(row: Match) -> bool:
    """True if the players are the same after a deal: no bot's seat can be kept for somebody, and nobody has
    played their first deal."""
    return not any(who["bot"] or row.is_first_deal(seat) for seat, who in enumerate(row.players))


def end_first_deals(row: Match) -> tuple[str, ...]:
    """Note at the end of a deal that its players are no longer new to the game; return the fields that
    change.

    Those who were away at its end are still new.
    """
    new = [seat for seat in range(len(row.players)) if row.is_first_deal(seat)]
    if not new:
        return ()
    people = [row.players[seat]["user"] for seat in new if seat not in row.away]
    after_commit(User.objects.filter(pk__in=people).update, is_new=False)
    row.players = [{**who, "new": False} if seat in new else who for seat, who in enumerate(row.players)]
    return ("players",)


def change_player(row: Match, seat: int, who: dict[str, Any], *, is_same: bool = False) -> Happened:
    """Give a seat of the match to another player, with no missed turns; the match is no longer rated.

    `is_same` is for the same person under another name: nothing else changes.
    """
    if is_same:
        who = {**row.players[seat], "name": who["name"], "user": who["user"]}
    row.players = [who if other == seat else before for other, before in enumerate(row.players)]
    if is_same:
        return Happened("substituted", {"seat": seat, "name": who["name"], "same": True})
    row.away = [other for other in row.away if other != seat]
    row.gone = [other for other in row.gone if other != seat]
    row.missed = [0 if other == seat else missed for other, missed in enumerate(row.missed)]
    row.rated = False
    return Happened("substituted", {"seat": seat, "name": who["name"]})


def is_kept(seat: Seat, now: datetime) -> bool:
    """Return whether a bot's seat is kept for somebody who is at the table, or was a moment ago."""
    if seat.coming_id is None:
        return False
    return bool(seat.socket) or (seat.seen_at is not None and seat.seen_at > now - KEPT_FOR)


def arriving_people(table: Table, now: datetime) -> list[tuple[int, User]]:
    """The kept seats whose people may have them, each with its person, in the order of the seats."""
    seats = list(table.seats.select_related("coming"))
    seated = {seat.user_id for seat in seats}
    return [
        (seat.number, seat.coming)
        for seat in seats
        if seat.coming is not None
        and is_kept(seat, now)
        and seat.coming_id not in seated
        and passes(bans.check_not_banned, seat.coming)
    ]


def seat_comers(row: Match, now: datetime) -> tuple[Happened, ...]:
    """Give the kept seats to the people who are there, between two deals; other seats are kept no longer.

    A newcomer's reserve is the time of one move, so that nobody who idles keeps the others waiting longer.
    """
    has_bots = any(who["bot"] for who in row.players)
    if not has_bots or not Seat.objects.filter(table=row.table_id).exclude(coming=None).exists():
        return ()
    table = Table.objects.select_for_update().get(pk=row.table_id)
    came = arriving_people(table, now)
    for number, user in came:
        give_seat(table, number, user)
    table.seats.exclude(coming=None).update(coming=None)
    _announce(table)
    new, most = {number for number, _user in came}, (table.move_seconds or 0) * 1000
    row.bank_ms = [min(left, most) if seat in new else left for seat, left in enumerate(row.bank_ms)]
    return tuple(
        change_player(row, number, {**person_entry(user), "took": row.players[number]["bot"]})
        for number, user in came
    )


def give_seat(table: Table, number: int, person: User) -> None:
    """Put a person on a seat; an open socket of theirs reports itself again at once."""
    table.seats.filter(number=number).update(user=person, bot="", coming=None, **FRESH)
    after_commit(notices.settle_invitation, person, table)


def give_to_bot(row: Match, number: int) -> Happened:
    """Put a bot back on a seat that a person took from one, at the same level."""
    table = Table.objects.select_for_update().get(pk=row.table_id)
    level = row.players[number].get("took") or DEFAULT_POLICY  # in matches begun before it was kept
    table.seats.filter(number=number).update(user=None, bot=level, **FRESH)
    _announce(table)
    return change_player(row, number, {"name": level, "user": None, "bot": level})


def _announce(table: Table) -> None:
    table.revision += 1
    table.save(update_fields=["revision", "changed_at"])
    after_commit(doorbell.ring_table, table.pk, revision=table.revision)
    after_commit(doorbell.ring_lobby)


# ---- between a person and the bot that plays for them


def give_up(row: Match, seat: int) -> tuple[Happened, ...]:
    """Give a seat to a bot after `MISSED_TURNS` turns that the clock played, until the person returns.

    A seat that was taken from a bot goes back to it after the first such turn, unless nobody else plays.
    """
    others = any(not row.is_played_by_bot(other) for other in range(len(row.players)) if other != seat)
    if others and row.has_joined(seat) and not row.table.hosted:
        return (give_to_bot(row, seat),)
    return hand_to_bot(row, seat) if row.missed[seat] >= clock.MISSED_TURNS else ()


def hand_to_bot(row: Match, seat: int, **by: int) -> tuple[Happened, ...]:
    """Let a bot play for a person until they return; `by` is the seat that lends theirs to it."""
    if seat in row.away:
        return ()
    row.away = [*row.away, seat]
    return (Happened("away", {"seat": seat, **by}),)


def hand_back(row: Match, seat: int, now: datetime, **by: int) -> tuple[Happened, ...]:
    """Give a seat back to its person from the bot; `by` is the seat that waits for them."""
    row.missed = [0 if other == seat else missed for other, missed in enumerate(row.missed)]
    if seat not in row.away:
        return ()
    resumed = resume_match(row, now) if row.stopped_at is not None and row.is_deserted else ()
    row.away = [other for other in row.away if other != seat]
    row.gone = [other for other in row.gone if other != seat]
    return (Happened("returned", {"seat": seat, **by}), *resumed)


def resume_match(row: Match, now: datetime) -> tuple[Happened, ...]:
    assert row.stopped_at is not None
    stood = max(0, int((now - row.stopped_at).total_seconds() * 1000))
    row.stopped_at = None
    return (Happened("resumed", {"ms": stood}),)
