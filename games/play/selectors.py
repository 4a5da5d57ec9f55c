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
"""The time a person stays in the lobby if the process serving them died without removing them."""

CHAT_KEPT = 50

INVITATION_HOLDS = timedelta(minutes=15)
"""The least time between two invitations of a person to the same table."""

LISTED = (Q(private=False) | Q(joinable=True)) & Q(reserved=False)
"""Tables that the lobby lists."""

JOINABLE = Q(joinable=True, watchable=True, hosted=False, match__stopped_at=None)
"""Tables where people may take a bot's seat, even during a match."""


@dataclass(frozen=True, slots=True)
class LobbySeat:
    seat: int
    name: str
    state: str
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
        """The names of those who sit there."""
        return tuple(seat.name for seat in self.seats if seat.name and seat.state != "bot")

    @property
    def score(self) -> str:
        return "–".join(map(str, self.totals))


# ---- tables


def with_match() -> QuerySet[Table]:
    """Tables, each with its match, but not the state in play: reading that would cost more than the rest."""
    return Table.objects.select_related("match").defer("match__snapshot")


_tables = Lookup(with_match, "code")


def access_table(user: Reader, code: str) -> Table:
    """The table of a link, closed ones included. Raises `Http404`, also if it is concealed from the reader,
    who has no seat at it."""
    table = by_code(_tables, code)
    return or_404(None if table and is_concealed(user, table) else table, _("There is no such table."))


def is_concealed(user: Reader, table: Table) -> bool:
    """Return whether the table and its matches do not exist for this reader, who does not sit there."""
    return admission.is_concealed_from(user, table) and seat_of(user, table) is None


def check_watching(user: Reader, table: Table) -> None:
    """Check that this reader may see the table."""
    if seat_of(user, table) is None:
        check_spectating(user, table)


def check_spectating(user: Reader, table: Table) -> None:
    """Check that this reader may see a match that others play here. A seat that the reader has here now makes
    no difference."""
    if not table.watchable or admission.is_concealed_from(user, table):
        raise ActionRefused("not_watchable")
    if spectators.is_closed(table):
        spectators.check_spectator(user, table)


def may_watch(user: Reader, table: Table) -> bool:
    return passes(check_watching, user, table)


def may_spectate(user: Reader, table: Table) -> bool:
    return passes(check_spectating, user, table)


def check_listening(user: Reader, table_id: int) -> None:
    """Check that somebody without a seat may take part in the spectators' chat."""
    table = Table.objects.select_related("boards").get(pk=table_id)
    if table.status != Table.Status.OPEN:
        check_watching(user, table)


def may_listen(user: Reader, table_id: int) -> bool:
    return passes(check_listening, user, table_id)


def may_see(user: Reader, table: Table) -> bool:
    """Return whether this reader may know the rules of a table; people who have played there may."""
    if may_watch(user, table) or table.status == Table.Status.OPEN:
        return True
    return any(match.seat_of(user.pk) is not None for match in table.matches.only("players"))


def seat_of(user: Reader, table: Table) -> int | None:
    if not user.is_authenticated:
        return None
    return table.seats.filter(user=user).values_list("number", flat=True).first()


def lobby_tables(game: str | None = None, free_only: bool = False, limit: int = 60) -> list[LobbyTable]:
    """The listed tables: free seats first, then the seats of bots, then the tables to watch. Two queries."""
    tables = public_tables(game, free_only).order_by("room", "-changed_at")
    return [lobby_table(table) for table in tables[:limit]]


def public_tables(game: str | None = None, free_only: bool = False) -> QuerySet[Table]:
    """The listed tables that are open or playing and have people at them, ready for `lobby_table`."""
    tables = with_match().filter(LISTED)
    return with_room(tables.filter(game=game) if game else tables, free_only)


def with_room(tables: QuerySet[Table], free_only: bool = False) -> QuerySet[Table]:
    """Narrow tables, read `with_match`, to the open and playing ones with people at them, for `lobby_table`.

    `room` is 0 if a seat is free, 1 if a bot's can be taken, else 2; `attended` is true with people there.
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
    """Tables that are not idle and where somebody has a page open, or had one a moment ago. Programs need no
    page: every table counts for as long after its latest change."""
    now = times.now()
    sitters = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False)
    here = sitters.filter(Seat.are_around(now, Seat.WAITING_FOR))
    return Q(Exists(here)) | Q(changed_at__gt=now - PEOPLE_SEEN)


def seat_to_take(table: Table) -> int | None:
    """The first free seat of a table, else the first seat of a bot that people may take."""
    seats = list(table.seats.all())
    free = [seat for seat in seats if seat.is_free] or (_seats_of_bots(seats) if table.joinable else [])
    return free[0].number if free else None


def _seats_of_bots(seats: Iterable[Seat]) -> list[Seat]:
    """The seats of bots that are not reserved for a person."""
    return [seat for seat in seats if seat.bot and seat.coming_id is None]


def site_counts() -> dict[str, int]:
    """The numbers of live tables, of seats to take and of people. Three queries, none over closed tables."""
    now = times.now()
    seen = Seat.objects.filter(Seat.are_around(now), user__isnull=False).order_by()
    seen = seen.filter(table__status__in=["open", "playing", "over"])
    live_tables = Table.objects.filter(LISTED, status__in=["open", "playing"])
    listed = (Q(table__private=False) | Q(table__joinable=True)) & Q(table__reserved=False)
    free = Q(table__status="open", user=None, bot="")
    of_bots = ~Q(bot="") & Q(
        coming=None,
        table__status="playing",
        table__joinable=True,
        table__watchable=True,
        table__match__stopped_at=None,
    )
    return {
        "tables": live_tables.count(),
        "free": Seat.objects.filter(listed, free | of_bots).count(),
        "people": seen.values("user")
        .union(Visit.objects.filter(seen_at__gt=now - VISIT_HOLDS).values("user"))
        .count(),
    }


def table_title(table: Table) -> str:
    return _("Table %(number)s") % {"number": table.pk}


def lobby_table(table: Table) -> LobbyTable:
    """A table as it is listed, with the totals of its match only where anybody may watch it.

    (Some announcements score at once, so the totals can betray them.)
    """
    seats = list(table.seats.all())
    away = table.match.away if table.match and table.status == "playing" else []
    match = table.match if table.status == "playing" and table.watchable and table.boards_id is None else None
    known = live.cached_match(match.pk) if match else None
    totals = known.game.totals(known.state) if known else ()
    return LobbyTable(
        code=table.code,
        title=table_title(table),
        game=table.game,
        preset=table.rules["preset"],
        rules_name=table.rules_name,
        status=table.status,
        attended=table.attended,  # type: ignore[attr-defined]  # of `with_room`
        free=sum(seat.is_free for seat in seats),
        joinable=len(_seats_of_bots(seats)) if _is_joinable(table) else 0,
        seats=tuple(LobbySeat(seat.number, _name(seat), _state(seat, away), _hue(seat)) for seat in seats),
        totals=tuple(totals),
        deal=table.deal + 1 if match else None,  # type: ignore[attr-defined]  # of `public_tables`
        move_seconds=table.move_seconds,
        bank_seconds=table.bank_seconds,
        watchable=table.watchable,
        casual=table.casual,
    )


def _is_joinable(table: Table) -> bool:
    """Return whether people may take the seats of bots here now; `JOINABLE` is the same as a query."""
    stands_still = table.match is not None and table.match.stopped_at is not None
    return table.joinable and table.watchable and not table.hosted and not stands_still


def _packet(table: Table) -> int:
    """The number of cards dealt at a time at this table."""
    game = GAMES[table.game]
    rules = game.rules_from(table.rules)
    return 1 if isinstance(rules, Refused) else game.packet(rules)


def table_frame(table: Table, user: Reader) -> dict[str, Any]:
    """The content of a `table` frame (`TableShape`) for a reader; expects the table with its match."""
    seats = list(table.seats.select_related("user", "coming"))
    match = table.match
    away = match.away if match and match.status == Match.Status.PLAYING else []
    joined = match if match and match.status == Match.Status.PLAYING and not table.hosted else None
    me = next((seat.number for seat in seats if seat.user_id is not None and seat.user_id == user.pk), None)
    may = absence.absence_choices(table, seats, me)
    vantage = spectators.vantage_of(user, table) if me is None else None
    return {
        "code": table.code,
        "epoch": epoch.current(),
        "title": table_title(table),
        "game": table.game,
        "game_name": texts.game_name(table.game),
        "preset": table.rules["preset"],
        "rules_name": table.rules_name,
        "rules": [
            [str(label), str(value)]
            for label, value in texts.rules_summary(table.game, table.rules, table.players)
        ],
        "players": table.players,
        "packet": _packet(table),
        "private": table.private,
        "casual": table.private or table.casual,
        "same_address": bool(addresses.seats_sharing_address(table, seats)),
        "watchable": table.watchable,
        "hosted": table.hosted,
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
        "fair": _promise(table, seats, me),
        "vantage": vantage and {"seat": vantage.seat, "hand": _shows_hand(vantage, table)},
        "seats": [
            {
                "seat": seat.number,
                "name": _name(seat),
                "state": _state(seat, away),
                "you": seat.number == me,
                "host": table.host_id is not None and seat.user_id == table.host_id,
                "guest": bool(seat.user and seat.user.is_guest),
                "program": bool(seat.user and seat.user.is_bot),
                "level": seat.bot,
                "rematch": seat.rematch,
                "coming": seat.coming.username if seat.coming else "",
                "joined": joined is not None and joined.has_joined(seat.number),
                "may": may[seat.number],
                "hue": _hue(seat),
            }
            for seat in seats
        ],
    }


def _promise(table: Table, seats: Sequence[Seat], me: int | None) -> dict[str, Any] | None:
    """The commitment to the next match's shuffle, and whether the reader has added a nonce."""
    if not table.next_commitment:
        return None
    added = me is not None and bool(seats[me].nonce)
    return {"match": str(table.next_match), "commitment": table.next_commitment, "added": added}


def _shows_hand(vantage: Vantage, table: Table) -> bool:
    """Return whether the spectator sees the hand. The host is asked each time, and may have changed its
    mind."""
    return vantage.hand and spectators.leave_of(vantage.user, table).hand


def _name(seat: Seat) -> str:
    if seat.user:
        return seat.user.username
    return texts.bot_name(seat.number) if seat.bot else ""


def _hue(seat: Seat) -> int:
    return seat.user.hue if seat.user else seat.number % 6 + 1


def _state(seat: Seat, away: list[int]) -> str:
    if seat.bot:
        return "bot"
    if seat.user_id is None:
        return "empty"
    if seat.number in away:
        return "away"
    opens_no_socket = seat.user is not None and seat.user.is_bot
    return "here" if seat.socket or opens_no_socket else "lost"


def seats_held(user: Reader) -> list[Seat]:
    """The seats that a person has, or that are reserved for them, at tables that are not closed, most recent
    first. One query."""
    if not user.is_authenticated:
        return []
    going_on = Seat.objects.filter(Q(user=user) | Q(coming=user)).exclude(table__status=Table.Status.CLOSED)
    seats = going_on.select_related("table__match").order_by("-table__changed_at")
    return [seat for seat in seats if seat.table.match is None or seat.number not in seat.table.match.gone]


# ---- invitations


def has_room(table: Table) -> bool:
    """Return whether somebody can be invited to the table."""
    if table.hosted or table.status == "closed" or (table.status == "playing" and not table.joinable):
        return False
    return seat_to_take(table) is not None


def people_to_invite(user: User, table: Table, lobby: Collection[int] = ()) -> list[dict[str, Any]]:
    """The people to invite: those in the `lobby`, then friends who sit somewhere now, then other friends.

    People who sit here are left out. One query.
    """
    friends = User.objects.filter(Q(pk__in=people.friends_of(user)) | Q(pk__in=lobby), is_active=True)
    friends = friends.exclude(seats__table=table)
    here = Seat.objects.filter(Seat.are_around(times.now()), user=OuterRef("pk"))
    asked = Invitation.objects.filter(table=table, person=OuterRef("pk"))
    known = friends.annotate(
        there=Exists(here), invited=Exists(asked.filter(at__gt=times.now() - INVITATION_HOLDS))
    )
    return [
        {
            "name": each.username,
            "hue": each.hue,
            "in_lobby": each.pk in lobby,
            "there": each.there,
            "invited": each.invited,
        }
        for each in sorted(known, key=lambda each: (each.pk not in lobby, not each.there, each.username))
    ]


# ---- house rules


def house_rules(code: str) -> HouseRules | None:
    """The house rules of a link."""
    return by_code(HouseRules.objects.select_related("owner"), code)


def house_choices(user: Reader, game: str, codes: Iterable[str] = ()) -> list[HouseRules]:
    """The house rules that a person may choose for a game: their own, then those whose `codes` they have."""
    passed_on = [code for code in codes if CODE.fullmatch(code)]
    if not user.is_authenticated and not passed_on:
        return []
    known = HouseRules.objects.filter(Q(owner=user.pk) | Q(code__in=passed_on), game=game)
    return sorted(known.select_related("owner"), key=lambda house: house.owner_id != user.pk)


def has_rules(user: Reader, table: Table) -> bool:
    """Return whether the house rules of a table are among the reader's own."""
    if not table.rules_name or not user.is_authenticated:
        return False
    return any(house.rules == table.rules for house in house_choices(user, table.game))


# ---- chat


def is_quiet(table_id: int) -> bool:
    """Return whether the players at a table may not talk now."""
    waits_or_plays = Table.objects.filter(pk=table_id, quiet=True)
    return waits_or_plays.exclude(status__in=[Table.Status.OVER, Table.Status.CLOSED]).exists()


def chat_messages(reader: Reader, table_id: int, seated: bool, after: int = 0) -> list[wire.TableChatLine]:
    """The latest lines of the players' or the spectators' chat, oldest first, without those of people whom
    the reader has blocked."""
    lines = Message.objects.filter(table=table_id, seat__isnull=not seated, pk__gt=after)
    if isinstance(reader, User) and (hidden := people.blocked_by(reader)):
        lines = lines.exclude(user__in=hidden)
    newest = list(lines.order_by("-pk")[:CHAT_KEPT])
    return [line_shown(line) for line in reversed(newest)]


def line_shown(line: Message) -> wire.TableChatLine:
    """A line of a chat as its readers see it, a ready phrase in the language that is active."""
    said = str(PHRASES[line.phrase]) if line.phrase in PHRASES else word_filter.mask_words(line.text)
    return {"id": line.pk, "name": line.name, "seat": line.seat, "text": said, "at": format_utc(line.at)}


# ---- matches


def events_since(now: live.Live, have: int, most: int) -> list[live.Numbered]:
    """The first events of a match after version `have`, from the log."""
    log = event_log.read_events(
        now.row.pk, first=have + 1, stop=min(have + most, now.version) + 1, undone=True
    )
    return [(event.seq, live.restore_event(event)) for event in log]
