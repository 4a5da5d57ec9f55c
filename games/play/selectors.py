"""Every read of a table and of a match in progress that a page, a socket or a program needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Exists,
    OuterRef,
    Q,
    QuerySet,
)
from django.utils.translation import gettext as _

from games import texts
from games.fairplay import addresses
from games.models import Challenge, HouseRules, Invitation, Match, Message, Seat, Table, Vantage
from games.play import absence, admission, epoch, event_log, live, spectators, wire
from games.texts import PublicGame
from games.texts.phrases import PHRASES
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.lookups import CODE, Lookup, by_code, or_404
from ludopoli.http.refusals import ActionRefused, passes
from ludopoli.text import times, word_filter
from ludopoli.text.times import format_utc

Reader = User | AnonymousUser

CHAT_SHOWN = 50
"""The number of chat lines that a reader gets at once."""

INVITATION_HOLDS = timedelta(minutes=15)
"""The least time between two invitations of a person to the same table."""

EVERY = Q()
JOINABLE = Q(joinable=True, watchable=True, hosted=False, match__stopped_at=None)
"""Tables where people may take a bot's seat, even during a match."""


# ---- tables


def with_match() -> QuerySet[Table]:
    """Tables, each with its match but without the match's snapshot, which would cost more than the rest, and
    with its boards."""
    return Table.objects.select_related("match", "boards").defer("match__snapshot")


_tables = Lookup(with_match, "code")


def access_table(user: Reader, code: str) -> Table:
    """The table with this code, even a closed one.

    Raises `Http404` if there is none, or if it is concealed from the reader.
    """
    table = by_code(_tables, code)
    return or_404(
        None if table and is_concealed(user, table) else table, _("Table not found: it may have closed.")
    )


def is_concealed(user: Reader, table: Table) -> bool:
    """Return whether this reader must not know that the table exists; people who sit there may."""
    return admission.is_concealed_from(user, table) and seat_of(user, table) is None


def check_watching(user: Reader, table: Table) -> None:
    """Check that this reader may see the match in play: they sit there, or may spectate."""
    if seat_of(user, table) is None:
        check_spectating(user, table)


def check_spectating(user: Reader, table: Table) -> None:
    """Check that this reader may see, as a spectator, a match that others play here.

    Whether they have a seat here now makes no difference.
    """
    if not table.watchable or admission.is_concealed_from(user, table):
        raise ActionRefused("not_watchable")
    if spectators.is_closed(table):
        spectators.check_spectator(user, table)


def may_watch(user: Reader, table: Table) -> bool:
    return passes(check_watching, user, table)


def may_spectate(user: Reader, table: Table) -> bool:
    return passes(check_spectating, user, table)


def check_spectator_chat(user: Reader, table_id: int) -> None:
    """Check that a reader without a seat may join the spectators' chat; before a match everybody may."""
    table = Table.objects.select_related("boards").get(pk=table_id)
    if table.status != Table.Status.OPEN:
        check_watching(user, table)


def may_join_spectator_chat(user: Reader, table_id: int) -> bool:
    return passes(check_spectator_chat, user, table_id)


def may_see_rules(user: Reader, table: Table) -> bool:
    """Return whether this reader may see a table's rules: they may watch it, or have played there."""
    if may_watch(user, table) or table.status == Table.Status.OPEN:
        return True
    return any(match.seat_of(user.pk) is not None for match in table.matches.only("players"))


def seat_of(user: Reader, table: Table) -> int | None:
    if not user.is_authenticated:
        return None
    return table.seats.filter(user=user).values_list("number", flat=True).first()


def of_public_game(game: PublicGame | None) -> Q:
    """Tables or events of a game as people know it; all, if none is given."""
    return Q(game=game.game, rules__preset__in=game.presets) if game else Q()


def seat_to_take(table: Table) -> int | None:
    """The number of the first free seat, else of the first bot's seat that people may take, or None."""
    seats = list(table.seats.all())
    to_take = [seat for seat in seats if seat.is_free] or (bot_seats_to_take(seats) if table.joinable else [])
    return to_take[0].number if to_take else None


def bot_seats_to_take(seats: Iterable[Seat]) -> list[Seat]:
    """The seats of bots, without those that a person takes when the deal is over."""
    return [seat for seat in seats if seat.bot and seat.coming_id is None]


def table_title(table: Table) -> str:
    return _("Table %(number)s") % {"number": table.pk}


def may_be_joined(table: Table) -> bool:
    """Return whether people may take the seats of bots here now; `JOINABLE` is the same as a query."""
    is_stopped = table.match is not None and table.match.stopped_at is not None
    return table.joinable and table.watchable and not table.hosted and not is_stopped


def _packet_size(table: Table) -> int:
    """The number of cards dealt at a time at this table."""
    game = GAMES[table.game]
    rules = game.rules_from(table.rules)
    return 1 if isinstance(rules, Refused) else game.packet(rules)


def table_frame(table: Table, user: Reader) -> dict[str, Any]:
    """The content of a `table` frame (`TableShape`) for a reader; expects a table of `with_match`."""
    seats = list(table.seats.select_related("user", "coming"))
    match = table.match
    away, gone = (match.away, match.gone) if match and match.status == Match.Status.PLAYING else ([], [])
    match_to_join = match if match and match.status == Match.Status.PLAYING and not table.hosted else None
    me = next((seat.number for seat in seats if seat.user_id is not None and seat.user_id == user.pk), None)
    choices = absence.absence_choices(table, seats, me)
    vantage = spectators.vantage_of(user, table) if me is None else None
    return {
        "code": table.code,
        "epoch": epoch.current(),
        "title": table_title(table),
        "game": table.game,
        "game_name": texts.game_name(table.game),
        "called": texts.title_of_rules(table.game, table.rules["preset"], table.rules_name),
        "preset": table.rules["preset"],
        "rules_name": table.rules_name,
        "rules": [
            [str(label), str(value)]
            for label, value in texts.rules_summary(table.game, table.rules, table.players)
        ],
        "players": table.players,
        "packet": _packet_size(table),
        "private": table.private,
        "casual": table.moves_no_rating,
        "same_address": bool(addresses.seats_sharing_address(table, seats)),
        "watchable": table.watchable,
        "hosted": table.hosted,
        "boards_closed": spectators.is_closed(table),
        "quiet": table.quiet,
        "programs": table.programs,
        "clock": None
        if table.move_seconds is None
        else {"move": table.move_seconds, "bank": table.bank_seconds},
        "status": table.status,
        "match": str(table.match_id) if table.match_id else None,
        "host": table.host_id is not None and table.host_id == user.pk,
        "open_to_all": table.joinable,
        "joinable": may_be_joined(table),
        "me": me,
        "coming": next((seat.number for seat in seats if seat.coming_id and seat.coming_id == user.pk), None),
        "fair": _shuffle_promise(table, seats, me),
        "vantage": vantage and {"seat": vantage.seat, "hand": _shows_hand(vantage, table)},
        "seats": [
            {
                "seat": seat.number,
                "name": name_at_seat(seat),
                "state": state_of_seat(seat, away),
                "you": seat.number == me,
                "host": table.host_id is not None and seat.user_id == table.host_id,
                "guest": bool(seat.user and seat.user.is_guest),
                "program": bool(seat.user and seat.user.is_bot),
                "level": seat.bot,
                "rematch": seat.rematch,
                "coming": seat.coming.username if seat.coming else "",
                "joined": match_to_join is not None and match_to_join.has_joined(seat.number),
                "may": choices[seat.number],
                "since": seat.seen_at if me is not None and absence.is_offline(seat) else None,
                "got_up": seat.number in gone,
                "moving": me is not None and absence.is_moving(seat),
                "hue": hue_of_seat(seat),
            }
            for seat in seats
        ],
    }


def _shuffle_promise(table: Table, seats: Sequence[Seat], me: int | None) -> dict[str, Any] | None:
    """The commitment to the next match's shuffle, and whether the reader has added a nonce to it."""
    if not table.next_commitment:
        return None
    added = me is not None and bool(seats[me].nonce)
    return {"match": str(table.next_match), "commitment": table.next_commitment, "added": added}


def _shows_hand(vantage: Vantage, table: Table) -> bool:
    """Return whether the spectator sees the hand of the seat.

    The vantage records the permission; the table's host (`register_spectator_host`) may have withdrawn it.
    """
    return vantage.hand and spectators.leave_of(vantage.user, table).hand


def name_at_seat(seat: Seat) -> str:
    if seat.user:
        return seat.user.username
    return texts.bot_name(seat.name_number) if seat.bot else ""


def hue_of_seat(seat: Seat) -> int:
    """The number of the seat's colour: the person's, or one of six by its place."""
    return seat.user.hue if seat.user else seat.number % 6 + 1


def state_of_seat(seat: Seat, away: list[int]) -> str:
    if seat.bot:
        return "bot"
    if seat.user_id is None:
        return "empty"
    if seat.number in away:
        return "away"
    opens_no_socket = seat.user is not None and seat.user.is_bot
    return "here" if seat.socket or opens_no_socket else "lost"


def seats_held(user: Reader) -> list[Seat]:
    """The seats of `seats_taken` from which the person has not got up. One query."""
    return [seat for seat in seats_taken(user) if not has_got_up(seat)]


def seats_taken(user: Reader) -> list[Seat]:
    """The seats that a person has, or is about to take from a bot, at tables that are not closed.

    Most recent first, with those from which the person has got up in mid-match. One query.
    """
    if not user.is_authenticated:
        return []
    taken = Seat.objects.filter(Q(user=user) | Q(coming=user)).exclude(table__status=Table.Status.CLOSED)
    return list(taken.select_related("table__match").order_by("-table__changed_at"))


def seats_held_by(people: Collection[int]) -> dict[int | None, list[Seat]]:
    """The seats of `seats_held` of each of these people, without the snapshots of matches, but with all seats
    of their tables. Two queries."""
    taken = Seat.objects.filter(Q(user__in=people) | Q(coming__in=people))
    taken = taken.exclude(table__status=Table.Status.CLOSED).order_by("-table__changed_at")
    taken = taken.select_related("table__match").defer("table__match__snapshot")
    held: dict[int | None, list[Seat]] = {person: [] for person in people}
    for seat in taken.prefetch_related("table__seats"):
        for person in {seat.user_id, seat.coming_id} & held.keys():
            if not has_got_up(seat):
                held[person].append(seat)
    return held


def has_got_up(seat: Seat) -> bool:
    """Return whether the person of a seat of `seats_taken` has left its match. No query."""
    return seat.table.match is not None and seat.number in seat.table.match.gone


def is_own_turn(seat: Seat) -> bool:
    """Return whether the match waits for the person in a seat of `seats_held`. No query."""
    match = seat.table.match
    if match is None or match.status != Match.Status.PLAYING or match.stopped_at is not None:
        return False
    if seat.bot or match.is_played_by_bot(seat.number):
        return False
    return seat.number in GAMES[match.game].to_act(live.state_of(match))


def tables_alone_with_bots(held: Collection[Seat]) -> set[int]:
    """The tables of these seats whose match is played by one person with bots; one query if any is in
    play."""
    playing = [
        seat.table_id for seat in held if seat.table.status == Table.Status.PLAYING and not seat.table.hosted
    ]
    if not playing:
        return set()
    others = Seat.objects.filter(table__in=playing).exclude(pk__in=[seat.pk for seat in held])
    return {*playing} - {*others.filter(Q(bot="") | Q(coming__isnull=False)).values_list("table", flat=True)}


# ---- invitations


def can_invite(table: Table) -> bool:
    """Return whether somebody can be invited to the table."""
    if table.hosted or table.status == "closed" or (table.status == "playing" and not table.joinable):
        return False
    return seat_to_take(table) is not None


def people_to_invite(user: User, table: Table, lobby: Collection[int] = ()) -> list[dict[str, Any]]:
    """The people whom a user may invite: those in the lobby, then friends at some table, then other friends.

    `lobby` has the ids of the people there. People who sit at this table are left out, and those whom it
    would not admit. One query, and one for each person where the table is reserved.
    """
    candidates = User.objects.filter(Q(pk__in=people.friends_of(user)) | Q(pk__in=lobby), is_active=True)
    candidates = candidates.exclude(seats__table=table)
    at_a_table = Seat.objects.filter(Seat.are_around(times.now()), user=OuterRef("pk"))
    invitations = Invitation.objects.filter(table=table, person=OuterRef("pk"))
    asked = Challenge.objects.filter(table=table, challenger=user, challenged=OuterRef("pk"), status="open")
    annotated = candidates.annotate(
        there=Exists(at_a_table),
        invited=Exists(invitations.filter(at__gt=times.now() - INVITATION_HOLDS)) | Exists(asked),
    )
    return [
        {
            "name": each.username,
            "hue": each.hue,
            "in_lobby": each.pk in lobby,
            "there": each.there,
            "invited": each.invited,
        }
        for each in sorted(annotated, key=lambda each: (each.pk not in lobby, not each.there, each.username))
        if admission.is_admitted(each, table)
    ]


# ---- house rules


def house_rules(code: str) -> HouseRules | None:
    """The house rules with this code, from a link that shares them."""
    return by_code(HouseRules.objects.select_related("owner"), code)


def house_choices(user: Reader, game: str, codes: Iterable[str] = ()) -> list[HouseRules]:
    """The house rules that a person may choose for a game: their own, then those with these `codes`.

    Everybody who knows the code of house rules may use them.
    """
    shared_codes = [code for code in codes if CODE.fullmatch(code)]
    if not user.is_authenticated and not shared_codes:
        return []
    choices = HouseRules.objects.filter(Q(owner=user.pk) | Q(code__in=shared_codes), game=game)
    return sorted(choices.select_related("owner"), key=lambda house: house.owner_id != user.pk)


def owns_house_rules(user: Reader, table: Table) -> bool:
    """Return whether the reader has kept the house rules of this table as their own."""
    if not table.rules_name or not user.is_authenticated:
        return False
    return any(house.rules == table.rules for house in house_choices(user, table.game))


# ---- chat


def is_quiet(table_id: int) -> bool:
    """Return whether the players at a table may not chat until their match is over."""
    quiet_tables = Table.objects.filter(pk=table_id, quiet=True)
    return quiet_tables.exclude(status__in=[Table.Status.OVER, Table.Status.CLOSED]).exists()


def chat_messages(reader: Reader, table_id: int, seated: bool, after: int = 0) -> list[wire.TableChatLine]:
    """The latest lines of the players' chat, or if not `seated` of the spectators', oldest first.

    Lines of people whom the reader has blocked are left out.
    """
    lines = Message.objects.filter(table=table_id, seat__isnull=not seated, pk__gt=after)
    if isinstance(reader, User) and (hidden := people.ids_blocked_by(reader)):
        lines = lines.exclude(user__in=hidden)
    newest = list(lines.order_by("-pk")[:CHAT_SHOWN])
    return [chat_line_shape(line) for line in reversed(newest)]


def chat_line_shape(line: Message) -> wire.TableChatLine:
    """A line of a chat as it is sent: phrases in the active language, other text with bad words masked."""
    text = str(PHRASES[line.phrase]) if line.phrase in PHRASES else word_filter.mask_words(line.text)
    return {"id": line.pk, "name": line.name, "seat": line.seat, "text": text, "at": format_utc(line.at)}


# ---- matches


def events_since(now: live.Live, have: int, most: int) -> list[live.Numbered]:
    """At most `most` events of a match after version `have`, read from the log."""
    log = event_log.read_events(
        now.row.pk, first=have + 1, stop=min(have + most, now.version) + 1, undone=True
    )
    return [(event.seq, live.restore_event(event)) for event in log]
