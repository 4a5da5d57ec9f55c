"""What all endpoints share: strict queries and bodies, one envelope, one time format, problems, CORS, rate
limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Match, Result
from ludopoli.accounts.models import User
from tests.api.document import DOCUMENT
from tests.api.events import running
from tests.api.test_people import NAMES, play

Clients = Callable[..., APIClient]
UTC_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), (
        answer.content
    )
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    return problem


# ---- queries


READS = [
    path
    for path, operations in DOCUMENT["paths"].items()
    if "get" in operations
    and "{" not in path
    and not path.endswith("/stream/")
    and not operations["get"].get("deprecated")  # the current address refuses
]


@pytest.mark.parametrize("path", READS)
def test_an_unknown_parameter_is_refused_by_name(client_of: Clients, path: str) -> None:
    asked = DOCUMENT["paths"][path]["get"].get("parameters", [])
    needed = {each["name"]: "tressette" for each in asked if each.get("required") and each["name"] == "game"}
    problem = refused(client_of("Anna").get(path, {**needed, "sorted": "by age"}), 400, "bad_request")
    assert problem["errors"].keys() == {"sorted"}


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("size=0", "size"),
        ("size=201", "size"),
        ("size=many", "size"),
        ("size=" + 5000 * "9", "size"),
        ("size=1&size=2", "size"),
        ("cursor=x", "cursor"),
        ("cursor=cD1ub25zZW5zZQ%3D%3D", "cursor"),
        ("game=poker", "game"),
        ("game=", "game"),
        ("rated=yes", "rated"),
        ("status=lost", "status"),
        ("since=yesterday", "since"),
        ("until=2026-13-01", "until"),
        ("since=0001-01-01T00:00:00%2B23:59", "since"),
        ("player=Nobody", "player"),
        ("vs=Anna", "player"),
    ],
)
def test_an_invalid_parameter_is_refused_by_name(anybody: APIClient, query: str, named: str) -> None:
    User.objects.create_user("Anna")
    problem = refused(anybody.get(f"/api/v1/matches/?{query}"), 400, "bad_request")
    assert problem["errors"].keys() == {named}
    assert problem["errors"][named][0]


def test_matches_are_filtered_by_time_player_and_opponent(anybody: APIClient) -> None:
    first = play(*NAMES)
    second = play("Anna", "Elena", "Carla", "Dario")
    now = timezone.now()
    for match, days in ((first, 2), (second, 1)):
        Match.objects.filter(pk=match.pk).update(started_at=now - timedelta(days=days))
        Result.objects.filter(match=match).update(at=now - timedelta(days=days))

    def ids(query: str) -> list[str]:
        return [each["id"] for each in anybody.get(f"/api/v1/matches/?{query}").json()["results"]]

    middle = quote((now - timedelta(days=1, hours=12)).isoformat())
    assert ids("player=Anna") == [str(second.pk), str(first.pk)]
    assert ids("player=Bruno") == [str(first.pk)]
    assert ids("player=Anna&vs=Bruno") == [str(first.pk)]
    assert ids("player=Anna&vs=Carla") == [], "partners are not opponents"
    assert ids(f"since={middle}") == [str(second.pk)]
    assert ids(f"until={middle}") == [str(first.pk)]
    assert ids(f"since={now - timedelta(days=3):%Y-%m-%d}") == [str(second.pk), str(first.pk)]

    def of_anna(query: str) -> list[str]:
        return [
            each["match"] for each in anybody.get(f"/api/v1/people/Anna/matches/?{query}").json()["results"]
        ]

    assert of_anna("vs=Elena") == [str(second.pk)]
    assert of_anna(f"since={middle}&game=tressette") == [str(second.pk)]
    lines = b"".join(anybody.get(f"/api/v1/people/Anna/games/?until={middle}"))
    assert len(lines.splitlines()) <= 1


def test_two_players_are_compared_by_game(anybody: APIClient) -> None:
    match = play(*NAMES)
    play("Anna", "Carla", "Bruno", "Dario")
    places = {each.user.username: each.place for each in match.results.select_related("user") if each.user}
    table = anybody.get("/api/v1/people/Anna/against/Bruno/").json()
    assert (table["player"], table["other"]) == ("Anna", "Bruno")
    [line] = table["games"]
    counted = [line[name] for name in ("game", "matches", "as_partners")]
    assert counted == ["tressette", 1, 1]
    ahead = (places["Anna"] < places["Bruno"], places["Anna"] > places["Bruno"])
    assert (line["wins"], line["losses"]) == ahead
    turned = anybody.get("/api/v1/people/Bruno/against/Anna/").json()["games"][0]
    assert (turned["wins"], turned["losses"]) == ahead[::-1]
    assert anybody.get("/api/v1/people/Anna/against/Bruno/?since=2999-01-01").json()["games"] == []


# ---- bodies


def test_an_unknown_field_is_refused_by_name_and_nothing_is_done(client_of: Clients) -> None:
    anna = client_of("Anna")
    sent = {"game": "tressette", "colour": "green", "move_seconds": 1}
    problem = refused(anna.post("/api/v1/tables/", sent, format="json"), 400, "bad_request")
    assert problem["errors"].keys() == {"colour", "move_seconds"}
    assert anna.get("/api/v1/me/").json()["tables"] == []
    event = running(User.objects.create_user("Ugo"))
    members = {"members": [{"level": "circolo"}, {"level": "circolo", "policy": "x"}]}
    ugo = client_of("Ugo")
    wrong = ugo.post(f"/api/v1/tournaments/{event.code}/entries/add/", members, format="json")
    assert refused(wrong, 400, "bad_request")["errors"].keys() == {"members.1.policy"}
    changed = ugo.patch(f"/api/v1/tournaments/{event.code}/", {"title": "Altro"}, format="json")
    assert refused(changed, 400, "bad_request")["errors"].keys() == {"title"}


def test_an_operation_without_a_body_refuses_one(client_of: Clients) -> None:
    anna = client_of("Anna")
    code = anna.post("/api/v1/tables/", {"game": "tressette"}, format="json").json()["code"]
    wrong = anna.post(f"/api/v1/tables/{code}/leave/", {"seat": 0}, format="json")
    assert refused(wrong, 400, "bad_request")["errors"].keys() == {"body"}
    assert anna.get("/api/v1/me/").json()["tables"] == [code]
    assert anna.post(f"/api/v1/tables/{code}/leave/", {}, format="json").status_code == 200


# ---- responses


def test_every_list_has_the_same_envelope(client_of: Clients) -> None:
    play(*NAMES)
    event = running(User.objects.create_user("Ugo"))
    client = client_of("Ugo")
    known = {"game": "tressette", "name": "Anna", "event": event.code, "label": "1-1", "preset": "classico"}
    asked = 0
    for path, operations in DOCUMENT["paths"].items():
        answer = operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        schema = answer.get("application/json", {}).get("schema", {})
        assert schema.get("type") != "array", path
        if "Paginated" in schema.get("$ref", "") and not set(re.findall(r"{(\w+)}", path)) - known.keys():
            page = client.get(path.format(**known)).json()
            assert page.keys() == {"results", "next"}, path
            asked += 1
    assert asked > 15


def moments(content: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a JSON value that is a time."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from moments(value, key)
    elif isinstance(content, list):
        for each in content:
            yield from moments(each, name)
    elif isinstance(content, str) and re.match(r"\d{4}-\d\d-\d\dT", content):
        yield name, content


def test_every_time_is_in_utc_in_the_same_format(client_of: Clients) -> None:
    play(*NAMES)
    ugo = User.objects.create_user("Ugo")
    event, client = running(ugo), client_of("Ugo")
    anna = client_of("Anna")
    code = anna.post("/api/v1/tables/", {"game": "tressette"}, format="json").json()["code"]
    anna.post(f"/api/v1/tables/{code}/messages/", {"text": "Ciao"}, format="json")
    anna.post("/api/v1/challenges/", {"to": "Bruno", "table": code}, format="json")
    seen = []
    for reader, path in (
        (client, "matches/"),
        (client, "people/Anna/matches/"),
        (client, "people/Anna/ratings/tressette/"),
        (client, f"tournaments/{event.code}/"),
        (client, f"tournaments/{event.code}/rounds/"),
        (client, f"tournaments/{event.code}/log/"),
        (anna, f"tables/{code}/messages/"),
        (anna, "challenges/"),
    ):
        found = list(moments(reader.get(f"/api/v1/{path}").json()))
        assert found, path
        seen += [(path, *each) for each in found if not UTC_TIME.fullmatch(each[1])]
    assert seen == []


def test_creating_something_returns_its_location(client_of: Clients) -> None:
    anna, ugo = client_of("Anna"), client_of("Ugo")
    table = anna.post("/api/v1/tables/", {"game": "tressette"}, format="json")
    code = table.json()["code"]
    User.objects.create_user("Bruno")
    rules = {"game": "tressette", "name": "Mie", "rules": {"preset": "classico"}}
    event = running(User.objects.get(username="Ugo"), late_entries=True)
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    start = {"name": "La coppa", "game": "tressette", "format": "swiss", "starts_at": tomorrow}
    bots = {"members": [{"level": "circolo"}, {"level": "circolo"}]}
    made = [
        table,
        anna.post("/api/v1/tables/quick/", {"game": "whist"}, format="json"),
        anna.post("/api/v1/tables/find-seat/", {"game": "tressette"}, format="json"),
        anna.post(f"/api/v1/tables/{code}/messages/", {"text": "Ciao"}, format="json"),
        anna.post("/api/v1/challenges/", {"to": "Bruno", "table": code}, format="json"),
        anna.post("/api/v1/house-rules/", rules, format="json"),
        ugo.post("/api/v1/tournaments/", start, format="json"),
        ugo.post("/api/v1/series/", {"name": "La serie"}, format="json"),
        ugo.post(f"/api/v1/tournaments/{event.code}/entries/add/", bots, format="json"),
        ugo.post(f"/api/v1/tournaments/{event.code}/announcements/", {"text": "Ciao"}, format="json"),
    ]
    for answer, reader in zip(made, [anna] * 6 + [ugo] * 4, strict=True):
        assert answer.status_code == 201, answer.content
        assert reader.get(answer["Location"]).status_code == 200, answer["Location"]


def test_quick_games_begin_at_once_and_seats_are_found(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    quick = anna.post("/api/v1/tables/quick/", {"game": "tressette", "pace": 0}, format="json").json()
    assert (quick["status"], quick["private"]) == ("playing", True)
    assert Match.objects.get(pk=quick["match"]).status == "playing"
    unknown = anna.post("/api/v1/tables/quick/", {"game": "whist", "level": "maestro"}, format="json")
    assert unknown.status_code in (201, 409)
    opened = anna.post("/api/v1/tables/", {"game": "whist", "players": 2}, format="json").json()
    found = bruno.post("/api/v1/tables/find-seat/", {"game": "whist"}, format="json").json()
    assert (found["code"], found["me"], found["status"]) == (opened["code"], 1, "playing")
    assert opened["rules"] == {"preset": opened["preset"]}
    assert opened["rules_said"][0].keys() == {"label", "value"}


def test_house_bots_and_bot_accounts_are_distinguished(client_of: Clients, anybody: APIClient) -> None:
    owner = User.objects.create_user("Ugo")
    User.objects.create(username="Automa", is_bot=True, owner=owner)
    automa = client_of("Automa")
    code = automa.post("/api/v1/tables/", {"game": "tressette"}, format="json").json()["code"]
    match = automa.post(f"/api/v1/tables/{code}/bots/", {}, format="json").json()["match"]
    players = automa.get(f"/api/v1/matches/{match}/").json()["players"]
    assert [(each["bot"], each["program"]) for each in players] == [(False, True), *[(True, False)] * 3]


# ---- problems


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
@pytest.mark.parametrize(
    "path", ["/api/v1/nothing/", "/api/v2/tables/", "/api/nothing", "/api/v1/tables/a/b/c/"]
)
def test_an_unknown_address_is_a_problem_document(db: None, method: str, path: str) -> None:
    refused(getattr(Client(), method)(path, headers={"Accept": "text/html"}), 404, "not_found")


def test_a_missing_slash_redirects_only_reads(client_of: Clients) -> None:
    sent = client_of("Anna").get("/api/v1/matches?size=3")
    assert (sent.status_code, sent["Location"]) == (301, "/api/v1/matches/?size=3")
    for method in ("post", "put", "patch", "delete"):
        problem = refused(
            getattr(client_of("Anna"), method)("/api/v1/tables", {}, format="json"), 404, "not_found"
        )
        assert "barra" in problem["detail"]
    refused(client_of("Anna").get("/api/v1/nothing"), 404, "not_found")


def test_server_errors_and_unreadable_bodies_are_problem_documents(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(Client().get("/api/v1/people/a%00b/"), 400, "bad_request")
    monkeypatch.setattr("games.api.games.GAMES", None)
    broken = Client(raise_request_exception=False).get("/api/v1/games/")
    refused(broken, 500, "server_error")


# ---- CORS and rate limits


def test_scripts_of_any_site_may_read_public_data(db: None) -> None:
    origin = {"Origin": "https://statistica.example"}
    for path in ("/api/v1/games/", "/api/v1/matches/", "/api/v1/nothing/", "/api/v1/openapi/"):
        answer = Client().get(path, headers=origin)
        assert answer["Access-Control-Allow-Origin"] == "*", path
        assert "Access-Control-Allow-Credentials" not in answer
        assert "Retry-After" in answer["Access-Control-Expose-Headers"]
    wish = {
        **origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
    }
    before = Client().options("/api/v1/games/", headers=wish)
    assert (before.status_code, before.content) == (204, b"")
    assert before["Access-Control-Allow-Origin"] == "*"
    assert before["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "if-none-match" in before["Access-Control-Allow-Headers"].lower()
    assert "authorization" not in before["Access-Control-Allow-Headers"].lower()


def test_scripts_of_other_sites_never_act_for_a_person(client_of: Clients) -> None:
    anna, browser = client_of("Anna"), Client()
    browser.force_login(User.objects.get(username="Anna"))
    for client in (anna, browser):
        answer = client.get("/api/v1/games/", headers={"Origin": "https://evil.example"})
        assert answer.status_code == 200
        assert "Access-Control-Allow-Origin" not in answer
        assert {"Authorization", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        wish = {"Origin": "https://evil.example", "Access-Control-Request-Method": method}
        answer = Client().options("/api/v1/tables/", headers=wish)
        assert "Access-Control-Allow-Methods" not in answer
    written = Client().post("/api/v1/tables/", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in written
    assert "Access-Control-Allow-Origin" not in Client().get("/tavoli/")


def test_every_answer_states_what_is_left_of_the_rate(
    client_of: Clients, anybody: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = {"anonymous": "2/min", "person": "5/min"}
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", rates)
    answers = [anybody.get("/api/v1/games/") for _ in range(3)]
    left = [(each["RateLimit-Limit"], each["RateLimit-Remaining"]) for each in answers]
    assert left == [("2", "1"), ("2", "0"), ("2", "0")]
    problem = refused(answers[2], 429, "throttled")
    assert problem["detail"]
    assert 1 <= int(answers[2]["Retry-After"]) <= int(answers[2]["RateLimit-Reset"]) <= 60
    assert client_of("Anna").get("/api/v1/games/")["RateLimit-Remaining"] == "4"
