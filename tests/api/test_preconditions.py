"""A change with `If-Match` happens only to what the program has read."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.clubs import OneClubView
from ludopoli.accounts.models import User
from tests.api.document import DOCUMENT, Client

SERIES = {"name": "Coppa del Salento"}
CLUB = {"name": "Circolo Garibaldi", "location": "Lecce"}
FEDERATION = {"name": "Federazione Salentina", "slug": "salento"}


@pytest.fixture
def anna(db: None) -> Client:
    client = Client()
    client.force_authenticate(User.objects.create_user("Anna"))
    return client


def changed(client: Client, address: str, etag: str, name: str) -> Any:
    return client.patch(address, {"name": name}, format="json", headers={"If-Match": etag})


@pytest.mark.parametrize(
    ("kind", "fields"), [("series", SERIES), ("clubs", CLUB), ("federations", FEDERATION)]
)
def test_of_two_who_have_read_the_same_only_the_first_changes_it(
    anna: Client, kind: str, fields: dict[str, str]
) -> None:
    address = anna.post(f"/api/v1/{kind}/", fields, format="json")["Location"]
    etag = anna.get(address)["ETag"]
    assert changed(anna, address, etag, "Uno").json()["name"] == "Uno"
    refused = changed(anna, address, etag, "Due")
    assert (refused.status_code, refused.json()["code"]) == (412, "changed_since")
    assert anna.get(address).json()["name"] == "Uno"


def test_what_is_compared_is_read_once_by_whoever_may_see_it(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = anna.post("/api/v1/clubs/", {**CLUB, "private": True}, format="json")["Location"]
    etag, read, get = anna.get(address)["ETag"], list[str](), OneClubView.get

    def reading(view: OneClubView, request: Request, club: str) -> Response:
        read.append(club)
        return get(view, request, club)

    monkeypatch.setattr(OneClubView, "get", reading)
    assert changed(anna, address, etag, "Uno").status_code == 200
    assert len(read) == 1
    stranger = Client()
    stranger.force_authenticate(User.objects.create_user("Bruno"))
    for other in (address, "/api/v1/clubs/xxxxxxxx/"):
        assert changed(stranger, other, etag, "Due").status_code == 404


def test_an_etag_of_a_compressed_answer_or_a_star_matches(anna: Client) -> None:
    address = anna.post("/api/v1/clubs/", CLUB, format="json")["Location"]
    etag = anna.get(address)["ETag"]
    assert changed(anna, address, f'"other", W/{etag}', "Uno").status_code == 200
    assert changed(anna, address, "*", "Due").status_code == 200
    assert changed(anna, address, "", "Tre").status_code == 412


def test_a_head_has_the_etag_of_its_get(anna: Client) -> None:
    address = anna.post("/api/v1/clubs/", CLUB, format="json")["Location"]
    assert anna.head(address)["ETag"] == anna.get(address)["ETag"]


@pytest.mark.parametrize(
    ("address", "one", "two"),
    [
        ("profile", {"about": "Uno"}, {"about": "Due"}),
        ("settings", {"sorted": False}, {"sorted": True}),
        ("quiet-hours", {"start": 21}, {"start": 20}),
    ],
)
def test_of_two_devices_that_have_read_the_same_only_the_first_changes_it(
    anna: Client, address: str, one: dict[str, Any], two: dict[str, Any]
) -> None:
    """The second request has found its account before the first has changed it."""
    address = f"/api/v1/me/{address}/"
    second = Client()
    second.force_authenticate(User.objects.get())
    headers = {"If-Match": anna.get(address)["ETag"]}
    assert second.get(address)["ETag"] == headers["If-Match"]
    assert anna.patch(address, one, format="json", headers=headers).status_code == 200
    assert second.patch(address, two, format="json", headers=headers).status_code == 412
    now = second.get(address)
    assert now.json().items() >= one.items()
    headers = {"If-Match": now["ETag"]}
    assert second.patch(address, two, format="json", headers=headers).json().items() >= two.items()


def test_what_is_read_and_changed_at_one_address_takes_an_etag() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            takes = "If-Match" in [each["name"] for each in operation.get("parameters", ())]
            assert (
                takes == ("412" in operation["responses"]) == (method == "patch" and "get" in operations)
            ), path
