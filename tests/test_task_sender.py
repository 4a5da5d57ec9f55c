"""Tasks on their way to a Redis that hangs: nobody waits for it."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from contextvars import copy_context
from functools import partial
from typing import Any

import celery
import pytest
from kombu.exceptions import OperationalError

from games import tasks
from ludopoli.base import logs
from ludopoli.base.outages import Passing
from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.site.operations import heartbeats
from ludopoli.work import task_sender
from tests.live.stack import ROOT


def test_a_thread_of_play_does_not_wait_for_a_hanging_redis(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = False
    goes_on, sent = threading.Event(), threading.Event()

    def hang(*_: object, **__: object) -> None:
        goes_on.wait(60)
        sent.set()

    monkeypatch.setattr(celery.Task, "apply_async", hang)
    playing = threading.Thread(target=tasks.score_match.delay, args=["a match"])
    playing.start()
    playing.join(30)
    assert not playing.is_alive()
    goes_on.set()
    assert sent.wait(5), "sent after the pause"


def test_a_task_carries_the_trace_of_the_command_that_asked_for_it() -> None:
    carried, sent = [], threading.Event()

    def send() -> None:
        carried.append(logs.current_trace())
        sent.set()

    def play() -> None:
        logs.begin_trace("socket-1")
        logs.name_command("a-command")
        task_sender.send_soon("a task", send)

    copy_context().run(play)
    assert sent.wait(5)
    assert carried == ["socket-1/a-command"]


def test_a_process_that_ends_sends_what_is_waiting() -> None:
    slowly = "lambda: (time.sleep(0.3), print('sent', flush=True))"
    ends = f"import time; from ludopoli.work import task_sender; task_sender.send_soon('a task', {slowly})"
    assert subprocess.check_output([sys.executable, "-c", ends], cwd=ROOT, text=True) == "sent\n"


def test_a_minute_without_redis_is_one_line_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("ludopoli.base.outages.time.monotonic", lambda: clock[0])
    passing, kept = Passing(), []
    for step in range(600):
        clock[0] = step / 10
        away = OperationalError("Error 111 connecting")
        record = logging.LogRecord(
            "ludopoli.work.task_sender",
            logging.WARNING,
            "",
            1,
            "a task was not sent",
            (),
            (type(away), away, None),
        )
        if passing.filter(record):
            kept.append(record)
    assert len(kept) == 60
    assert kept[1].getMessage() == "a task was not sent: Redis is away, hangs, or is full (9 more such lines)"
    assert not any(record.exc_info for record in kept)


def test_work_that_a_sweep_cannot_enqueue_without_redis_is_no_attempt(
    settings: Any, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    settings.EMBEDDED = False

    def fails(*_: object, **__: object) -> None:
        raise OperationalError("Error 111 connecting")

    @celery.current_app.task(name="tests.sweep", shared=False)
    def sweep() -> bool:
        wanted = partial(tasks.score_match.delay, "a match")
        return retrying.attempt_work("games.score_match", "a match", wanted, pending="lost")

    monkeypatch.setattr(celery.Task, "apply_async", fails)
    assert not sweep()
    assert not Failure.objects.exists()


@pytest.mark.django_db
def test_every_worker_that_has_a_heartbeat_measures_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some workers sweep, and all of them judge deadlines."""
    measured: list[int] = []
    monkeypatch.setattr("ludopoli.site.operations.heartbeats.times.measure_clock", lambda: measured.append(1))
    monkeypatch.setattr(heartbeats, "_noted", {})
    heartbeats.note_heartbeat("celery")
    heartbeats.note_heartbeat("celery")
    assert measured == [1]
