"""No state of a table has people who are there and can do nothing: each has a way on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from games.models import Match, Seat, Table
from games.play import actions, frames, live, selectors
from ludopoli.accounts.models import User
from ludopoli.http.refusals import passes
from tests.games.playing import play_on
from tests.games.test_absence import FRIENDS, connect
from tests.games.test_early_ends import get_up, to_deal
from tests.games.test_joining import now_of
from tests.games.test_proposals import LONG, agree, behind

NewMatch = Callable[..., Match]

ONE_DEAL = {"rules": {"preset": "classico", "match_end": {"deals": 1}}}


def friend_offline_on_turn(match: NewMatch) -> tuple[Match, int]:
    begun = match(seated=2, **FRIENDS)
    while live.load_match(begun.pk).to_act() != (1,):
        play_on(begun, 1)
    connect(begun, 0)
    return begun, 0


def host_offline_on_turn(match: NewMatch) -> tuple[Match, int]:
    begun = match(seated=2, **FRIENDS)
    while live.load_match(begun.pk).to_act() != (0,):
        play_on(begun, 1)
    connect(begun, 1)
    return begun, 1


def opponents_gone_from_a_rated_match(match: NewMatch) -> tuple[Match, int]:
    begun = match(**LONG)
    to_deal(begun, 2)
    get_up(begun, 1, 3)
    connect(begun, 0, 2)
    return begun, 0


def partner_gone_from_a_lost_match(match: NewMatch) -> tuple[Match, int]:
    begun = match(**LONG)
    seat = behind(begun)
    get_up(begun, (seat + 2) % 4)
    return begun, seat


def everybody_else_offline_in_a_pause(match: NewMatch) -> tuple[Match, int]:
    begun = match(**FRIENDS)
    actions.make_proposal(begun.pk, 1, "pause")
    agree(begun, 0, 2, 3)
    connect(begun, 2)
    return begun, 2


def wrong_rules(match: NewMatch) -> tuple[Match, int]:
    return match(**LONG), 3


def host_offline_after_the_match(match: NewMatch) -> tuple[Match, int]:
    begun = match(**ONE_DEAL, **FRIENDS)
    play_on(begun)
    connect(begun, 2)
    return begun, 2


def friend_offline_before_the_next_match(match: NewMatch) -> tuple[Match, int]:
    begun = match(**ONE_DEAL, **FRIENDS)
    play_on(begun)
    get_up(begun, 3)
    connect(begun, 0, 2)
    return begun, 0


def no_host_and_somebody_offline(match: NewMatch) -> tuple[Match, int]:
    begun = match(**ONE_DEAL, **FRIENDS)
    play_on(begun)
    Table.objects.filter(pk=begun.table_id).update(host=None)
    connect(begun, 2)
    return begun, 2


EXITS = [
    (friend_offline_on_turn, {"lend", "send_away"}),
    (host_offline_on_turn, {"lend"}),
    (opponents_gone_from_a_rated_match, {"win"}),
    (partner_gone_from_a_lost_match, {"concede"}),
    (everybody_else_offline_in_a_pause, {"go_on", "lend"}),
    (wrong_rules, {"annul"}),
    (host_offline_after_the_match, {"send_away", "leave"}),
    (friend_offline_before_the_next_match, {"send_away", "leave"}),
    (no_host_and_somebody_offline, {"send_away", "leave"}),
]
"""The states in which people wait for somebody who may never come, each with ways on that it must have."""


@pytest.mark.parametrize(("state", "expected"), EXITS, ids=[state.__name__ for state, _ in EXITS])
def test_a_state_in_which_somebody_is_missing_has_a_way_on(
    match: NewMatch, state: Callable[[NewMatch], tuple[Match, int]], expected: set[str]
) -> None:
    begun, seat = state(match)
    Seat.objects.filter(table=begun.table_id).update(seen_at=None)
    assert ways_on(begun, seat) >= expected


def ways_on(match: Match, seat: int) -> set[str]:
    """The acts of the person on a seat: those that the frames offer, and those without an offer."""
    table, person = now_of(match.table), User.objects.get(pk=match.players[seat]["user"])
    offered = {what for each in selectors.table_frame(table, person)["seats"] for what in each["may"]}
    if table.status == Table.Status.PLAYING:
        frame = frames.state_frame(live.load_match(match.pk), seat, timezone.now())
        offered |= {*frame["may_propose"]}
        if frame.get("stopped") and passes(actions.end_pause, match.pk, seat):
            offered.add("go_on")
    elif passes(actions.leave_table, person, table):
        offered.add("leave")
    return offered
