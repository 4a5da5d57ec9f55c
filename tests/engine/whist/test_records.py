"""Stored records of Whist (`tests/records/whist`, see `docs/record.md`) must always be replayed alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludocards.engine.referee import judge_text

RECORDS = Path(__file__).parent.parent.parent / "records" / "whist"
REPORTED = sorted(RECORDS.glob("*.report.json"))


def test_stored_records_exist() -> None:
    assert len(REPORTED) >= 8


@pytest.mark.parametrize("path", REPORTED, ids=lambda path: path.stem)
def test_stored_records_give_the_same_report(path: Path) -> None:
    expected = json.loads(path.read_text())
    arguments = expected["arguments"]
    source = path.with_name(path.name.replace(".report.json", ".json")).read_text()
    reports = [*judge_text(source, legal="--legal" in arguments, verify="--verify" in arguments)]
    assert [report.json for report in reports] == expected["reports"]
    assert max(report.status for report in reports) == expected["status"]
