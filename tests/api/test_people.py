"""People, ratings, statistics, leaderboards, house rules: their content, and the queries they cost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Challenge, Match, Rating, Standing
from games.people import challenges
from games.play import actions
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from tests.games.ladder import played, score

Clients = Callable[..., APIClient]
NAMES = ("Anna", "Bruno", "Carla", "Dario")
RULES = {"preset": "classico", "match_end": {"deals": 1}}


def play(*names: str) -> Match:
    """Store a finished, scored match of these people that the first side has won."""
    users = [User.objects.get_or_create(username=name)[0] for name in names]
    match = played(users, at=timezone.now())
    score(match)
    return match[0]


def test_a_person_and_their_matches(db: None, anybody: APIClient) -> None:
    match = play(*NAMES)
    anna = anybody.get("/api/v1/people/Anna/").json()
    assert (anna["name"], anna["program"], anna["owner"]) == ("Anna", False, None)
    assert anna["played"] == [{"game": "tressette", "matches": 1, "wins": anna["played"][0]["wins"]}]
    rating = Rating.objects.get(user__username="Anna")
    assert anna["ratings"][0]["rating"] == rating.shown

    [line] = anybody.get("/api/v1/people/Anna/matches/").json()["results"]
    others = [[each["name"] for each in line[side]] for side in ("partners", "opponents")]
    assert (line["match"], others) == (str(match.pk), [["Carla"], ["Bruno", "Dario"]])
    own = match.results.get(user__username="Anna")
    assert (line["score"], line["scores"][line["side"]], len(line["scores"])) == (own.score, own.score, 2)
    [point] = anybody.get("/api/v1/people/Anna/ratings/tressette/").json()["results"]
    moved = ("match", "at", "rating", "spread", "gain", "weight")
    assert [point[name] for name in moved] == [line[name] for name in moved]
    assert (point["rating"], point["weight"]) == (rating.shown, own.weight)
    statistics = anybody.get("/api/v1/people/Anna/statistics/tressette/").json()
    assert (statistics["matches"], statistics["by_partner"][0]["name"]) == (1, "Carla")
    assert [line["matches"] for line in statistics["by_preset"] + statistics["by_seat"]] == [1, 1]
    assert (statistics["by_preset"][0]["preset"], statistics["by_seat"][0]["seat"]) == (own.preset, own.seat)
    assert {each["name"]: each["count"] for each in statistics["tallies"]} == own.tally
    month = f"{timezone.localdate():%Y-%m}"
    assert anybody.get(f"/api/v1/people/Anna/statistics/tressette/?period={month}").json()["matches"] == 1
    assert anybody.get("/api/v1/people/Anna/statistics/tressette/?period=2001").json()["matches"] == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("people/Nobody/", 404),
        ("people/Anna/ratings/poker/", 404),
        ("people/Anna/matches/?cursor=x", 400),
        ("people/Anna/matches/?game=poker", 400),
        ("people/Anna/statistics/tressette/?period=yesterday", 400),
        ("leaderboards/poker/", 404),
        ("leaderboards/tressette/?cursor=x", 400),
        ("leaderboards/tressette/?friends=true", 401),
        ("matches/?status=lost", 400),
    ],
)
def test_an_unknown_or_malformed_address_is_a_problem(
    db: None, anybody: APIClient, path: str, status: int
) -> None:
    User.objects.create_user("Anna")
    refused = anybody.get(f"/api/v1/{path}")
    assert (refused.status_code, refused["Content-Type"]) == (status, "application/problem+json")


def test_a_history_is_paginated(db: None, anybody: APIClient) -> None:
    for _ in range(3):
        play(*NAMES)
    found, address = [], "/api/v1/people/Anna/matches/?size=2"
    while address:
        page = anybody.get(address).json()
        found += [line["match"] for line in page["results"]]
        address = page["next"]
    assert len(found) == len({*found}) == 3


def test_a_leaderboard_is_paginated_and_gives_my_rank(db: None, client_of: Clients) -> None:
    for number in range(5):
        user = User.objects.create_user(f"Anna {number}")
        row = {"user": user, "game": "tressette", "matches": 40}
        Rating.objects.create(**row, mu=25, sigma=2, shown=1500 + number // 2, spread=80, listed=True)
        Standing.objects.create(**row, period="all", rated=40, rated_wins=20, listed=True)
    client, found, address = client_of("Anna 1"), [], "/api/v1/leaderboards/tressette/?size=2"
    while address:
        page = client.get(address).json()
        found += [(row["rank"], row["name"]) for row in page["results"]]
        address = page["next"]
    assert [rank for rank, _ in found] == [1, 2, 2, 4, 4]
    assert page["mine"] == {"rank": 4, "value": 1500, "matches_missing": 0}

    me, friend = User.objects.get(username="Anna 1"), User.objects.get(username="Anna 4")
    people.befriend(me, friend)
    people.befriend(friend, me)
    among = client.get("/api/v1/leaderboards/tressette/?friends=true").json()
    assert [row["name"] for row in among["results"]] == ["Anna 4", "Anna 1"]


LISTS = (
    "bots/",
    "challenges/",
    "house-rules/",
    "leaderboards/tressette/",
    "matches/",
    "me/people/",
    "people/Anna/matches/",
    "people/Anna/ratings/tressette/",
    "people/Anna/statistics/tressette/",
    "people/Anna/",
    "tables/",
)


@pytest.mark.parametrize("path", LISTS)
def test_a_list_costs_the_same_at_any_size(db: None, client_of: Clients, path: str) -> None:
    client = client_of("Anna")
    play(*NAMES)
    _more("1")
    client.get(f"/api/v1/{path}")  # stores that the token has been used
    with CaptureQueriesContext(connection) as first:
        few = client.get(f"/api/v1/{path}")
    play(*NAMES)
    play("Anna", "Elena", "Fabio", "Gina")
    _more("2")
    _more("3")
    with CaptureQueriesContext(connection) as second:
        many = client.get(f"/api/v1/{path}")
    assert (few.status_code, many.status_code) == (200, 200)
    assert many.content != few.content
    assert len(second) == len(first) <= 10


def _more(name: str) -> None:
    """Add one more of everything that a list about Anna may have."""
    anna, other = User.objects.get(username="Anna"), User.objects.create_user(f"Altro {name}")
    User.objects.create(username=f"Robot {name}", is_bot=True, owner=anna)
    people.befriend(anna, other)
    people.befriend(other, anna)
    row = {"user": other, "game": "tressette", "matches": 40}
    Rating.objects.create(**row, mu=25, sigma=2, shown=1500, spread=80, listed=True)
    Standing.objects.create(**row, period="all", rated=40, rated_wins=20, listed=True)
    actions.save_rules(anna, game="tressette", name=f"Mie {name}", rules=RULES)
    table = actions.open_table(other, game="tressette", rules=RULES, players=4)
    assert isinstance(challenges.challenge_person(other, table, "Anna"), Challenge)


def test_house_rules_are_saved_changed_and_deleted(client_of: Clients, anybody: APIClient) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    wanted = {"game": "tressette", "name": "Da nonno", "rules": RULES}
    saved = anna.post("/api/v1/house-rules/", wanted, format="json")
    assert (saved.status_code, saved.data["owner"], saved.data["mine"]) == (201, "Anna", True)
    address = f"/api/v1/house-rules/{saved.data['code']}/"
    again = anna.post("/api/v1/house-rules/", wanted, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "rules_name_taken")
    assert anybody.get(address).json()["name"] == "Da nonno"
    assert bruno.patch(address, {"name": "Mie"}, format="json").json()["code"] == "not_your_rules"
    assert anna.patch(address, {"name": "Da zia"}, format="json").json()["name"] == "Da zia"
    assert anna.get("/api/v1/house-rules/?game=whist").json() == {"results": [], "next": None}
    named = anna.get("/api/v1/house-rules/").json()["results"]
    assert [house["name"] for house in named] == ["Da zia"]
    assert bruno.delete(address).json()["code"] == "not_your_rules"
    assert anna.delete(address).status_code == 204
    assert anybody.get(address).json()["code"] == "no_house_rules"


def test_the_rules_are_published_clause_by_clause(anybody: APIClient) -> None:
    published = anybody.get("/api/v1/games/tressette/rules/classico/").json()
    clauses = [clause for chapter in published["chapters"] for clause in chapter["clauses"]]
    assert len(clauses) > 10
    assert all(clause["text"] and clause["origin"] for clause in clauses)
    assert anybody.get(published["url"]).status_code == 200
    assert anybody.get("/api/v1/games/tressette/rules/poker/").json()["code"] == "no_preset"


def test_a_leaderboard_changes_with_its_rows_and_not_with_the_clock(
    anybody: APIClient, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(*NAMES)
    Rating.objects.update(listed=True)
    path = "/api/v1/leaderboards/tressette/"
    tag = anybody.get(path)["ETag"]
    later = timezone.now() + timedelta(hours=3)
    with monkeypatch.context() as clock:
        clock.setattr(timezone, "now", lambda: later)
        assert anybody.get(path, headers={"If-None-Match": tag}).status_code == 304
    Rating.objects.filter(user__username="Anna").update(shown=1700)
    changed = anybody.get(path, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed["ETag"] != tag


def test_people_are_found_by_part_of_their_name_but_not_without_end(
    anybody: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "SEARCHES_AT_ONCE", 2)
    monkeypatch.setattr(people, "SEARCHES_PER_SECOND", 1e-6)
    User.objects.create_user("Anna Rizzo")

    def ask(path: str) -> Any:
        return anybody.get(path, REMOTE_ADDR="203.0.113.7")

    assert ask("/api/v1/people/?q=riz").json()["results"] == [{"name": "Anna Rizzo"}]
    assert [ask("/classifiche/?nome=riz").status_code for _ in range(2)] == [200, 429]
    assert ask("/api/v1/people/?q=riz").json()["code"] == "throttled"
    assert ask("/api/v1/people/?q=ri").json()["results"] == [], "too short to be searched for"
