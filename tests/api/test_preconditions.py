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


def test_what_people_change_together_takes_an_etag() -> None:
    takes = {
        path
        for path, operations in DOCUMENT["paths"].items()
        for method, operation in operations.items()
        if "If-Match" in [each["name"] for each in operation.get("parameters", ())]
        and "412" in operation["responses"]
        and method == "patch"
    }
    assert takes == {
        "/api/v1/clubs/{club}/",
        "/api/v1/federations/{federation}/",
        "/api/v1/series/{series}/",
        "/api/v1/tournaments/{event}/",
    }
