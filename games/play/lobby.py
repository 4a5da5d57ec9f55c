"""The lobby: tables that people may join or watch, and the counts of the site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

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

from games import texts
from games.models import Seat, Table, Visit
from games.play import live, selectors
from ludopoli.text import times

PEOPLE_SEEN = timedelta(minutes=2)
"""The time for which a table counts as attended after its latest change, such as the loss of a socket."""

VISIT_HOLDS = timedelta(seconds=40)
"""The time for which a person is counted in the lobby after the last sign of life if their process died."""

LISTED = (Q(private=False) | Q(joinable=True)) & Q(reserved=False)
"""Tables that the lobby lists."""


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
        return texts.score_line(self.totals)


def lobby_tables(wanted: Q = selectors.EVERY, free_only: bool = False, limit: int = 60) -> list[LobbyTable]:
    """The lobby's tables, in the language of the reader. Two queries."""
    return [lobby_table(table) for table in rows_of_lobby(wanted, free_only, limit)]


def rows_of_lobby(wanted: Q = selectors.EVERY, free_only: bool = False, limit: int = 60) -> list[Table]:
    """The lobby's tables for `lobby_table`: those with free seats, then those with bots' seats to take, then
    those to watch. Two queries."""
    return list(public_tables(wanted, free_only).order_by("room", "-changed_at")[:limit])


def public_tables(wanted: Q = selectors.EVERY, free_only: bool = False) -> QuerySet[Table]:
    """The listed tables that are open or playing and have people at them, ready for `lobby_table`."""
    return live_tables_by_room(selectors.with_match().filter(LISTED).filter(wanted), free_only)


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
            When(selectors.JOINABLE & Q(bots__gt=0), then=1),
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


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """The numbers of live tables and of seats to take, and the people on the site."""

    tables: int
    free: int
    present: frozenset[int]


def site_counts() -> SiteCounts:
    """Count what is on the site: three queries, none over closed tables."""
    now = times.now()
    sitters = Seat.objects.filter(Seat.are_around(now), user__isnull=False).order_by()
    sitters = sitters.filter(table__status__in=["open", "playing", "over"])
    visitors = Visit.objects.filter(seen_at__gt=now - VISIT_HOLDS).values_list("user", flat=True)
    everybody = sitters.values_list("user", flat=True).union(visitors)
    return SiteCounts(
        _live_tables().count(),
        _seats_to_take().count(),
        frozenset(pk for pk in everybody.order_by() if pk is not None),
    )


class Counts(NamedTuple):
    """The numbers of live tables, of seats to take, and of people, as a reader sees them."""

    tables: int
    free: int
    people: int


def count_others(counts: SiteCounts, held: Mapping[int | None, Collection[Seat]]) -> dict[int | None, Counts]:
    """For each of these readers, the counts without them and the tables of the seats that they hold; two
    queries if there are any."""
    own = {seat.table_id for seats in held.values() for seat in seats}
    live_tables = {*_live_tables().filter(pk__in=own).values_list("pk", flat=True)}
    free = Counter(_seats_to_take().filter(table__in=own).values_list("table", flat=True))
    made = {}
    for reader, seats in held.items():
        tables = {seat.table_id for seat in seats}
        made[reader] = Counts(
            max(counts.tables - len(tables & live_tables), 0),
            max(counts.free - sum(free[table] for table in tables), 0),
            len(counts.present) - (reader in counts.present),
        )
    return made


def _live_tables() -> QuerySet[Table]:
    return Table.objects.filter(LISTED, status__in=["open", "playing"])


def _seats_to_take() -> QuerySet[Seat]:
    """Free seats, and those of bots that people may take: `LISTED` and `JOINABLE` as conditions on seats."""
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
    return Seat.objects.filter(listed, free | taken_by_bots)


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
        title=selectors.table_title(table),
        game=table.game,
        preset=table.rules["preset"],
        rules_name=table.rules_name,
        status=table.status,
        attended=table.attended,  # type: ignore[attr-defined]  # annotated by `live_tables_by_room`
        free=sum(seat.is_free for seat in seats),
        joinable=len(selectors.bot_seats_to_take(seats)) if selectors.may_be_joined(table) else 0,
        seats=tuple(
            LobbySeat(
                seat.number,
                selectors.name_at_seat(seat),
                selectors.state_of_seat(seat, away),
                selectors.hue_of_seat(seat),
            )
            for seat in seats
        ),
        totals=tuple(totals),
        deal=table.deal + 1 if match else None,  # type: ignore[attr-defined]  # annotated by `live_tables_by_room`
        move_seconds=table.move_seconds,
        bank_seconds=table.bank_seconds,
        watchable=table.watchable,
        casual=table.moves_no_rating,
    )
