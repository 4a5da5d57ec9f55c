"""The documentation of the engine agrees with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ludocards.engine.referee import judge_record
from tests.engine.test_clauses import ROW, found

ROOT = Path(__file__).parent.parent.parent
ENGINE = ROOT / "ludocards" / "engine"
TESTS = {
    test
    for path in (ROOT / "tests").rglob("test_*.py")
    for test in re.findall(r"def (test_\w+)", path.read_text())
}


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


def test_the_documented_record_is_valid() -> None:
    example = re.findall(r"```json\n(.*?)```", page("record.md"), re.DOTALL)[0]
    report = judge_record(example, legal=True)
    assert report.status == 0
    assert report.json["totals"] == [3, 0]
    assert report.json["deals"][0]["legal"][2] == ["4B", "5B", "6B", "7B"]
    assert json.loads(example)["format"] == "ludopoli/1"


REGULATIONS = (ROOT / "tests" / "engine" / "regulations.md").read_text().split("\n## ")[1:]
AUDITED = [(text.split()[0].strip(":").lower(), *row) for text in REGULATIONS for row in ROW.findall(text)]


def test_all_five_sources_are_audited() -> None:
    assert len(REGULATIONS) == 5
    assert all(len(ROW.findall(text)) > 20 for text in REGULATIONS)
    assert {game for game, _, _ in AUDITED} == {"tressette", "whist", "tarocchi"}


def test_every_audited_sentence_has_a_function_and_a_test() -> None:
    assert [row for row in AUDITED if not found(*row[:2])] == []
    assert [row for row in AUDITED if row[2] not in TESTS] == []


def test_every_refusal_is_documented() -> None:
    rules = [*ENGINE.rglob("*.py"), *(ROOT / "ludocards" / "catalogue").glob("*/rules/*.py")]
    sources = "".join(path.read_text() for path in rules)
    codes = {*re.findall(r'Refused\(\s*"(\w+)"', sources)}
    assert "must_follow_suit" in codes
    tables = "".join(path.read_text() for path in (ROOT / "docs" / "reference").iterdir())
    assert codes <= {*re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE)}


def test_every_error_of_the_referee_is_documented() -> None:
    codes = {*re.findall(r'code="(\w+)"', (ENGINE / "referee.py").read_text())}
    assert codes == {"commitment_mismatch", "deal_mismatch", "not_verifiable"}
    assert all(f"`{code}`" in page("record.md") for code in codes)
