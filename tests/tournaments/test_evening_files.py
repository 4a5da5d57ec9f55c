"""An evening at real tables as a file: from the site of a laptop to another one, once, as it was played."""

from __future__ import annotations

import json
import random
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import settings as examples

from clubs.models import Club
from games.archive import hands
from games.models import Boards
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tests.conftest import Lasting
from tests.foreign import attacks, damaged
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tests.tournaments.test_real_tables import enter
from tournaments import actions, selectors
from tournaments.evenings import evening_files
from tournaments.evenings.evening_changes import EveningChanges
from tournaments.models import Event, ScoreEntry, TournamentTable
from tournaments.outlets.files import results_csv
from tournaments.prizes.cash import CashBook
from tournaments.running import deals

LIST = "nome;tessera;compagno;tessera compagno\n" + "".join(
    f"Nord {at};{at};Sud {at};{at + 10}\n" for at in range(1, 6)
)


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """An evening of five pairs with the same deals, played to the end."""
    settings = {"rounds": 3, "deals": 2, "duplicate": True}
    return begun(lasting, play, venue="real", settings=settings)


def play(on: Evening, _club: list[User]) -> None:
    actions.import_entries(on.organiser, on.event, LIST, now=on.now)
    on.start()
    dice = random.Random(3)
    for number in (1, 2, 3):
        for table in on.tables(number):
            rows = [(points, 11 - points) for points in (dice.randint(0, 11), dice.randint(0, 11))]
            enter(on, table, *rows)
        on.begin_round()
    over = TournamentTable.objects.filter(round__event=on.event)[0]
    over.round.event = on.fresh()
    enter(on, over, (9, 2), reason="wrong result")
    assert on.fresh().status == Event.Status.FINISHED


@pytest.fixture
def played(tonight: Evening) -> Evening:
    return tonight


def sent(on: Evening) -> tuple[bytes, list[Any], list[Any]]:
    """The file of an evening, its standings and its results; the evening is then gone, as on another site."""
    data = json.dumps(evening_files.evening_document(on.fresh())).encode()
    before = standings(on.event), results(on.event)
    Event.objects.filter(pk=on.event.pk).delete()
    Boards.objects.filter(name__startswith=f"{on.event.code}/").delete()
    return data, *before


def standings(event: Event) -> list[Any]:
    sheet = selectors.event_sheet(event)
    return [(line.place, line.score, sheet.name(line.entrant)) for line in sheet.lines]


def results(event: Event) -> list[Any]:
    tables = TournamentTable.objects.filter(round__event=event).order_by("round__number", "number")
    return [(each.places, each.deals, each.reason, each.score_entries.count()) for each in tables]


def test_an_evening_is_the_same_on_another_site(played: Evening, club: list[User]) -> None:
    data, ranked, made = sent(played)
    event = actions.import_evening(club[0], data)
    assert isinstance(event, Event), event
    assert (event.organiser, event.status, event.venue) == (club[0], "finished", "real")
    assert (standings(event), results(event)) == (ranked, made)
    assert [each.place for each in event.entries.order_by("place")] == [1, 2, 3, 4, 5]
    assert event.log.get().what == "imported"
    page = browser().get(event.get_absolute_url()).content.decode()
    assert "Nord 1" in page
    label = event.rounds.get(number=1).tables.all()[0].labels[0]
    assert "The cards" in browser().get(reverse("event-deal", args=[event.code, label])).content.decode()


def test_sending_it_twice_stores_it_once(played: Evening, club: list[User]) -> None:
    data, *_before = sent(played)
    first = actions.import_evening(club[0], data)
    counts = Event.objects.count(), TournamentTable.objects.count(), ScoreEntry.objects.count()
    for person in (club[0], club[1]):
        assert actions.import_evening(person, data) == first
    assert (Event.objects.count(), TournamentTable.objects.count(), ScoreEntry.objects.count()) == counts


def corrected(on: Evening) -> tuple[bytes, bytes]:
    """The file of an evening, and that of the same one with a score and a name corrected."""
    before = json.dumps(evening_files.evening_document(on.fresh())).encode()
    table = TournamentTable.objects.filter(round__event=on.event)[0]
    table.round.event = on.fresh()
    on.now += timedelta(minutes=1)
    enter(on, table, table.deals[table.labels[0]][::-1], reason="wrong result")
    on.event.members.filter(name="Nord 1").update(name="Nord Uno")
    after = json.dumps(evening_files.evening_document(on.fresh())).encode()
    sent(on)
    return before, after


def test_a_corrected_file_is_a_newer_version_with_its_differences(played: Evening, club: list[User]) -> None:
    before, after = corrected(played)
    first = actions.import_evening(club[0], before)
    assert isinstance(first, Event)
    ranked = standings(first)
    changes = actions.import_evening(club[0], after)
    assert isinstance(changes, EveningChanges), changes
    assert [(each.before, each.after) for each in changes.names] == [
        ("Nord 1 (1), Sud 1 (11)", "Nord Uno (1), Sud 1 (11)")
    ]
    [score] = changes.scores
    assert (score.round, score.table, score.row) == (1, 1, 1)
    assert changes.places
    assert standings(first) == ranked
    newer = actions.import_evening(club[0], after, confirmed=True)
    assert newer == first
    assert isinstance(newer, Event)
    assert evening_files.evening_document(newer)["digest"] == json.loads(after)["digest"]
    assert [each.what for each in newer.log.all()][-2:] == ["scores_corrected", "renewed"]
    assert actions.import_evening(club[0], after) == first
    with refused("evening_older"):
        actions.import_evening(club[0], before)


def test_no_version_is_of_a_later_day(played: Evening, club: list[User]) -> None:
    """It would block all later versions."""
    before, _after = corrected(played)
    dated = json.dumps({**json.loads(before), "changed_at": "2199-01-01T00:00:00Z"}).encode()
    with refused("bad_evening"):
        actions.import_evening(club[0], dated)


def test_newer_versions_count_as_evenings_of_the_day(
    played: Evening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = corrected(played)
    actions.import_evening(club[0], before)
    monkeypatch.setattr("tournaments.actions.evenings.MOST_A_DAY", 2)
    assert isinstance(actions.import_evening(club[0], after, confirmed=True), Event)
    renamed = changed(after, "name", value="Torneo del venerdì")
    with refused("too_many_evenings"):
        actions.import_evening(club[0], renamed, confirmed=True)
    assert played.event.name == Event.objects.get().name
    tomorrow = timezone.now() + timedelta(days=1, minutes=1)
    assert isinstance(actions.import_evening(club[0], renamed, now=tomorrow, confirmed=True), Event)


def test_only_the_person_who_has_brought_an_evening_renews_it(played: Evening, club: list[User]) -> None:
    before, after = corrected(played)
    actions.import_evening(club[0], before)
    with refused("evening_known"):
        actions.import_evening(club[1], after, confirmed=True)
    forged = changed(after, "secret", value="00" * 32)
    with refused("evening_known"):
        actions.import_evening(club[0], forged, confirmed=True)


def test_an_account_keeps_its_place_in_a_newer_version(played: Evening, club: list[User]) -> None:
    before, after = corrected(played)
    event = actions.import_evening(club[0], before)
    assert isinstance(event, Event)
    event.members.filter(card="11").update(user=club[5], name="")
    changes = actions.import_evening(club[0], after)
    assert isinstance(changes, EveningChanges), changes
    assert len(changes.names) == 1
    actions.import_evening(club[0], after, confirmed=True)
    assert event.members.get(card="11").user == club[5]
    assert event.members.get(card="1").name == "Nord Uno"


def test_programs_and_the_page_confirm_a_newer_version(played: Evening, club: list[User]) -> None:
    before, after = corrected(played)
    actions.import_evening(club[0], before)
    client, address = browser(club[0]), "/api/v1/evenings/"
    refused = client.post(address, {"file": after.decode()}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "evening_newer")
    assert refused.json()["changes"]["scores"][0]["round"] == 1
    page = client.post(
        reverse("bring-evening"), {"file": SimpleUploadedFile("serata.json", after)}
    ).content.decode()
    assert "Nord Uno" in page
    answer = client.post(reverse("bring-evening"), {"text": after.decode(), "confirm": "1"})
    assert answer["Location"] == Event.objects.get().get_absolute_url()
    again = client.post(address, {"file": after.decode(), "confirmed": True}, "application/json")
    assert again.status_code == 201


def first_hands(event: Event) -> hands.Deal:
    round_ = event.rounds.get(number=1)
    return deals.board_deal(event, round_, round_.tables.all()[0], 0)


@pytest.mark.parametrize("is_brought", [True, False], ids=["brought there", "held there"])
def test_nobody_learns_of_a_private_club_s_event(played: Evening, club: list[User], is_brought: bool) -> None:
    """Its code is like one that nobody has: the file is stored, under another code, with its own deals."""
    circle = director_of(club[0], "Circolo Garibaldi", private=True)
    if is_brought:
        data, _after = corrected(played)
        theirs = actions.import_evening(club[0], data, circle)
        assert isinstance(theirs, Event)
    else:
        data, theirs = json.dumps(evening_files.evening_document(played.fresh())).encode(), played.event
        Event.objects.update(club=circle)
    before = evening_files.evening_document(theirs)
    event = actions.import_evening(club[1], data)
    assert isinstance(event, Event)
    assert event != theirs
    assert first_hands(event) == first_hands(theirs)
    assert event.commitment == played.event.commitment
    assert evening_files.evening_document(event)["digest"] == json.loads(data)["digest"]
    assert evening_files.evening_document(theirs) == before
    assert actions.import_evening(club[1], data) == event


def test_an_event_of_this_site_is_not_overwritten(played: Evening, club: list[User]) -> None:
    data = json.dumps(evening_files.evening_document(played.event)).encode()
    with refused("evening_known"):
        actions.import_evening(club[0], data)


def changed(data: bytes, *path: Any, value: Any) -> bytes:
    """The file with another value at a path of its event, and the digest that fits."""
    whole = json.loads(data)
    at = whole["event"]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    whole["digest"] = evening_files.evening_digest(whole["event"])
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("code",), "../../x"), (("secret",), "00"), (("game",), "poker"), (("format",), "arena"),
        (("settings",), {"rounds": 0}), (("players",), 3), (("starts_at",), "ieri"), (("entries",), "x"),
        (("entries", 0, "number"), 2), (("entries", 0, "number"), -1), (("entries", 0, "place"), 40),
        (("entries", 0, "members", 0, "name"), ""), (("entries", 0, "members", 0, "name"), "che merda"),
        (("entries", 0, "status"), "asked"), (("rounds", 0, "number"), 5), (("rounds", 0, "byes"), [77]),
        (("rounds", 0, "boards"), "altro/1"), (("rounds", 0, "tables", 0, "places"), [1, 99]),
        (("rounds", 0, "tables", 0, "deals"), {"1-1": [8, 3, 1]}),
        (("rounds", 0, "tables", 0, "deals"), {"1-1": [8000, 3]}),
        (("rounds", 0, "tables", 0, "deals"), {"9-9": [8, 3]}),
        (("rounds", 0, "tables", 0, "labels"), []), (("rounds", 0, "tables", 0, "adjusted"), [1]),
        (("rounds", 0, "tables", 0, "written"), [{"side": 7, "at": "2026-01-01T00:00:00Z", "deals": {}}]),
        (("rounds", 0, "tables", 0, "reason"), "x\u0000"), (("rounds",), []), (("description",), "\u0000"),
        (("description",), "\ud800"), (("entries", 0, "strength"), 10**30), (("entries", 0, "score"), 2**40),
        (("rounds", 0, "tables", 0, "deals"), []), (("starts_at",), "0001-01-01T00:00:00+14:00"),
        (("finished_at",), "9999-12-31T23:59:59-14:00"), (("rounds", 0, "tables", 0, "adjusted"), [2**40, 1]),
        (("rounds", 0, "byes"), [[1]]), (("rounds", 0, "tables", 0, "seated"), [1]),
        *(
            (path, "2199-01-01T00:00:00Z")
            for path in (
                ("starts_at",), ("started_at",), ("finished_at",), ("nonces_at",),
                ("rounds", 0, "started_at"), ("rounds", 0, "over_at"), ("rounds", 0, "tables", 0, "over_at"),
                ("rounds", 0, "tables", 0, "written", 0, "at"),
            )
        ),
        (("note",), "besides"), (("entries", 0, "note"), "besides"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_is_refused_and_stores_nothing(
    played: Evening, club: list[User], path: tuple[Any, ...], value: Any
) -> None:
    data, *_before = sent(played)
    with refused("bad_evening"):
        actions.import_evening(club[0], changed(data, *path, value=value))
    assert not Event.objects.exists()


@pytest.mark.parametrize("code", ["nuovo", "importa", "k3mw8xzti", "K3MW8XZT"])
def test_a_code_that_no_address_can_have_is_refused(played: Evening, club: list[User], code: str) -> None:
    data, *_before = sent(played)
    whole = json.loads(data.replace(played.event.code.encode(), code.encode()))
    whole["digest"] = evening_files.evening_digest(whole["event"])
    with refused("bad_evening"):
        actions.import_evening(club[0], json.dumps(whole).encode())


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"evening": 1}', b"[" * 100_000])
def test_what_is_no_file_is_refused(club: list[User], data: bytes) -> None:
    with refused("bad_evening"):
        actions.import_evening(club[0], data)


def test_a_changed_file_does_not_fit_its_digest(played: Evening, club: list[User]) -> None:
    data, *_before = sent(played)
    with refused("bad_evening"):
        actions.import_evening(club[0], data.replace(b"Nord 1", b"Nord 9"))


def test_a_club_knows_its_members_by_their_numbers(played: Evening, club: list[User]) -> None:
    data, *_before = sent(played)
    circle = Club.objects.create(name="Circolo Garibaldi")
    for number, (user, card, role) in enumerate(
        [(club[0], "", "director"), (club[1], "1", "member"), (club[2], "2", "asking")], start=1
    ):
        circle.members.create(number=number, user=user, card=card, role=role, since=played.now)
    with refused("bad_event", field="club") as why:
        actions.import_evening(club[1], data, circle)
    with translation.override("it"):
        assert str(why.value) == "Scegli un circolo che dirigi tu."
    event = actions.import_evening(club[0], data, circle)
    assert isinstance(event, Event), event
    assert event.club == circle
    known = event.members.exclude(user=None).get()
    assert (known.user, known.card, known.name) == (club[1], "1", "")


@pytest.fixture
@from_snapshot
def league(evening: NewEvening, club: list[User]) -> Evening:
    """An evening of two teams with sealed line-ups, the first of them for a club, played to the end."""
    on = evening(venue="real", format="robin", unit="team", sealed=True, settings={"deals": 1})
    circle = Club.objects.create(name="Circolo Garibaldi")
    for name, people in (("Onda", club[:4]), ("Vela", club[4:8])):
        actions.enter_members(on.organiser, on.event, people, name, now=on.now)
    on.event.entries.filter(name="Onda").update(club=circle)
    on.start()
    for table in on.tables():
        enter(on, table, (8, 3))
    assert on.fresh().status == Event.Status.FINISHED
    return on


def director_of(user: User, name: str, **fields: Any) -> Club:
    circle = Club.objects.create(name=name, **fields)
    circle.members.create(number=1, user=user, role="director", since=timezone.now())
    return circle


def test_a_team_keeps_its_club_if_a_director_of_the_club_brings_it(league: Evening, club: list[User]) -> None:
    data, *_before = sent(league)
    Club.objects.all().delete()
    director_of(club[9], "Circolo Garibaldi")
    mine = director_of(club[8], "circolo garibaldi")
    event = actions.import_evening(club[8], data)
    assert isinstance(event, Event), event
    assert event.sealed
    assert {each.name: each.club for each in event.entries.all()} == {"Onda": mine, "Vela": None}


def test_a_team_plays_for_nobody_else_s_club_nor_for_a_private_one(league: Evening, club: list[User]) -> None:
    director_of(club[8], "Circolo Garibaldi", private=True)
    data, *_before = sent(league)
    event = actions.import_evening(club[8], data)
    assert isinstance(event, Event), event
    assert [each.club for each in event.entries.all()] == [None, None]


def test_a_private_club_is_in_no_file(league: Evening) -> None:
    assert "Garibaldi" in results_csv(league.event, league.organiser)
    assert "Garibaldi" in browser().get(reverse("event-print", args=[league.event.code])).content.decode()
    Club.objects.update(private=True)
    assert "Garibaldi" not in json.dumps(evening_files.evening_document(league.fresh()))
    assert "Garibaldi" not in results_csv(league.event, league.organiser)
    assert "Garibaldi" not in browser().get(reverse("event-print", args=[league.event.code])).content.decode()


@pytest.mark.parametrize(("scores", "is_kept"), [((2, 1), True), ((9, 9), False)])
def test_a_match_that_was_broken_off_is_in_the_file(
    begun_evening: NewEvening, club: list[User], scores: tuple[int, int], is_kept: bool
) -> None:
    on = begun_evening(2, venue="real", scores="match", settings={"scoring": "match", "rounds": 1})
    table = on.tables()[0]
    enter(on, table, (2, 1), broken_off=True)
    on.begin_round()
    data, *_before = sent(on)
    result = {table.labels[0]: [*scores]}
    data = changed(data, "rounds", 0, "tables", 0, "deals", value=result)
    data = changed(data, "rounds", 0, "tables", 0, "written", 0, "deals", value=result)
    with nullcontext() if is_kept else refused("bad_evening"):
        actions.import_evening(club[0], data)


@pytest.mark.parametrize("kind", ["a result without a history", "another result", "impossible before"])
def test_a_result_follows_from_what_was_written_down(played: Evening, club: list[User], kind: str) -> None:
    """A director has corrected the first table of the file; here only its history changes."""
    data, *_before = sent(played)
    written = json.loads(data)["event"]["rounds"][0]["tables"][0]["written"]
    first, last = written
    [label] = last["deals"]
    histories = {
        "a result without a history": [],
        "another result": [first],
        "impossible before": [{**first, "deals": {**first["deals"], label: [2, 2]}}, last],
    }
    forged = changed(data, "rounds", 0, "tables", 0, "written", value=histories[kind])
    with refused("bad_evening"):
        actions.import_evening(club[0], forged)


def test_annulled_deals_and_stopped_tables_come_along(begun_evening: NewEvening, club: list[User]) -> None:
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 2})
    whole, stopped = on.tables()
    enter(on, whole, (8, 3), (7, 4))
    enter(on, stopped, (6, 5))
    actions.end_table(on.organiser, stopped, "it is late", now=on.now)
    whole.refresh_from_db()
    actions.annul_deal(on.organiser, whole, whole.labels[0], "wrong cards", now=on.now, confirmed=True)
    on.begin_round()
    data, *before = sent(on)
    event = actions.import_evening(club[0], data)
    assert isinstance(event, Event), event
    assert [standings(event), results(event)] == before
    assert [[*deals.values()] for _places, deals, *_more in results(event)] == [[None, [7, 4]], [[6, 5]]]


def test_a_file_of_before_is_the_same_file(played: Evening, league: Evening) -> None:
    """Without sealed line-ups and teams of clubs a file has the digest that earlier versions gave it."""
    whole = evening_files.evening_document(played.fresh())["event"]
    assert "sealed" not in whole
    assert not any("club" in each for each in whole["entries"])
    assert evening_files.evening_document(league.fresh())["event"]["sealed"] is True


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sealed",), 1), (("entries", 0, "club"), "x"), (("entries", 0, "club"), {"code": "a"}),
        (("entries", 0, "club"), {"code": "abcd", "name": "\u0000"}),
    ],
)  # fmt: skip
def test_clubs_and_options_that_cannot_be_are_refused(
    league: Evening, club: list[User], path: tuple[Any, ...], value: Any
) -> None:
    data, *_before = sent(league)
    with refused("bad_evening"):
        actions.import_evening(club[0], changed(data, *path, value=value))


def test_a_person_brings_so_many_a_day(
    played: Evening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, *_before = sent(played)
    atomic = transaction.atomic

    def another_first(*arguments: Any, **named: Any) -> Any:
        """Before the evening is stored, another request stores the last of the day."""
        monkeypatch.setattr("tournaments.actions.evenings.MOST_A_DAY", 0)
        return atomic(*arguments, **named)

    monkeypatch.setattr(transaction, "atomic", another_first)
    with refused("too_many_evenings"):
        actions.import_evening(club[0], data)


def test_the_console_has_the_file_and_a_page_reads_it(played: Evening, club: list[User]) -> None:
    client = browser(played.organiser)
    answer = client.get(reverse("console-evening", args=[played.event.code]))
    assert answer["Content-Disposition"].endswith('.json"')
    data = answer.content
    sent(played)
    other, address = browser(club[0]), reverse("bring-evening")
    refused = other.post(address, {"file": SimpleUploadedFile("x.json", b"{}")})
    assert (refused.status_code, "not the file of an evening" in refused.content.decode()) == (422, True)
    brought = other.post(address, {"file": SimpleUploadedFile("serata.json", data)})
    assert brought["Location"] == Event.objects.get().get_absolute_url()


def test_only_a_finished_evening_has_a_file(evening: NewEvening) -> None:
    on = evening(venue="real")
    address = reverse("console-evening", args=[on.event.code])
    assert browser(on.organiser).get(address).status_code == 404
    program = browser(on.organiser).get(f"/api/v1/tournaments/{on.event.code}/evening/")
    assert program.json()["code"] == "not_found"


def test_a_program_gets_the_file_that_the_console_gives(played: Evening, club: list[User]) -> None:
    address = f"/api/v1/tournaments/{played.event.code}/evening/"
    ours = browser(played.organiser).get(reverse("console-evening", args=[played.event.code]))
    assert browser(played.organiser).get(address).json() == ours.json()
    assert browser(club[0]).get(address).json()["code"] == "not_director"


def test_no_file_at_all_breaks_the_reader(played: Evening, club: list[User]) -> None:
    """Whatever is changed in a file, it is refused or stored; nothing is half done."""
    data, *_before = sent(played)
    whole = json.loads(data)

    def seal(made: Any) -> Any:
        return {**whole, "event": made, "digest": evening_files.evening_digest(made)}

    @examples(max_examples=150, deadline=None)
    @given(attacks(whole["event"], seal) | damaged(data))
    def read(sent: bytes) -> None:
        with transaction.atomic():
            try:
                made = actions.import_evening(club[0], sent)
            except ActionRefused:
                assert not Event.objects.exists()
            else:
                assert isinstance(made, Event), made
                assert Event.objects.exists()
            transaction.set_rollback(True)

    read()


def test_fees_and_prizes_come_along_and_what_is_paid_here_stays(
    begun_evening: NewEvening, club: list[User]
) -> None:
    purse = {"fee": {"amount": 1_000}, "prizes": [{"place": 1, "share": 100}]}
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 1}, purse=purse)
    actions.take_fee(on.organiser, on.entries[0])
    for table in on.tables():
        enter(on, table, (8, 3))
    on.at(seconds=1)
    data, *_before = sent(on)
    brought = actions.import_evening(club[0], data)
    assert isinstance(brought, Event)
    book = CashBook(brought)
    assert (brought.purse, book.collected, book.still_due) == (purse, 2_000, 6_000)
    assert [(each.name, each.amount) for each in book.hands] == [("Ugo", 2_000)]
    actions.take_fee(club[0], brought.entries.get(number=2))
    newer = json.loads(data)
    newer["event"]["description"] = "Grazie"
    newer["digest"] = evening_files.evening_digest(newer["event"])
    renewed = actions.import_evening(club[0], json.dumps(newer).encode(), confirmed=True)
    assert isinstance(renewed, Event)
    assert CashBook(renewed).collected == 4_000


@pytest.mark.parametrize(
    "wrong", [{"prizes": [{"place": 1}]}, {"fee": {"amount": -1}}, {"prizes": []}, {"step": 100}]
)
def test_a_purse_that_cannot_be_is_refused(played: Evening, wrong: dict[str, Any]) -> None:
    document = evening_files.evening_document(played.fresh())
    document["event"]["purse"] = wrong
    document["digest"] = evening_files.evening_digest(document["event"])
    with refused("bad_evening"):
        evening_files.read_evening(json.dumps(document).encode())
