"""Federations by the API: founded, joined by clubs, their licences and the phases of their tournaments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs import actions as clubs
from clubs.models import Club
from ludopoli.accounts.models import User
from tests.api.events import announced
from tournaments import actions
from tournaments.models import Event

Clients = Callable[..., APIClient]

ROOT = "/api/v1/federations/salento/"
DAYS = {"valid_from": "2026-01-01", "valid_until": "2039-12-31"}


def send(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


@pytest.fixture
def club(db: None) -> Club:
    owner = User.objects.create(username="Rosalia")
    made = clubs.create_club(owner, name="Circolo Garibaldi")
    clubs.import_members(owner, made, "nome;tessera\nMario Rossi;1\nUgo Neri;2\nLea Re;3\nPio Oro;4\n")
    return made


@pytest.fixture
def nino(client_of: Clients, club: Club) -> APIClient:
    """The organiser of a federation to which the club belongs."""
    nino, rosalia = client_of("Nino", "organise"), client_of("Rosalia", "organise")
    ages = [{"name": "Senior", "oldest": None}]
    founded = {"name": "Federazione Salentina", "slug": "salento", "age_categories": ages}
    made = send(nino.post("/api/v1/federations/", founded, format="json"), 201)
    assert (made["organisers"], made["members"], made["age_categories"]) == (["Nino"], [], ages)
    assert send(rosalia.put(f"{ROOT}clubs/{club.code}/"))["status"] == "asked"
    assert send(nino.put(f"{ROOT}clubs/{club.code}/"))["status"] == "member"
    return nino


def test_a_federation_is_founded_changed_handed_over_and_deleted(
    nino: APIClient, club: Club, client_of: Clients
) -> None:
    rosalia = client_of("Rosalia", "organise")
    [row] = send(nino.get(f"{ROOT}clubs/"))["results"]
    assert (row["club"], row["status"]) == (club.code, "member")
    send(rosalia.get(f"{ROOT}clubs/"), 403)
    changed = send(nino.patch(ROOT, {"description": "Carte."}, format="json"))
    assert (changed["description"], changed["name"]) == ("Carte.", "Federazione Salentina")
    assert send(nino.put(f"{ROOT}organisers/Rosalia/"))["organisers"] == ["Nino", "Rosalia"]
    send(rosalia.delete(f"{ROOT}organisers/Nino/"), 204)
    assert send(rosalia.delete(f"{ROOT}organisers/Rosalia/"), 409)["code"] == "last_organiser"
    assert send(nino.delete(ROOT), 403)["code"] == "not_federation_organiser"
    send(rosalia.delete(f"{ROOT}clubs/{club.code}/"), 204)
    send(rosalia.delete(ROOT), 204)
    send(rosalia.get(ROOT), 404)


def test_licences_are_issued_changed_moved_withdrawn_and_read_from_a_list(
    nino: APIClient, club: Club, client_of: Clients
) -> None:
    sent = {"number": "F/1", "born": 1950, **DAYS, "club": club.code, "person": "Mario Rossi"}
    made = send(nino.post(f"{ROOT}licences/", sent, format="json"), 201)
    assert (made["number"], made["name"], made["status"]) == ("F/1", "Mario Rossi", "valid")
    licence = f"{ROOT}licences/F%2F1/"
    assert send(nino.patch(licence, {"born": None}, format="json"))["born"] is None
    other = {"club": club.code, "person": "Ugo Neri"}
    assert send(nino.post(f"{licence}move/", other, format="json"))["name"] == "Ugo Neri"
    read = {"text": "licence;name\nF/1;\nF-2;Lea Re\nF-3;Nessuno\n", **DAYS}
    told = send(nino.post(f"{ROOT}licence-list/", read, format="json"))
    assert [each["outcome"] for each in told["lines"]] == ["same", "new", "wrong"]
    send(nino.post(f"{ROOT}licence-list/", {**read, "store": True}, format="json"))
    numbers = {each["number"] for each in send(nino.get(f"{ROOT}licences/"))["results"]}
    assert numbers == {"F/1", "F-2"}
    file = nino.get(f"{ROOT}licence-file/").content.decode()
    assert file.splitlines()[0] == "number,name,club,card,born,valid_from,valid_until"
    told = send(nino.post(f"{ROOT}licence-list/", {**read, "text": file}, format="json"))
    assert [(each["number"], each["outcome"]) for each in told["lines"]] == [("F-2", "same"), ("F/1", "same")]
    send(client_of("Rosalia", "organise").get(f"{ROOT}licence-file/"), 403)
    send(nino.delete(licence), 204)
    assert send(nino.delete(licence), 404)["code"] == "no_licence"


def test_the_best_of_a_phase_go_on(nino: APIClient, club: Club) -> None:
    real = {"club": club, "venue": "real", "players": 4, "unit": "pair"}
    first, final = (announced(club.owners[0], **real) for _ in range(2))
    final.starts_at += timedelta(days=7)
    final.save(update_fields=["starts_at"])
    for pair in (("Mario Rossi", "Ugo Neri"), ("Lea Re", "Pio Oro")):
        actions.enter_members(club.owners[0], first, [actions.Named(each) for each in pair])
    send(nino.put(f"{ROOT}tournaments/{final.code}/", {"level": "final"}, format="json"))
    leads = {"level": "club", "leads_to": final.code, "best": 1}
    phase = send(nino.put(f"{ROOT}tournaments/{first.code}/", leads, format="json"))
    assert (phase["leads_to"], phase["event"]["code"]) == (final.code, first.code)
    carry = f"{ROOT}tournaments/{first.code}/carry-over/"
    assert send(nino.post(carry, {}, format="json"), 409)["code"] == "not_over"
    first.entries.update(place=2)
    first.entries.filter(number=2).update(place=1)
    Event.objects.filter(pk=first.pk).update(status=Event.Status.FINISHED)
    [entry] = send(nino.post(carry, {}, format="json"))["results"]
    assert [each["name"] for each in entry["members"]] == ["Lea Re", "Pio Oro"]
    send(nino.delete(f"{ROOT}tournaments/{final.code}/"), 204)
    assert len(send(nino.get(f"{ROOT}tournaments/"))["results"]) == 1
