"""Work that runs after a commit, including while Redis is unavailable."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from games import tasks
from games.models import Match, Pulse
from games.play import actions, sweeping
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from tests.games.playing import play_on

AWAY = [OperationalError("Error 111 connecting"), redis.ConnectionError("Error 111 connecting")]


def fails_with(fault: Exception) -> Any:
    def enqueue(*_args: Any, **_kwargs: Any) -> None:
        raise fault

    return enqueue


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", AWAY, ids=["queue", "doorbell"])
def test_an_unreachable_redis_is_logged_in_one_line(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with transaction.atomic():
        after_commit(fails_with(fault))
    [line] = caplog.records
    assert (line.levelno, line.exc_info) == (logging.WARNING, None)
    assert "\n" not in line.getMessage()


@pytest.mark.django_db(transaction=True)
def test_a_bug_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    with transaction.atomic():
        after_commit(fails_with(ZeroDivisionError()))
    [line] = caplog.records
    assert line.levelno == logging.ERROR
    assert line.exc_info


@pytest.mark.django_db(transaction=True)
def test_the_sweeper_wakes_a_bot_that_could_not_be_woken(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[tuple[str, int, int]] = []
    monkeypatch.setattr(tasks.play_bot, "apply_async", fails_with(AWAY[0]))
    anna = User.objects.create_user("Anna")
    actions.quick_game(anna, game="tressette", rules={"preset": "classico"}, players=4)
    while not Match.objects.filter(bot_due_at__isnull=False).exists():
        play_on(Match.objects.get(), 1)  # Anna has the first turn and plays it
    assert {record.levelno for record in caplog.records if "wake_bots" in record.getMessage()} == {
        logging.WARNING
    }
    assert not [record for record in caplog.records if record.exc_info]
    monkeypatch.setattr(tasks.play_bot, "apply_async", lambda args, countdown: woken.append(args))
    later = timezone.now() + timedelta(minutes=1)
    Pulse.objects.update_or_create(pk=1, defaults={"at": later})
    sweeping.sweep_overdue(later)
    assert {args[0] for args in woken} == {str(Match.objects.get().pk)}
