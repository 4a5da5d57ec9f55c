"""Score pads of real tables: what is written down, once, by whoever has the link, and what a club counts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import settings as examples

from clubs import actions, scorepads
from clubs.models import Club, Scorepad, ScorepadSeat
from games.models import Rating
from ludocards.engine.game import Json
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from tests.clubs.conftest import Named, client_of, joined
from tests.foreign import attacks
from tests.refusals import refused

NAMES = ["Anna", "Bruno", "Carla", "Dino"]
JSON = {"Accept": "application/json"}
HERE = "192.0.2.1"
SHORT = {"preset": "ludopoli", "match_end": {"points": 21}}


def opened(by: User | None = None, club: Club | None = None, **changed: Any) -> Scorepad:
    arguments = {"game": "tressette", "rules": SHORT, "names": NAMES, **changed}
    return scorepads.open_pad(by, HERE, club=club, **arguments)


def deal(number: int, *cards: int, id: str = "") -> dict[str, Json]:
    rows = {"cards": [*cards], "accuse": [0, 0]}
    return {"id": id or f"deal {number}", "deal": number, "outcome": "played", "rows": rows}


def written(pad: Scorepad, entry: Json) -> Scorepad:
    return scorepads.enter_line(pad, HERE, entry)


def sent(client: Client, pad: Scorepad, entry: Json) -> Any:
    path = f"{pad.get_absolute_url()}scrivi/"
    return client.post(path, json.dumps(entry), content_type="application/json", headers=JSON)


def totals(pad: Scorepad) -> list[int]:
    state = scorepads.pad_state(Scorepad.objects.get(pk=pad.pk))
    return [sum(scores) for scores in zip(*(line.scores for line in state.sheet), strict=True)]


# ---- writing down


def test_an_entry_is_stored_once_however_often_it_is_sent(db: None) -> None:
    pad = opened()
    for _ in range(3):
        assert len(written(pad, deal(0, 7, 4)).log) == 1
    assert totals(pad) == [7, 4]
    with refused("not_this_deal"):
        scorepads.enter_line(pad, HERE, deal(0, 5, 6, id="another phone"))


def test_a_deal_that_is_taken_back_stays_in_the_log(db: None) -> None:
    pad = opened()
    written(pad, deal(0, 7, 4))
    written(pad, deal(1, 2, 9))
    pad = written(pad, {"id": "undo", "strikes": "deal 1"})
    assert [entry["id"] for entry in pad.log] == ["deal 0", "deal 1", "undo"]
    assert all(entry["at"] for entry in pad.log)
    assert totals(pad) == [7, 4]
    with refused("not_last"):
        scorepads.enter_line(pad, HERE, {"id": "again", "strikes": "deal 1"})
    written(pad, deal(1, 3, 8, id="corrected"))
    assert totals(pad) == [10, 12]


def test_the_match_ends_by_its_rules_and_goes_on_if_that_is_taken_back(db: None, named: Named) -> None:
    pad = opened()
    scorepads.claim_seat(named("Bruno"), pad, 1)
    assert written(pad, deal(0, 0, 11)).finished_at is None
    assert written(pad, deal(1, 0, 11)).finished_at
    assert ScorepadSeat.objects.get().place == 1
    with refused("match_over"):
        scorepads.enter_line(pad, HERE, deal(2, 0, 11))
    written(pad, {"id": "undo", "strikes": "deal 1"})
    assert Scorepad.objects.get().finished_at is None
    assert ScorepadSeat.objects.get().place is None


@pytest.mark.parametrize(
    "entry",
    [None, [], {}, {"id": 7}, *({"id": id, "deal": 0} for id in ("", "x" * 41, "a\0b", "à", "x"))],
)
def test_what_is_no_entry_is_refused(entry: Json, db: None) -> None:
    with refused("bad_entry"):
        scorepads.enter_line(opened(), HERE, entry)


@pytest.mark.parametrize(
    "changed",
    [
        {"strikes": "deal 0", "deal": "z" * 59_000},
        {"strikes": "deal 0", "rows": {}},
        {"note": "z"},
        {"deal": True},
        {"deal": 1.0},
        {"rows": {"cards": [7, 4], "accuse": [0, 0], "notes": [0, 0]}},
        {"rows": {"cards": [True, 10], "accuse": [0, 0]}},
    ],
    ids=[
        "a deal besides",
        "rows besides",
        "another field",
        "a flag",
        "a float",
        "another row",
        "a flag in a row",
    ],
)
def test_an_entry_has_nothing_that_its_kind_does_not_name(changed: dict[str, Json], db: None) -> None:
    pad = opened()
    written(pad, deal(0, 7, 4))
    with refused("bad_entry"):
        scorepads.enter_line(pad, HERE, {**deal(1, 7, 4), **changed})
    assert len(Scorepad.objects.get().log) == 1


def test_a_full_pad_is_full(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorepads, "MOST_ENTRIES", 1)
    pad = opened()
    written(pad, deal(0, 7, 4))
    with refused("scorepad_full"):
        scorepads.enter_line(pad, HERE, deal(1, 7, 4))


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["Anna", "Bruno", "Carla"], "wrong_players"),
        (["Anna", "Bruno", "Carla", "anna"], "bad_scorepad_names"),
        (["Anna", "Bruno", "Carla", "D" * 41], "bad_scorepad_names"),
        (["Anna", "Bruno", "Carla", "\u202e"], "bad_scorepad_names"),
        (["Anna", "Bruno", "Carla", "stronzo"], "bad_words"),
    ],
)
def test_the_names_around_the_table(names: list[str], code: str, db: None) -> None:
    with refused(code):
        scorepads.open_pad(None, HERE, "tressette", SHORT, names)


def test_a_pad_is_opened_by_rules_that_exist(db: None) -> None:
    with refused("bad_rules"):
        scorepads.open_pad(None, HERE, "tressette", {"preset": "none"}, NAMES)
    with refused("no_game"):
        scorepads.open_pad(None, HERE, "bridge", {}, NAMES)
    with refused("wrong_players"):
        scorepads.open_pad(None, HERE, "whist", {}, [])


# ---- those present, and the club


def test_a_seat_is_claimed_by_one_account_and_given_back(db: None, named: Named) -> None:
    pad, anna, other = opened(), named("Anna"), named("Other")
    for _ in range(2):
        scorepads.claim_seat(anna, pad, 0)
    with refused("seat_claimed"):
        scorepads.claim_seat(other, pad, 0)
    with refused("seat_claimed"):
        scorepads.claim_seat(anna, pad, 1)
    with refused("seat_claimed"):
        scorepads.claim_seat(other, pad, 4)
    scorepads.release_seat(anna, pad)
    scorepads.claim_seat(other, pad, 0)
    assert scorepads.of_person(other) == [pad]
    assert scorepads.of_person(anna) == []


def test_a_club_counts_its_members_matches_and_nobody_s_rating_changes(
    club: Club, rosalia: User, named: Named
) -> None:
    joined(named("Bruno"), club)
    with refused("not_club_member"):
        scorepads.open_pad(named("Stranger"), HERE, "tressette", SHORT, NAMES, club)
    for number in range(2):
        pad = opened(rosalia, club)
        scorepads.claim_seat(rosalia, pad, 0)
        scorepads.claim_seat(named("Bruno"), pad, 1)
        scorepads.claim_seat(named("Stranger"), pad, 2)
        for each in range(2):
            written(pad, deal(each, *((0, 11) if number else (11, 0))))
    unfinished = opened(rosalia, club)
    scorepads.claim_seat(rosalia, unfinished, 0)
    written(unfinished, deal(0, 11, 0))
    rows = [{"name": name, "played": 2, "won": 1} for name in ("Bruno", "Rosalia")]
    assert scorepads.played_in(club) == rows
    assert not Rating.objects.exists()
    actions.delete_club(rosalia, club)
    assert not Scorepad.objects.exists()


# ---- the pages


def test_guests_open_a_pad_and_write_on_it(client: Client, db: None) -> None:
    form = {"game": "tressette", "preset": "ludopoli", "base": "ludopoli", "person": [*NAMES, "", " "]}
    answer = client.post("/segnapunti/", form)
    pad = Scorepad.objects.get()
    assert answer["Location"] == pad.get_absolute_url()
    page = client.get(pad.get_absolute_url())
    assert page.status_code == 200
    assert pad.secret in page.content.decode()
    for _ in range(2):
        assert [entry["id"] for entry in sent(client, pad, deal(0, 7, 4)).json()["log"]] == ["deal 0"]
    shown = client.get(pad.get_absolute_url(), headers=JSON).json()
    assert shown["names"] == NAMES
    assert len(shown["log"]) == 1
    wrong = sent(client, pad, deal(1, 7, 7))
    assert (wrong.status_code, wrong.json()["code"]) == (409, "wrong_total")


def test_a_form_with_a_wrong_table_says_so(client: Client, db: None) -> None:
    answer = client.post("/segnapunti/", {"game": "tressette", "preset": "ludopoli", "person": ["Anna"]})
    assert answer.status_code == 422
    assert 'value="Anna"' in answer.content.decode()
    assert not Scorepad.objects.exists()


def test_nobody_opens_pads_without_end(client: Client, db: None) -> None:
    form = {"game": "tressette", "preset": "ludopoli", "person": NAMES}
    statuses = [client.post("/segnapunti/", form).status_code for _ in range(11)]
    assert statuses == [302] * 10 + [422]


def test_a_seat_is_claimed_on_the_page_with_an_account(rosalia: User, client: Client) -> None:
    pad = opened()
    seat = f"{pad.get_absolute_url()}posto/"
    assert client.post(seat, {"seat": 2})["Location"].startswith("/account/")
    mine = client_of(rosalia)
    assert mine.post(seat, {"seat": 2})["Location"] == pad.get_absolute_url()
    assert pad.seats.get().user == rosalia
    assert "Rosalia" in mine.get(pad.get_absolute_url()).content.decode()
    mine.post(seat, {})
    assert not pad.seats.exists()


def test_a_member_opens_a_pad_for_the_club(club: Club, rosalia: User) -> None:
    form = {"game": "tressette", "preset": "ludopoli", "person": NAMES, "club": club.code}
    assert client_of(rosalia).post("/segnapunti/", form).status_code == 302
    assert Scorepad.objects.get().club == club


def test_the_offline_page_of_a_pad_is_not_personal(client: Client, rosalia: User) -> None:
    answer = client_of(rosalia).get("/segnapunti/senza-rete/")
    assert "Rosalia" not in answer.content.decode()
    assert not answer.cookies


def test_what_a_person_takes_along_and_leaves(rosalia: User) -> None:
    pad = opened()
    scorepads.claim_seat(rosalia, pad, 0)
    [exported] = privacy.export_person(rosalia)["clubs"]["scorepads"]
    assert exported["scorepad__names"] == NAMES
    privacy.delete_person(rosalia)
    assert not pad.seats.exists()
    changed_at = pad.changed_at
    pad.refresh_from_db()
    rosalia.refresh_from_db()
    assert pad.names == [rosalia.username, *NAMES[1:]]
    assert pad.changed_at == changed_at, "it is not kept longer for this"


# ---- for programs


def test_programs_have_the_limits_of_the_page(rosalia: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page and the API count together, by address."""
    monkeypatch.setattr(scorepads, "ENTERED", (0, 3))
    program, page, api = client_of(rosalia), Client(), "/api/v1/scorepads/"
    form = {"game": "tressette", "preset": "ludopoli", "person": NAMES}
    assert [page.post("/segnapunti/", form).status_code for _ in range(6)] == [302] * 6
    made = {"game": "tressette", "rules": SHORT, "names": NAMES}
    answers = [program.post(api, made, content_type="application/json") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201] * 4 + [429]
    pad = Scorepad.objects.all()[0]
    assert sent(page, pad, deal(0, 7, 4)).status_code == 200
    entries = [
        program.post(f"{api}{pad.secret}/entries/", deal(number, 7, 4), content_type="application/json")
        for number in (1, 2, 3)
    ]
    assert [answer.status_code for answer in entries] == [200, 200, 429]
    assert entries[-1].json()["code"] == "throttled"


def test_an_address_reads_pads_so_often_by_page_and_program_together(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorepads, "READ", (0.001, 3))
    page = opened().get_absolute_url()
    program = f"/api/v1/scorepads/{page.split('/')[-2]}/"
    answers = [client.get(address, headers=JSON) for address in (page, program, page, page, program)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert {answer.json()["code"] for answer in answers[3:]} == {"throttled"}
    assert all(int(answer["Retry-After"]) >= 1 for answer in answers[3:])


def test_programs_write_on_a_pad(rosalia: User, club: Club) -> None:
    program, api = client_of(rosalia), "/api/v1/scorepads/"

    def ask(method: str, path: str, data: Json) -> Any:
        return getattr(program, method)(f"{api}{path}", data, content_type="application/json")

    made = ask("post", "", {"game": "tressette", "rules": SHORT, "names": NAMES, "club": club.code})
    assert made.status_code == 201
    secret = made.json()["secret"]
    assert made["Location"] == f"{api}{secret}/"
    assert made.json()["asks"] == [{"name": "played", "rows": ["cards", "accuse"]}]
    for _ in range(2):
        entered = ask("post", f"{secret}/entries/", deal(0, 0, 11))
        assert (entered.status_code, entered.json()["totals"]) == (200, [0, 11])
    assert ask("put", f"{secret}/seats/1/", {}).json()["seats"] == [{"seat": 1, "name": "Rosalia"}]
    ended = ask("post", f"{secret}/entries/", deal(1, 0, 11)).json()
    assert (ended["over"], ended["places"], len(ended["log"])) == (True, [2, 1], 2)
    read = Client().get(f"{api}{secret}/").json()
    assert (read["club"], read["totals"]) == (club.code, [0, 22])
    assert ask("post", f"{secret}/entries/", deal(2, 0, 11)).json()["code"] == "match_over"
    assert ask("delete", f"{secret}/seats/1/", {}).json()["seats"] == []


def test_no_entry_at_all_breaks_a_pad(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is changed in an entry, it is refused, or stored as its kind names it."""
    monkeypatch.setattr(scorepads, "ENTERED", (1000, 1000))
    pad, client = opened(), Client()
    path = f"{pad.get_absolute_url()}scrivi/"

    @examples(max_examples=60)
    @given(attacks(deal(0, 7, 4)) | attacks({"id": "undo", "strikes": "deal 0"}))
    def send(body: bytes) -> None:
        answer = client.post(path, body, content_type="application/json", headers=JSON)
        assert answer.status_code in (200, 400, 409)

    send()
    for entry in Scorepad.objects.get().log:
        assert {*entry} in ({"id", "deal", "outcome", "rows", "at"}, {"id", "strikes", "at"})
