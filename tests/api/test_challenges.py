"""Challenges: one account invites another to its table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Challenge, Happening, Match, Table
from games.people import challenges
from games.play import actions
from ludopoli.accounts import people, privacy
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice

Clients = Callable[..., APIClient]
RULES = {"preset": "classico", "match_end": {"deals": 1}}


def table_of(client: APIClient, **wanted: object) -> str:
    answer = client.post("/api/v1/tables/", {"game": "tressette", "rules": RULES, **wanted}, format="json")
    assert answer.status_code == 201, answer.data
    return str(answer.data["code"])


def challenge(client: APIClient, to: str, table: str) -> dict[str, str]:
    answer = client.post("/api/v1/challenges/", {"to": to, "table": table}, format="json")
    assert answer.status_code == 201, answer.data
    made: dict[str, str] = answer.json()
    return made


def test_accepting_takes_the_seat_and_the_last_acceptance_begins_the_match(client_of: Clients) -> None:
    anna = client_of("Anna")
    code = table_of(anna, private=True)
    for name in ("Bruno", "Carla", "Dario"):
        other = client_of(name)
        made = challenge(anna, name, code)
        assert (made["from"], made["to"], made["status"]) == ("Anna", name, "open")
        assert [each["id"] for each in other.get("/api/v1/challenges/").json()["results"]] == [made["id"]]
        seated = other.post(f"/api/v1/challenges/{made['id']}/accept/")
        assert seated.status_code == 200, seated.data
        again = other.post(f"/api/v1/challenges/{made['id']}/accept/")
        assert (again.status_code, again.json()["code"]) == (409, "challenge_over")
    assert seated.data["match"] == str(Match.objects.get().pk)
    announced = Happening.objects.filter(user__username="Anna").values_list("kind", flat=True)
    assert [*announced] == ["challenge_accepted"] * 2 + ["match_started", "challenge_accepted"]


def test_declining_is_announced_and_takes_no_seat(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    made = challenge(anna, "bruno", table_of(anna))
    answer = bruno.post(f"/api/v1/challenges/{made['id']}/decline/")
    assert (answer.status_code, answer.json()["status"]) == (200, "declined")
    assert Happening.objects.get(user__username="Anna").kind == "challenge_declined"
    assert Notice.objects.filter(
        user__username="Anna", actor__username="Bruno", kind="challenge_declined"
    ).exists()
    assert bruno.get("/api/v1/me/").json()["tables"] == []


def test_only_the_challenger_withdraws_a_challenge(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    made = challenge(anna, "Bruno", table_of(anna))
    assert bruno.post(f"/api/v1/challenges/{made['id']}/withdraw/").json()["code"] == "no_challenge"
    assert anna.post(f"/api/v1/challenges/{made['id']}/accept/").json()["code"] == "no_challenge"
    assert anna.post(f"/api/v1/challenges/{made['id']}/withdraw/").json()["status"] == "withdrawn"
    assert bruno.post(f"/api/v1/challenges/{made['id']}/accept/").json()["code"] == "challenge_over"
    kinds = Happening.objects.filter(user__username="Bruno").values_list("kind", flat=True)
    assert [*kinds] == ["challenge", "challenge_withdrawn"]


def test_a_repeated_challenge_counts_once(client_of: Clients) -> None:
    anna = client_of("Anna")
    client_of("Bruno")
    code = table_of(anna)
    assert challenge(anna, "Bruno", code)["id"] == challenge(anna, "Bruno", code)["id"]
    assert Happening.objects.count() == 1


def test_the_challenge_of_a_blocked_person_vanishes_silently(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    people.block(User.objects.get(username="Bruno"), User.objects.get(username="Anna"))
    made = challenge(anna, "Bruno", table_of(anna))
    assert made["status"] == "open"
    assert bruno.get("/api/v1/challenges/").json()["results"] == []
    assert bruno.post(f"/api/v1/challenges/{made['id']}/accept/").json()["code"] == "no_challenge"
    anna.post(f"/api/v1/challenges/{made['id']}/withdraw/")
    assert not Happening.objects.filter(user__username="Bruno").exists()


def test_an_old_challenge_expires(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    code = table_of(anna)
    made = challenge(anna, "Bruno", code)
    Challenge.objects.update(at=timezone.now() - challenges.ANSWER_TIME - timedelta(seconds=1))
    assert bruno.post(f"/api/v1/challenges/{made['id']}/accept/").json()["code"] == "challenge_over"
    assert challenge(anna, "Bruno", code)["id"] != made["id"]


@pytest.mark.parametrize(
    ("to", "where", "status", "code"),
    [
        ("Nobody", "mine", 404, "no_person"),
        ("Anna", "mine", 409, "yourself"),
        ("Bruno", "others", 403, "not_seated"),
        ("Bruno", "none", 404, "not_found"),
        ("Carla", "others", 403, "not_seated"),
    ],
)
def test_an_impossible_challenge_is_refused(
    client_of: Clients, to: str, where: str, status: int, code: str
) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    client_of("Carla")
    tables = {"mine": table_of(anna), "others": table_of(bruno), "none": "nowhere"}
    refused = anna.post("/api/v1/challenges/", {"to": to, "table": tables[where]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_full_tables_and_tables_in_play_challenge_nobody(client_of: Clients) -> None:
    anna = client_of("Anna")
    client_of("Bruno")
    code = table_of(anna)
    made = challenge(anna, "Bruno", code)
    anna.post(f"/api/v1/tables/{code}/bots/")
    refused = anna.post("/api/v1/challenges/", {"to": "Bruno", "table": code}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "match_running")
    too_late = client_of("Bruno").post(f"/api/v1/challenges/{made['id']}/accept/")
    assert (too_late.status_code, too_late.json()["code"]) == (409, "no_free_seat")
    assert Challenge.objects.get().status == Challenge.Status.OPEN


def test_frequent_challenges_are_throttled(client_of: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "CHALLENGE_BURST", 1)
    anna = client_of("Anna too often")
    client_of("Bruno")
    code = table_of(anna)
    challenge(anna, "Bruno", code)
    refused = anna.post("/api/v1/challenges/", {"to": "Bruno", "table": code}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_challenges")
    assert int(refused["Retry-After"]) >= 1


def test_a_challenge_is_deleted_with_its_people(client_of: Clients) -> None:
    anna = client_of("Anna")
    client_of("Bruno")
    challenge(anna, "Bruno", table_of(anna))
    bruno = User.objects.get(username="Bruno")
    assert privacy.export_person(bruno)["games"]["challenges"][0]["challenger__username"] == "Anna"
    privacy.delete_person(bruno)
    assert not Challenge.objects.exists()
    assert not Happening.objects.filter(user=bruno).exists()


def test_nobody_sits_twice(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    code = table_of(anna)
    made = challenge(anna, "Bruno", code)
    table = Table.objects.get(code=code)
    actions.take_seat(User.objects.get(username="Bruno"), table, 2)
    refused = bruno.post(f"/api/v1/challenges/{made['id']}/accept/")
    assert (refused.status_code, refused.json()["code"]) == (409, "already_seated")
    assert Challenge.objects.get().status == Challenge.Status.OPEN
