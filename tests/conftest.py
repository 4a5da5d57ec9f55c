"""Fixtures and settings for all tests."""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.live.stack import SERVING, Embedded, Full, Stack, one_at_a_time

examples.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("busy")  # a busy machine is no bug

Stack.forks = hasattr(os, "pidfd_open")  # elsewhere each process loads the site anew

Lasting = Callable[[], AbstractContextManager[None]]

SLOTS = 33_000
"""The size of a frame that makes Python allocate half a megabyte of stack, for it and all frames above it."""

gc.disable()  # while tests are collected: all of it stays

BETWEEN_COLLECTIONS = (20_000, 20, 20)
"""How many new objects trigger the garbage collector: tests leave little garbage, and 700 costs 3 % of their
time."""


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(*BETWEEN_COLLECTIONS)


def _in_one_piece(call: Callable[..., bool], *arguments: object) -> bool:
    """Call a function with all frames of its calls in one chunk of memory.

    Python's chunks have 16 KB otherwise. A loop whose calls cross the end of one allocates and frees the next
    chunk each time, which takes a quarter of the time of a test that requests many pages.
    """
    return call(*arguments)


_in_one_piece.__code__ = _in_one_piece.__code__.replace(co_stacksize=SLOTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    runner = item.config.pluginmanager.getplugin("runner")
    assert runner is not None
    return _in_one_piece(runner.pytest_runtest_protocol, item, nextitem)


@pytest.fixture(scope="session", autouse=True)
def files_when_asked() -> None:
    """Look static files up on request, rather than list them all for every client of a test."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def _italian_again() -> Iterator[None]:
    """Reset the language, which a request in English leaves active."""
    yield
    translation.deactivate()


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Lasting]:
    """`with lasting():` sets data up once for all tests of a file; what a test changes is rolled back.

    Only for files whose tests run in transactions, which are nested in that of the data.
    """
    world = transaction.atomic()
    world._from_testcase = True  # type: ignore[attr-defined]  # as it is with each test's
    with django_db_blocker.unblock():
        world.__enter__()
    yield django_db_blocker.unblock
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        world.__exit__(None, None, None)


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def tables(common: Path) -> str:
    """See `Embedded`."""
    return str(common / "tables.sqlite3")


@pytest.fixture(scope="session")
def empty(common: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated, empty database to be copied, one for all workers of a run.

    The first worker that needs it starts the server, and at the end waits until no other uses it.
    """
    deciding = common / "postgres.lock"
    with (common / "postgres").open("a+") as told, ExitStack() as opened:

        def last() -> None:
            with one_at_a_time(deciding):
                told.truncate(0)
            fcntl.flock(told, fcntl.LOCK_EX)

        with one_at_a_time(deciding):
            told.seek(0)
            url = told.read()
            if not url:
                url = opened.enter_context(servers.database(opened.enter_context(servers.postgres())))
                redis_url = opened.enter_context(servers.redis())
                made = Full(tmp_path_factory.mktemp("empty"), url, redis_url)
                made.prepare()
                made.close()
                opened.callback(last)
                print(url, end="", file=told, flush=True)
            fcntl.flock(told, fcntl.LOCK_SH)
        yield url


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, tables: str) -> Iterator[Stack]:
    """A running Ludopoli in one process over SQLite, shared by all tests that do not disturb others."""
    with Embedded(tmp_path_factory.mktemp("var"), tables) as running:
        SERVING["embedded"] = running
        yield running


def _asks_for(item: pytest.Item, fixture: str) -> bool:
    asked: set[object] = set(getattr(item, "fixturenames", ()))
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        asked.add(item.callspec.params.get("stack"))
    return fixture in asked


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for fixture, stack in SERVING.items():
        if _asks_for(item, fixture):
            stack.wake()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    for fixture, stack in SERVING.items():
        if nextitem is None or not _asks_for(nextitem, fixture):
            stack.rest()
