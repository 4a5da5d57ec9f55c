"""Imported records: the referee's report on them, and the viewer of those that are valid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.archive import imports
from games.archive.imports import ShownRecord, WrongRecord
from games.texts import bot_name
from ludocards.engine.game import Json
from ludocards.engine.referee import judge_text

RECORDS = Path(__file__).resolve().parents[1] / "records"
HERE = "/partita/da-file/"

RIGHT = ["tressette-promise-kept", "tressette-unfinished", "tarocchi/promise-kept", "whist/shared-places"]


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.json").read_text()


def changed(**fields: Json) -> bytes:
    """Return a record of two deals with these top-level fields replaced."""
    return json.dumps({**json.loads(text_of("tressette-promise-kept")), **fields}).encode()


@pytest.mark.parametrize("name", RIGHT)
def test_a_valid_record_is_shown_card_by_card(name: str) -> None:
    shown = imports.read_record(text_of(name).encode())
    assert isinstance(shown, ShownRecord)
    sent = json.loads(text_of(name))
    cards = [
        event["card"]
        for each in shown.frame["frames"]
        for event in each["events"]
        if event["kind"] == "played"
    ]
    actions = [action for deal in sent["deals"] for action in deal["actions"]]
    assert cards == [action["card"] for action in actions if action["do"] == "play"]
    assert shown.frame["eyes"] == list(range(len(sent["players"])))
    assert [seat["name"] for seat in shown.frame["seats"]] == sent["players"]
    assert (shown.shuffle_verdict is True) == ("promise" in name)
    if shown.shuffle_verdict:
        assert [each["seed"] for each in shown.frame["fair"].values()] == sent["seed"]
        assert [each["commitment"] for each in shown.frame["fair"].values()] == sent["commitment"]
        assert shown.frame["shuffled_as"] == sent["id"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "malformed"),
        (b"\xff{", "malformed"),
        (b'{"format": "ludopoli/1", "game": "\\ud800"}', "malformed"),
        (changed(deals=[]), "no_deals"),
        ((RECORDS / "many.jsonl").read_bytes(), "many_records"),
        (b" " * (imports.LARGEST + 1), "too_large"),
        (text_of("tressette-must-follow").encode(), "must_follow_suit"),
    ],
)
def test_a_record_that_cannot_be_shown_has_a_code(sent: bytes, code: str) -> None:
    wrong = imports.read_record(sent)
    assert isinstance(wrong, WrongRecord)
    assert wrong.code == code
    wrong.message.encode()


def test_an_illegal_card_is_named_with_its_place() -> None:
    wrong = imports.read_record(text_of("tressette-must-follow").encode())
    assert wrong == WrongRecord("must_follow_suit", "one must play cups", 0, 10, 1, ("7C", "2C"), "tressette")


def test_a_broken_commitment_does_not_hide_the_cards() -> None:
    shown = imports.read_record(text_of("tressette-stacked-deck").encode())
    assert isinstance(shown, ShownRecord)
    assert isinstance(shown.shuffle_verdict, WrongRecord)
    assert (shown.shuffle_verdict.code, shown.shuffle_verdict.deal) == ("deal_mismatch", 1)


def test_names_are_made_displayable() -> None:
    shown = imports.read_record(changed(players=["<b>", " ", "x" * 90, "\ud800"], id=None))
    assert isinstance(shown, ShownRecord)
    assert [seat["name"] for seat in shown.frame["seats"]] == ["<b>", "2", "x" * imports.LONGEST_NAME, "?"]


@pytest.mark.parametrize("as_file", [True, False], ids=["file", "text"])
@pytest.mark.django_db
def test_the_page_opens_the_viewer(client: Client, fresh: None, as_file: bool) -> None:
    text = text_of("tressette-promise-kept")
    sent: Any = {"file": SimpleUploadedFile("una.json", text.encode())} if as_file else {"text": text}
    page = client.post(HERE, sent)
    assert page.status_code == 200
    assert page.context["frame"]["frames"]
    html = page.content.decode()
    assert 'class="board ' in html
    assert "data-review" not in html, "what others think is no part of a file"
    assert "data-share" not in html, "there is no address to share"


@pytest.mark.django_db
def test_the_page_shows_the_referees_verdict(client: Client, fresh: None) -> None:
    page = client.post(HERE, {"text": text_of("tressette-must-follow")}, headers={"Accept-Language": "en"})
    assert page.status_code == 422
    html = page.content.decode()
    for said in ("must_follow_suit", "Deal 1", "action 11", "seat 2", "7C, 2C"):
        assert said in html
    assert client.post(HERE, {"text": " " * imports.LARGEST + "{}"}).status_code == 413


@pytest.mark.django_db
def test_the_page_speaks_the_language_of_its_reader(client: Client, fresh: None) -> None:
    def page_for(text: str) -> str:
        return client.post(HERE, {"text": text}, headers={"Accept-Language": "it"}).content.decode()

    must_follow = page_for(text_of("tressette-must-follow"))
    assert "Devi rispondere a coppe." in must_follow
    assert "one must play" not in must_follow
    no_json = page_for('{"format": "ludopoli/1",')
    assert "Non è JSON: guarda la riga 1, colonna 25." in no_json
    assert "Expecting" not in no_json
    no_game = page_for('{"format": "ludopoli/1", "game": "burraco"}')
    assert "Guarda game." in no_game
    assert "expected" not in no_game


@pytest.mark.django_db
def test_bots_have_their_names(client: Client, fresh: None) -> None:
    shown = imports.read_record(changed(players=["Anna", "circolo", "Bruno", "circolo"]))
    assert isinstance(shown, ShownRecord)
    assert [(seat["name"], seat["bot"]) for seat in shown.frame["seats"]] == [
        ("Anna", False), (bot_name(1), True), ("Bruno", False), (bot_name(3), True)
    ]  # fmt: skip
    assert not any("circolo" in names for names, _ in shown.outcome)


@pytest.mark.django_db
def test_uploads_of_records_are_throttled(client: Client, fresh: None) -> None:
    statuses = [client.post(HERE, {"text": "{}"}).status_code for _ in range(imports.AT_ONCE + 1)]
    assert statuses == [422] * imports.AT_ONCE + [429]


@pytest.mark.django_db
def test_a_program_asks_the_referee(client: Client, fresh: None) -> None:
    def ask(text: str, query: str = "") -> Any:
        return client.post(f"/api/v1/referee/{query}", text, content_type="application/json")

    right = ask(text_of("tressette-promise-kept"), "?verify=true")
    assert (right.status_code, right.json()["ok"], right.json()["verified"]) == (200, True, True)
    assert right.json() == next(judge_text(text_of("tressette-promise-kept"), verify=True)).json
    wrong = ask(text_of("tressette-must-follow")).json()
    assert wrong["ok"] is False
    assert wrong["error"]["code"] == "must_follow_suit"
    assert (wrong["error"]["deal"], wrong["error"]["action"]) == (0, 10)
    no_records = ("[]", "{", '{"game": "\\ud800"}', f'{{"x": "{" " * imports.LARGEST}"}}')
    refused = [ask(text) for text in no_records]
    assert [answer.status_code for answer in refused] == [400, 400, 400, 413]
    assert ask("{}").status_code == 429


@pytest.mark.django_db
def test_a_record_is_in_utf_8_despite_its_header(client: Client, fresh: None) -> None:
    sent = '{"format": "ludopoli/1", "game": "é"}'.encode("latin-1")
    header = "application/json; charset=latin-1"
    answer = client.generic("POST", "/api/v1/referee/", sent, content_type=header)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
