"""Tokens and their scopes, problems, rate limits, ETags, and pagination."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Table
from games.play import actions
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.api.models import PREFIX, Scope, Token

Clients = Callable[..., APIClient]


def test_a_token_is_stored_only_as_a_digest(db: None) -> None:
    anna = User.objects.create_user("Anna")
    token, secret = Token.make(anna.pk, "il mio bot", [Scope.PLAY])
    assert secret.startswith(PREFIX)
    stored = Token.objects.values().get()
    assert not any(secret[len(PREFIX) + len(token.shown) :] in str(value) for value in stored.values())
    found = Token.of(secret)
    assert found == token
    assert Token.of(secret[:-1]) is None


@pytest.mark.parametrize("header", ["Bearer ludo_nonsense", "Bearer ", "bearer \x00"])
def test_an_unknown_token_is_refused(anybody: APIClient, header: str) -> None:
    refused = anybody.get("/api/v1/games/", HTTP_AUTHORIZATION=header)
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")
    assert refused["WWW-Authenticate"] == "Bearer"
    assert refused["Content-Type"] == "application/problem+json"


def test_the_token_of_a_barred_account_is_refused(client_of: Clients) -> None:
    anna = client_of("Anna")
    User.objects.update(is_active=False)
    assert anna.get("/api/v1/me/").status_code == 401


def test_a_read_token_plays_nothing(client_of: Clients) -> None:
    reader = client_of("Anna", Scope.READ)
    assert reader.get("/api/v1/me/").json() == {
        "name": "Anna",
        "guest": False,
        "program": False,
        "scopes": ["read"],
        "tables": [],
    }
    refused = reader.post("/api/v1/tables/", {"game": "tressette"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "no_scope")
    assert not Table.objects.exists()


def test_anonymous_clients_may_only_read(anybody: APIClient) -> None:
    assert anybody.get("/api/v1/tables/").status_code == 200
    refused = anybody.post("/api/v1/tables/", {"game": "tressette"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (401, "sign_in")


def test_a_browser_session_needs_its_csrf_token(db: None) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_user("Anna"))
    assert browser.get("/api/v1/me/").json()["name"] == "Anna"
    assert browser.post("/api/v1/tables/", {"game": "tressette"}, format="json").status_code == 403


@pytest.mark.parametrize(
    ("wanted", "status", "code"),
    [
        ({}, 400, "bad_request"),
        ({"game": "poker"}, 400, "bad_request"),
        ({"game": "tressette", "rules": {"preset": "poker"}}, 409, "bad_rules"),
        ({"game": "tressette", "players": 6}, 409, "wrong_players"),
        ({"game": "tressette", "move_seconds": None}, 409, "clock_needed"),
        ({"game": "tressette", "move_seconds": 1}, 400, "bad_request"),
    ],
)
def test_an_impossible_table_is_refused(
    client_of: Clients, wanted: dict[str, Any], status: int, code: str
) -> None:
    refused = client_of("Anna").post("/api/v1/tables/", wanted, format="json")
    problem = refused.json()
    assert (refused.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["detail"]
    assert refused["Content-Type"] == "application/problem+json"
    assert not Table.objects.exists()


def test_invalid_json_is_refused_as_such(client_of: Clients) -> None:
    anna = client_of("Anna")
    for body, kind in ((b"{", "application/json"), (b"[1]", "application/json")):
        refused = anna.post("/api/v1/tables/", body, content_type=kind)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
    assert anna.post("/api/v1/tables/", b"a=1", content_type="text/plain").status_code == 415


def test_frequent_readers_learn_when_to_retry(anybody: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"anonymous": "2/min", "person": "2/min"}
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", rates)
    answers = [anybody.get("/api/v1/games/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "throttled"
    assert 1 <= int(answers[2]["Retry-After"]) <= 60


def test_an_unchanged_list_is_not_sent_again(anybody: APIClient) -> None:
    first = anybody.get("/api/v1/games/")
    again = anybody.get("/api/v1/games/", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_frequent_writers_learn_when_to_retry(client_of: Clients) -> None:
    anna = client_of("Anna")
    code = anna.post("/api/v1/tables/", {"game": "tressette"}, format="json").data["code"]
    lines = [{"text": f"Riga {number}"} for number in range(10)]
    answers = [anna.post(f"/api/v1/tables/{code}/messages/", line, format="json") for line in lines]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert refused
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(429, "muted")}
    assert all(int(answer["Retry-After"]) >= 1 for answer in refused)
    newest = anna.get(f"/api/v1/tables/{code}/messages/").json()["results"][-1]
    later = anna.get(f"/api/v1/tables/{code}/messages/?after={newest['id'] - 1}").json()
    assert later == {"results": [newest], "next": None}


@pytest.mark.parametrize(
    "path", ["games/tressette/", "tables/", "matches/", "leaderboards/tressette/", "me/people/"]
)
def test_every_read_has_an_etag(client_of: Clients, path: str) -> None:
    anna = client_of("Anna")
    first = anna.get(f"/api/v1/{path}")
    again = anna.get(f"/api/v1/{path}", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_tables_are_paginated_and_filtered(anybody: APIClient) -> None:
    for number, game in enumerate(["tressette", "tressette", "whist"]):
        anna = User.objects.create_user(f"Anna {number}")
        preset = next(iter(GAMES[game].presets))
        actions.open_table(anna, game=game, rules={"preset": preset}, players=GAMES[game].players[0])
    found, address = [], "/api/v1/tables/?size=2"
    while address:
        page = anybody.get(address).json()
        found += [table["code"] for table in page["results"]]
        address = page["next"]
    assert len(found) == len({*found}) == 3
    [whist] = anybody.get("/api/v1/tables/?game=whist").json()["results"]
    assert (whist["game"], whist["rules_name"], whist["free"] > 0) == ("whist", "", True)
    assert anybody.get("/api/v1/tables/?game=poker").json()["errors"].keys() == {"game"}


def test_a_list_of_matches_is_paginated(anybody: APIClient) -> None:
    for number in range(5):
        anna = User.objects.create_user(f"Anna {number}")
        table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
        actions.fill_with_bots(anna, table)
    found, address = [], "/api/v1/matches/?size=2"
    while address:
        page = anybody.get(address).json()
        found += [match["id"] for match in page["results"]]
        address = page["next"]
    assert len(found) == len({*found}) == 5
