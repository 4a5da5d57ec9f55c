"""Every read of tables and of matches in progress that a page, a socket or a program needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    SmallIntegerField,
    When,
)
from django.utils.translation import gettext as _

from games import texts
from games.fairplay import addresses
from games.models import HouseRules, Invitation, Match, Message, Seat, Table, Vantage, Visit
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

PEOPLE_SEEN = timedelta(minutes=2)
"""The time for which a table counts as attended after its latest change, such as the loss of a socket."""

VISIT_HOLDS = timedelta(seconds=40)
"""The time for which a person is counted in the lobby after the last sign of life if their process died."""

CHAT_SHOWN = 50
"""The number of chat lines that a reader gets at once."""

INVITATION_HOLDS = timedelta(minutes=15)
"""The least time between two invitations of a person to the same table."""

EVERY = Q()
LISTED = (Q(private=False) | Q(joinable=True)) & Q(reserved=False)
"""Tables that the lobby lists."""

JOINABLE = Q(joinable=True, watchable=True, hosted=False, match__stopped_at=None)
"""Tables where people may take a bot's seat, even during a match."""


@dataclass(frozen=True, slots=True)
class LobbySeat:
    seat: int
    name: str
    state: str
    """`bot`, `empty`, `away`, `here` or `lost`, as in the table frame."""
    hue: int


@dataclass(frozen=True, slots=True)
class LobbyTable:
    code: str
    title: str
    game: str
    preset: str
    rules_name: str
    status: str
    attended: bool
    free: int
    joinable: int
    """The number of bots whose seats people may take."""
    seats: tuple[LobbySeat, ...]
    totals: tuple[int, ...]
    deal: int | None
    move_seconds: int | None
    bank_seconds: int
    watchable: bool
    casual: bool

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people who sit there, without the site's bots."""
        return tuple(seat.name for seat in self.seats if seat.name and seat.state != "bot")

    @property
    def called(self) -> str:
        return texts.title_of_rules(self.game, self.preset, self.rules_name)

    @property
    def score(self) -> str:
        return "–".join(map(str, self.totals))


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


def lobby_tables(wanted: Q = EVERY, free_only: bool = False, limit: int = 60) -> list[LobbyTable]:
    """The lobby's tables: those with free seats, then those with bots' seats to take, then those to watch.

    Two queries.
    """
    tables = public_tables(wanted, free_only).order_by("room", "-changed_at")
    return [lobby_table(table) for table in tables[:limit]]


def public_tables(wanted: Q = EVERY, free_only: bool = False) -> QuerySet[Table]:
    """The listed tables that are open or playing and have people at them, ready for `lobby_table`."""
    return live_tables_by_room(with_match().filter(LISTED).filter(wanted), free_only)


def live_tables_by_room(tables: QuerySet[Table], free_only: bool = False) -> QuerySet[Table]:
    """Narrow tables to the open and playing ones with people at them, annotated for `lobby_table`.

    `tables` come from `with_match`. `room` is 0 if a seat is free, 1 if a bot's seat can be taken, else 2;
    `attended` is true as in `attended_tables`. With `free_only`, tables without a seat to take are left out.
    """
    tables = tables.filter(status__in=["open", "playing"])
    tables = tables.annotate(
        deal=F("match__snapshot__fair__deal"),
        people=Count("seats", filter=Q(seats__user__isnull=False)),
        free=Count("seats", filter=Q(seats__user=None, seats__bot="")),
        bots=Count("seats", filter=~Q(seats__bot="") & Q(seats__coming=None)),
        attended=ExpressionWrapper(attended_tables(), BooleanField()),
    ).filter(people__gt=0)
    tables = tables.annotate(
        room=Case(
            When(Q(status="open", hosted=False, free__gt=0), then=0),
            When(JOINABLE & Q(bots__gt=0), then=1),
            default=2,
            output_field=SmallIntegerField(),
        )
    )
    if free_only:
        tables = tables.filter(room__lt=2)
    return tables.prefetch_related("seats__user")


def attended_tables() -> Q:
    """Tables where somebody who sits there has used the page lately, and tables that changed a moment ago.

    The second condition is for programs, which open no page, and for sockets that were just lost.
    """
    now = times.now()
    sitters = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False)
    around = sitters.filter(Seat.are_around(now, Seat.WAITING_FOR))
    return Q(Exists(around)) | Q(changed_at__gt=now - PEOPLE_SEEN)


def seat_to_take(table: Table) -> int | None:
    """The number of the first free seat, else of the first bot's seat that people may take, or None."""
    seats = list(table.seats.all())
    to_take = [seat for seat in seats if seat.is_free] or (
        _bot_seats_to_take(seats) if table.joinable else []
    )
    return to_take[0].number if to_take else None


def _bot_seats_to_take(seats: Iterable[Seat]) -> list[Seat]:
    """The seats of bots, without those that a person takes when the deal is over."""
    return [seat for seat in seats if seat.bot and seat.coming_id is None]


def site_counts() -> dict[str, int]:
    """The numbers of live tables, of seats to take and of people on the site.

    Three queries, none over closed tables.
    """
    now = times.now()
    sitters = Seat.objects.filter(Seat.are_around(now), user__isnull=False).order_by()
    sitters = sitters.filter(table__status__in=["open", "playing", "over"])
    live_tables = Table.objects.filter(LISTED, status__in=["open", "playing"])
    # `LISTED` and `JOINABLE` are conditions on tables; these are on seats.
    listed = Q(table__reserved=False, table__hosted=False)
    listed &= Q(table__private=False) | Q(table__joinable=True)
    free = Q(table__status="open", user=None, bot="")
    taken_by_bots = ~Q(bot="") & Q(
        coming=None,
        table__status="playing",
        table__joinable=True,
        table__watchable=True,
        table__match__stopped_at=None,
    )
    return {
        "tables": live_tables.count(),
        "free": Seat.objects.filter(listed, free | taken_by_bots).count(),
        "people": sitters.values("user")
        .union(Visit.objects.filter(seen_at__gt=now - VISIT_HOLDS).values("user"))
        .count(),
    }


def table_title(table: Table) -> str:
    return _("Table %(number)s") % {"number": table.pk}


def lobby_table(table: Table) -> LobbyTable:
    """A table of `live_tables_by_room` as the lobby shows it.

    It has the totals of its match only where anybody may watch: some announcements score at once, so the
    totals could give away cards.
    """
    seats = list(table.seats.all())
    away = table.match.away if table.match and table.status == "playing" else []
    match = table.match if table.status == "playing" and table.watchable and table.boards_id is None else None
    cached = live.cached_match(match.pk) if match else None
    totals = cached.game.totals(cached.state) if cached else ()
    return LobbyTable(
        code=table.code,
        title=table_title(table),
        game=table.game,
        preset=table.rules["preset"],
        rules_name=table.rules_name,
        status=table.status,
        attended=table.attended,  # type: ignore[attr-defined]  # annotated by `live_tables_by_room`
        free=sum(seat.is_free for seat in seats),
        joinable=len(_bot_seats_to_take(seats)) if _is_joinable(table) else 0,
        seats=tuple(
            LobbySeat(seat.number, _seat_name(seat), _seat_state(seat, away), _seat_hue(seat))
            for seat in seats
        ),
        totals=tuple(totals),
        deal=table.deal + 1 if match else None,  # type: ignore[attr-defined]  # annotated by `live_tables_by_room`
        move_seconds=table.move_seconds,
        bank_seconds=table.bank_seconds,
        watchable=table.watchable,
        casual=table.casual,
    )


def _is_joinable(table: Table) -> bool:
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
        "casual": table.private or table.casual,
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
        "joinable": _is_joinable(table),
        "me": me,
        "coming": next((seat.number for seat in seats if seat.coming_id and seat.coming_id == user.pk), None),
        "fair": _shuffle_promise(table, seats, me),
        "vantage": vantage and {"seat": vantage.seat, "hand": _shows_hand(vantage, table)},
        "seats": [
            {
                "seat": seat.number,
                "name": _seat_name(seat),
                "state": _seat_state(seat, away),
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
                "hue": _seat_hue(seat),
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


def _seat_name(seat: Seat) -> str:
    if seat.user:
        return seat.user.username
    return texts.bot_name(seat.number) if seat.bot else ""


def _seat_hue(seat: Seat) -> int:
    """The number of the seat's colour: the person's, or one of six by its place."""
    return seat.user.hue if seat.user else seat.number % 6 + 1


def _seat_state(seat: Seat, away: list[int]) -> str:
    if seat.bot:
        return "bot"
    if seat.user_id is None:
        return "empty"
    if seat.number in away:
        return "away"
    opens_no_socket = seat.user is not None and seat.user.is_bot
    return "here" if seat.socket or opens_no_socket else "lost"


def seats_held(user: Reader) -> list[Seat]:
    """The seats that a person has, or is about to take from a bot, at tables that are not closed.

    Most recent first, without those from which the person has got up for good. One query.
    """
    if not user.is_authenticated:
        return []
    held = Seat.objects.filter(Q(user=user) | Q(coming=user)).exclude(table__status=Table.Status.CLOSED)
    seats = held.select_related("table__match").order_by("-table__changed_at")
    return [seat for seat in seats if seat.table.match is None or seat.number not in seat.table.match.gone]


# ---- invitations


def can_invite(table: Table) -> bool:
    """Return whether somebody can be invited to the table."""
    if table.hosted or table.status == "closed" or (table.status == "playing" and not table.joinable):
        return False
    return seat_to_take(table) is not None


def people_to_invite(user: User, table: Table, lobby: Collection[int] = ()) -> list[dict[str, Any]]:
    """The people whom a user may invite: those in the lobby, then friends at some table, then other friends.

    `lobby` has the ids of the people there. People who sit at this table are left out. One query.
    """
    candidates = User.objects.filter(Q(pk__in=people.friends_of(user)) | Q(pk__in=lobby), is_active=True)
    candidates = candidates.exclude(seats__table=table)
    at_a_table = Seat.objects.filter(Seat.are_around(times.now()), user=OuterRef("pk"))
    invitations = Invitation.objects.filter(table=table, person=OuterRef("pk"))
    annotated = candidates.annotate(
        there=Exists(at_a_table), invited=Exists(invitations.filter(at__gt=times.now() - INVITATION_HOLDS))
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
