"""Programs that play with HTTP requests alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Match, Table
from ludocards.engine import referee
from ludocards.engine.cards import DECKS

Clients = Callable[..., APIClient]
ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


@pytest.fixture
def table(client_of: Clients) -> tuple[list[APIClient], str, str]:
    """Four programs at a table: the clients by seat, the code of the table, the id of the match."""
    clients = [client_of(name) for name in ("Anna", "Bruno", "Carla", "Dario")]
    opened = clients[0].post("/api/v1/tables/", {"game": "tressette", "rules": ONE_DEAL}, format="json")
    assert opened.status_code == 201
    code = opened.data["code"]
    for client in clients[1:]:
        seated = client.post(f"/api/v1/tables/{code}/sit/", {}, format="json")
        assert seated.status_code == 200, seated.data
    return clients, code, seated.data["match"]


def test_four_programs_play_a_deal_and_take_its_record(
    table: tuple[list[APIClient], str, str], anybody: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients, _code, match = table
    moves = 0
    while (now := clients[0].get(f"/api/v1/matches/{match}/").data)["status"] == "playing":
        for client in clients:
            state = client.get(f"/api/v1/matches/{match}/state/").data
            if state["legal"]:
                sent = {"id": f"m{moves}", "version": state["version"], "command": _card(state["legal"])}
                done = client.post(f"/api/v1/matches/{match}/commands/", sent, format="json")
                assert done.status_code == 200, done.data
                moves += 1
    assert moves == 40
    assert now["version"] == Match.objects.get().version
    record = clients[0].get(f"/api/v1/matches/{match}/record/")
    assert referee.judge_record(json.dumps(record.data), verify=True).status == 0

    version: dict[str, Any] = {"HTTP_IF_NONE_MATCH": record["ETag"]}
    with monkeypatch.context() as patched:
        patched.setattr(
            "games.archive.finished_matches.record_of", lambda match: pytest.fail("it is made for nobody")
        )
        again = clients[0].get(f"/api/v1/matches/{match}/record/", **version)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", record["ETag"])
    assert anybody.get(f"/api/v1/matches/{match}/record/", **version).status_code == 304

    Table.objects.update(private=True)
    assert anybody.get(f"/api/v1/matches/{match}/record/", **version).status_code == 403
    for what in ("", "state/", "events/", "record/"):
        assert clients[0].get(f"/api/v1/matches/{match}/{what}").status_code == 200
        assert anybody.get(f"/api/v1/matches/{match}/{what}").json()["code"] == "not_watchable"


def test_events_show_each_reader_only_what_they_may_know(
    table: tuple[list[APIClient], str, str], anybody: APIClient
) -> None:
    clients, _code, match = table
    hands: list[Any] = []
    for client in clients:
        events = client.get(f"/api/v1/matches/{match}/events/").data["events"]
        [dealt] = [event for event in events if event["kind"] == "dealt"]
        hands.append(dealt["hand"])
    assert len({card for hand in hands for card in hand}) == 40
    watched = anybody.get(f"/api/v1/matches/{match}/events/").data["events"]
    assert not any("hand" in event for event in watched)


def test_a_command_sent_twice_is_carried_out_once(table: tuple[list[APIClient], str, str]) -> None:
    clients, _code, match = table
    seat, state = _on_turn(clients, match)
    sent = {"id": "once", "version": state["version"], "command": state["legal"][0]}
    first, again = (
        clients[seat].post(f"/api/v1/matches/{match}/commands/", sent, format="json") for _ in range(2)
    )
    assert (first.status_code, first.data) == (again.status_code, again.data) == (200, first.data)


def test_an_id_belongs_to_one_command(table: tuple[list[APIClient], str, str]) -> None:
    clients, _code, match = table
    seat, state = _on_turn(clients, match)
    for command in state["legal"][:2]:
        sent = {"id": "once", "version": state["version"], "command": command}
        answer = clients[seat].post(f"/api/v1/matches/{match}/commands/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "command_id_used")
    assert clients[seat].get(f"/api/v1/matches/{match}/").data["version"] == state["version"] + 1


def test_a_refusal_carries_the_details_of_its_message(table: tuple[list[APIClient], str, str]) -> None:
    clients, _code, match = table
    seat, state = _on_turn(clients, match)
    missing = next(card for card in DECKS["italian40"].cards if card not in state["view"]["hand"])
    sent = {"id": "x", "version": state["version"], "command": {"do": "play", "card": missing}}
    refused = clients[seat].post(f"/api/v1/matches/{match}/commands/", sent, format="json").json()
    assert (refused["code"], refused["details"]) == ("not_in_hand", {"card": missing})
    rules = {"preset": "classico", "accuse_window": 7}
    wanted = {"game": "tressette", "rules": rules}
    refused = clients[0].post("/api/v1/tables/", wanted, format="json").json()
    assert (refused["code"], refused["details"]) == ("bad_rules", {"option": "accuse_window"})
    event = {"name": " ", "game": "tressette", "format": "swiss", "starts_at": "2030-01-01T20:00:00Z"}
    refused = clients[0].post("/api/v1/tournaments/", event, format="json").json()
    assert (refused["code"], refused["details"]) == ("bad_event", {"field": "name"})


def test_a_stale_command_is_refused_with_the_current_state(
    table: tuple[list[APIClient], str, str],
) -> None:
    clients, _code, match = table
    seat, state = _on_turn(clients, match)
    for name in ("first", "second"):
        sent = {"id": name, "version": state["version"], "command": state["legal"][0]}
        answer = clients[seat].post(f"/api/v1/matches/{match}/commands/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["state"]["version"] > state["version"]


def test_only_seated_players_may_play(table: tuple[list[APIClient], str, str], client_of: Clients) -> None:
    _clients, _code, match = table
    sent = {"id": "x", "version": 1, "command": {"do": "play", "card": "AB"}}
    answer = client_of("Elena").post(f"/api/v1/matches/{match}/commands/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


def test_a_table_closed_to_spectators_is_not_shown(client_of: Clients, anybody: APIClient) -> None:
    anna = client_of("Anna")
    wanted = {"game": "tressette", "watchable": False}
    code = anna.post("/api/v1/tables/", wanted, format="json").data["code"]
    anna.post(f"/api/v1/tables/{code}/bots/")
    match = anna.get(f"/api/v1/tables/{code}/").data["match"]
    at_table = [f"tables/{code}/", f"tables/{code}/messages/"]
    of_match = [f"matches/{match}/{what}" for what in ("", "state/", "events/", "record/")]
    for path in at_table + of_match:
        refused = anybody.get(f"/api/v1/{path}")
        assert (refused.status_code, refused.json()["code"]) == (403, "not_watchable"), path
    listed = anybody.get("/api/v1/matches/").json()["results"]
    assert match not in [each["id"] for each in listed]


def _card(legal: list[dict[str, Any]]) -> dict[str, Any]:
    return next(command for command in legal if command["do"] == "play")


def _on_turn(clients: list[APIClient], match: str) -> tuple[int, dict[str, Any]]:
    for seat, client in enumerate(clients):
        state = client.get(f"/api/v1/matches/{match}/state/").data
        if state["legal"]:
            return seat, state
    raise AssertionError("nobody is on turn")
