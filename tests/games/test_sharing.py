"""Many tables share a few workers: the slow bots of some tables do not hold up the others."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache.backends import base, locmem
from django.utils import timezone

from games import tasks
from games.models import Match, Table
from games.play import actions, live, queueing, sweeping
from games.play.actions import storing
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from ludopoli.site import celery

NewMatch = Callable[..., Match]

LONG, SHORT = 2.5, 0.01
"""The thinking times of bots, in seconds."""


class TwoWorkers:
    """Two workers with one queue, and a sweep once a second; the clock moves while a bot thinks.

    While the first worker thinks, the second takes the turns that are due. They are served in the order in
    which they are due, as broker and pool serve them.
    """

    def __init__(self) -> None:
        self.now = timezone.now()
        self.line: list[tuple[datetime, int, tuple[str, int, int]]] = []
        self.seconds: dict[str, float] = {}
        self.woken: dict[tuple[str, int], int] = {}
        self.thoughts: list[tuple[str, int]] = []
        self._sweeps_at = self.now
        self._thinking = 0
        self._turn: tuple[str, int, int] = ("", 0, 0)
        self._enqueued = 0

    def enqueue(self, turn: tuple[str, int, int], countdown: float) -> None:
        self._enqueued += 1
        heapq.heappush(self.line, (self.now + timedelta(seconds=countdown), self._enqueued, turn))
        self.woken.setdefault((turn[0], turn[2]), len(self.thoughts))

    def choose(self, _view: Mapping[str, Any], legal: Sequence[Command], _policy: str) -> Command:
        match, _seat, version = turn = self._turn
        self.thoughts.append((match, version))
        ends = self.now + timedelta(seconds=self.seconds[match])
        self._thinking += 1
        while self._thinking == 1 and self.now < ends and self.line:
            self.serve(before=ends)
        self._thinking -= 1
        self._pass(ends)
        self._turn = turn
        return legal[0]

    def serve(self, before: datetime | None = None) -> None:
        """Play the next turn; if none is due before this time, move the clock to it."""
        due, _order, turn = self.line[0]
        if before is not None and due >= before:
            self._pass(before)
            return
        heapq.heappop(self.line)
        self._pass(due)
        self._turn = turn
        tasks.play_bot(*turn)

    def _pass(self, until: datetime) -> None:
        self.now = max(self.now, until)
        while self._sweeps_at <= self.now:
            sweeping.sweep_overdue(self._sweeps_at)
            self._sweeps_at += timedelta(seconds=1)

    def waited(self) -> list[int]:
        """Return, for each choice, how many any one other table has made since its turn was enqueued."""
        return [
            max(Counter(other for other, _ in self.thoughts[self.woken[turn] : place]).values(), default=0)
            for place, turn in enumerate(self.thoughts)
        ]


class NoLimit:
    """A limiter of spare time that never makes a bot wait."""

    def reserve(self) -> float:
        return 0.0

    def spend(self, seconds: float) -> None:
        pass


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> TwoWorkers:
    here = TwoWorkers()

    def at_once(function: Callable[..., object], *args: Any, **_: Any) -> None:
        if function in (live.cache_version, queueing.wake_bots):
            function(*args)

    monkeypatch.setattr(timezone, "now", lambda: here.now)
    for module in (base, locmem):
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: here.now.timestamp()))
    monkeypatch.setattr(storing, "after_commit", at_once)
    monkeypatch.setattr(tasks, "choose", here.choose)
    monkeypatch.setattr(tasks, "spare_time", NoLimit())
    monkeypatch.setattr(tasks.play_bot, "apply_async", here.enqueue)
    return here


def test_a_turn_waits_for_at_most_one_choice_per_other_table(
    match: NewMatch, people: list[User], workers: TwoWorkers
) -> None:
    """Three tables think for 2.5 seconds, two for a hundredth; late turns are woken again by the sweep."""
    bidding = {"game": "tarocchi", "players": 3, "rules": {"preset": "calatafimi", "deals": 3}}
    for seconds, options in [(LONG, {}), (LONG, {}), (LONG, bidding), (SHORT, {}), (SHORT, bidding)]:
        begun = match(seated=1, **options)
        Table.objects.filter(pk=begun.table_id).update(hosted=True)
        live.empty_cache()
        workers.seconds[str(begun.pk)] = seconds
        actions.leave_table(people[0], begun.table)
    while len(workers.thoughts) < 60:
        workers.serve()
    assert max(workers.waited()) == 1
    assert max(Counter(workers.thoughts).values()) == 1, "no turn is thought about twice"
    assert min(Counter(match for match, _ in workers.thoughts).values()) >= 5, "all tables get on"


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("games.tasks.play_bot", "celery"),
        ("games.tasks.sweep", "celery"),
        ("games.tasks.review", "reviews"),
        ("ludopoli.notices.tasks.send_mails", "errands"),
        ("ludopoli.webhooks.tasks.send", "webhooks"),
        ("ludopoli.webhooks.tasks.sweep", "webhooks"),
    ],
)
def test_slow_tasks_do_not_share_the_queue_of_the_bots(task: str, queue: str) -> None:
    celery.app.autodiscover_tasks(force=True)
    assert task in celery.app.tasks
    assert celery.app.amqp.router.route({}, task)["queue"].name == queue
