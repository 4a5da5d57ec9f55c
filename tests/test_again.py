"""Which failures get a second try."""

from __future__ import annotations

import pytest

from tests.again import AT_MOST, may_be_tried_again

LIVE, BROWSER, RULES = (
    "tests/live/test_play.py::test_a",
    "tests/e2e/test_table.py::test_b",
    "tests/games/test_c.py::d",
)


@pytest.mark.parametrize(
    ("failed", "again"),
    [
        ([LIVE], True),
        ([LIVE, BROWSER], True),
        ([RULES], False),
        ([LIVE, RULES], False),
        ([f"{LIVE}[{number}]" for number in range(AT_MOST)], True),
        ([f"{LIVE}[{number}]" for number in range(AT_MOST + 1)], False),
        ([], False),
    ],
)
def test_few_failures_of_real_processes_get_a_second_try(failed: list[str], again: bool) -> None:
    assert may_be_tried_again(failed) is again
