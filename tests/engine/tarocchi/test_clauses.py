"""The clause table of the rules names functions and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.engine.tarocchi import rules
from games.engine.tarocchi.rules import OPTIONS
from tests.engine import test_clauses as clauses

TESTS = re.findall(
    r"def (test_\w+)", "".join(path.read_text() for path in Path(__file__).parent.glob("*.py"))
)
TABLE = clauses.ROW.findall(rules.__doc__ or "")


@pytest.mark.parametrize(("function", "test"), TABLE)
def test_every_clause_has_its_function_and_its_test(function: str, test: str) -> None:
    assert clauses.found("tarocchi", function)
    assert test in TESTS


def test_every_option_is_a_clause() -> None:
    assert len(TABLE) > 40
    times = {"bidWindowMs", "bidOpenDelayMs", "offerLockMs", "bidBatchMs"}
    named = {option.name for option in OPTIONS if f"`{option.name}`" in (rules.__doc__ or "")}
    assert {option.name for option in OPTIONS} - named == times - {"bidWindowMs"}
