"""Changes of the players in a tournament through the API: partners who leave, people without an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from rest_framework.test import APIClient

from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.api.events import announced
from tournaments import actions, api
from tournaments.models import Event

Clients = Callable[..., APIClient]

BOTS = [DEFAULT_POLICY] * 2


@pytest.fixture
def ugo(db: None) -> User:
    return User.objects.create(username="Ugo")


def root(event: Event) -> str:
    return f"/api/v1/tournaments/{event.code}/"


def begun(ugo: User) -> Event:
    """An event of Anna and Bruno, Carla and Dario, and four bots; the first round is paired."""
    event = announced(ugo, check_in_minutes=0)
    people = [User.objects.create(username=name) for name in ("Anna", "Bruno", "Carla", "Dario")]
    for pair in (people[:2], people[2:], BOTS, BOTS):
        actions.enter_members(ugo, event, pair)
    started = actions.start_event(ugo, event)
    return started


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_programs_can_do_whatever_pages_can() -> None:
    folder = Path(api.__file__).parent
    called = {
        name
        for source in folder.glob("*.py")
        for name in re.findall(r"\bactions\.([a-z_]+)", source.read_text())
    }
    known = {name for name in actions.__all__ if name.islower()}
    says_something, comes_by_itself = (
        {
            "points_bounds", "round_bounds", "coming_starts", "may_repeat", "may_forget", "entrants_of",
            "set_up_of", "qualified_entries", "walkover_points_at",
        },
        {"close_seasons", "keep_set_up"},
    )  # fmt: skip
    opens_hands = {"look_at_deals"}  # no address of the API gives them while they may be played
    assert known - called == says_something | comes_by_itself | opens_hands


# ---- partners


def test_a_vacant_place_is_offered_sought_and_taken(ugo: User, client_of: Clients) -> None:
    event = root(begun(ugo))
    anna, bruno, elena, fulvio = (client_of(name, "play") for name in ("Anna", "Bruno", "Elena", "Fulvio"))
    assert refused(bruno.post(f"{event}seek-partner/")) == (409, "no_vacancy")
    ok(anna.post(f"{event}withdraw/"), 204)
    [left, stays] = ok(bruno.get(f"{event}me/"))["entry"]["members"]
    assert (left["left"], left["wanted"]) == (1, False)
    assert (stays["left"], stays["wanted"]) == (None, False)
    assert refused(elena.post(f"{event}entries/1/take-place/")) == (409, "no_vacancy"), "nobody is sought"

    unknown = bruno.post(f"{event}seek-partner/", {"partner": "Nessuno"}, format="json")
    assert refused(unknown) == (404, "no_person")
    plays = bruno.post(f"{event}seek-partner/", {"partner": "Carla"}, format="json")
    assert refused(plays) == (409, "already_entered")
    ok(bruno.post(f"{event}seek-partner/", {"partner": "Elena"}, format="json"))
    assert ok(bruno.get(f"{event}me/"))["offered_to"] == "Elena"
    assert ok(anna.get(f"{event}me/"))["offered_to"] is None, "that is between the two"
    assert "Elena" not in fulvio.get(f"{event}entries/").content.decode()
    asked = ok(elena.get(f"{event}me/"))
    assert (asked["asked"], asked["asked_by"], asked["entry"]) == (True, 1, None)
    ok(elena.post(f"{event}decline/"), 204)
    assert ok(bruno.get(f"{event}me/"))["offered_to"] is None

    assert ok(bruno.post(f"{event}seek-partner/"))["members"][0]["wanted"] is True
    seeking = ok(fulvio.get(f"{event}entries/?seeks_partner=true"))["results"]
    assert [each["number"] for each in seeking] == [1]
    others = ok(fulvio.get(f"{event}entries/?seeks_partner=false"))["results"]
    assert [each["number"] for each in others] == [2, 3, 4]
    taken = ok(elena.post(f"{event}entries/1/take-place/"))
    assert [(each["name"], each["left"]) for each in taken["members"]] == [("Elena", None), ("Bruno", None)]
    assert refused(fulvio.post(f"{event}entries/1/take-place/")) == (409, "no_vacancy")
    assert refused(anna.post(f"{event}come-back/")) == (404, "not_entered"), "another has the place"


def test_an_offered_place_can_be_accepted(ugo: User, client_of: Clients) -> None:
    event = root(begun(ugo))
    ok(client_of("Anna", "play").post(f"{event}withdraw/"), 204)
    elena = client_of("Elena", "play")
    ok(client_of("Bruno", "play").post(f"{event}seek-partner/", {"partner": "Elena"}, format="json"))
    assert [each["name"] for each in ok(elena.post(f"{event}accept/"))["members"]] == ["Elena", "Bruno"]
    assert ok(elena.get(f"{event}me/"))["entry"]["number"] == 1


# ---- withdrawing and coming back


def test_a_withdrawal_can_be_undone(ugo: User, client_of: Clients) -> None:
    event, anna = root(begun(ugo)), client_of("Anna", "play")
    assert refused(anna.post(f"{event}come-back/")) == (409, "entry_in")
    ok(anna.post(f"{event}withdraw/"), 204)
    assert ok(anna.get(f"{event}me/"))["may_come_back"] is True
    assert [each["left"] for each in ok(anna.post(f"{event}come-back/"))["members"]] == [None, None]
    assert ok(anna.get(f"{event}me/"))["may_come_back"] is False
    assert refused(client_of("Elena", "play").post(f"{event}come-back/")) == (404, "not_entered")


def test_directors_reinstate_an_entry_that_they_removed(ugo: User, client_of: Clients) -> None:
    event, anna, director = root(begun(ugo)), client_of("Anna"), client_of("Ugo", "organise")
    reinstate = f"{event}entries/1/reinstate/"
    assert refused(director.post(reinstate)) == (409, "entry_in")
    ok(director.post(f"{event}entries/1/remove/", {"reason": "Assenti"}, format="json"), 204)
    assert refused(anna.post(f"{event}come-back/")) == (409, "removed")
    assert ok(anna.get(f"{event}me/"))["may_come_back"] is False
    assert refused(anna.post(reinstate)) == (403, "not_director")
    assert refused(client_of("Ugo", "play").post(reinstate)) == (403, "no_scope")
    back = ok(director.post(reinstate))
    assert (back["number"], back["status"], back["left"]) == (1, "checked_in", None)


def test_directors_reinstate_a_partner_who_has_left(ugo: User, client_of: Clients) -> None:
    event = root(begun(ugo))
    ok(client_of("Anna", "play").post(f"{event}withdraw/"), 204)
    back = ok(client_of("Ugo", "organise").post(f"{event}entries/1/reinstate/"))
    assert [each["left"] for each in back["members"]] == [None, None]


# ---- people without an account, and check-in


def by_name(director: APIClient, event: Event) -> Any:
    """Enter Mario Rossi, who has no account, with Anna."""
    User.objects.get_or_create(username="Anna")
    sent = {"members": [{"named": "Mario Rossi"}, {"name": "Anna"}]}
    return director.post(f"{root(event)}entries/add/", sent, format="json")


def test_people_without_an_account_are_entered_by_name(ugo: User, client_of: Clients) -> None:
    event, director = announced(ugo), client_of("Ugo", "organise")
    answer = by_name(director, event)
    entry = ok(answer, 201)
    assert [each["name"] for each in entry["members"]] == ["Mario Rossi °", "Anna"]
    assert ok(director.get(answer["Location"])) == entry
    assert refused(by_name(client_of("Anna"), event)) == (403, "not_director")


@pytest.mark.parametrize(
    ("member", "code"),
    [
        ({"named": "Arbitro"}, "bad_person_name"),
        ({"named": "Mario\0Rossi"}, "bad_person_name"),
        ({"named": ""}, "bad_person_name"),
        ({"named": "Mario Rossi", "level": DEFAULT_POLICY}, "bad_member"),
        ({}, "bad_member"),
    ],
)
def test_a_member_must_be_a_valid_person_or_bot(
    ugo: User, client_of: Clients, member: dict[str, str], code: str
) -> None:
    event, sent = announced(ugo), {"members": [member, {"level": DEFAULT_POLICY}]}
    answer = client_of("Ugo", "organise").post(f"{root(event)}entries/add/", sent, format="json")
    assert refused(answer) == (409, code)
    assert not User.objects.filter(is_named=True).exists()


def test_directors_mark_presence(ugo: User, client_of: Clients) -> None:
    director = client_of("Ugo", "organise")
    early, event = announced(ugo, check_in_minutes=0), announced(ugo, check_in_minutes=90)
    for each in (early, event):
        ok(by_name(director, each), 201)
    assert refused(director.post(f"{root(early)}entries/1/check-in/")) == (409, "not_check_in")
    there = f"{root(event)}entries/1/check-in/"
    assert refused(client_of("Anna").post(there)) == (403, "not_director")
    noted = ok(director.post(there))
    assert (noted["status"], [each["here"] for each in noted["members"]]) == ("checked_in", [True, True])


# ---- seat links


def opens(link: dict[str, Any]) -> int:
    """Return the HTTP status of the page that a link leads to."""
    return Client().get(urlsplit(link["url"]).path, follow=True).status_code


def test_directors_hand_out_and_renew_seat_links(ugo: User, client_of: Clients) -> None:
    event, director = announced(ugo), client_of("Ugo", "organise")
    ok(by_name(director, event), 201)
    answer = director.get(f"{root(event)}seat-links/")
    [link] = ok(answer)["results"]
    assert "no-store" in answer["Cache-Control"]
    assert (link["entry"], link["position"], link["name"]) == (1, 0, "Mario Rossi °")
    assert opens(link) == 200
    address = f"{root(event)}entries/1/seat-links/0/"
    assert ok(director.get(address)) == link, "asking for it ends nothing"
    assert opens(link) == 200

    browser = Client()
    page = browser.get(urlsplit(link["url"]).path)
    browser.post(page["Location"])
    assert browser.get("/api/v1/me/").json()["name"] == "Mario Rossi °"
    made = director.post(address)
    assert made["Location"] == address
    assert "no-store" in made["Cache-Control"]
    new = ok(made, 201)
    assert new["url"] != link["url"]
    assert (opens(link), opens(new)) == (404, 200)
    assert browser.get("/api/v1/me/").status_code == 401, "signed out"


def test_only_people_without_an_account_have_seat_links(ugo: User, client_of: Clients) -> None:
    event, director = announced(ugo, check_in_minutes=0), client_of("Ugo", "organise")
    for place in (0, 1):
        nobody = director.get(f"{root(event)}entries/1/seat-links/{place}/")
        assert refused(nobody) == (404, "not_found"), "no such entry"
    ok(by_name(director, event), 201)
    for place in (1, 7, 999_999_999):
        nobody = director.post(f"{root(event)}entries/1/seat-links/{place}/")
        assert refused(nobody) == (404, "no_place"), "Anna has an account"
    ok(director.post(f"{root(event)}cancel/", {"reason": "Piove"}, format="json"))
    assert ok(director.get(f"{root(event)}seat-links/"))["results"] == []
    assert refused(director.get(f"{root(event)}entries/1/seat-links/0/")) == (404, "no_place")


def test_only_directors_get_seat_links(ugo: User, client_of: Clients) -> None:
    event = announced(ugo)
    ok(by_name(client_of("Ugo", "organise"), event), 201)
    for address in ("seat-links/", "entries/1/seat-links/0/"):
        assert refused(client_of("Anna").get(root(event) + address)) == (403, "not_director")
        assert refused(client_of("Ugo", "play").get(root(event) + address)) == (403, "no_scope")
    assert refused(client_of("Anna").post(f"{root(event)}entries/1/seat-links/0/")) == (403, "not_director")


# ---- the evening bends


def test_programs_shorten_end_and_reopen_an_event(ugo: User, client_of: Clients) -> None:
    event = begun(ugo)
    director = client_of(ugo)

    def send(action: str, **sent: Any) -> Any:
        return director.post(f"{root(event)}{action}/", sent, format="json")

    back = ok(send("reopen", reason="Manca una coppia", minutes=20))
    assert back["status"] in ("registration", "check_in")
    ok(send("start"))
    longer = ok(send("length", rounds=3, deals=2))
    assert (longer["rounds_in_all"], longer["settings"]["deals"]) == (3, 2)
    last = ok(send("last-round"))
    assert (last["rounds_in_all"], last["last_round"]) == (1, 1)
    assert refused(send("end", reason="Manca la luce")) == (409, "nothing_played")


def test_programs_announce_an_event_again(ugo: User, client_of: Clients) -> None:
    event = announced(ugo)
    starts = [(event.starts_at + timedelta(weeks=week)).isoformat() for week in (1, 3)]
    answer = client_of(ugo).post(f"{root(event)}again/", {"starts": starts}, format="json")
    assert [each["name"] for each in ok(answer)["results"]] == [event.name] * 2
