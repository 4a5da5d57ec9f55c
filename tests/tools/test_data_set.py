"""The data set: the same rows in two formats, made again by the same command."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import duckdb
import pytest

from ludocards.bots import registry
from ludocards.engine.registry import GAMES
from tools.data_set import COLUMNS, Row, judgement_rows, main, play_deal

GAME = "briscola"
ASKED = ["--games", GAME, "--deals", "2", "--judged", "1", "--processes", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    main([str(folder), *ASKED])
    return folder


def rows_of(folder: Path, table: str) -> list[Row]:
    lines = gzip.decompress((folder / GAME / f"{table}-0000000.jsonl.gz").read_bytes()).splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("table", COLUMNS)
def test_both_formats_have_the_same_rows(made: Path, table: str) -> None:
    found = duckdb.read_parquet(str(made / GAME / f"{table}-0000000.parquet"))
    assert [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()] == rows_of(made, table)
    assert found.columns == [*COLUMNS[table]]


def test_the_best_choice_of_a_position_loses_nothing_and_the_played_one_what_it_lost(made: Path) -> None:
    moves = {row["number"]: row["moves"] for row in rows_of(made, "deals")}
    judged = {(row["number"], row["move"]): row for row in rows_of(made, "judgements")}
    positions = rows_of(made, "positions")
    assert positions
    for position in positions:
        lost = dict(zip(position["choices"], position["losses"], strict=True))
        assert min(lost.values()) == 0
        played = moves[position["number"]][position["move"]]
        assert judged[position["number"], position["move"]]["open_loss"] == pytest.approx(
            lost[played], abs=0.01
        )


def test_the_same_command_makes_the_same_files(made: Path, tmp_path: Path) -> None:
    main([str(tmp_path), *ASKED])
    sums = (made / "SHA256SUMS").read_text()
    assert [line for line in (tmp_path / "SHA256SUMS").read_text().splitlines() if "README" not in line] == [
        line for line in sums.splitlines() if "README" not in line
    ]
    for line in sums.splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest


def test_what_is_there_is_kept(made: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (made / GAME).iterdir()}
    main([str(made), *ASKED])
    assert {path: path.stat().st_mtime_ns for path in (made / GAME).iterdir()} == before


def test_the_sample_of_the_library_is_of_this_data_set() -> None:
    sample = [json.loads(line) for line in Path("tests/library/deals.jsonl").read_text().splitlines()]
    assert {row["game"] for row in sample} == {*GAMES}
    for row in sample:
        made = play_deal(GAMES[row["game"]], row["number"]).row
        assert {name: made[name] for name in ("preset", "levels", "dealer", "hands", "stock")} == {
            name: row[name] for name in ("preset", "levels", "dealer", "hands", "stock")
        }


def test_a_deal_that_is_thrown_in_has_no_moves() -> None:
    played = play_deal(GAMES["scopone"], 343)  # three kings on the table
    assert (played.row["moves"], played.row["points"]) == ([], [0.0, 0.0, 0.0])


def test_the_last_deal_of_a_match_is_judged_too() -> None:
    game, reviewer = GAMES["whist"], registry.reviewer("whist")
    assert reviewer is not None
    played = play_deal(game, 12)
    assert [*judgement_rows(game, 12, played.acts, reviewer)]
