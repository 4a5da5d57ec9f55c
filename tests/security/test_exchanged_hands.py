"""Operations under exchanged hands: whatever is done at a table, nobody learns of cards that they do not see.

Each is done in two worlds, in which two seats that have not played yet hold each other's cards. The other
seats, spectators and programs must get the same bytes: frames, streams, notices, feeds and pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import aclosing
from typing import Any, NamedTuple

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import transaction
from django.test import Client

from games.api import stream_clients, streams
from games.models import Happening, Match
from games.play import actions, live
from ludocards.engine.game import Viewer
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from ludopoli.webhooks.models import Delivery
from tests.conftest import Lasting
from tests.security.matrix import routes_to_read
from tests.security.readings import NEVER_TWICE, differences, read
from tests.security.test_side_channels import exchange, know, play, seen
from tests.security.world import World, address, begin

pytestmark = pytest.mark.usefixtures("bare_requests")

ABOUT_A_MATCH = re.compile(r"(api/v1|tavolo)/.*<\w+:(code|match)>")

RULES = {"preset": "classico", "match_end": {"deals": 40}}


class Seats(NamedTuple):
    """The seats of a match by what has happened: one and other have not played, and hold each other's cards
    in the second world."""

    acts: int
    one: int
    other: int
    last: int


@pytest.fixture(scope="module")
def second_deal(built: World, lasting: Lasting) -> Match:
    """A friendly match that anybody may watch: one deal is over, and a card of the next one lies."""
    with lasting():
        match = begin(
            [built.player, built.guest, built.other, built.staff], rules=RULES, casual=True, move_seconds=None
        )
        while live.load_match(match.pk).state.deal == 0:
            play(match, 1)
        play(match, 1)
        match.refresh_from_db()
        return match


def seats_of(match: Match) -> Seats:
    [acts] = live.load_match(match.pk).to_act()
    return Seats(acts, *((acts + more) % 4 for more in (1, 2, 3)))


def person(match: Match, seat: int) -> User:
    return User.objects.get(pk=match.players[seat]["user"])


def propose(match: Match, seat: int, what: str, *, agrees: bool = True) -> None:
    """Propose something, and let all answer who are asked."""
    actions.make_proposal(match.pk, seat, what)
    waits = live.load_match(match.pk).row.snapshot.get("proposal", {"asked": [], "id": 0})
    for each in waits["asked"]:
        actions.answer_proposal(match.pk, each, waits["id"], agrees=agrees)
        if not agrees:
            break


def behind(match: Match) -> int:
    now = live.load_match(match.pk)
    totals = now.game.totals(now.state)
    return 0 if totals[0] < totals[1] else 1


def leave(match: Match, *seats: int) -> None:
    for seat in seats:
        actions.leave_table(person(match, seat), match.table)


def lend(match: Match, by: int, seat: int) -> None:
    actions.lend_seat(match.pk, by, seat)


def wait(match: Match, by: int, seat: int) -> None:
    lend(match, by, seat)
    actions.wait_for_absent(match.pk, by, seat)


def win(match: Match, seats: Seats) -> None:
    leave(match, seats.one, seats.last)
    propose(match, seats.acts, "win")


def stop_and_go_on(match: Match, seats: Seats) -> None:
    propose(match, seats.one, "pause")
    stopped_at = live.load_match(match.pk).row.stopped_at
    actions.end_pause(match.pk, seats.other, stopped_at)


OPERATIONS: dict[str, Callable[[Match, Seats], object]] = {
    "play": lambda match, _seats: play(match, 1),
    "lend": lambda match, seats: lend(match, seats.last, seats.one),
    "wait": lambda match, seats: wait(match, seats.last, seats.other),
    "leave": lambda match, seats: leave(match, seats.other),
    "undo": lambda match, seats: propose(match, seats.last, "undo"),
    "decline": lambda match, seats: propose(match, seats.last, "undo", agrees=False),
    "pause": stop_and_go_on,
    "annul": lambda match, seats: propose(match, seats.one, "annul"),
    "concede": lambda match, _seats: propose(match, behind(match), "concede"),
    "win": win,
}


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let streams look for news at once, with the connection of the test."""

    async def here(function: Callable[..., Any], *arguments: Any) -> Any:
        return await sync_to_async(function)(*arguments)

    monkeypatch.setattr(streams, "in_thread", here)
    monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 0)


@async_to_sync
async def streamed(match: Match, viewer: Viewer, have: int) -> tuple[bytes, ...]:
    """Return the lines of a stream that goes on after a version, up to the first empty one or its end, as
    server-sent events."""
    user = None if viewer is None else await sync_to_async(person)(match, viewer)
    place = stream_clients.StreamPlace.take(stream_clients.Asker(user, None, "", "nobody's"))
    lines = []
    async with aclosing(streams._match_frames(place, match.pk, match.table_id, viewer, have)) as stream:
        async for frame in stream:
            if frame is None:
                break
            lines.append(NEVER_TWICE.sub(b"", stream_clients.as_event(frame)))
    return tuple(lines)


def pages(client: Client, match: Match) -> dict[str, tuple[Any, ...]]:
    """Return all that is read at the addresses of a table and of its match."""
    values = {"match": match.pk, "code": match.table.code}
    routes = [route for route in routes_to_read() if ABOUT_A_MATCH.match(route)]
    return {path: read(client, path) for path in (address(route, values) for route in routes)}


def written() -> tuple[Any, ...]:
    """Return everything that waits to be sent to people and programs."""
    return (
        *Happening.objects.order_by("pk").values_list("user", "kind", "data"),
        *Notice.objects.order_by("pk").values_list("user", "kind", "facts"),
        *Delivery.objects.order_by("pk").values_list("webhook", "kind"),
    )


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_operation_reveals_exchanged_hands(
    world: World, second_deal: Match, at_once: None, operation: str
) -> None:
    match, seats = second_deal, seats_of(second_deal)
    have = live.load_match(match.pk).version
    client = Client()
    client.force_login(person(match, seats.acts))

    def learned() -> tuple[dict[str, tuple[Any, ...]], tuple[str, ...]]:
        with transaction.atomic():
            OPERATIONS[operation](match, seats)
            know(match)
            found: dict[str, tuple[Any, ...]] = {"what is to be sent": written()}
            for viewer in (None, seats.acts, seats.last):
                found[f"frames to {viewer}"] = seen(match, viewer)
                found[f"stream to {viewer}"] = lines = streamed(match, viewer, have)
                assert lines, "it sends what has been done"
            if live.load_match(match.pk).row.status == Match.Status.PLAYING:  # else the cards lie open
                found |= pages(client, match)
            own = seen(match, seats.one)
            transaction.set_rollback(True)
        live.empty_cache()
        return found, own

    before, own_before = learned()
    exchange(match, seats.one, seats.other)
    after, own_after = learned()
    assert own_before != own_after, "the test would see a difference"
    assert [key for key in before if before[key] != after[key]] == [], differences(before, after)
