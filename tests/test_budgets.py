"""Each folder of tests has a budget of processor time, and all of them fit into a run of ten minutes."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests import budgets

ROOT = budgets.TESTS.parent

MOST = 1_000
"""The core-seconds of a whole run: ten minutes on two cores, of which some pass in waiting."""


def test_each_folder_of_tests_has_a_budget() -> None:
    folders = {budgets.account_of(str(path.relative_to(ROOT))) for path in budgets.TESTS.rglob("test_*.py")}
    assert {*budgets.BUDGETS} == {budgets.COLLECTING, *folders}


def test_the_budgets_fit_into_ten_minutes() -> None:
    assert sum(budgets.BUDGETS.values()) <= MOST


def test_a_run_prints_the_most_expensive_folder_first_and_the_sum_last() -> None:
    lines = budgets.table({"tests/clubs": 1.25, "tests/tools": 1_000_000.0})
    assert [line.split() for line in lines] == [
        ["tests/tools", "1000000.0", str(budgets.BUDGETS["tests/tools"]), "over"],
        ["tests/clubs", "1.2", str(budgets.BUDGETS["tests/clubs"])],
        ["all", "1000001.2", str(sum(budgets.BUDGETS.values())), "over"],
    ]


def test_the_time_of_running_children_counts() -> None:
    """Servers and browsers run longer than the tests of the folder that starts them."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as child:
        while budgets.core_seconds() < sum(os.times()[:4]) + 0.1:
            time.sleep(0.05)
        child.kill()


def test_the_time_of_killed_children_is_charged_before_their_end() -> None:
    """A browser leaves killed processes, whose time is in no count from then on."""
    accounts, counts = budgets.Accounts(), iter([2.0, 50.0, 10.0, 13.0])
    accounts.clock = lambda: next(counts)
    accounts.charge()
    accounts.current = "tests/e2e"
    accounts.pytest_runtest_teardown(None)  # before the browser is closed
    accounts.charge()
    accounts.charge()
    assert accounts.spent == {budgets.COLLECTING: 2, "tests/e2e": 51}


def test_what_a_run_compiles_is_kept() -> None:
    """Otherwise each worker compiles all tests again, and each process the site."""
    code = "import os, sys, tests; print(sys.dont_write_bytecode, os.environ.get('PYTHONDONTWRITEBYTECODE'))"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, env=env, text=True)
    assert printed == "False None\n"
