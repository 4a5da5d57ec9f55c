"""Names that are entered twice are asked about, and homonyms may both come in."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import actions
from tournaments.actions import Named

LOOK_LIKE_MARIO = (
    "Маriо Rossi",
    "ΜΑRΙΟ ROSSI",
    "Rоssi Mario",
    "Ma\ufe0frio R\u034fossi",
    "Mar\u20d2io Ro\u115fssi",
)
"""Mario Rossi with Cyrillic and Greek letters, and with signs that are hardly displayed or not at all."""

PAIR = [Named("Mario Rossi"), Named("Lia Verdi")]


@pytest.fixture(params=["online", "real"])
def door(request: pytest.FixtureRequest, evening: NewEvening) -> Evening:
    on = evening(venue=request.param, settings={"rounds": 2, "deals": 1})
    on.enter(PAIR)
    return on


def enter(on: Evening, *members: User | Named, **more: Any) -> Any:
    return actions.enter_members(on.organiser, on.event, members, now=on.now, **more)


def test_a_name_that_is_in_is_asked_about_and_a_homonym_comes_in(door: Evening) -> None:
    with refused("possible_double", names="Mario Rossi, Lia Verdi"):
        enter(door, *PAIR)
    for name in ("Mario Rossi", "MARIO ROSSI", "Rossi Mario", "Màrio Rossi"):
        with refused("possible_double", names=name):
            enter(door, Named(name), Named("Pia Neri"))
    with refused("possible_double", names="Pia Neri"):
        enter(door, Named("Pia Neri"), Named("Pia Neri"))
    assert door.event.entries.count() == 1
    enter(door, Named("Mario Rossi"), Named("Pia Neri"), homonym=True)
    entry = door.event.entries.get(number=1)
    actions.remove_entry(door.organiser, entry, "è andata via", now=door.now)
    enter(door, Named("Lia Verdi"), Named("Ugo Blu"))


@pytest.mark.parametrize("name", LOOK_LIKE_MARIO, ids=ascii)
def test_a_name_that_only_looks_like_one_that_is_in_is_asked_about(evening: NewEvening, name: str) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 1})
    on.enter(PAIR)
    with refused("possible_double", names=name):
        enter(on, Named(name), Named("Pia Neri"))
    listed = actions.read_list(on.event, f"nome;compagno\n{name};Pia Neri\n")
    assert [each.problem and each.problem.code for each in listed] == ["possible_double"]


def test_programs_are_asked_too(evening: NewEvening) -> None:
    on = evening()
    client, address = browser(on.organiser), f"/api/v1/tournaments/{on.event.code}/entries/add/"
    pair = [{"named": "Mario Rossi"}, {"named": "Lia Verdi"}]
    other = [{"named": "Mario Rossi"}, {"named": "Pia Neri"}]
    sent = [
        client.post(address, {"members": members, **more}, "application/json")
        for members, more in ((pair, {}), (pair, {}), (other, {}), (other, {"homonym": True}))
    ]
    assert [each.status_code for each in sent] == [201, 409, 409, 201]
    assert {each.json()["code"] for each in sent[1:3]} == {"possible_double"}
    assert on.event.entries.count() == 2


def test_the_console_asks_and_keeps_what_was_typed(door: Evening) -> None:
    client = browser(door.organiser)
    act, desk = (reverse(name, args=[door.event.code, *of]) for name, of in
                 (("console-act", ["enter"]), ("console", [])))  # fmt: skip
    sent = {"first": "Mario Rossi", "first-named": "1", "second": "Pia Neri", "second-named": "1"}
    assert 'name="homonym"' not in client.get(desk).content.decode()
    asked = client.post(act, sent)
    assert asked.status_code == 422
    shown = asked.content.decode()
    assert 'name="homonym"' in shown
    assert 'value="Pia Neri"' in shown
    client.post(act, {**sent, "homonym": "1"})
    assert door.event.entries.count() == 2


def numbered(on: Evening, *people: tuple[str, str, User | None]) -> None:
    club = Club.objects.create(name="Bocciofila")
    for number, (name, card, user) in enumerate(people):
        club.members.create(
            number=number, name=name, card=card, user=user, since=timezone.now(), role="member"
        )
    type(on.event).objects.filter(pk=on.event.pk).update(club=club)
    on.fresh()


def test_membership_numbers_tell_homonyms_apart(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 1})
    numbered(on, ("Mario Rossi", "0113", club[0]))
    on.enter([Named("Mario Rossi", "0113"), Named("Lia Verdi")])
    enter(on, Named("Mario Rossi", "0114"), Named("Pia Neri"))
    with refused("possible_double", names="Un altro"):
        enter(on, Named("Un altro", "0113"), Named("Ugo Blu"))
    with refused("possible_double", names="Anna"):  # the club knows their number
        enter(on, club[0], Named("Ugo Blu"))
    with refused("possible_double"):
        actions.register_entry(club[0], on.event, partner=club[1], now=on.now)
    actions.register_entry(club[0], on.event, partner=club[1], homonym=True, now=on.now)


def test_a_substitute_who_is_in_elsewhere_is_asked_about(evening: NewEvening) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 1})
    [entry, _other] = on.enter(PAIR, [Named("Pia Neri"), Named("Ugo Blu")])
    on.start()
    for who, homonym, code in (
        ("Ugo Blu", False, "possible_double"), ("Lia Verdi", False, "possible_double"),
        ("Mario Rossi", False, ""), ("Ugo Blu", True, ""),
    ):  # fmt: skip
        with refused(code) if code else nullcontext():
            actions.substitute_member(
                on.organiser, entry, 0, Named(who), "manca", homonym=homonym, now=on.now
            )


def test_a_list_asks_line_by_line(evening: NewEvening) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 1})
    on.enter(PAIR, [Named("Pia Neri"), Named("Ugo Blu")])
    text = (
        "nome;compagno\nMario Rossi;Lia Verdi\nMario Rossi;Rita Oro\nMario Rossi;Pia Neri\n"
        "Gina Blu;Ivo Oro\nGina Blu;Ada Oro\n"
    )
    outcomes = [
        [(each.line, each.outcome.value, each.problem.code if each.problem else "") for each in lines]
        for lines in (actions.read_list(on.event, text, homonyms) for homonyms in ((), (3, 6)))
    ]
    asked = "possible_double"
    assert outcomes == [
        [(2, "same", ""), (3, "wrong", asked), (4, "wrong", asked), (5, "new", ""), (6, "wrong", asked)],
        [(2, "same", ""), (3, "new", ""), (4, "wrong", asked), (5, "new", ""), (6, "new", "")],
    ]
    client, address = browser(on.organiser), reverse("console-list", args=[on.event.code])
    shown = client.post(address, {"text": text}).content.decode()
    assert shown.count('name="homonym"') == 3
    client.post(address, {"text": text, "confirm": "1", "homonym": ["3", "6", "x"]})
    assert on.event.entries.count() == 5
