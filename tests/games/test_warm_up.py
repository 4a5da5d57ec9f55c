"""Only a worker of bots loads the kernels before they are needed."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from games import tasks
from ludopoli.site.celery import app


@pytest.mark.parametrize(
    ("queues", "loads"),
    [
        (["celery"], True),
        (["celery", "reviews"], True),
        (["reviews", "errands"], False),
        (["webhooks"], False),
    ],
)
def test_the_reviewer_and_the_courier_load_no_kernels(
    queues: list[str], loads: bool, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED = False
    begun: list[float] = []
    timer = SimpleNamespace(start=lambda: begun.append(tasks.WARM_UP_AFTER))
    monkeypatch.setattr(threading, "Timer", lambda _seconds, _do: timer)
    consuming = SimpleNamespace(queues=SimpleNamespace(consume_from=dict.fromkeys(queues)))
    tasks.get_ready(SimpleNamespace(app=SimpleNamespace(conf=app.conf, amqp=consuming)))
    assert bool(begun) == loads
