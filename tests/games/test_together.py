"""The moves of all tables share a commit, and each is answered as if it had been alone."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from games.models import Event, Match
from games.play import live
from games.play.actions import Accepted, play, together
from games.play.actions.play import Request, plain_moves
from games.play.actions.storing import store_together
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from tests.games.playing import BEGUN, on_turn, play_on

NewMatch = Callable[..., Match]


@pytest.fixture
def begun(match: NewMatch) -> list[Match]:
    """Three matches whose players are all on turn."""
    matches = [match() for _ in range(3)]
    for each in matches:
        live.load_match(each.pk)
    return matches


def plain(match: Match, name: str = "a") -> Request:
    seat, command = on_turn(match)
    return Request(match.pk, seat, command, name, BEGUN)


def log(match: Match) -> list[str | None]:
    return list(Event.objects.filter(match=match, seq__gt=BEGUN).values_list("command_id", flat=True))


def moved(requests: list[Request]) -> list[bool]:
    stored = store_together(plain_moves(requests))
    return [request.match in stored for request in requests]


def test_moves_of_several_matches_are_stored_together(begun: list[Match]) -> None:
    requests = [plain(each) for each in begun]
    assert moved(requests) == [True, True, True]
    assert [log(each) for each in begun] == [[request.id] for request in requests]
    for each in begun:
        each.refresh_from_db()
        assert each.version == BEGUN + 1


def test_a_move_that_cannot_be_stored_leaves_the_others_alone(begun: list[Match]) -> None:
    outdated, used, free = begun
    before = live.cached_match(outdated.pk), live.cached_match(used.pk)
    first = plain(outdated, "first")
    assert moved([first]) == [True]
    Event.objects.filter(match=used, seq=1).update(command_id=plain(used).id)
    live.empty_cache()
    for known in before:
        assert known is not None
        live.cache_version(known)
    live.load_match(free.pk)
    requests = [Request(first.match, first.seat, first.command, "b", BEGUN), plain(used), plain(free)]
    assert moved(requests) == [False, False, True]
    assert [log(outdated), log(used), log(free)] == [[first.id], [], [requests[2].id]]


def test_a_group_whose_commit_lost_its_answer_counts_once(begun: list[Match]) -> None:
    requests = [plain(each) for each in begun]
    before = [live.cached_match(each.pk) for each in begun]
    assert moved(requests) == [True, True, True]
    live.empty_cache()
    for known in before:  # the connection broke after the commit, and the group is stored again
        assert known is not None
        live.cache_version(known)
    assert moved(requests) == [False, False, False]
    assert [play.attempt_locked(request) for request in requests] == [Accepted(BEGUN + 1)] * 3
    assert [log(each) for each in begun] == [[request.id] for request in requests]


# ---- what needs the lock

TWO_DEALS = {"preset": "classico", "match_end": {"deals": 2}}


@pytest.fixture
def under_the_lock(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """The moves that are judged under the lock."""
    judged: list[Request] = []
    attempt_locked = play.attempt_locked

    def noted(request: Request, now: datetime | None = None) -> Any:
        judged.append(request)
        return attempt_locked(request, now)

    monkeypatch.setattr(play, "attempt_locked", noted)
    return judged


def ends(moves: list[Request]) -> list[list[str]]:
    """The kinds of the last two events of each move."""
    times = [Event.objects.get(match=each.match, command_id=each.id).at for each in moves]
    kinds = [Event.objects.filter(at=at).order_by("seq").values_list("kind", flat=True) for at in times]
    return [list(each)[-2:] for each in kinds]


def test_of_people_only_the_end_of_a_match_needs_the_lock(
    match: NewMatch, under_the_lock: list[Request]
) -> None:
    play_on(match(rules=TWO_DEALS))
    assert ends(under_the_lock) == [["revealed", "finished"]]


def test_a_deal_after_which_a_bot_may_have_to_go_ends_under_the_lock(
    match: NewMatch, under_the_lock: list[Request]
) -> None:
    play_on(match(3, rules=TWO_DEALS))
    assert ends(under_the_lock) == [["committed", "dealt"], ["revealed", "finished"]]


def test_a_first_deal_ends_under_the_lock(
    match: NewMatch, people: list[User], under_the_lock: list[Request]
) -> None:
    User.objects.filter(pk=people[2].pk).update(is_new=True)
    people[2].refresh_from_db()
    begun = match(rules=TWO_DEALS)
    play_on(begun)
    assert ends(under_the_lock) == [["committed", "dealt"], ["revealed", "finished"]]
    begun.refresh_from_db()
    assert not begun.is_first_deal(2)


# ---- gathering


class Storage:
    """Groups of moves that arrive, each of which is stored when the test says so."""

    def __init__(self) -> None:
        self.groups: list[list[Request]] = []
        self.commits: asyncio.Queue[Exception | None] = asyncio.Queue()
        self.alone: list[Request] = []

    def plain_moves(self, requests: list[Request]) -> list[Any]:
        self.groups.append(requests)
        rows = [Match(pk=request.match, version=request.version + 1) for request in requests]
        return [SimpleNamespace(row=row, after=SimpleNamespace(row=row)) for row in rows]

    async def in_writer(self, _: Callable[..., Any], changes: list[Any]) -> dict[uuid.UUID, Match]:
        if trouble := await self.commits.get():
            raise trouble
        return {change.row.pk: change.row for change in changes}

    async def in_thread(self, _: Callable[..., Any], request: Request) -> Accepted:
        self.alone.append(request)
        return Accepted(request.version + 1)


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Storage:
    made = Storage()
    monkeypatch.setattr(together, "plain_moves", made.plain_moves)
    monkeypatch.setattr(together, "in_writer", made.in_writer)
    monkeypatch.setattr(together, "in_thread", made.in_thread)
    return made


def ask(match: uuid.UUID, version: int = BEGUN) -> asyncio.Task[Any]:
    asked: Awaitable[Any] = together.attempt_together(match, 0, Command.of("play", card="7B"), "a", version)
    return asyncio.ensure_future(asked)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_moves_gather_while_a_commit_is_on_its_way_one_of_each_match(storage: Storage) -> None:
    one, two, three = (uuid.uuid4() for _ in range(3))
    asked = [ask(one)]
    await settled()
    asked += [ask(two), ask(three), ask(two, BEGUN + 1)]
    await settled()
    assert [[request.match for request in group] for group in storage.groups] == [[one]]
    for expected in (1, 3, 4):
        assert not any(task.done() for task in asked[expected - 1 :]), (
            "nothing is acknowledged before its commit"
        )
        storage.commits.put_nowait(None)
        await settled()
        assert all(task.done() for task in asked[:expected])
    assert [[request.match for request in group] for group in storage.groups] == [[one], [two, three], [two]]
    assert [task.result() for task in asked] == [Accepted(BEGUN + 1)] * 3 + [Accepted(BEGUN + 2)]


async def test_no_commit_holds_more_than_the_most(storage: Storage) -> None:
    asked = [ask(uuid.uuid4()) for _ in range(together.MAX_MOVES + 1)]
    for _ in range(2):
        storage.commits.put_nowait(None)
    await asyncio.gather(*asked)
    assert [len(group) for group in storage.groups] == [together.MAX_MOVES, 1]


async def test_moves_that_cannot_be_stored_together_are_tried_alone(storage: Storage) -> None:
    asked = [ask(uuid.uuid4()) for _ in range(2)]
    storage.commits.put_nowait(ValueError())
    assert await asyncio.gather(*asked) == [Accepted(BEGUN + 1)] * 2
    assert storage.alone == storage.groups[0]


async def test_a_trouble_of_the_database_is_everybodys(storage: Storage) -> None:
    asked = [ask(uuid.uuid4()) for _ in range(2)]
    storage.commits.put_nowait(OperationalError("the disk is full"))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [OperationalError] * 2
    assert not storage.alone
    storage.commits.put_nowait(None)
    assert await ask(uuid.uuid4()) == Accepted(BEGUN + 1), "the next commit goes on"
