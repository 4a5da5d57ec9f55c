"""Deals of records from files on the board: nothing is stored, only what the referee accepts gets there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from analysis import access, boards
from analysis.boards import BoardLine
from games.archive import imports, sent_deals
from games.archive.imports import ShownRecord
from tests.analysis.test_studies import refused, send

RECORDS = Path(__file__).resolve().parents[1] / "records"


@pytest.fixture(autouse=True)
def _unlimited(fresh_rates: None) -> None:
    """Let a test ask as often as it likes."""


def sent(name: str) -> tuple[dict[str, Any], list[str]]:
    """A record, and its deals as texts."""
    text = (RECORDS / f"{name}.json").read_text()
    shown = imports.read_record(text.encode())
    assert isinstance(shown, ShownRecord), shown
    return json.loads(text), sent_deals.texts_of(shown.document, shown.log)


@pytest.mark.parametrize("name", ["tressette-promise-kept", "tarocchi/promise-kept", "whist/shared-places"])
def test_every_deal_of_a_record_is_played_on(name: str) -> None:
    record, texts = sent(name)
    assert len(texts) == len(record["deals"])
    for number, text in enumerate(texts):
        found = access.deal_of_record(text)
        board = found.board()
        assert [action.as_json() for action in board.record()] == [
            {name: value for name, value in action.items() if name not in ("at", "ms")}
            for action in record["deals"][number]["actions"]
        ]
        played = boards.play_line(board, BoardLine(len(board.record())))
        assert played.frames()["frames"][0]["at"] == f"s{number + 1}"
        assert len(text) < sent_deals.LONGEST


@pytest.mark.django_db
def test_the_board_of_a_record_is_reached_from_its_replay() -> None:
    text = (RECORDS / "tressette-promise-kept.json").read_text()
    shown = Client().post("/partita/da-file/", {"text": text}).content.decode()
    _, texts = sent("tressette-promise-kept")
    assert f'href="/analisi/da-file/{texts[0]}/"' in shown
    page = Client().get(f"/analisi/da-file/{texts[1]}/?dove=s2-p1-c2")
    assert page.status_code == 200
    assert json.loads(text)["players"][0] in page.content.decode()
    board = {"sent": texts[1], "start": 3, "actions": []}
    status, body = send(Client(), "post", "analysis/", **board)
    assert (status, body["deal"], len(body["frames"])) == (200, 1, 4)


@pytest.mark.django_db
def test_a_text_that_was_changed_leads_nowhere() -> None:
    _, [text, *_] = sent("tressette-promise-kept")
    for wrong in ("nonsense", text[:-3] + "abc", "x" + text):
        assert Client().get(f"/analisi/da-file/{wrong}/").status_code == 404
        assert refused(Client(), "post", "analysis/", sent=wrong, start=0) == (404, "no_record")
    assert refused(Client(), "post", "studies/", sent=text, deal=0, name="Mia")[0] in (401, 403)
