"""Fixtures and settings for all tests."""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest
from _pytest import runner
from django.conf import settings
from django.core.cache import cache
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.template import Context
from django.template.base import Template
from django.test import utils
from django.test.signals import template_rendered
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples
from hypothesis.internal.conjecture import providers
from pytest_django import DjangoDbBlocker

from ludopoli.base import sharing
from tests import servers
from tests.budgets import Accounts
from tests.catalogues import compile_catalogues
from tests.chance import CHANCE, use_named_chance
from tests.compact import use_compact_templates
from tests.live.installations import fill, installation
from tests.live.stack import SERVING, Stack, one_at_a_time
from tests.migrated import Migrated
from tests.pools import PooledFiles
from tests.quick_queries import use_quick_queries
from tests.workers import ForkedWorkers

PATIENT = examples(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no bug
examples.register_profile("fresh", PATIENT)
examples.register_profile("same", PATIENT, derandomize=True, database=None)
examples.load_profile("same")
# Else examples have the constants of all modules that happen to be loaded in this process.
providers._get_local_constants = lambda: providers._local_constants

use_compact_templates()
use_quick_queries()

Stack.forks = hasattr(os, "pidfd_open")  # without it each process loads the site again

Lasting = Callable[[], AbstractContextManager[None]]

SLOTS = 33_000
"""The local variables in a frame so large that Python allocates half a megabyte of stack for it."""

IN_PAGE_CACHE = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-64000;"
)
"""Settings with which SQLite writes as little as possible, since the tables end with the run."""

BETWEEN_COLLECTIONS = (100_000, 10, 20)
"""The thresholds of the garbage collector: tests leave little garbage, and the default of 700 objects costs
3 % of their time."""


FIRST = (
    "tests/live/test_trials.py",
    "tests/live",
    "tests/operations",
    "tests/e2e",
    "tests/engine/test_add_a_game.py",
    "tests/security",
    "tests/bots",
    "tests/engine",
)
"""The longest files come before all others, so that the workers end together."""


def _render_and_signal_pages(template: Template, context: Context) -> str:
    """Render a template, and let the test client keep the context if it is a page and no part of one.

    Otherwise it keeps a copy of the context of every part that a page includes, which takes 1 % of the time.
    """
    if context.template is template:
        template_rendered.send(sender=template, template=template, context=context)
    rendered: str = template.nodelist.render(context)
    return rendered


def _close_unless_in_transaction(connection: BaseDatabaseWrapper) -> None:
    """Keep a connection that a request has used if a test still has its transaction.

    Django's client does so; servers that tests call themselves would close it.
    """
    if not connection.in_atomic_block:
        CLOSE_IF_OLD(connection)


CLOSE_IF_OLD = BaseDatabaseWrapper.close_if_unusable_or_obsolete
setattr(BaseDatabaseWrapper, CLOSE_IF_OLD.__name__, _close_unless_in_transaction)
utils.instrumented_test_render = _render_and_signal_pages  # type: ignore[attr-defined]


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # nothing is garbage while tests are collected
    config.pluginmanager.register(Accounts())
    if not hasattr(config, "workerinput"):
        compile_catalogues(settings.BASE_DIR)
        if Stack.forks:
            config.pluginmanager.register(ForkedWorkers())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        return next((n for n, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST))

    items.sort(key=turn)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> PooledFiles | None:
    return PooledFiles(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(*BETWEEN_COLLECTIONS)


def _in_one_piece(call: Callable[..., bool], *arguments: object) -> bool:
    """Call a function with the frames of all its calls in one chunk of memory.

    By default, Python's chunks have 16 KB. A loop whose calls cross the end of a chunk allocates and frees
    the next one every time, which takes a quarter of the time of a test that requests many pages.
    """
    return call(*arguments)


_in_one_piece.__code__ = _in_one_piece.__code__.replace(co_stacksize=SLOTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    protocol = _report_briefly if hasattr(item.config, "workerinput") else runner.pytest_runtest_protocol
    with CHANCE.named(item.nodeid):
        return _in_one_piece(protocol, item, nextitem)


def _report_briefly(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as a worker, and report to the controller only what it prints.

    By default the controller also hears of every start, end, set-up and tear-down: five messages out of six.
    """
    for report in runner.runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Let what the tests of a file or folder share not depend on which of them is the first."""
    if fixturedef.scope not in ("module", "package"):
        return (yield)
    with CHANCE.named(f"{request.node.nodeid} {fixturedef.argname} {getattr(request, 'param_index', 0)}"):
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def files_when_asked(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Look up static files on request instead of listing all of them for every test client.

    Installations (`tests/live/stack.py`) share their copies.
    """
    settings.WHITENOISE_AUTOREFRESH = True
    os.environ["STATIC_ROOT"] = str(tmp_path_factory.mktemp("static"))


@pytest.fixture(scope="session", autouse=True)
def _same_cards() -> None:
    use_named_chance()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep the tests' tables in a file, as the site over SQLite does.

    In memory the threads of a process would refuse each other the tables that they read, without waiting.
    """
    here = connections["default"]
    if here.vendor == "sqlite":
        here.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("tables") / "tests.sqlite3")
        here.settings_dict["OPTIONS"] |= {"init_command": IN_PAGE_CACHE}


@pytest.fixture(autouse=True)
def _italian_again() -> Iterator[None]:
    """Reset the language, since a request in English leaves English active."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _nothing_shared() -> Iterator[None]:
    """Forget what requests share for a moment, since each test's database has other rows."""
    yield
    sharing.forget_shared_results()


@pytest.fixture
def fresh_rates() -> Iterator[None]:
    """Start and end a test with empty caches, in which requests are counted."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Lasting]:
    """`with lasting():` sets up data once for all tests of a file; the changes of a test are rolled back.

    It works only for tests that run in transactions, which are nested in the transaction of the data.
    """
    world = transaction.atomic()
    world._from_testcase = True  # type: ignore[attr-defined]  # as pytest-django does for a test's own transaction
    with django_db_blocker.unblock():
        world.__enter__()
    yield django_db_blocker.unblock
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        world.__exit__(None, None, None)


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all pytest workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest) -> Migrated:
    """The files of migrated, empty databases; those that make `empty` write them, unless a former run has."""
    assert request.config.cache is not None
    return Migrated.of_sources(settings.BASE_DIR, request.config.cache.mkdir("tables"))


@pytest.fixture(scope="session")
def tables(request: pytest.FixtureRequest, migrated: Migrated) -> str:
    """The path of the migrated SQLite file that `Embedded` copies."""
    if not migrated.are_kept():
        request.getfixturevalue("empty")
    return str(migrated.sqlite)


@pytest.fixture(scope="session")
def empty(common: Path, migrated: Migrated, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a migrated, empty PostgreSQL database to copy, shared by all workers of a run.

    The first worker that needs it starts the server, and finally waits until no other worker uses it.
    """
    deciding = common / "postgres.lock"
    with (common / "postgres").open("a+") as shared, ExitStack() as opened:

        def last() -> None:
            with one_at_a_time(deciding):
                shared.truncate(0)
            fcntl.flock(shared, fcntl.LOCK_EX)

        with one_at_a_time(deciding):
            shared.seek(0)
            url = shared.read()
            if not url:
                url = opened.enter_context(servers.database(opened.enter_context(servers.postgres())))
                fill(url, migrated, tmp_path_factory.mktemp("empty"))
                opened.callback(last)
                print(url, end="", file=shared, flush=True)
            fcntl.flock(shared, fcntl.LOCK_SH)
        yield url


# Installations, each started once: its tests have their own tables and people. A test takes `stack` if its
# claim depends on how the site runs, and may kill it; otherwise `embedded`, which costs a third of `full`.


@pytest.fixture(scope="session")
def embedded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running site in one process over SQLite."""
    with installation(request, "embedded", tmp_path_factory.mktemp("var")) as running:
        SERVING["embedded"] = running
        yield running


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running site in several processes over PostgreSQL and Redis, whose log is JSON."""
    with installation(request, "full", tmp_path_factory.mktemp("var"), LOG_FORMAT="json") as running:
        SERVING["full"] = running
        yield running


@pytest.fixture(scope="session", params=["embedded", "full"])
def stack(request: pytest.FixtureRequest) -> Stack:
    """A site that runs in either way."""
    running: Stack = request.getfixturevalue(request.param)
    return running


def _asks_for(item: pytest.Item, fixture: str) -> bool:
    asked: set[object] = set(getattr(item, "fixturenames", ()))
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        asked.add(item.callspec.params.get("stack"))
    return fixture in asked


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for fixture, stack in SERVING.items():
        if _asks_for(item, fixture):
            stack.name_chance()
            stack.wake()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    for fixture, stack in SERVING.items():
        if nextitem is None or not _asks_for(nextitem, fixture):
            stack.rest()
