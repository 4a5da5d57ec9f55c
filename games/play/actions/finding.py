"""Finding a seat: where people wait, else where bots keep seats for people, else at a new table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.models import Rating, Seat, Table
from games.play import lobby, selectors
from games.play.actions import dealing
from games.play.actions.tables import CLOCKS, fill_with_bots, open_table, take_seat
from games.play.lobby import LISTED
from games.play.selectors import JOINABLE
from ludocards.bots.registry import POLICIES
from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times

NEAR = 200
"""The largest difference between ratings, as shown, that counts as similar."""

TRIED = 10


@dataclass(frozen=True, slots=True)
class Wish:
    """The table that a person looks for. What is left empty may be anything."""

    game: str = ""
    presets: tuple[str, ...] = ()
    """The ones of the game that will do, the usual one first."""
    clock: str = ""
    """A name of `CLOCKS`."""
    similar: bool = False
    """Nobody sits there whose rating is more than `NEAR` away from the person's own."""
    friends: bool = False
    """A friend sits there."""


ANYTHING = Wish()


def find_seat(user: User, wish: Wish = ANYTHING, *, bots: str = "", nonce: str = "") -> Table:
    """Sit at the listed table that has waited longest, else take over from a bot, else open a table. Tables
    where somebody is present come first; those that everybody has left are passed over.

    Bots of the level `bots` sit down at a table that is opened, and keep the other seats until people come;
    without a level it waits. `nonce` is not used if a table is opened: nobody has seen its commitment.
    """
    if nonce and not dealing.is_nonce(nonce):
        raise ActionRefused("bad_nonce")
    game = wish.game or next(iter(GAMES))
    if game not in GAMES:
        raise ActionRefused("no_game")
    its = GAMES[game]
    preset = next(iter(wish.presets or its.presets))
    if wish.clock and wish.clock not in CLOCKS:
        raise ActionRefused("bad_clock")
    if bots and bots not in POLICIES[game]:
        raise ActionRefused("no_level")
    occupied = _wanted(user, wish).filter(lobby.attended_tables(), seats__user__isnull=False)
    waiting = occupied.filter(status=Table.Status.OPEN).filter(seats__user=None, seats__bot="")
    with_bots = occupied.filter(JOINABLE, status=Table.Status.PLAYING)
    for tables in (waiting,) if user.is_bot else (waiting, with_bots):
        here = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False).filter(
            Seat.are_around(times.now())
        )
        ordered = tables.annotate(here=Exists(here)).order_by("-here", "created_at").distinct()
        for table in ordered[:TRIED]:
            free = selectors.seat_to_take(table)
            if free is not None:
                with suppress(ActionRefused):
                    return take_seat(user, table, free, nonce)
    move_seconds, bank_seconds = CLOCKS[wish.clock or next(iter(CLOCKS))] or (None, 0)
    opened = open_table(
        user,
        game=game,
        rules={"preset": preset},
        players=its.players_of(preset)[0],
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        casual=move_seconds is None,
        joinable=bool(bots),
    )
    return fill_with_bots(user, opened, bots) if bots else opened


def _wanted(user: User, wish: Wish) -> QuerySet[Table]:
    """The listed tables that a person may be led to and that are as they wish."""
    listed = Table.objects.filter(LISTED).exclude(
        seats__user__in={user.pk, *people.ids_blocked_either_way(user)}
    )
    if user.is_bot:
        listed = listed.exclude(programs=Table.Programs.NONE)
    if wish.game:
        listed = listed.filter(game=wish.game)
    if wish.presets:
        listed = listed.filter(rules__preset__in=wish.presets)
    if wish.clock:
        move_seconds, bank_seconds = CLOCKS[wish.clock] or (None, 0)
        listed = listed.filter(move_seconds=move_seconds, bank_seconds=bank_seconds)
    if wish.friends:
        listed = listed.filter(pk__in=Table.objects.filter(seats__user__in=people.friends_of(user)))
    if wish.similar:
        own = Rating.objects.filter(user=user, game=OuterRef("game")).values("shown")[:1]
        theirs = Rating.objects.filter(user__seats__table=OuterRef("pk"), game=OuterRef("game"))
        far = Q(shown__lt=OuterRef("own") - NEAR) | Q(shown__gt=OuterRef("own") + NEAR)
        listed = listed.alias(own=Subquery(own)).exclude(Exists(theirs.filter(far)))
    return listed
