"""The processor time of each folder's tests, beside the budgets of `budgets.toml`.

A run prints them at its end, over all its workers: `tests/conftest.py` makes `Accounts` a plugin of pytest.
"""

from __future__ import annotations

import os
import tomllib
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent

BUDGETS: dict[str, int] = tomllib.loads(TESTS.joinpath("budgets.toml").read_text())["core_seconds"]
"""The core-seconds that each folder may take, and `COLLECTING`."""

COLLECTING = "start and collecting"
"""The account of what a process does before its first test."""

FILES = "tests/test_*.py"
"""The account of the tests that are in no folder."""

ADOPTED: list[str] = []
"""The ids of processes whose time counts as if this process had started them."""

TICKS = os.sysconf("SC_CLK_TCK")


def account_of(path: str) -> str:
    """Return the name of the folder, under `tests`, that a file's time is charged to."""
    parts = Path(path).parts
    return "/".join(parts[:2]) if len(parts) > 2 else FILES


def core_seconds() -> float:
    """Return the processor time of this process and of all processes it has started, so far."""
    adopted = sum(sum(_times(each)) + _descendants_seconds(each) for each in ADOPTED)
    return sum(os.times()[:4]) + _descendants_seconds("self") + adopted


def _descendants_seconds(process: str) -> float:
    return sum(sum(_times(child)) + _descendants_seconds(child) for child in _children(process))


def _controller_seconds() -> float:
    """Return the processor time of this process and of the one that workers are forks of, without theirs."""
    return sum(os.times()[:2]) + sum(sum(_times(child)[:2]) for child in _children("self"))


def _children(process: str) -> list[str]:
    try:
        listed = list(Path("/proc", process, "task").glob("*/children"))  # none where there are no such files
    except FileNotFoundError:  # the process has just ended
        return []
    return [child for each in listed for child in _read(each).split()]


def _times(process: str) -> list[float]:
    """Return the seconds of a process: the user's, the system's, and both of children it has waited for."""
    _name, _, figures = _read(Path("/proc", process, "stat")).rpartition(")")
    return [int(ticks) / TICKS for ticks in figures.split()[11:15]]


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process has ended
        return ""


class Accounts:
    """The accounts of one process; those of its workers are added to a controller's."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.current = COLLECTING
        self.counted = 0.0
        self.clock = core_seconds

    def charge(self) -> None:
        """Charge the time since the last call to the current account.

        The time of processes that nobody waits for, such as those that a browser kills, is lost at their end:
        it was charged before, so the count begins anew.
        """
        now = self.clock()
        self.spent[self.current] += max(0, now - self.counted)
        self.counted = now

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        account = account_of(item.nodeid.partition("::")[0])
        if account != self.current:
            self.charge()
            self.current = account
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        """Charge what a folder's servers and browsers have taken before their fixtures end them."""
        if nextitem is None or account_of(nextitem.nodeid.partition("::")[0]) != self.current:
            self.charge()

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        yield
        self.charge()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["core_seconds"] = dict(self.spent)

    def pytest_testnodedown(self, node: Any) -> None:
        for account, seconds in getattr(node, "workeroutput", {}).get("core_seconds", {}).items():
            self.spent[account] += seconds
        self.clock = _controller_seconds  # what the workers leave running is lost to a count of all children

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("core-seconds, of the budget")
        for line in table(self.spent):
            terminalreporter.write_line(line)


def table(spent: Mapping[str, float]) -> list[str]:
    """Return a line for each account, the most expensive first, and one for the sum."""
    dearest_first = sorted(spent.items(), key=lambda each: -each[1])
    lines = [(name, seconds, BUDGETS.get(name, 0)) for name, seconds in dearest_first]
    total = ("all", sum(spent.values()), sum(BUDGETS.values()))
    return [
        f"{name:<24}{seconds:8.1f}{budget:6}{' over' if seconds > budget else ''}"
        for name, seconds, budget in [*lines, total]
    ]
