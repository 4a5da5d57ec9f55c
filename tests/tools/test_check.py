"""`make check` finds the tests that a change can break."""

from __future__ import annotations

import pytest

from tools import check
from tools.check import MOST_FILES, Sources


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources()


NEAREST = {
    "clubs/dates.py": "tests/clubs/test_dates.py",
    "tournaments/actions/claims.py": "tests/tournaments/test_claims.py",
    "ludocards/catalogue/tressette/rules/signals.py": "tests/engine/tressette/test_signals.py",
    "ludocards/catalogue/briscola/rulebook/__init__.py": "tests/games/test_rules_examples.py",
    "static/js/scorepad/sums.js": "tests/engine/test_scorepad.py",
    "static/js/table/hand.js": "tests/e2e/test_match.py",
    "static/css/table.css": "tests/test_css.py",
    "templates/tournaments/console/_scores.html": "tests/tournaments/test_console.py",
    "locale/it/LC_MESSAGES/django.po": "tests/test_messages.py",
    "tests/clubs/test_dates.py": "tests/clubs/test_dates.py",
    "tests/tournaments/evening.py": "tests/tournaments/test_claims.py",
}
"""A changed file and a test of it, which no rule of the search names."""


@pytest.mark.parametrize(("changed", "test"), NEAREST.items())
def test_the_test_of_a_file_is_among_the_nearest(sources: Sources, changed: str, test: str) -> None:
    assert changed in sources.paths
    nearest = sources.nearest_tests([changed])
    assert test in nearest
    assert len(nearest) <= MOST_FILES


def test_the_tests_can_be_listed_without_running_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sources: Sources
) -> None:
    monkeypatch.setattr(check, "changed_since", lambda commit: ["clubs/dates.py"])
    monkeypatch.setattr(check, "Sources", lambda: sources)
    assert check.main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines() == sources.nearest_tests(["clubs/dates.py"])
