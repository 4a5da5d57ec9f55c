"""A creation that is asked for again with its `Idempotency-Key` happens once."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table
from ludopoli.accounts.models import User
from ludopoli.api.models import KeptAnswer, Token
from tests.api.document import DOCUMENT, Client
from tournaments.models import Event

TABLE: dict[str, Any] = {"game": "tressette", "private": True}


@pytest.fixture
def anna(db: None) -> Client:
    return client_of("Anna")


def client_of(name: str) -> Client:
    client = Client()
    client.force_authenticate(User.objects.create_user(name))
    return client


def asked(client: Client, key: str, address: str = "tables/", **fields: Any) -> Any:
    return client.post(f"/api/v1/{address}", fields, format="json", headers={"Idempotency-Key": key})


def test_a_creation_that_is_asked_for_again_gets_the_same_answer(anna: Client) -> None:
    first, again = asked(anna, "a", **TABLE), asked(anna, "a", **TABLE)
    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.json(), again["Location"]) == (first.json(), first["Location"])
    assert Table.objects.count() == 1
    assert asked(anna, "b", **TABLE).json()["code"] != first.json()["code"]


def test_a_tournament_is_created_once(anna: Client) -> None:
    first, again = (asked(anna, "a", "tournament-with-bots/", game="briscola") for _ in range(2))
    assert first.json()["code"] == again.json()["code"]
    assert Event.objects.count() == 1


def test_a_key_names_one_request(anna: Client) -> None:
    asked(anna, "a", **TABLE)
    others = asked(anna, "a", game="briscola", private=True), asked(anna, "a", "tables/quick/", **TABLE)
    for other in others:
        assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert Table.objects.count() == 1


def test_a_key_is_of_one_account(anna: Client) -> None:
    asked(anna, "a", **TABLE)
    assert asked(client_of("Bruno"), "a", **TABLE).status_code == 201
    assert Table.objects.count() == 2


def test_a_refused_request_leaves_its_key_free(anna: Client) -> None:
    assert asked(anna, "a", game="tressette", private="perhaps").status_code == 400
    assert asked(anna, "a", "clubs/nowhere/messages/", text="Ciao").status_code == 404
    assert asked(anna, "a", **TABLE).status_code == 201


@pytest.mark.parametrize("key", ["", "k" * 101, "a b"])
def test_a_key_has_at_most_a_hundred_characters_without_spaces(anna: Client, key: str) -> None:
    refused = asked(anna, key, **TABLE)
    assert (refused.status_code, [*refused.json()["errors"]]) == (400, ["Idempotency-Key"])


def test_what_is_kept_is_read_only_with_the_key(anna: Client) -> None:
    made = asked(anna, "a", "clubs/", name="Circolo Garibaldi", place="Lecce").json()
    asked(anna, "b", f"clubs/{made['code']}/members/", name="Lia Verdi")
    kept = str([*KeptAnswer.objects.values()])
    assert "Lia" not in kept
    assert "Garibaldi" not in kept


def test_another_token_is_another_request(db: None) -> None:
    """A device, for example, belongs to the token that has added it."""
    anna = User.objects.create_user("Anna")
    tokens = [Token.make(anna.pk, name, ["play"])[1] for name in "ab"]
    first, other = (
        asked(Client(headers={"Authorization": f"Bearer {token}"}), "a", **TABLE).status_code
        for token in tokens
    )
    assert (first, other) == (201, 422)


def test_every_creation_takes_a_key() -> None:
    """Also those that create several things, and answer with a list."""
    several = ("list/", "tournaments/{event}/again/", "{template}/again/")
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            taken = "Idempotency-Key" in [each["name"] for each in operation.get("parameters", ())]
            creates = "201" in operation["responses"] or (method == "post" and path.endswith(several))
            assert taken == creates, path
