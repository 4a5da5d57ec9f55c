"""The JSON Schema of records: the documents that it accepts and rejects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from ludocards.catalogue import HOUSE
from ludocards.engine import __main__ as command
from ludocards.engine import record, referee, schema
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES, PACKAGES
from tests.engine.matches import play
from tests.engine.test_conformance import TABLES

ROOT = Path(__file__).parent.parent.parent
SHIPPED = json.loads((ROOT / "ludocards" / "record.schema.json").read_text())
VALIDATOR = jsonschema_rs.validator_for(schema.of_record(GAMES.values()))


def test_the_packaged_schema_is_that_of_the_games() -> None:
    """After a change run `python -m ludocards.engine schema > ludocards/record.schema.json`."""
    assert schema.of_record(GAMES[game] for game, package in PACKAGES.items() if package in HOUSE) == SHIPPED


def test_the_command_prints_a_schema_with_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    jsonschema_rs.meta.validate(printed)
    assert [match["title"] for match in printed["oneOf"]] == [*GAMES]


def documents() -> Iterator[Any]:
    """Yield the stored records of the tests, including those that the referee rejects."""
    for path in sorted((ROOT / "tests" / "records").rglob("*.json*")):
        if path.name.endswith(".report.json"):
            continue
        text = path.read_text()
        for number, document in enumerate([text] if path.suffix == ".json" else text.splitlines()):
            try:
                data = record.parse_json(document)
            except record.Malformed:
                continue  # not JSON
            yield pytest.param(data, id=f"{path.stem}-{number}")


@pytest.mark.parametrize("document", [*documents()])
def test_records_that_the_referee_accepts_match_the_schema(document: Json) -> None:
    """A record with an illegal move fits the schema; only one that the referee calls malformed may not."""
    report = referee.judge_record(json.dumps(document)).json
    malformed = report.get("error", {}).get("code") in ("malformed", "bad_command")
    assert malformed or VALIDATOR.is_valid(document), [*VALIDATOR.iter_errors(document)]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_the_record_of_every_match_matches_the_schema(
    name: str, players: int, options: dict[str, Json]
) -> None:
    played = play(name, players, seed=1, **options)
    VALIDATOR.validate(record.to_document(played.game, played.rules, "ABCDEF"[:players], played.deals))


BROKEN = {
    "another format": lambda whole: {**whole, "format": "ludopoli/2"},
    "no such game": lambda whole: {**whole, "game": "scopa"},
    "no players": lambda whole: {name: value for name, value in whole.items() if name != "players"},
    "five players": lambda whole: {**whole, "players": [*"ABCDE"]},
    "a number for a player": lambda whole: {**whole, "players": [1, "B", "C", "D"]},
    "no such preset": lambda whole: {**whole, "rules": {"preset": "veneta"}},
    "no such option": lambda whole: {**whole, "rules": {"briscola": True}},
    "no such card": lambda whole: in_deal(whole, hands=[["11B"], [], [], []]),
    "a card twice in a hand": lambda whole: in_deal(whole, hands=[["3B", "3B"], [], [], []]),
    "a dealer without a seat": lambda whole: in_deal(whole, dealer=4),
    "no actions": lambda whole: in_deal(whole, actions=None),
    "no such command": lambda whole: in_action(whole, do="fold"),
    "a command of another game": lambda whole: in_action(whole, do="bid", tricks=2),
    "a play without a card": lambda whole: in_action(whole, do="play"),
    "an unknown field": lambda whole: in_action(whole, do="play", card="3B", why="because"),
    "a seat that nobody has": lambda whole: in_action(whole, seat=7, do="play", card="3B"),
    "a time that is no number": lambda whole: in_action(whole, do="play", card="3B", ms="1"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_does_not_match_the_schema(name: str) -> None:
    played = play("tressette", 4, seed=1, match_end={"deals": 1})
    whole = record.to_document(played.game, played.rules, "ABCD", played.deals)
    assert VALIDATOR.is_valid(whole)
    assert not VALIDATOR.is_valid(BROKEN[name](whole))


def in_deal(whole: dict[str, Any], **changes: Json) -> dict[str, Any]:
    return {**whole, "deals": [{**whole["deals"][0], **changes}]}


def in_action(whole: dict[str, Any], **action: Json) -> dict[str, Any]:
    return in_deal(whole, actions=[{"seat": 0, **action}])
