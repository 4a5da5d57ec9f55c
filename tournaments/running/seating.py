"""The tables of a round: their deals, and the players at their seats."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Boards
from games.play import actions as play
from games.play import participation
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.models import Event, Member, Round, TournamentTable
from tournaments.outlets.happenings import DEALT_ANEW
from tournaments.running import nonces
from tournaments.tie_parts import TiePart


def boards_of_round(state: Chronicle, number: int, now: datetime) -> Boards:
    """Return the boards of a round, and store them if they are new; where rounds overlap, the whole event has
    one set.

    The name of the boards contains the digest of the nonces, and their secret follows from the name, so
    nobody can choose the deals. If every table has deals of its own, no other table will play them: the
    boards are open from the start, and a match may be seen again as soon as it is over.
    """
    nonces.fix_nonces(state.event, now)
    coming = coming_boards(state, number)
    boards, _ = Boards.objects.get_or_create(
        name=coming.name,
        defaults={
            "secret": coming.secret,
            "opened_at": None if state.settings.get("duplicate", state.format.duplicate) else now,
            "measure": "matchpoints" if state.settings["scoring"] == "matchpoints" else "cross",
        },
    )
    return boards


def coming_boards(state: Chronicle, number: int) -> Boards:
    """Return the boards of a round as they will be, without storing them; the nonces must be fixed.

    Deals that were seen before the round was paired anew cannot be used. So the name of the boards contains
    the number of times that this has happened to the round, which makes the new deals different ones.
    """
    event = state.event
    times_dealt_anew = event.log.filter(what=DEALT_ANEW.what, facts__round=number).count()
    round_ = "" if state.format.flows else f"{number}.{times_dealt_anew}" if times_dealt_anew else f"{number}"
    name = "/".join(filter(None, [event.code, round_, nonces.nonces_digest(state.entries.values())]))
    return Boards(name=name, secret=sealing.seal_text(event.key(f"boards {name}").hex()))


def seat_table(
    state: Chronicle, round_: Round, number: int, drawn: catalog.HistoryTable, room: int = 0
) -> TournamentTable:
    """Make a table of a pairing; in a meeting of teams, its `room`. People are seated at once, unless the
    line-ups are sealed: then they take their seats when the round begins."""
    made = TournamentTable(
        round=round_, number=number, places=list(drawn.places), stage=drawn.stage, room=room
    )
    if state.event.seals:
        made.labels = list(labels_of_table(state, made, state.event.players))
        made.save()
        return made
    return take_seats(state, made, drawn.deals)


def take_seats(state: Chronicle, made: TournamentTable, deals: int = 0) -> TournamentTable:
    """Seat people at a table by the present line-ups, and open a game table for it unless the event is played
    at real tables.

    `deals` is as for `labels_of_table`.
    """
    event = state.event
    made.seated = lined_up(state, made)
    people = sitters_of(state, made)
    made.labels = list(labels_of_table(state, made, len(people), deals=deals))
    if event.is_real:
        made.save()
        return made
    made.table = play.host_table(
        game=event.game,
        rules=event.rules,
        sitters=people,
        boards=made.round.boards,
        labels=state.plan.labels_by_part(made.labels)[0],
        casual=not event.rated,
        private=event.is_private,
        watchable=event.spectators == Event.Spectators.OPEN,
        quiet=event.quiet,
        move_seconds=event.move_seconds,
        bank_seconds=event.bank_seconds,
        pace=event.pace,
    )
    made.save()
    return made


def labels_of_table(
    state: Chronicle, table: TournamentTable, players: int, further: int = 0, deals: int = 0
) -> tuple[str, ...]:
    """Return the labels of a table's deals: those of all rows of the plan that are certain to be played, and
    of `further` rows after them.

    `deals` is the number of the table's set of deals; 0 if that is the number of the round.
    """
    drawn = catalog.HistoryTable(tuple(table.places), table.stage, deals=deals)
    settings, seed = state.settings_at(players), state.event.draw_seed
    # `deal_labels` starts from the deals of the first part, which are `rows[0]` of the certain rows.
    further += state.plan.rows_at_first - state.plan.rows[0]
    return catalog.deal_labels(state.format, settings, seed, table.round.number, drawn, further)


def apply_watching_rule(event: Event) -> None:
    """Apply the event's rule for spectators to all tables, except those of finished rounds whose boards are
    open."""
    tables = TournamentTable.objects.filter(round__event=event, table__isnull=False)
    in_play = tables.exclude(round__status=Round.Status.OVER, round__boards__opened_at__isnull=False)
    play.set_watchable(in_play.values_list("table", flat=True), may=event.spectators == Event.Spectators.OPEN)


def lined_up(state: Chronicle, table: TournamentTable) -> list[tuple[int, int | None]]:
    """Return by seat the team and the place of its member in it, by the present line-ups; empty without
    teams."""
    if state.event.unit != Event.Unit.TEAM:
        return []
    seats = catalog.seats_of_table(state.shape, catalog.HistoryTable(tuple(table.places)), table.room)
    return [(number, _place_of(state, number, at)) for number, at in seats]


def _place_of(state: Chronicle, number: int, at: int) -> int:
    """Return the place of the member who is `at` this position in the line-up; below 0 if there is none."""
    if number < 0:
        return at
    members = state.entries[number].in_order
    return members[at].place if at < len(members) else ~at


def seats_at(state: Chronicle, table: TournamentTable) -> list[tuple[int, int | None]]:
    """Return by seat the entry and the place of its member in it; empty while the line-ups are sealed."""
    if table.seated or state.event.seals:
        return [(number, place) for number, place in table.seated]
    return [*catalog.seats_of_table(state.shape, catalog.HistoryTable(tuple(table.places)))]


def sitters_of(state: Chronicle, table: TournamentTable) -> list[User | play.HostedBot]:
    """Return the player at each seat of a table."""
    return [_sitter(state, number, place) for number, place in seats_at(state, table)]


def _sitter(state: Chronicle, number: int, place: int | None) -> User | play.HostedBot:
    member = member_at(state, number, place)
    if member is not None and member.user is not None and member.left is None:
        return member.user
    policy = "" if member is None else member.bot
    return play.HostedBot(policy or DEFAULT_POLICY, state.event.bot_number(number, place))


def member_at(state: Chronicle, number: int, place: int | None) -> Member | None:
    """Return the member of an entry at a place; None for a bot in an empty place."""
    members = state.entries[number].members.all() if number > 0 else ()
    return next((each for each in members if each.place == place), None)


def is_missing(member: Member) -> bool:
    return member.user_id is not None and not member.here


def count_moves(state: Chronicle, table: TournamentTable) -> None:
    """Add the moves in the match that has just ended at a table to the counts of the members who sat there:
    their own moves, and those that bots made for them. Members who took a seat later are left out."""
    match = None if table.table is None else table.table.match
    if match is None:
        return
    shares = participation.presences_of(match)
    for (number, place), share, player in zip(seats_at(state, table), shares, match.players, strict=True):
        member = member_at(state, number, place)
        if member is not None and member.user_id is not None and member.user_id == player["user"]:
            member.own_moves += share.own
            member.bot_moves += share.by_bot
            member.save(update_fields=["own_moves", "bot_moves"])


def rules_for_deals(part: TiePart, players: int, deals: int) -> dict[str, Any] | None:
    """Return the rules of a part for a match of `deals` deals; None if the game allows no such match."""
    game = GAMES[part.game]
    rules = game.rules_from({**part.rules, **game.lasting(deals)})
    if isinstance(rules, Refused) or game.length(rules, players) != deals:
        return None
    return game.rules_json(rules)
