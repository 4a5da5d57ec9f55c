"""The order in which workers take the files of the tests."""

from __future__ import annotations

from tests.budgets import TESTS
from tests.pools import POOLS, rank

LIVE, BROWSER, OTHER = "tests/live/test_play.py", "tests/e2e/test_table.py", "tests/clubs/test_dates.py"


def taken_by(worker: str) -> list[str]:
    return sorted([OTHER, BROWSER, LIVE], key=lambda file: rank(file, worker))


def test_a_worker_takes_the_files_of_its_pool_first_and_those_of_other_pools_last() -> None:
    assert taken_by("gw0") == [LIVE, OTHER, BROWSER]
    assert taken_by("gw1") == [BROWSER, OTHER, LIVE]
    assert taken_by("gw2") == [OTHER, BROWSER, LIVE]


def test_every_pool_has_files() -> None:
    assert all(TESTS.parent.joinpath(path).exists() for pool in POOLS for path in pool)
