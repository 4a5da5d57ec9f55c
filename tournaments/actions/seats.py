"""Replacing a member, also at tables that are not over."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from games.models import Table
from games.play import actions as play
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle, club_lines
from tournaments.actions.entries import Named, member_columns
from tournaments.entering import seat_links
from tournaments.models import Entry, Event, Member, Round, TournamentTable
from tournaments.running import collecting, seating

TableStatus = TournamentTable.Status


def take_over(
    event: Event,
    member: Member,
    who: User | Named | str,
    now: datetime | None,
    *,
    here: bool,
    let_in: bool,
    in_rated: bool,
) -> None:
    """Replace a member by a person, or by a bot (its policy); the results of the entry stay.

    With `in_rated` this includes tables whose match is rated, and the match loses its rating; otherwise those
    tables are left alone. The former member's seat link and its sessions end, and the entry has a new link to
    its score sheets.
    """
    seat_links.revoke_seat_links(event.members.filter(pk=member.pk))
    _keep_former(event, member)
    nobody = {"user": None, "bot": "", "name": "", "card": "", "category": "", "club_line": None}
    columns = {**nobody, **member_columns(who)}
    for column, value in columns.items():
        setattr(member, column, value)
    club_lines.link_members(event, [member])
    member.here, member.accepted = here, True
    member.left, member.wanted, member.offered_to = None, False, None
    member.own_moves = member.bot_moves = 0
    if event.nonces_at is None:
        member.nonce = ""  # the new member adds their own
    member.save()
    entry = member.entry
    if not entry.misses_somebody:
        entry.status = Entry.Status.CHECKED_IN
    elif event.started_at is None:
        entry.status = Entry.Status.REGISTERED
    entry.let_in = entry.let_in or let_in
    entry.link += 1
    entry.save(update_fields=["status", "let_in", "link"])
    if not isinstance(who, Named):
        bot = event.bot_number(entry.number, member.place)
        sitter = play.HostedBot(who, bot) if isinstance(who, str) else who
        _put_in(event, entry.number, member.place, sitter, now, in_rated=in_rated)


def _keep_former(event: Event, member: Member) -> None:
    """Keep the row of somebody who has played, with their last round; `member` becomes a new row."""
    played = _last_round(event, member.entry)
    is_somebody = member.user_id is not None or member.club_line_id is not None or bool(member.name)
    if not is_somebody or played < member.first_round:
        return
    Member.objects.filter(pk=member.pk).update(last_round=played)
    member.pk, member._state.adding = None, True
    member.first_round = played + 1


def _last_round(event: Event, entry: Entry) -> int:
    """Return the last round in which an entry has scored: whoever comes now plays from the next one on."""
    rounds = list(event.rounds.order_by("-number").prefetch_related("tables")[:1])
    if not rounds:
        return 0
    [latest] = rounds
    own = [each for each in latest.tables.all() if entry.number in each.places]
    is_played = latest.status == Round.Status.OVER or collecting.is_scored(event, *own)
    return latest.number if is_played else latest.number - 1


def _put_in(
    event: Event, number: int, place: int, who: User | play.HostedBot, now: datetime | None, *, in_rated: bool
) -> None:
    """Seat the new member at the tables that are not over."""
    state = chronicle.read_chronicle(event)
    for tables in state.tables.values():
        for table in tables:
            if table.status == TableStatus.OVER or number not in table.places or table.table is None:
                continue
            if not in_rated and table.table.matches.filter(rated=True).exists():
                continue
            seats = seating.seats_at(state, table)
            if (number, place) in seats:  # a substitute of a team has no seat
                with suppress(ActionRefused):  # the match has just ended
                    play.substitute_player(table.table, seats.index((number, place)), who, now)


def seat_again(event: Event, tables: Sequence[TournamentTable]) -> None:
    """Seat everybody anew at tables of a round that has not begun; their matches are not rated.

    Where the line-ups are sealed, nobody sits yet.
    """
    state = chronicle.read_chronicle(event)
    for table in tables:
        if table.seated:
            table.seated = seating.lined_up(state, table)
        table.save(update_fields=["places", "seated"])
    for table in tables:
        if table.table is not None:
            play.reseat_table(table.table, seating.sitters_of(state, table))
    Table.objects.filter(tournament__in=tables).update(casual=True)
