"""Ties of several parts on pages, on phones, in files and in the API."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.refusals import refused
from tests.tournaments.conftest import Begun, begun
from tests.tournaments.evening import Evening
from tests.tournaments.test_evening_files import results, sent, standings
from tests.tournaments.test_pages import browser
from tests.tournaments.test_parts import B_ONE, B_OTHER, MIXED, T_ONE, T_OTHER, enter
from tests.tournaments.test_score_phones import opened, page_of
from tournaments import actions
from tournaments.console import summary
from tournaments.console.forms import EventForm
from tournaments.evenings import evening_files
from tournaments.models import Event
from tournaments.outlets.files import results_csv


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """Four pairs in the semifinals of a knockout of tressette, then briscola, with a bella."""
    return begun(lasting, lambda on, club: (on.pairs(club), on.start()), **MIXED, settings={})


def one_all(on: Evening) -> None:
    enter(on, on.tables()[0], T_ONE, B_OTHER)


# ---- the phone


def test_the_phone_asks_for_each_part_and_for_the_bella_once_it_is_needed(tonight: Evening) -> None:
    table = tonight.tables()[0]
    phone = opened(tonight, next(each for each in tonight.entries if each.number == table.places[0]))
    shown = page_of(phone, tonight)
    assert 'name="score-2-0"' in shown
    assert "score-3-0" not in shown
    assert "Decider" not in shown
    assert "Anna – Bruno deal first" in shown or "deal first" in shown
    one_all(tonight)
    shown = page_of(phone, tonight)
    assert "Decider: Tressette" in shown
    assert 'name="score-3-0"' in shown
    assert 'name="score-1-0"' not in shown, "a decided part is not asked again"


# ---- the desk


def test_the_director_enters_parts_and_forfeits_on_the_page_of_the_table(tonight: Evening) -> None:
    client = browser(tonight.organiser)
    address = reverse("console-table", args=[tonight.event.code, 1, 1])
    page = client.get(address).content.decode()
    assert "A forfeited part" in page
    client.post(f"{address}segna/", {"score-1-0": "3", "score-1-1": "1"})
    client.post(f"{address}assegna-prova/", {"part": "2", "place": "1", "reason": "absence"})
    table = tonight.tables()[0]
    assert (table.status, table.forfeits) == ("over", [None, 1, None])
    page = client.get(address).content.decode()
    assert "by forfeit" in page
    wrong = client.post(f"{address}assegna-prova/", {"part": "9", "place": "1", "reason": "absence"})
    assert wrong.status_code == 422


def test_slips_have_a_row_for_the_bella(tonight: Evening) -> None:
    page = browser(tonight.organiser).get(reverse("console-score-slips", args=[tonight.event.code, 1]))
    shown = page.content.decode()
    assert shown.count("Decider: Tressette") == 2
    assert shown.count("deal first") == 6


# ---- the page of the event


def test_the_page_says_what_decides_a_meeting(tonight: Evening) -> None:
    one_all(tonight)
    enter(tonight, tonight.tables()[0], None, None, T_OTHER)
    page = browser().get(tonight.event.get_absolute_url()).content.decode()
    assert "Briscola da torneo" in page or "Briscola" in page
    assert "A meeting goes to the side that wins more parts." in page
    result = browser().get(reverse("event-result", args=[tonight.event.code, 1, 1])).content.decode()
    assert "Decider: Tressette" in result


def test_the_wizard_makes_meetings_of_several_parts(organiser: User) -> None:
    client = browser(organiser)
    form = EventForm(organiser)
    filled = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    filled |= {
        "name": "Mista", "game": "tressette-4", "rules": "tressette:classico", "format": "knockout",
        "venue": "real", "scores": "match", "clock": "", "part_2": "briscola:torneo",
        "part_3": "tressette:classico", "bella": "on", "capacity": 4,
        "starts_at": form["starts_at"].value().strftime("%Y-%m-%dT%H:%M"),
    }  # fmt: skip
    made = EventForm(organiser, filled)
    assert made.is_valid(), made.errors
    assert summary.of_form(made).startswith("2 rounds of 3 parts")
    assert client.post(reverse("new-event"), filled).status_code == 302
    event = Event.objects.get(name="Mista")
    assert [each["game"] for each in event.later_parts] == ["briscola", "tressette"]
    assert event.bella
    again = EventForm(organiser, event=event)
    assert (again["part_2"].value(), again["part_4"].value()) == ("kept", None)
    wrong = client.post(reverse("new-event"), {**filled, "part_3": "traversone:traversone"})
    assert wrong.status_code == 422
    assert "not played by the same sides" in wrong.content.decode()
    swiss = EventForm(organiser, {**filled, "format": "swiss"})
    assert swiss.is_valid(), swiss.errors
    assert swiss.arguments["later_parts"] == []


# ---- files


def test_an_evening_of_parts_is_the_same_on_another_site(tonight: Evening, club: list[User]) -> None:
    first, second = tonight.tables()
    one_all(tonight)
    enter(tonight, first, None, None, T_OTHER)
    enter(tonight, second, T_ONE)
    second.refresh_from_db()
    actions.forfeit_part(tonight.organiser, second, 2, 1, "absence", now=tonight.now)
    tonight.begin_round()
    for table in tonight.tables():
        enter(tonight, table, T_ONE, B_ONE)
    assert tonight.fresh().status == "finished"
    csv = results_csv(tonight.event, tonight.organiser)
    assert "tressette:3-1 briscola:1-2 tressette:2-3" in csv
    assert "tressette:3-1 briscola:w-0" in csv
    data, ranked, made = sent(tonight)
    event = actions.import_evening(club[0], data)
    assert isinstance(event, Event), event
    assert (standings(event), results(event), event.bella) == (ranked, made, True)
    assert actions.import_evening(club[0], data) == event


def test_an_evening_again_has_the_same_parts(tonight: Evening) -> None:
    start = tonight.event.starts_at + timedelta(weeks=1)
    [again] = actions.repeat_event(tonight.organiser, tonight.event, [start], now=tonight.now)
    assert (again.later_parts, again.bella) == (tonight.event.later_parts, True)


@pytest.mark.parametrize(
    "damaged",
    [
        {"later_parts": [], "bella": True},
        {"later_parts": [{"game": "briscola", "rules": {"preset": "?"}, "rules_name": "", "deals": 1}]},
        {"later_parts": [{"game": "?", "rules": {}, "rules_name": "", "deals": 1}]},
        {"format": "swiss", "settings": {}},
    ],
)
def test_parts_that_do_not_make_a_meeting_are_no_evening(
    tonight: Evening, club: list[User], damaged: dict[str, Any]
) -> None:
    for _round in range(2):
        for table in tonight.tables():
            enter(tonight, table, T_ONE, B_ONE)
        tonight.begin_round()
    file = evening_files.evening_document(tonight.fresh())
    file["event"] |= damaged
    file["digest"] = evening_files.evening_digest(file["event"])
    with refused("bad_evening"):
        actions.import_evening(club[0], json.dumps(file).encode())
