"""The nonces that players add to the deals of a tournament, so that the server cannot choose the deals."""

from __future__ import annotations

import hashlib
import hmac
import json
from itertools import islice
from typing import Any

import pytest
from django.test import Client

from games.archive.finished_matches import record_of
from games.models import Boards
from ludocards.engine import referee
from ludopoli.accounts.models import User
from tests import verifier
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.api import shapes
from tournaments.formats import catalog
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event, Round
from tournaments.models.entries import with_former_people
from tournaments.running import nonces

ADDS = "Anche chi gioca ha parte nelle carte"


def nonce(number: int) -> str:
    return f"{number:064x}"


def come(tonight: Evening, people: list[User]) -> None:
    """Enter people in pairs, each with a nonce of their own."""
    for at in range(0, len(people), 2):
        anna, bruno = people[at : at + 2]
        actions.register_entry(anna, tonight.event, partner=bruno, nonce=nonce(at + 1), now=tonight.now)
        actions.accept_partner(bruno, tonight.event, nonce(at + 2), tonight.now)


def published(event: Event) -> dict[str, Any]:
    """Return the event as an outside program gets it from the API."""
    anybody, address = Client(), f"/api/v1/tournaments/{event.code}/"
    entries = anybody.get(f"{address}entries/").json()["results"]
    return {**anybody.get(address).json(), "entries": entries}


def verify(tonight: Evening) -> list[str]:
    """Return the outside verifier's verdict on each match, after the referee has accepted it."""
    event, said = published(tonight.event), []
    for number in range(1, tonight.event.rounds.count() + 1):
        for table in Client().get(f"/api/v1/tournaments/{event['code']}/rounds/{number}/").json()["tables"]:
            before = 0
            played = tonight.tables(number)[table["number"] - 1].table
            assert played is not None
            for match in played.matches.order_by("started_at"):
                record = json.loads(json.dumps(record_of(match.pk)))
                assert referee.judge_record(json.dumps(record), verify=True).json["verified"]
                said.append(verifier.wrong_in_event(record, table, event, before))
                before += len(record["deals"])
    return said


# ---- the derivation of the deals


def test_every_nonce_changes_the_deals(evening: NewEvening, club: list[User]) -> None:
    """A server that tried many secrets before the announcement could not have known the nonces."""
    tonight = evening(settings={"rounds": 2})
    come(tonight, club[:8])
    tonight.start()
    digest = Boards.objects.get().name.rpartition("/")[2]
    added = (
        (number + 1).to_bytes(4, "big") + bytes([place]) + bytes.fromhex(nonce(2 * number + place + 1))
        for number in range(4)
        for place in range(2)
    )
    assert digest == hashlib.sha256(b"".join(added)).hexdigest()
    tonight.to_the_end()
    names = [f"{tonight.event.code}/{number}/{digest}" for number in (1, 2)]
    assert sorted(Boards.objects.values_list("name", flat=True)) == names
    assert verify(tonight) == [""] * 4


def test_a_verifier_written_from_the_documentation_detects_every_change(
    evening: NewEvening, club: list[User]
) -> None:
    tonight = evening(settings={"rounds": 1})
    come(tonight, club[:8])
    tonight.start()
    tonight.to_the_end()
    [first, _] = tonight.tables()
    assert first.table is not None
    assert first.table.match_id is not None
    record, event = record_of(first.table.match_id), published(tonight.event)
    table = {"round": 1, "entries": [{"entry": each} for each in first.places]}
    assert verifier.wrong_in_event(record, table, event) == ""
    other = json.loads(json.dumps(event))
    other["entries"][2]["members"][1]["nonce"] = nonce(99)
    without = {**event, "entries": event["entries"][1:]}
    for changed in (other, without):
        assert "nonces" in verifier.wrong_in_event(record, table, changed)
    for changed in ({**event, "secret": "ab" * 32}, {**event, "commitment": "ab" * 32}):
        assert "secret" in verifier.wrong_in_event(record, table, changed)
    assert "seed" in verifier.wrong_in_event(record, table, event, before=1)
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert "other cards" in verifier.wrong_in_event(record, table, event)


@pytest.mark.parametrize(
    "fields",
    [
        {"settings": {"rounds": 1, "duplicate": False}},
        {"format": "arena", "settings": {"minutes": 10, "deals": 1}},
        {"format": "daily", "settings": {"deals": 2, "instances": 1, "minutes": 600}, "check_in_minutes": 0},
        {"format": "knockout", "settings": {"deals": 1}},
    ],
    ids=["own deals", "arena", "daily", "knockout"],
)
def test_the_deals_of_every_format_verify(
    fields: dict[str, Any], evening: NewEvening, club: list[User]
) -> None:
    tonight = evening(**fields)
    if tonight.event.unit == Event.Unit.PAIR:
        come(tonight, club[:8])
    else:
        for number, person in enumerate(club[:4]):
            actions.register_entry(person, tonight.event, nonce=nonce(number + 1))
    tonight.start()
    while not tonight.fresh().is_over:
        tonight.play()
        tonight.at(hours=1)
    said = verify(tonight)
    assert set(said) == {""}
    assert all(len(name.rpartition("/")[2]) == 64 for name in Boards.objects.values_list("name", flat=True))


def test_the_first_entrant_of_a_torneo_del_giorno_adds_a_nonce(evening: NewEvening, club: list[User]) -> None:
    """The deals are dealt at once, so later players add nothing to them."""
    settings = {"deals": 1, "instances": 1, "minutes": 600}
    tonight = evening(format="daily", settings=settings, check_in_minutes=0)
    tonight.until(tonight.event.starts_at)
    for number, person in enumerate(club[:2], start=1):
        tonight.at(minutes=1)
        actions.register_entry(person, tonight.event, nonce=nonce(number), now=tonight.now)
    added = (1).to_bytes(4, "big") + b"\0" + bytes.fromhex(nonce(1))
    assert Boards.objects.get().name == f"{tonight.event.code}/{hashlib.sha256(added).hexdigest()}"
    assert list(tonight.event.members.filter(nonce="").values_list("user", flat=True)) == [club[1].pk]


def test_the_documented_labels_are_those_of_the_formats() -> None:
    """They are also the same where several sets of deals are in use, for everybody on a full day."""
    secret = bytes(range(32))
    draws = hmac.new(secret, b"draw", hashlib.sha256).hexdigest()[:32]
    for name, settings in (
        ("daily", {"deals": 6, "instances": 3}),
        ("arena", {"deals": 2}),
        ("swiss", {"deals": 3}),
    ):
        for person in range(1, 60):
            table = {"round": 4, "entries": [{"entry": person}, {"entry": -1}]}
            event = {"format": name, "settings": settings}
            labels = catalog.deal_labels(
                FORMATS[name], settings, draws, 4, catalog.HistoryTable((person, -1))
            )
            assert labels == tuple(islice(verifier.labels_of(event, table, secret), settings["deals"]))


def test_without_nonces_the_deals_follow_from_the_secret_alone(begun_evening: NewEvening) -> None:
    tonight = begun_evening(settings={"rounds": 1})
    assert Boards.objects.get().name == f"{tonight.event.code}/1"
    tonight.to_the_end()
    assert verify(tonight) == ["", ""]


# ---- which nonces count


def test_the_first_nonce_counts_and_check_in_can_add_a_missing_one(
    evening: NewEvening, club: list[User]
) -> None:
    tonight = evening()
    come(tonight, club[:6])
    tonight.pairs(club[6:], 1)
    tonight.at(hours=2, minutes=50)
    for number, person in enumerate(club[:8], start=101):
        actions.check_in(person, tonight.event, nonce(number), tonight.now)
    held = tonight.event.members.order_by("entry__number", "place").values_list("nonce", flat=True)
    assert list(held) == [nonce(number) for number in (1, 2, 3, 4, 5, 6, 107, 108)]


def test_a_new_partner_adds_a_nonce(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    come(tonight, club[:8])
    actions.withdraw_from_event(club[1], tonight.event, now=tonight.now)
    actions.seek_partner(club[0], tonight.event, now=tonight.now)
    entry = tonight.event.entries.get(number=1)
    actions.take_place(club[8], entry, nonce(77), tonight.now)
    held = tonight.event.members.filter(entry=entry).order_by("place").values_list("nonce", flat=True)
    assert list(held) == [nonce(1), nonce(77)]
    actions.substitute_member(tonight.organiser, entry, 1, club[9], "Si è fatta male")
    assert list(held.all()) == [nonce(1), ""], "whoever a director names has added nothing yet"


def test_after_the_first_pairing_nonces_change_nothing(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    come(tonight, club[:8])
    tonight.start()
    fixed = nonces.nonces_digest(tonight.event.entries.all())
    actions.register_entry(club[8], tonight.event, partner=club[9], nonce=nonce(50), now=tonight.now)
    actions.accept_partner(club[9], tonight.event, nonce(51), tonight.now)
    assert nonces.nonces_digest(tonight.fresh().entries.all()) == fixed
    tonight.to_the_end()
    assert {name.rpartition("/")[2] for name in Boards.objects.values_list("name", flat=True)} == {fixed}
    assert set(verify(tonight)) == {""}


def test_a_round_paired_anew_keeps_its_deals(evening: NewEvening, club: list[User]) -> None:
    """Otherwise an accomplice of the server could add nonce after nonce until the cards suit them."""
    tonight = evening()
    come(tonight, club[:8])
    tonight.until(tonight.event.starts_at)
    before = Boards.objects.get()
    actions.check_in(club[0], tonight.event, nonce(60), tonight.now)
    drawn: object = actions.pair_anew(tonight.organiser, tonight.fresh(), "Tavolo storto", now=tonight.now)
    assert isinstance(drawn, Round), drawn
    assert tonight.round.boards == before
    assert Boards.objects.count() == 1


def test_an_older_event_keeps_its_committed_deals(tonight: Evening, club: list[User]) -> None:
    """It has no nonces, and none are added while it is played."""
    assert tonight.event.nonces_at is not None
    actions.check_in(club[0], tonight.event, nonce(1), tonight.now)
    tonight.to_the_end()
    names = set(Boards.objects.values_list("name", flat=True))
    assert names == {f"{tonight.event.code}/1", f"{tonight.event.code}/2"}


@pytest.mark.parametrize("sent", ["x", "AB" * 32, "ab" * 31, "ab" * 33])
def test_an_invalid_nonce_is_refused(sent: str, evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    with refused("bad_nonce"):
        actions.register_entry(club[0], tonight.event, partner=club[1], nonce=sent)
    assert not tonight.event.entries.exists()
    come(tonight, club[:2])
    entry = tonight.event.entries.get()
    with refused("bad_nonce"):
        actions.accept_partner(club[2], tonight.event, sent)
    with refused("bad_nonce"):
        actions.take_place(club[2], entry, sent)
    with refused("bad_nonce"):
        actions.check_in(club[0], tonight.event, sent)


# ---- on the pages


def test_the_forms_send_a_nonce_until_the_first_pairing(evening: NewEvening, club: list[User]) -> None:
    tonight, browser = evening(format="arena", settings={"minutes": 10, "deals": 1}), Client()
    event = tonight.event
    browser.force_login(club[0])
    page = browser.get(event.get_absolute_url()).content.decode()
    said = f'data-shuffle="enter" data-match="{event.code}" data-commitment="{event.commitment}"'
    assert said in page
    assert "js/shuffle" in page or "js/tournaments/event" in page
    answer = browser.post(f"/tornei/{event.code}/iscriviti/", {"nonce": nonce(9)})
    assert answer.status_code == 302
    assert event.members.get(user=club[0]).nonce == nonce(9)
    for person in club[1:4]:
        actions.register_entry(person, event, now=tonight.now)
    tonight.start()
    page = Client().get(event.get_absolute_url()).content.decode()
    assert "data-shuffle" not in page, "it would change nothing"


def test_nonces_are_published_with_the_first_pairing(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    come(tonight, club[:6])
    tonight.pairs(club[6:], 1)
    event, address = tonight.event, f"/tornei/{tonight.event.code}/numeri/"
    before = Client().get(event.get_absolute_url()).content.decode()
    assert address not in before
    assert ADDS in before
    assert nonce(1) not in Client().get(address).content.decode()
    tonight.start()
    after = Client().get(event.get_absolute_url()).content.decode()
    assert address in after
    assert ADDS not in after, "where nobody has added any it would be untrue"
    page = Client().get(address).content.decode()
    assert [nonce(number) in page for number in range(1, 8)] == [True] * 6 + [False]
    assert nonces.nonces_digest(event.entries.all()) in page
    entries = shapes.EntryShape.render_all(event.entries.prefetch_related(with_former_people()))
    shown = [member["nonce"] for entry in entries for member in entry["members"]]
    assert shown == [number and nonce(number) for number in [*range(1, 7), None, None]]


def test_a_page_without_nonces_states_that(tonight: Evening) -> None:
    page = Client().get(f"/tornei/{tonight.event.code}/numeri/").content.decode()
    assert "Nessuno ha aggiunto un numero" in page
    assert "data-nonce>" not in page


def test_a_program_adds_a_nonce_on_entering(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(format="arena", settings={"minutes": 10, "deals": 1})
    browser, address = Client(), f"/api/v1/tournaments/{tonight.event.code}/"
    browser.force_login(club[0])
    refused = browser.post(f"{address}entries/", {"nonce": "x"}, "application/json")
    assert refused.status_code == 400
    made = browser.post(f"{address}entries/", {"nonce": nonce(4)}, "application/json")
    assert made.status_code == 201, made.content
    assert made.json()["members"][0]["nonce"] == nonce(4)
    assert published(tonight.event)["nonces_at"] is None
