"""What the engine's pages say is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

from games.engine.referee import judge

ROOT = Path(__file__).parent.parent.parent
ENGINE = ROOT / "games" / "engine"


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


def test_the_example_of_the_record_is_a_record() -> None:
    example = re.findall(r"```json\n(.*?)```", page("record.md"), re.DOTALL)[0]
    report = judge(example, legal=True)
    assert report.status == 0
    assert report.json["totals"] == [3, 0]
    assert report.json["deals"][0]["legal"][2] == ["4B", "5B", "6B", "7B"]
    assert json.loads(example)["format"] == "ludopoli/1"


def test_every_refusal_is_documented() -> None:
    sources = "".join(path.read_text() for path in ENGINE.rglob("*.py"))
    codes = {*re.findall(r'Refused\(\s*"(\w+)"', sources)}
    assert "must_follow_suit" in codes
    rows = re.findall(r"^\| (`.+?) \|", page("engine.md"), re.MULTILINE)
    documented = {code for row in rows for code in row.split("`")}
    assert codes <= documented


def test_every_error_of_the_referee_is_documented() -> None:
    codes = {*re.findall(r'code="(\w+)"', (ENGINE / "referee.py").read_text())}
    assert codes == {"commitment_mismatch", "deal_mismatch", "not_verifiable"}
    assert all(f"`{code}`" in page("record.md") for code in codes)
